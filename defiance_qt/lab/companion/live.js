// Keeps the page of a replay live: takes what the table sends, shows what is asked, sends what the reader gives.
// Text that comes from the table is set as text; only its drawings are markup, and those are made of shapes alone.
"use strict";
globalThis.live = page => {
  const $ = id => document.getElementById(id), {data, text, make, vector, drawing} = page;
  const SILENCE = 8000, SOONEST = 200, LATEST = 3000, TOLD = 6000;
  const phone = (key, values = {}) => text(data.phone[key]).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const id = localStorage.getItem("phone") || [...crypto.getRandomValues(new Uint8Array(16))].map(one => one.toString(16).padStart(2, "0")).join("");
  localStorage.setItem("phone", id);
  let source = null, number = 0, heard = 0, me = 0, state = "catching_up", over = false, sending = false;
  let faces = [], facesAt = -1, place = "mine", first = null, again = 0, failed = 0;

  // ---- what the table sends

  function take(news) {
    if (news.whole) {
      page.views.clear();
      $("drawings").replaceChildren();
      Object.assign(data, news.frame, {steps: {}, marks: [], texts: [], log: {}, people: {}, reasons: {}});
      for (const language of Object.keys(news.logs)) {
        data.log[language] = [];
        data.people[language] = [];
        data.reasons[language] = {lines: [], texts: [], rules: {}};
      }
    }
    data.texts.push(...(news.texts || []));
    Object.assign(data.steps, news.steps);
    data.marks.push(...(news.marks || []));
    const again = new Set(news.again);
    for (const [language, {told, people, texts, rules}] of Object.entries(news.logs || {})) {
      const why = data.reasons[language], log = data.log[language], kept = log.map(one => !again.has(one[1]));
      data.log[language] = log.filter((_, at) => kept[at]).concat(told.map(([line]) => line));
      why.lines = why.lines.filter((_, at) => kept[at]).concat(told.map(([, reasons]) => reasons));
      why.texts.push(...texts);
      Object.assign(why.rules, rules);
      data.people[language].push(...people);
    }
    for (const name of ["head", "lines", "names", "notes", "asked", "seats"]) if (name in news) data[name] = news[name];
    if (news.drawings) draw(...news.drawings);
  }

  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  function draw(markup, rules) {
    const found = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`, "image/svg+xml");
    $("drawings").append(...[...found.documentElement.children].map(one => document.importNode(one, true)));
    sheet.replaceSync(rules);
  }

  // ---- the connection: it comes back by itself, and at once when the phone wakes

  function connect() {
    clearTimeout(again);
    if (source) source.close();
    if (over) return;
    heard = Date.now();
    const mine = source = new EventSource(`events?phone=${id}&after=${number}`);
    const on = (name, act) => mine.addEventListener(name, event => {
      if (mine !== source) return;
      heard = Date.now();
      act(JSON.parse(event.data), event);
    });
    on("you", told => { me = told; failed = 0; tell("live"); });
    on("ping", () => tell("live"));
    on("patch", (news, event) => {
      number = Number(event.lastEventId);
      take(news);
      if (first) { first({}); first = null; } else if ("steps" in news) page.begin(); else show();
    });
    for (const why of ["ended", "replaced"]) on(why, () => end(why));
    on("refused", why => end("refused." + why));
    mine.onerror = () => {
      if (mine !== source) return;
      tell("catching_up");
      mine.close();
      again = setTimeout(connect, Math.min(LATEST, SOONEST * 2 ** failed++));
    };
  }
  function end(why) {
    over = true;
    source.close();
    tell(why);
    show();
  }
  function tell(now) {
    if (over && now === "live") return;
    state = now;
    $("with").textContent = phone(now);
    $("with").className = now === "live" ? "live" : "";
  }
  const wake = () => {
    if (document.hidden || Date.now() - heard < SILENCE) return;
    failed = 0;
    tell("catching_up");
    connect();
  };
  for (const name of ["visibilitychange", "pageshow", "focus", "online", "resume"]) addEventListener(name, wake, true);
  setInterval(wake, 1000);

  // ---- what the reader gives

  async function send(what, body) {
    if (sending) return;
    sending = true;
    show();
    let why = "lost";
    try {
      const answer = await fetch(what, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({phone: id, ...body})});
      why = answer.ok ? (await answer.json()).refused : "lost";
    } catch { wake(); }
    sending = false;
    if (why) refuse(typeof why === "string" ? phone(why === "lost" ? why : "refused." + why) : why[document.documentElement.lang]);
    else { faces = []; $("refused").hidden = true; }
    show();
  }
  let telling = 0;
  function refuse(sentence) {
    $("refused").textContent = sentence;
    $("refused").hidden = false;
    clearTimeout(telling);
    telling = setTimeout(() => { $("refused").hidden = true; }, TOLD);
  }
  const play = body => send("play", {step: data.asked.step, ...body});
  const owned = () => data.asked.players.filter(one => (data.seats || {})[one] === me);
  const card = one => data.asked.cards[data.asked.players.indexOf(one)];
  const name = one => text(card(one)[0]);
  const mayGive = owner => owner === "" || owned().includes(owner);
  const watching = () => data.asked.players.length > 0 && !owned().length;

  // ---- drawings

  const icons = new Map();
  function icon(id) {
    const source = data.look.icons[id];
    if (!source) return null;
    if (!icons.has(id)) icons.set(id, new DOMParser().parseFromString(source, "image/svg+xml").documentElement);
    const found = document.importNode(icons.get(id), true);
    found.setAttribute("aria-hidden", "true");
    found.classList.add("icon");
    return found;
  }
  function button(kind, act, ...inside) {
    const made = make("button", kind, ...inside.filter(Boolean));
    made.type = "button";
    made.disabled = sending || over;
    made.addEventListener("click", act);
    return made;
  }
  // A figure as it stands on the board, else its letters.
  function token(one) {
    const piece = page.view(data.head).pieces[one];
    if (!piece) return make("span", "token letters", text(card(one)[3]) || name(one).slice(0, 2));
    const parts = piece[0].map(part => drawing(text(part)));
    const box = parts[0], [x, y, wide, high] = ["x", "y", "width", "height"].map(at => box.getAttribute(at));
    const made = vector("svg", {viewBox: `${x} ${y} ${wide} ${high}`, "aria-hidden": "true"}, ...parts);
    made.classList.add("token");
    return made;
  }
  function strength(one) {
    const [, left, of] = card(one), made = make("div", "strength");
    if (!of) return "";
    made.append(icon("heart") || "", make("b", "", String(left)), ` / ${of}`);
    return made;
  }

  // ---- what is shown

  function person(one) {
    const [called, left, of, , facts, cards] = card(one);
    const bar = make("div", "bar", ...Array.from({length: of}, (_, at) => make("i", at < left ? "left" : "")));
    const top = make("div", "top", make("h3", "", text(called)), strength(one));
    return make("article", "person" + (data.asked.owner === one ? " asked" : ""),
      make("div", "head", token(one), make("div", "grow", top, bar)),
      make("div", "facts", ...facts.map(([words, tone]) => make("span", `chip ${text(tone)}-chip`, text(words)))),
      make("div", "things", ...cards.map(([what, note]) => make("div", "thing", make("b", "", text(what)), text(note)))));
  }

  function people() {
    return data.asked.players.map(one => {
      const seat = (data.seats || {})[one], mine = seat === me;
      const where = mine ? phone("yours") : seat ? phone("taken", {n: seat}) : phone("of_table");
      const act = () => send("claim", {players: mine ? owned().filter(two => two !== one) : [...owned(), one]});
      const choose = button("choose", act, phone(mine ? "give_back" : "choose"));
      choose.setAttribute("aria-pressed", String(mine));
      choose.setAttribute("aria-label", `${name(one)}: ${choose.textContent}`);
      return make("div", "row", token(one), make("div", "grow", make("h3", "", name(one)), make("small", "", where)), strength(one), choose);
    });
  }

  // Answers of one kind that begin alike stand under what they have in common.
  function groups(choices) {
    const found = [];
    for (const one of choices) {
      const last = found[found.length - 1];
      if (last && last[0].kind === one.kind && last[0].above === one.above) last.push(one); else found.push([one]);
    }
    return found;
  }
  function common(labels) {
    const others = labels.map(one => one.split(" ")), words = others[0];
    const end = words.findIndex((word, at) => others.some(other => other[at] !== word));
    return words.slice(0, end < 0 ? words.length : end).join(" ");
  }
  function choose() {
    const all = data.asked.choices.map(([label, owner, automatic, kind, above], at) => ({at, label: text(label), owner, automatic, kind, above: text(above)}));
    const mine = all.filter(one => mayGive(one.owner));
    if (!mine.length) return [make("p", "hint", waiting())];
    // Who acts is said above, so it need not be said by each answer.
    const shared = mine.length > 1 ? common(mine.map(one => one.label)) + " " : "";
    for (const one of mine) one.label = one.label.slice(shared.indexOf(": ") < 0 ? 0 : shared.indexOf(": ") + 2);
    const made = [];
    let above = "";
    for (const group of groups(mine)) {
      if (group[0].above !== above) made.push(make("h3", "", above = group[0].above));
      const labels = group.map(one => one.label), head = group.length > 3 ? common(labels) : "";
      const folded = head && labels.every(one => one.length > head.length);
      if (folded) made.push(make("h3", "", head + " …"));
      made.push(make("div", folded ? "short" : "long", ...group.map(one => {
        const made = button("answer" + (one.automatic ? " automatic" : ""), () => play({choice: one.at}), folded ? one.label.slice(head.length + 1) : one.label);
        if (folded) made.setAttribute("aria-label", one.label);
        made.value = one.at;
        return made;
      })));
    }
    if (data.asked.forms) made.push(make("p", "hint", phone("table_forms")));
    return made;
  }
  const waiting = () => data.asked.owner ? phone("waits", {name: name(data.asked.owner)}) : phone("others");

  const colour = (made, die) => {
    const [face, ink] = data.look.dice[die] || ["#5b6b7c", "#ffffff"];
    made.style.setProperty("background", face);
    made.style.setProperty("color", ink);
    return made;
  };
  const symbols = face => face[0].length ? face[0].map(text).map(one => icon(one) || make("span", "", one)) : [make("span", "", text(face[1]))];

  function enter() {
    const [title, dice, cards, count] = data.asked.entry, total = dice.length || count;
    if (facesAt !== data.asked.step) { faces = []; facesAt = data.asked.step; }
    if (!mayGive(data.asked.owner)) return [make("p", "hint", waiting())];
    const left = total - faces.length, made = [make("h3", "title", text(title))];
    if (dice.length) {
      made.push(make("div", "slots", ...dice.map(([die, , sides], at) => {
        const face = faces[at];
        if (at >= faces.length) {
          const slot = make("span", "slot empty" + (at === faces.length ? " next" : ""), String(at + 1));
          slot.style.setProperty("border-color", (data.look.dice[text(die)] || ["#5b6b7c"])[0]);
          return slot;
        }
        return colour(make("span", "slot", ...(face === null ? ["?"] : symbols(sides[face]))), text(die));
      })));
      if (left) {
        const [die, called, sides] = dice[faces.length];
        made.push(make("p", "which", make("b", "", text(called) + ":"), " ", phone("which_face")));
        made.push(make("div", "faces", ...sides.map((face, at) => {
          const one = colour(button("face", () => { faces.push(at); show(); }, ...symbols(face)), text(die));
          one.setAttribute("aria-label", `${text(called)}: ${text(face[1]) || text(face[3])}`);
          return one;
        })));
      }
    } else {
      const drawn = faces.map(at => text(cards[at]));
      if (drawn.length) made.push(make("p", "", drawn.join(", ")));
      const seen = new Set();
      if (left) made.push(make("div", "long", ...cards.map((called, at) => {
        if (faces.includes(at) || seen.has(called)) return "";
        seen.add(called);
        return button("answer", () => { faces.push(at); show(); }, text(called));
      })));
    }
    const back = button("", () => { faces.pop(); show(); }, icon("undo"), phone("back"));
    back.disabled ||= !faces.length;
    const tools = make("div", "tools", back);
    if (dice.length) {
      const roll = button("", () => { while (faces.length < total) faces.push(null); show(); }, icon("die"), phone("roll_for_me"));
      roll.disabled ||= !left;
      tools.append(roll);
    }
    const ready = !left, give = button(ready ? "send ready" : "send", () => play({values: values(dice, cards)}),
      ready ? "" : icon("lock"), phone("send") + (ready ? "" : " · " + phone("missing", {n: left})));
    give.disabled ||= !ready;
    return [...made, tools, give];
  }
  // The value of a card is its place among those that the cards before it have left.
  function values(dice, cards) {
    const left = cards.map((_, at) => at);
    return dice.length ? faces : faces.map(at => {
      const value = left.indexOf(at);
      left.splice(value, 1);
      return value;
    });
  }

  // What the dice are for: the last sentence of the log.
  function happening() {
    const told = data.log[document.documentElement.lang].filter(one => one[2] === data.head && one[3] !== "note");
    return told.length ? page.spans(told[told.length - 1].slice(4)) : [text(data.asked.question)];
  }

  function show() {
    if (!data.asked) return;
    const now = data.asked, mine = owned(), yours = !now.over && !watching() && (mine.includes(now.owner) || (!now.owner && (now.entry || now.choices.some(([, owner]) => mayGive(owner)))));
    $("asked").className = yours ? "yours" : "";
    $("turn").textContent = now.over ? phone("over") : yours ? phone("now") : now.owner ? phone("turn_of", {name: name(now.owner)}) : phone("watching");
    $("question").replaceChildren(...(now.entry ? happening() : [text(now.question)]));
    const shown = page.view(data.head);
    $("when").textContent = [shown.chapter, ...(shown.gauges || []).map(([words]) => words)].map(text).filter(Boolean).join(" · ");
    $("persons").replaceChildren(...mine.map(person));
    const asks = over ? [] : now.over ? [] : watching() ? [make("h3", "title", phone("players")), ...people(), make("p", "hint", phone("spectator"))] : now.entry ? enter() : choose();
    $("answers").replaceChildren(...(over ? [make("p", "hint", phone(state))] : asks));
    $("people").replaceChildren(...(now.players.length ? people() : [make("p", "hint", phone("no_players"))]));
    $("team_heading").textContent = phone("players");
    for (const one of $("places").children) {
      const here = one.dataset.place === place;
      one.lastChild.textContent = phone(one.dataset.place);
      if (here) one.setAttribute("aria-current", "page"); else one.removeAttribute("aria-current");
    }
    document.documentElement.dataset.place = place;
    tell(state);
  }

  function go(id) {
    place = id;
    show();
    dispatchEvent(new Event("resize"));
    document.querySelector("main").scrollTop = 0;
    if (id === "log") document.querySelector("#log .now")?.scrollIntoView({block: "center"});
  }
  function build() {
    document.documentElement.dataset.live = "";
    document.querySelector("header").append($("when"), $("with"));
    const main = document.querySelector("main");
    main.before($("asked"));
    main.append($("mine"), $("team"));
    $("options").append($("in_words"), $("language"));
    const places = {mine: "person", board: "fit", log: "log", team: "team"};
    $("places").append(...Object.entries(places).map(([id, sign]) => {
      const one = button("", () => go(id), icon(sign) || "", make("span"));
      one.dataset.place = id;
      return one;
    }));
  }

  page.shown = show;
  build();
  connect();
  return new Promise(done => { first = done; });
};
