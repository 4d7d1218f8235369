// The reader of a replay: shows the step that the address names, moves by keys and buttons.
// Texts are numbers: places in `data.texts`. What people wrote is set as text, never as markup.
"use strict";
(async () => {
  const $ = id => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  async function unpack(id) {
    const bytes = Uint8Array.from(atob($(id).textContent), sign => sign.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  }
  const ids = data.languages.map(([id]) => id);
  const SVG = "http://www.w3.org/2000/svg";
  let language = navigator.languages.map(one => one.slice(0, 2)).find(one => ids.includes(one)) || document.documentElement.lang;
  let line = 0, path = [], depths = new Map(), step = -1, told = [], chapters = [], from = -1;
  let timer = 0, later = 0, reasons = null, inWords = false, whole = innerWidth > 800;

  const text = number => {
    const found = data.texts[number] ?? "";
    return Array.isArray(found) ? found[ids.indexOf(language)] : found;
  };
  const ui = (key, values = {}) => text(data.ui[key]).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const make = (tag, kind = "", ...inside) => {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    made.append(...inside);
    return made;
  };

  const vector = (tag, values, ...inside) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };
  const drawing = id => {
    const [x, y, width, height] = $(id).getAttribute("viewBox").split(" ");
    return vector("use", {href: "#" + id, x, y, width, height});
  };

  // ---- states: each step differs from the one before it

  const views = new Map();
  function view(number) {
    const behind = [];
    let at = number;
    while (at >= 0 && !views.has(at)) { behind.push(at); at = data.steps[at][0]; }
    let found = at < 0 ? {pieces: {}} : views.get(at);
    for (const one of behind.reverse()) {
      const {pieces, ...rest} = data.steps[one][1];
      found = {...found, ...rest, pieces: {...found.pieces}};
      for (const [id, piece] of Object.entries(pieces || {})) {
        if (piece) found.pieces[id] = piece; else delete found.pieces[id];
      }
      if (one === number || one % 64 === 0) views.set(one, found);
    }
    return found;
  }

  // ---- the line of play

  const marked = wanted => data.marks.filter(([at, kind]) => kind === wanted && depths.has(at)).map(([at, , name]) => ({depth: depths.get(at), name}));

  function take(number) {
    line = number;
    path = [];
    for (let at = data.lines[line].tip; at >= 0; at = data.steps[at][0]) path.unshift(at);
    depths = new Map(path.map((one, depth) => [one, depth]));
    chapters = marked("chapter").sort((a, b) => a.depth - b.depth);
    if (!chapters.length || chapters[0].depth) chapters.unshift({depth: 0, name: view(path[0]).chapter});
    from = -1;
    listen();
  }

  // The sentences of this line in this language.
  function listen() {
    told = [];
    data.log[language].forEach(([at, first, last, tone, ...words], number) => {
      if (depths.has(first) && depths.has(last)) {
        told.push({number, at, first: depths.get(first), last: depths.get(last), tone, words});
      }
    });
    told.sort((a, b) => a.first - b.first || a.number - b.number);
  }

  const chapterAt = depth => chapters.findLastIndex(one => one.depth <= depth);
  const current = depth => {
    const inside = told.filter(one => one.first <= depth && depth <= one.last);
    return inside.length ? inside : told.filter(one => one.last < depth).slice(-1);
  };

  function go(depth) {
    depth = Math.max(0, Math.min(path.length - 1, depth));
    const before = step;
    step = path[depth];
    show(before);
    // Browsers refuse many changes of it at once.
    clearTimeout(later);
    if (!globalThis.live && location.hash !== "#" + step) later = setTimeout(() => history.replaceState(null, "", "#" + step), 150);
  }
  const here = () => depths.get(step);

  function follow() {
    const wanted = Number(location.hash.slice(1) || data.head);
    if (!data.steps[wanted]) return go(0);
    if (!depths.has(wanted)) {
      const found = data.lines.findIndex((_, number) => { take(number); return depths.has(wanted); });
      if (found < 0) take(0);
      tabs();
      track();
    }
    if (wanted !== step) go(depths.get(wanted) ?? 0);
  }

  // ---- what is shown

  function show(before) {
    const depth = here(), now = view(step), earlier = view(before >= 0 ? before : path[Math.max(0, depth - 1)]);
    $("chapter").textContent = text(now.chapter);
    $("gauges").replaceChildren(...(now.gauges || []).map(([name, tone]) => make("span", `chip ${text(tone)}-chip`, text(name))));
    const goals = now.goals || [], goal = goals.find(one => text(one[1]) === "current");
    $("goal").textContent = goal ? `${goals.indexOf(goal) + 1}/${goals.length} · ${text(goal[0])}` : "";
    $("place").textContent = ui("step", {step, last: path[path.length - 1]});
    $("slider").value = depth;
    $("slider").setAttribute("aria-valuetext", `${text(now.chapter)}, ${$("place").textContent}`);
    for (const id of ["first", "back"]) $(id).disabled = depth === 0;
    for (const id of ["on", "last"]) $(id).disabled = depth === path.length - 1;
    const drawn = Boolean(now.ground) && !inWords;
    $("board").hidden = !drawn;
    $("state").hidden = drawn;
    $("in_words").hidden = !now.ground;
    if (drawn) draw(now, earlier); else describe(now);
    log(depth);
    notes();
    $("link").href = "#" + step;
    const begun = [...$("chapters").children].findLast(one => Number(one.dataset.depth) <= depth);
    for (const one of $("chapters").children) one.classList.toggle("here", one === begun);
    page.shown?.();
  }

  function items(title, entries) {
    if (!entries.length) return [];
    return [make("h3", "", title), make("ul", "", ...entries.map(([words, kind]) => make("li", kind, words)))];
  }

  const pieces = now => Object.values(now.pieces).filter(one => text(one[4])).map(one => `${text(one[4])} · ${one[5]}`);

  // The state in words: all that there is of a game without pictures.
  function describe(now) {
    const words = current(here()).map(one => make("p", "", ...spans(one.words)));
    const board = pieces(now);
    $("state").replaceChildren(
      ...words,
      ...items(ui("goals"), (now.goals || []).map(([name, kind]) => [text(name), text(kind)])),
      ...items(ui("state"), [...(now.gauges || []), ...(now.facts || [])].map(([name, tone]) => [text(name), text(tone)])),
      ...items(ui("next"), text(now.next) ? [[text(now.next), ""]] : []),
      ...items(ui("figures"), board.length
        ? board.map(one => [one, ""])
        : (now.figures || []).map(([name, left, of]) => [`${text(name)} ${left}/${of}`, ""])),
    );
  }

  function draw(now, earlier) {
    const board = $("board").firstElementChild, box = $(now.ground).getAttribute("viewBox").split(" ").map(Number);
    if ($("ground").dataset.shown !== now.ground) $("ground").replaceChildren(drawing(now.ground));
    $("ground").dataset.shown = now.ground;
    const same = earlier.ground === now.ground, moved = [], changed = [];
    const there = new Map([...$("pieces").querySelectorAll("[data-id]")].map(one => [one.dataset.id, one]));
    for (const [id, one] of there) if (!now.pieces[id]) one.remove();
    for (const [id, one] of Object.entries(earlier.pieces)) if (!now.pieces[id]) changed.push(one);
    for (const [id, piece] of Object.entries(now.pieces)) {
      const [drawings, x, y, layer, name, note, scale = 1] = piece, was = same && earlier.pieces[id];
      let one = there.get(id);
      if (!one) {
        while ($("pieces").children.length <= layer) $("pieces").append(vector("g", {}));
        one = vector("g", {"data-id": id});
        $("pieces").children[layer].append(one);
      }
      if (one.shown !== piece || one.lang !== language) {
        one.style.transform = `translate(${x}px,${y}px) scale(${scale})`;
        one.replaceChildren(...drawings.map(number => drawing(text(number))));
        if (text(name)) one.append(vector("title", {}, `${text(name)} · ${note}`));
        Object.assign(one, {shown: piece, lang: language});
      }
      if (was !== piece && (was || !same)) changed.push(piece);
      if (was && text(name) && (was[1] !== x || was[2] !== y)) moved.push([was, piece]);
    }
    $("trail").replaceChildren(...moved.map(([a, b]) => vector("line", {x1: a[1], y1: a[2], x2: b[1], y2: b[2]})));
    board.setAttribute("viewBox", (whole ? box : near(box, same ? changed : [])).join(" "));
    board.setAttribute("aria-label", pieces(now).join("; "));
  }

  // A part of the board around what has changed, for small screens.
  let middle = null;
  function near(box, changed) {
    const named = changed.filter(one => text(one[4]));
    if (named.length) middle = [1, 2].map(at => named.reduce((sum, one) => sum + one[at], 0) / named.length);
    const [x, y] = middle || [box[0] + box[2] / 2, box[1] + box[3] / 2];
    const high = Math.min(box[3], 340), wide = Math.min(box[2], high * innerWidth / Math.max(1, $("board").clientHeight));
    const fit = (at, start, size, part) => Math.max(start, Math.min(start + size - part, at - part / 2));
    return [fit(x, box[0], box[2], wide), fit(y, box[1], box[3], high), wide, high];
  }

  // A sentence: its names are numbers in `data.people`, each with its side.
  const named = word => typeof word === "number" ? data.people[language][word] : [word, ""];
  const spans = words => words.map(named).map(([word, side]) => side ? make("span", side, word) : word);

  // The log of one chapter.
  function log(depth) {
    const chapter = chapterAt(depth), first = chapters[chapter].depth, next = chapters[chapter + 1]?.depth ?? Infinity;
    if (from !== first) {
      from = first;
      $("log").replaceChildren(...told.filter(one => one.last >= first && one.first < next).map(entry));
    }
    const now = current(depth);
    let shown = null;
    for (const item of $("log").children) {
      const one = item.told, on = now.includes(one);
      item.classList.toggle("now", on);
      item.classList.toggle("later", one.first > depth);
      if (on) { item.setAttribute("aria-current", "step"); shown = item; } else item.removeAttribute("aria-current");
    }
    if (shown) shown.scrollIntoView({block: "nearest"});
    $("now").textContent = [$("place").textContent, ...now.map(one => one.words.map(word => named(word)[0]).join(""))].join(". ");
  }

  function entry(one) {
    const number = make("a", "", String(one.at)), body = make("div", "", ...spans(one.words));
    number.href = "#" + one.at;
    if (one.tone !== "note") {
      const ask = make("button", "why", ui("why")), fold = make("div", "reasons");
      fold.hidden = true;
      ask.setAttribute("aria-expanded", "false");
      ask.addEventListener("click", () => {
        fold.hidden = !fold.hidden;
        ask.setAttribute("aria-expanded", String(!fold.hidden));
        if (!fold.children.length) why(fold, one.number);
      });
      body.append(" ", ask, fold);
    }
    const item = make("li", one.tone, number, body);
    item.told = one;
    return item;
  }

  async function why(fold, number) {
    reasons ||= data.reasons || await unpack("reasons");
    const {lines, texts, rules} = reasons[language];
    for (const [sentence, cited, words] of lines[number]) {
      const rule = id => Object.assign(make("small", "", ` ${id}`), {title: rules[id] || ""});
      fold.append(make("p", "", texts[sentence], ...cited.map(rule)), make("ul", "", ...words.map(one => make("li", "", texts[one]))));
    }
  }

  function notes() {
    const found = [];
    if (data.names[step]) found.push(make("p", "", make("b", "", ui("checkpoint")), data.names[step]));
    for (const one of data.notes[step] || []) found.push(make("p", "", make("b", "", ui("note")), one));
    $("notes").replaceChildren(...found);
  }

  // ---- the frame

  function tabs() {
    $("tabs").hidden = data.lines.length < 2;
    $("tabs").replaceChildren(...data.lines.map((one, number) => {
      const tab = make("button", "", one.name || ui(number ? "branch" : "game"), make("small", "", String(one.length)));
      tab.type = "button";
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-selected", String(number === line));
      if (one.leaves !== null) tab.title = ui("leaves", {step: one.leaves});
      tab.addEventListener("click", () => choose(number));
      return tab;
    }));
    const {ending, result} = data.lines[line];
    $("ending").className = ending.length ? `chip ${result}` : "";
    $("ending").textContent = text(ending[0]);
    $("ending").title = text(ending[1]);
  }

  function choose(number) {
    const {leaves} = data.lines[number];
    take(number);
    tabs();
    track();
    let at = step;
    while (!depths.has(at)) at = data.steps[at][0];
    go(Math.max(depths.get(at), leaves === null ? 0 : depths.get(leaves) + 1));
  }

  function track() {
    const last = Math.max(1, path.length - 1), wide = $("track").clientWidth || 600;
    $("slider").max = path.length - 1;
    const at = depth => `${100 * depth / last}%`;
    // A game that has parts is marked by those alone.
    const parts = marked("part");
    const signs = {gain: "●", loss: "×", note: "◆", checkpoint: "⚑", part: "|"}, shown = parts.length ? ["part"] : ["gain", "loss"];
    const marks = data.marks.filter(([, kind]) => shown.includes(kind)).map(([one, kind, name]) => [one, kind, text(name)]);
    for (const [one, name] of Object.entries(data.names)) marks.push([Number(one), "checkpoint", name]);
    for (const [one, many] of Object.entries(data.notes)) marks.push([Number(one), "note", many.join(" · ")]);
    $("marks").replaceChildren(...marks.filter(([one]) => depths.has(one)).map(([one, kind, name]) => {
      const mark = make("i", kind, signs[kind]);
      mark.title = name;
      mark.style.left = at(depths.get(one));
      return mark;
    }));
    let free = -1;
    const labels = [], named = parts.length ? parts : chapters;
    named.forEach(({depth, name}, number) => {
      const long = text(name), begins = !labels.length, short = begins || parts.length ? long : (long.match(/\d+$/) || [long])[0];
      const left = wide * depth / last, room = 8 * short.length, before = begins ? 0 : room / 2;
      const next = named[number + 1] ? wide * named[number + 1].depth / last : Infinity;
      if (left - before < free || left + room - before > wide || (begins && !parts.length && left + room > next)) return;
      free = left + room - before + 8;
      const label = make("span", "", short);
      label.dataset.depth = depth;
      label.style.left = at(depth);
      labels.push(label);
    });
    $("chapters").replaceChildren(...labels);
  }

  function dress() {
    document.documentElement.lang = language;
    $("title").textContent = data.name || text(data.title);
    const when = new Date(data.at * 1000).toLocaleDateString(language, {dateStyle: "long"});
    $("about").textContent = [data.name ? text(data.title) : "", data.comment, when].filter(Boolean).join(" · ");
    $("lacks").replaceChildren(...data.lacks.map(one => make("p", "lacks", text(one))));
    for (const id of ["first", "back", "on", "last"]) label(id, id);
    for (const id of ["language", "slider", "tabs", "log"]) $(id).setAttribute("aria-label", ui(id));
    for (const id of ["in_words", "link", "file"]) $(id).textContent = ui(id);
    $("heading").textContent = ui("log");
    const keys = [["←", "→", "step"], ["PgUp", "PgDn", "chapter"], [ui("key.space"), "play"]];
    $("keys").replaceChildren(...keys.flatMap(names => [
      ...names.slice(0, -1).flatMap(one => [make("kbd", "", one), " "]), ui(`key.${names[names.length - 1]}`) + "   ",
    ]));
    playing(timer);
    zoom();
  }

  function label(id, key) {
    $(id).title = ui(key);
    $(id).setAttribute("aria-label", ui(key));
  }

  function zoom() { $("zoom").textContent = ui(whole ? "follow" : "whole"); }

  function playing(now) {
    timer = now;
    $("play").classList.toggle("playing", Boolean(now));
    label("play", now ? "pause" : "play");
  }
  function play() {
    clearInterval(timer);
    if (timer) return playing(0);
    if (here() === path.length - 1) go(0);
    playing(setInterval(() => { go(here() + 1); if (here() === path.length - 1) play(); }, 900));
  }
  function byChapter(way) {
    const at = chapterAt(here());
    if (way > 0) return go(chapters[at + 1]?.depth ?? path.length - 1);
    go(chapters[at].depth < here() ? chapters[at].depth : chapters[at - 1]?.depth ?? 0);
  }

  // ---- on paper: the board at the end of each chapter, and its log

  addEventListener("beforeprint", () => {
    $("paper").replaceChildren(...chapters.map(({depth, name}, number) => {
      const next = chapters[number + 1]?.depth ?? path.length, now = view(path[next - 1]);
      const page = make("article", "", make("h2", "", text(name)));
      if (now.ground) {
        const board = vector("svg", {viewBox: $(now.ground).getAttribute("viewBox")}, drawing(now.ground));
        for (const [drawings, x, y, , , , scale = 1] of Object.values(now.pieces).sort((a, b) => a[3] - b[3])) {
          const place = {transform: `translate(${x} ${y}) scale(${scale})`};
          board.append(vector("g", place, ...drawings.map(number => drawing(text(number)))));
        }
        page.append(board);
      }
      const mine = told.filter(one => one.first >= depth && one.first < next);
      page.append(make("ol", "", ...mine.map(one => make("li", one.tone, make("b", "", String(one.at)), ...spans(one.words)))));
      return page;
    }));
  });
  addEventListener("afterprint", () => $("paper").replaceChildren());

  // ---- keys and buttons

  const KEYS = {
    ArrowLeft: () => go(here() - 1), ArrowRight: () => go(here() + 1), PageUp: () => byChapter(-1),
    PageDown: () => byChapter(1), Home: () => go(0), End: () => go(path.length - 1), " ": play,
  };
  document.addEventListener("keydown", event => {
    const on = event.target.closest("button, select, a, input");
    if (event.altKey || event.ctrlKey || event.metaKey || !KEYS[event.key]) return;
    if (on && (on.tagName === "SELECT" || (event.key === " " && on.tagName !== "INPUT"))) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  const press = {first: () => go(0), back: KEYS.ArrowLeft, play, on: KEYS.ArrowRight, last: KEYS.End};
  for (const [id, act] of Object.entries(press)) $(id).addEventListener("click", act);
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("zoom").addEventListener("click", () => { whole = !whole; zoom(); show(step); });
  $("in_words").addEventListener("click", () => {
    inWords = !inWords;
    $("in_words").setAttribute("aria-pressed", String(inWords));
    show(step);
  });
  $("language").append(...data.languages.map(([id, name]) => new Option(name, id, false, id === language)));
  $("language").addEventListener("change", () => {
    language = $("language").value;
    from = -1;
    listen();
    dress();
    tabs();
    track();
    show(step);
  });
  addEventListener("hashchange", follow);
  addEventListener("resize", () => { track(); if (!whole && step >= 0) show(step); });

  const page = {data, views, text, make, vector, drawing, view, spans, begin};
  function begin() {
    const wanted = here() < path.length - 1 ? step : data.head;
    take(0);
    tabs();
    track();
    if (globalThis.live) go(depths.get(wanted) ?? Infinity); else follow();
  }
  dress();
  try {
    Object.assign(data, await (globalThis.live ? live(page) : unpack("game")));
  } catch {
    $("about").textContent = ui("too_old");
    return;
  }
  begin();
  document.documentElement.dataset.ready = "";
})();
