"""OpenEnv: its server runs, and answers earn what they are worth."""

import json

import pytest
from fastapi.testclient import TestClient
from tests.adapters.answers import DATA, answers, exam, expected

from planassay.bench.adapters.openenv import make_app

pytestmark = pytest.mark.filterwarnings("ignore")
"""The framework's own warnings are not ours."""


def told(socket, kind, **data):
    """Return what the server answers to a message."""
    socket.send_text(json.dumps({"type": kind, **({"data": data} if data else {})}))
    return json.loads(socket.receive_text())["data"]


def test_fifty_answers_have_the_scores_of_the_verb():
    """Over the socket of a client, each in an episode of its own."""
    client = TestClient(make_app(str(DATA), str(DATA), shaping="official"))
    assert client.get("/health").status_code == 200
    with client.websocket_connect("/ws") as socket:
        for (name, text), scores in zip(answers(), expected(), strict=True):
            first = told(socket, "reset", task=name)
            assert first["observation"]["reply"]["request"] == exam().tasks[name].text
            answer = json.loads(text.split("```json\n")[1].rpartition("\n```")[0])
            kept = {key: answer[key] for key in ("refusal_reason", "plan") if answer.get(key)}
            arguments = {"is_feasible": bool(answer.get("is_feasible")), **kept}
            seen = told(socket, "step", tool="submit_plan", arguments=arguments)
            if not seen["done"]:  # what the tool's schema refuses is no submission
                continue
            assert seen["observation"]["scores"]["strict"] == scores["strict"]
            assert seen["reward"] == seen["observation"]["scores"]["official"]


def test_episodes_of_two_connections_are_apart():
    """Each has its task and its budget."""
    client = TestClient(make_app(str(DATA), str(DATA)))
    with client.websocket_connect("/ws") as one, client.websocket_connect("/ws") as two:
        told(one, "reset", task="trek-4")
        told(two, "reset", task="trek-20")
        told(one, "step", tool="search_hotels", arguments={"city": "Riga"})
        standing = [told(socket, "state") for socket in (one, two)]
    assert [(state["task_id"], state["calls"]) for state in standing] == [("trek-4", 1), ("trek-20", 0)]
