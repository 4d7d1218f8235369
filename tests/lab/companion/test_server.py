"""The server for phones, by raw sockets: nothing without the token, and whatever is sent, the game stays as it is."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from defiance_qt.lab.companion import server as servers
from defiance_qt.lab.companion.hub import SEATS
from defiance_qt.lab.companion.server import AT_ONCE, LONGEST, OFTEN
from tests.lab.companion.tables import OTHER, PHONE, TOKEN, Table
from tests.lab.games import active, asked

MANY = 10_000


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """Cadin is active. The clock stands still."""
    monkeypatch.setattr(servers, "PING", 0.05)
    found = Table(active(options={"answers": asked("dice")}))
    yield found
    found.close()


def sent(table: Table, data: bytes, *, ended: bool = True) -> bytes:
    """Send bytes to the server and return what it answers until it closes the connection."""
    with socket.create_connection(("127.0.0.1", table.port), timeout=60) as link:
        try:
            link.sendall(data)
            if ended:
                link.shutdown(socket.SHUT_WR)
            found = b""
            while part := link.recv(65536):
                found += part
        except ConnectionError:
            return b""
        return found


def later(table: Table) -> None:
    """A second passes."""
    table.now += 1.5


def test_a_phone_is_shown_the_game_and_follows_it(table: Table) -> None:
    status, page = table.ask("GET", f"/{TOKEN}/")
    assert status == 200
    assert b"connect-src 'self'" in page
    with table.stream() as stream:
        assert stream.event() == ("you", 1)
        assert stream.patch()["whole"] is True
        assert table.post("claim", players=["cadin"]) == ""
        assert stream.patch()["seats"] == {"cadin": 1}
        head = table.session.head
        move = next(at for at, one in enumerate(table.session.legal()) if type(one).__name__ == "Move")
        assert table.post("play", step=head, choice=move) == ""
        assert stream.patch()["head"] == head + 1 == table.session.head


def test_a_phone_that_comes_back_gets_what_it_lacks(table: Table) -> None:
    with table.stream() as stream:
        stream.patch()
        number = stream.number
    table.session.submit(table.session.legal()[0])
    table.feed.advance()
    for again in (table.stream(after=number), table.stream(last=str(number))):
        with again as stream:
            assert "whole" not in stream_patch(stream.event, stream.event)
    with table.stream(after=99_999) as stream:
        assert stream.patch()["whole"] is True


def stream_patch(*events: object) -> dict[str, object]:
    """The data of the second event: the first says which phone it is."""
    first, second = (one() for one in events)  # type: ignore[operator]
    assert (first[0], second[0]) == ("you", "patch")
    return dict(second[1])


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en-US,en", "no longer valid"),
        ("es", "ya no vale"),
        ("ru-RU", "больше не действует"),
        ("de", "no longer valid"),
    ],
)
def test_an_old_address_is_told_so_in_one_sentence(table: Table, language: str, words: str) -> None:
    status, answer = table.ask("GET", "/the-token-of-yesterday/", headers={"Accept-Language": language})
    assert status == 403
    assert words in answer.decode()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", f"/{TOKEN}"),
        ("GET", f"/{TOKEN}x/"),
        ("GET", f"/{TOKEN[:-1]}/events?phone={PHONE}"),
        ("GET", f"/?token={TOKEN}"),
        ("POST", "/x/play"),
        ("POST", f"/{TOKEN.upper()}/play"),
    ],
)
def test_nothing_without_the_token(table: Table, method: str, path: str) -> None:
    status, answer = table.ask(method, path, b"{}" if method == "POST" else None)
    assert status == 403
    assert b"script" not in answer
    assert b"Extraction" not in answer


HOST = "Host: 127.0.0.1:PORT\r\n"
POSTED = (
    "POST /"
    + TOKEN
    + "/play HTTP/1.1\r\n"
    + HOST
    + "Origin: http://127.0.0.1:PORT\r\nContent-Type: application/json\r\n"
)
HOSTILE: dict[str, list[str]] = {
    "wrong tokens": [f"GET /{one}/events HTTP/1.1\r\n{HOST}\r\n" for one in ("", "..", "%2e%2e", TOKEN[1:], "a" * 300)],
    "other paths": [
        f"GET /{TOKEN}/{one} HTTP/1.1\r\n{HOST}\r\n"
        for one in ("../../etc/passwd", "%2e%2e/%2e%2e/etc", "play", "live.js", "events/../../x", "\\..\\x", "//x")
    ],
    "other methods": [
        f"{one} /{TOKEN}/ HTTP/1.1\r\n{HOST}\r\n"
        for one in ("PUT", "DELETE", "TRACE", "OPTIONS", "CONNECT", "PATCH", "HEAD", "BREW", "get")
    ],
    "other hosts": [
        f"GET /{TOKEN}/ HTTP/1.1\r\n{one}\r\n"
        for one in ("", "Host: evil.example\r\n", "Host: localhost:PORT\r\n", HOST + "Host: evil.example\r\n")
    ],
    "other sites": [
        POSTED.replace("Origin: http://127.0.0.1:PORT", one) + "Content-Length: 2\r\n\r\n{}"
        for one in ("Origin: http://evil.example", "Origin: null", "X: y", "Origin: https://127.0.0.1:PORT")
    ],
    "no requests": [
        "\x00\x01\x02\xff", "\x16\x03\x01\x02\x00", "GET\r\n\r\n", "\r\n\r\n\r\n", "HELO table\r\n", "A" * 70_000,
    ],
    "long and strange headers": [
        f"GET /{TOKEN}/events?phone=x HTTP/1.1\r\n{HOST}" + "X: y\r\n" * 200 + "\r\n",
        f"GET /{TOKEN}/events?phone=x HTTP/1.1\r\n{HOST}X: {'y' * 70_000}\r\n\r\n",
        f"GET /{TOKEN}/ HTTP/9.9\r\n{HOST}\r\n",
        f"GET /{TOKEN}/ HTTP/x\r\n{HOST}\r\n",
        f"GET http://evil.example/{TOKEN}/events HTTP/1.1\r\n{HOST}\r\n",
    ],
    "lengths that lie": [
        POSTED + f"Content-Length: {one}\r\n\r\n{{}}"
        for one in ("-1", "99999999999999999999", str(LONGEST + 1), "x", "", "2\r\nTransfer-Encoding: chunked", "²")
    ],
    "no commands": [
        POSTED + f"Content-Length: {len(one.encode())}\r\n\r\n{one}"
        for one in (
            "", "{}", "[]", "null", '{"phone": 1}', "[" * 2000, '{"phone": "\\ud800"}', "\x00" * 9, '{"phone": "',
            json.dumps({"phone": PHONE, "step": 1e99, "choice": 0}),
            json.dumps({"phone": PHONE, "step": 6, "choice": 0, "sudo": True}),
        )
    ],
    "commands that are not this phone's": [
        POSTED + f"Content-Length: {len(one)}\r\n\r\n{one}"
        for one in (
            json.dumps({"phone": PHONE, "step": 6, "choice": 0}),
            json.dumps({"phone": OTHER, "step": 6, "choice": 0}),
            json.dumps({"phone": OTHER, "step": 6, "choice": -1}),
            json.dumps({"phone": OTHER, "step": 6, "choice": 10**30}),
            json.dumps({"phone": OTHER, "step": 5, "choice": 0}),
            json.dumps({"phone": OTHER, "step": 6, "values": [0]}),
            json.dumps({"phone": OTHER, "step": 6, "values": [-1, 9, None]}),
            json.dumps({"phone": "' or 1=1", "step": 6, "choice": 0}),
        )
    ],
}  # fmt: skip
"""Requests of ten kinds that are meant badly, or made badly."""


def test_hostile_requests_of_ten_kinds_change_nothing(table: Table) -> None:
    """A spectator and the player of another Character are at the table, and stay there."""
    session = table.session
    state, steps = session.state, len(session.timeline)
    count = 0
    with table.stream(PHONE) as watching, table.stream(OTHER) as playing:
        for stream in (watching, playing):
            stream.patch()
        body = json.dumps({"phone": OTHER, "players": ["uma"]}).encode()
        assert table.ask("POST", f"/{TOKEN}/claim", body)[0] == 200
        for _ in range(2):
            for requests in HOSTILE.values():
                for one in requests:
                    later(table)
                    answer = sent(table, one.replace("PORT", str(table.port)).encode())
                    assert b'"refused":""' not in answer
                    count += 1
        later(table)
        assert session.state is state
        assert len(session.timeline) == steps
        assert table.ask("GET", f"/{TOKEN}/")[0] == 200
        session.submit(session.legal()[0])
        table.feed.advance()
        assert [stream.patch().get("seats") for stream in (watching, playing)] == [{"uma": 2}, {"uma": 2}]
        assert [stream.patch()["head"] for stream in (watching, playing)] == [steps, steps]
    assert len(HOSTILE) == 10
    assert count >= 100


def test_a_refused_command_says_why(table: Table) -> None:
    with table.stream() as stream:
        stream.patch()
        step = table.session.head
        assert table.post("play", step=step, choice=0) == "spectator"
        assert table.post("claim", players=["uma"]) == ""
        assert table.post("play", step=step, choice=0) == "not_yours"
        assert table.post("claim", players=["cadin"]) == ""
        assert table.post("play", step=step - 1, choice=0) == "moved"
        assert table.post("play", step=step, choice=99) == "unreadable"
        assert set(table.post("play", step=step, values=[0])) == {"en", "es", "ru"}
        assert table.post("claim", players=["nobody"]) == "unreadable"
    assert table.session.head == step


def test_what_another_phone_chooses_is_taken_over(table: Table) -> None:
    with table.stream(PHONE) as first, table.stream(OTHER) as second:
        first.patch()
        second.patch()
        for phone in (PHONE, OTHER):
            body = json.dumps({"phone": phone, "players": ["cadin"]}).encode()
            table.ask("POST", f"/{TOKEN}/claim", body)
        assert [second.patch()["seats"] for _ in range(2)] == [{"cadin": 1}, {"cadin": 2}]
        assert table.post("play", step=table.session.head, choice=0) == "spectator"


def test_dice_are_entered_whole(table: Table) -> None:
    """Some typed, one left to the app; a wrong number of them, or a face that is none, is refused."""
    session = table.session
    while session.prompt.seat != "table":
        attacks = [one for one in session.legal() if type(one).__name__ in ("Attack", "Interact")]
        session.submit((attacks or session.legal())[0])
    table.feed.advance()
    request = session.game.request(session.state)
    assert request is not None
    with table.stream() as stream:
        stream.patch()
        table.post("claim", players=[request.who])
        step, dice = session.head, len(request.sizes)
        for wrong in ([0] * (dice + 1), [], [6] * dice, [-1] * dice):
            assert (
                table.post("play", step=step, values=wrong)["en"]
                == "This does not answer the dice or cards that are asked for."
            )
        assert table.post("play", step=step, values=[0] * (dice - 1) + [None]) == ""
    assert session.head == step + 1


def test_ten_thousand_requests_are_not_answered(table: Table) -> None:
    """But for the first of each second; and a phone that is there goes on."""
    with table.stream() as stream:
        stream.patch()
        answered = 0
        for _ in range(MANY):
            with socket.create_connection(("127.0.0.1", table.port), timeout=60) as link:
                try:
                    link.sendall(b"GET / HTTP/1.1\r\n\r\n")
                    answered += bool(link.recv(64))
                except ConnectionError:
                    continue
        assert answered < OFTEN
        table.session.submit(table.session.legal()[0])
        table.feed.advance()
        assert stream.patch()["head"] == table.session.head
        later(table)
        assert table.ask("GET", f"/{TOKEN}/")[0] == 200


def test_who_holds_connections_open_gets_no_more(table: Table) -> None:
    links = []
    for _ in range(AT_ONCE):
        table.now += 1.2 / OFTEN  # not too often
        links.append(socket.create_connection(("127.0.0.1", table.port), timeout=60))
    assert links[-1].recv(1) == b""
    table.now += 60
    for link in links:
        assert link.recv(1) == b""  # none of them has sent its request in time
        link.close()
    assert table.ask("GET", f"/{TOKEN}/")[0] == 200


def test_a_second_page_of_a_phone_takes_the_place_of_the_first(table: Table) -> None:
    with table.stream() as first:
        first.patch()
        with table.stream() as second:
            second.patch()
            names = [first.event()[0] for _ in range(1)]
            while names[-1] == "ping":
                names.append(first.event()[0])
            assert names[-1] == "replaced"
            assert [one.stream > 0 for one in table.hub.present()] == [True]


def test_there_is_room_for_so_many_phones(table: Table) -> None:
    with ExitStack() as stack:
        phones = [ExitStack() for _ in range(SEATS)]
        streams = []
        for number, phone in enumerate(phones):
            later(table)
            stack.enter_context(phone)
            streams.append(phone.enter_context(table.stream(f"{number:032x}")))
            streams[-1].patch()
        later(table)
        with table.stream(PHONE) as stream:
            assert stream.event() == ("refused", "full")
        phones[3].close()
        streams[3].close()
        while all(one.stream for one in table.hub.present()):
            streams[0].event()
        later(table)
        with table.stream(PHONE) as stream:
            assert stream.event() == ("you", 4)


def test_a_phone_learns_that_the_table_has_closed(table: Table) -> None:
    with table.stream() as stream:
        stream.patch()
        table.feed.close()
        assert stream.event()[0] == "ended"


def test_a_phone_hears_that_the_table_is_still_there(table: Table) -> None:
    with table.stream() as stream:
        stream.patch()
        assert stream.event() == ("ping", 0)
