"""Many sessions at once: no wrong answer, and no budget off by one."""

import threading

from tests.worlds import isles

from planassay.bench.sandbox.desk import Desk
from planassay.bench.sandbox.opening import tools_over
from planassay.bench.sandbox.session import Session
from planassay.bench.sandbox.traces import TraceFile, read_traces

CITIES = ("Anvil", "Brine", "Haven", "San José")


def script(number):
    """Return the calls of an agent, which depend on its number."""
    for step in range(24):
        city = CITIES[(number + step) % 4]
        if step % 6 == 5:
            yield "write_note", {"text": f"{number} {step}"}
        elif step % 2:
            yield "search_cars", {"city": city, "limit": 1 + number % 5, "extra_service": "wifi"}
        else:
            yield "search_hotels", {"city": city, "sort_by": "price"}


def test_sessions_at_once_answer_as_one_by_one(tmp_path):
    """Sixteen threads with a session each, four on one session: answers, budgets and traces are exact."""
    tools = tools_over(isles(), "v1")
    file = TraceFile(tmp_path / "trace.jsonl", {"kb_hash": "isles"})
    desk = Desk(tools, recorder=file)
    answers = {}

    def run(number, name):
        answers[number] = [desk.session(name).call(*call) for call in script(number)]

    names = {number: f"agent-{number}" for number in range(16)} | dict.fromkeys(range(16, 20), "shared")
    threads = [threading.Thread(target=run, args=item) for item in names.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    file.close()
    for number in range(16):
        alone = Session(tools)
        assert answers[number] == [alone.call(*call) for call in script(number)]
        assert desk.session(f"agent-{number}").billed == alone.billed == 15
    shared = desk.session("shared")
    assert shared.billed == 15
    assert sum("error" not in answer for number in range(16, 20) for answer in answers[number]) == 15 + 16
    recorded = read_traces(file.path)
    assert (len(recorded.calls), recorded.torn) == (20 * 24, 0)
    of_shared = [call.number for call in recorded.calls if call.session == "shared"]
    assert of_shared == list(range(1, 97))
