"""Nothing that a plan holds makes a rule set of DeepPlanning's travel domain raise."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.deepplanning import TASKS, database, markdown, plan, queries, score

from planassay.kb.formats.deepplanning_travel import read_markdown, write_markdown
from planassay.verifier.official import assess
from planassay.verifier.official.deepplanning_travel import CHECKS
from planassay.verifier.strict import check

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**400), 10**400),
    st.integers(-5, 5000),
    st.floats(),
    st.sampled_from(
        ["", "-", "24:00", "09:00-10:00", "24:00-24:00", "from A to B", "¥3", "nan", "1,2", "飞机"]
    ),
    st.text(max_size=8),
    st.lists(st.sampled_from(["-", 1, None]), max_size=2),
    st.dictionaries(st.sampled_from(["name", "cost", "type"]), st.integers(), max_size=2),
)


def _places(value, found):
    """List every container with each of its keys."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found.append((value, key))
        _places(inner, found)
    return found


@st.composite
def damaged(draw):
    """Return a task and its plan with some values replaced or taken out."""
    task = draw(st.sampled_from(TASKS))
    document = plan(task)
    for _ in range(draw(st.integers(1, 5))):
        places = _places(document, [])
        if not places:
            break
        holder, key = draw(st.sampled_from(places))
        if draw(st.booleans()):
            holder[key] = draw(JUNK)
        else:
            del holder[key]
    return task, document


@settings(max_examples=200)
@given(damaged())
def test_any_damage_has_an_outcome_and_two_reports(case):
    """Either all checks have a result or the run stops, with a cause and at a place."""
    task, document = case
    found = score(task, document)
    assert (found.stop is None) or (found.stop.cause and not found.commonsense)
    assert found.stop is not None or set(found.commonsense) <= set(CHECKS)
    assert 0 <= found.case_acc <= found.composite_score <= 1
    assert found.to_record()["evaluated"] is found.is_evaluated
    report = assess(document, queries()[task].task, database(task))
    assert report.task_perfect is (found.case_acc == 1.0)
    strict = check(document, queries()[task].task, database(task))
    assert strict.task_perfect is (not strict.violations)


@settings(max_examples=100)
@given(st.one_of(JUNK, st.dictionaries(st.sampled_from(["daily_plans", "budget_summary", "plan"]), JUNK)))
def test_any_value_is_an_answer(document):
    """What is no plan is not evaluated, or fails; strict finds it unreadable or full of faults."""
    assert score("0", document).case_acc == 0.0
    answer = document if isinstance(document, dict | str) else {"plan": document}
    assert not check(answer, queries()["0"].task, database("0")).task_perfect


@settings(max_examples=100)
@given(st.data())
def test_any_text_is_read_or_refused(data):
    """Lines shuffled, cut and joined: read with remarks, refused, or the same plan."""
    task = data.draw(st.sampled_from(TASKS))
    lines = markdown(task).split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        cut = data.draw(st.integers(0, len(lines[place])))
        junk = data.draw(st.text(alphabet=" |-:,¥0*/\nDay", max_size=4))
        lines[place] = lines[place][:cut] + junk + lines[place][cut:]
    found = read_markdown("\n".join(lines), database(task))
    if found.document is not None and not found.remarks:
        again = read_markdown(write_markdown(found.document), database(task))
        assert again.document == found.document
