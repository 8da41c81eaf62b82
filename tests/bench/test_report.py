"""Reports of runs: what is read and counted; what is written is whole, harmless, and the same each time."""

import gzip
import json
import re
import shutil
from html.parser import HTMLParser
from itertools import accumulate, pairwise
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import deepplanning
from tests.bench.reports import EVIL, FEASIBLE, INFEASIBLE, LONG, SLICE, gold, trajectory, write_runs
from tests.shops import MINI
from tests.verifier.plans import documents
from tests.worlds import isles, isles_task

from planassay.bench.cli import run
from planassay.bench.pages import Options, report, write_report
from planassay.bench.pages.bill import waterfall
from planassay.bench.pages.board import BOTH, Board
from planassay.bench.pages.estimates import estimate
from planassay.bench.pages.globe import View, great_circle
from planassay.bench.pages.judges import TripJudge, open_judge
from planassay.bench.pages.known import checked, read_known
from planassay.bench.pages.maps import city_maps, trip_map
from planassay.bench.pages.render import render
from planassay.bench.pages.report import Plans
from planassay.bench.pages.runs import Attempt, Listed, read_runs
from planassay.bench.pages.shores import Frame, land_in, rings
from planassay.bench.pages.text import clean
from planassay.bench.pages.timeline import timeline
from planassay.bench.pages.views import Neighbours, plan_view
from planassay.kb.errors import InputError
from planassay.kb.formats.deepplanning_shopping import read_cases
from planassay.kb.geo import Point
from planassay.kb.outline import Charge, Entry, Kind, Outline, Spot
from planassay.kb.verdict import Status


class Elements(HTMLParser):
    """The elements of a page, each with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        """Keep an element."""
        self.found.append((tag, dict(attrs)))


def raw_values():
    """Return a strategy of JSON values that have little of a plan about them."""
    keys = st.sampled_from(
        ["day1", "day2", "flights", "hotel", "attractions", "name", "city", "visit_start", "price"]
    )
    leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just(EVIL)
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(keys | st.text(max_size=5), inner, max_size=4)
        ),
    )


def lines(path, *objects):
    """Write objects as JSON lines; return the path."""
    path.write_text("".join(json.dumps(one) + "\n" for one in objects), encoding="utf-8")
    return path


def scored(path, tmp_path):
    """Return the lines that ``score --out`` writes about a file of answers."""
    out = tmp_path / "reports.jsonl"
    run(["score", str(path), "--kb", str(SLICE), "--tasks", str(SLICE), "--answered-only", "--out", str(out)])
    return out


# --------------------------------------------------------------------------------------------------- reading


def test_trajectories_are_runs_by_agent(tmp_path):
    """A file may hold several; calls and bytes are kept."""
    answers = gold()
    path = lines(
        tmp_path / "all.jsonl",
        trajectory("one", FEASIBLE, answers[FEASIBLE], calls=4),
        trajectory("two", FEASIBLE, answers[FEASIBLE], calls=7),
        trajectory("one", LONG, answers[LONG], calls=5),
    )
    runs = read_runs([path])
    assert [(one.name, [*one.attempts]) for one in runs] == [("one", [FEASIBLE, LONG]), ("two", [FEASIBLE])]
    assert (runs[1].attempts[FEASIBLE].calls, runs[1].attempts[FEASIBLE].octets) == (7, 7000)


def test_bad_lines_are_counted_and_the_rest_is_read(tmp_path):
    """No JSON, no object, no task, an unknown task, and a report that is none."""
    path = tmp_path / "run.jsonl"
    good = json.dumps({"task_id": FEASIBLE, **gold()[FEASIBLE]})
    bad = ["{", "[1]", '{"plan": {}, "task_id": null}', '{"task_id": "x", "plan": {}}']
    bad += ['{"task_id": "trek-4", "reports": {"strict": {"ruleset": 3}}}', '{"task_id": "trek-4"}']
    path.write_text("\n".join([*bad, good]) + "\n", encoding="utf-8")
    (found,) = read_runs([path], Listed("trek", (FEASIBLE, LONG)))
    assert [*found.attempts] == [FEASIBLE]
    assert [fault.line for fault in found.faults] == [1, 2, 3, 4, 5, 6]
    assert all(str(path) in str(fault) for fault in found.faults)


def test_the_last_line_of_a_task_counts(tmp_path):
    """And the earlier ones are counted as replaced."""
    answer = gold()[FEASIBLE]
    path = lines(tmp_path / "run.jsonl", {"task_id": "a", "is_feasible": False}, {"task_id": "a", **answer})
    (found,) = read_runs([path])
    assert found.attempts["a"].answer["is_feasible"] is True
    assert found.replaced == 1


def test_lines_may_name_tasks_by_position(tmp_path):
    """By the official position, or their own."""
    path = lines(
        tmp_path / "run.jsonl", {"plan": {}}, {"plan": {}, "query_index": 4}, {"plan": {}, "query_index": 1}
    )
    (found,) = read_runs([path], Listed("trek", ("b", "c", "trek-4")))
    assert [*found.attempts] == ["b", "trek-4", "c"]


def test_reports_are_runs_too(tmp_path, capsys):
    """Lines of ``score --out``, both rule sets of a task joined, and the document of ``score --json``."""
    answers = lines(tmp_path / "a.jsonl", *({"task_id": name, **answer} for name, answer in gold().items()))
    reports = scored(answers, tmp_path)
    document, packed = tmp_path / "doc.json", tmp_path / "doc.json.gz"
    asked = ["score", str(answers), "--kb", str(SLICE), "--tasks", str(SLICE), "--answered-only", "--json"]
    capsys.readouterr()
    run(asked)
    document.write_text(capsys.readouterr().out, encoding="utf-8")
    packed.write_bytes(gzip.compress(document.read_bytes()))
    for one in read_runs([reports, document, packed]):
        assert {name: sorted(attempt.reports) for name, attempt in one.attempts.items()} == {
            name: ["official", "strict"] for name in gold()
        }


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("none.jsonl", None, "cannot be read"),
        ("empty.jsonl", "", "holds no answer and no report"),
        ("bad.jsonl", "{\n", "the first of 1 bad lines"),
        ("other.json", "{}", "is no document of scores"),
        ("broken.json", "{", "is no JSON"),
    ],
)
def test_files_that_hold_no_run_are_refused(tmp_path, name, text, message):
    """In one message that names the file."""
    path = tmp_path / name
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_runs([path])
    assert message in str(caught.value)
    assert name in str(caught.value)


def test_a_folder_is_its_files_by_name(tmp_path):
    """Two runs of one name are told apart; a folder without any is refused."""
    (tmp_path / "runs").mkdir()
    for name in ("b.jsonl", "a.jsonl"):
        lines(tmp_path / "runs" / name, trajectory("same", FEASIBLE, gold()[FEASIBLE]))
    found = read_runs([tmp_path / "runs"])
    assert [(one.name, one.source) for one in found] == [("same", "a.jsonl"), ("same (b)", "b.jsonl")]
    (tmp_path / "none").mkdir()
    with pytest.raises(InputError, match="holds no"):
        read_runs([tmp_path / "none"])


# -------------------------------------------------------------------------------------------------- counting


def test_intervals_hold_the_mean_and_narrow_with_tasks():
    """Of many tasks the interval is narrower; what does not apply is left out; nothing gives nothing."""
    few, many = estimate([1.0, 0.0] * 5), estimate([1.0, 0.0] * 100)
    assert few.low < many.low < 0.5 < many.high < few.high
    assert estimate([None, 1.0, None]).count == 1
    assert estimate([None, None]) is None
    # 200 throws of a fair coin: the mean moves by 1.96 times its deviation of 0.0354
    assert abs(many.high - 0.5 - 1.96 * 0.0354) < 0.01


def test_a_task_without_an_answer_counts_as_failed(tmp_path):
    """In every run of which some other run has it."""
    answers = gold()
    whole = lines(tmp_path / "whole.jsonl", *({"task_id": t, **answers[t]} for t in (FEASIBLE, LONG)))
    part = lines(tmp_path / "part.jsonl", {"task_id": LONG, **answers[LONG]})
    judge = open_judge(SLICE, SLICE)
    runs = [
        type(one)(one.name, one.source, {
            name: type(a)(name, a.answer, judge.reports(a.answer, name)) for name, a in one.attempts.items()
        })
        for one in read_runs([part, whole], judge.listed)
    ]  # fmt: skip
    board = Board(runs, judge.listed.task_ids, {FEASIBLE: True, LONG: True}, {})
    shares = {row.run.name: row.perfect["official"].mean for row in board.rows}
    assert board.task_ids == (FEASIBLE, LONG)
    assert shares == {"whole": 1.0, "part": 0.5}
    assert board.rows[0].perfect[BOTH].mean == 0.5  # the official reference of trek-4 cuts a visit short
    assert [failure.rule for failure in board.failures] == ["hours/too-short"]
    whole_run, part_run = board.agreements
    assert (whole_run.both, whole_run.official_only, whole_run.strict_only, whole_run.neither) == (1, 1, 0, 0)
    assert (part_run.both, part_run.official_only, part_run.strict_only, part_run.neither) == (1, 0, 0, 1)


def test_what_is_known_is_checked_again(tmp_path):
    """A certificate that was altered does not count, and one without is a claim."""
    out = tmp_path / "certified"
    for name in (FEASIBLE, INFEASIBLE):
        run(["certify", name, "--kb", str(SLICE), "--tasks", str(SLICE), "--out", str(out)])
    judge = open_judge(SLICE, SLICE)
    known = checked(read_known([out]), judge)
    assert {name: (one.status, one.is_proved) for name, one in known.items()} == {
        FEASIBLE: (Status.OPTIMAL, True),
        INFEASIBLE: (Status.INFEASIBLE, True),
    }
    assert known[FEASIBLE].least_cents == 74133
    assert "199.50" in known[INFEASIBLE].repairs[0]
    alone = checked(read_known([out / "certificates"]), judge)
    assert {name: one.is_proved for name, one in alone.items()} == {FEASIBLE: True, INFEASIBLE: True}
    assert (alone[FEASIBLE].least_cents, alone[INFEASIBLE].repairs) == (74133, None)
    record = json.loads((out / f"{FEASIBLE}.json").read_text("utf-8"))
    cheaper = lines(tmp_path / "cheaper.jsonl", {**record, "cost": 700.0})
    bare = lines(tmp_path / "bare.jsonl", {**record, "certificate": None})
    assert checked(read_known([cheaper]), judge)[FEASIBLE].checked is False
    assert checked(read_known([bare]), judge)[FEASIBLE].checked is None
    with pytest.raises(InputError, match="what is known"):
        read_known([lines(tmp_path / "none.jsonl", {"task_id": "a", "status": "sure"})])


# --------------------------------------------------------------------------------------------------- drawing


def outline_of(*entries, route=()):
    """Return an outline of some entries."""
    return Outline(entries=tuple(entries), route=tuple(route))


def flight(start, end, day=1, minutes=(600, 700)):
    """Return a flight between two spots."""
    return Entry(Kind.RIDE, f"/{day}", day, "X 1", start, end, *minutes, Charge(1000, 2, "seat"))


def test_a_view_over_the_date_line_is_one_piece():
    """Auckland and Honolulu are neighbours on paper, and the way between them leaves it nowhere."""
    auckland, honolulu = Point(-37.0, 174.8), Point(21.3, -157.9)
    view = View([auckland, honolulu], 1000.0)
    assert view.at(auckland).x < view.at(honolulu).x
    assert len(view.way(auckland, honolulu)) == 1
    assert view.coasts()


def test_views_keep_every_point_on_the_paper():
    """Whatever the points: one, poles, all around the globe."""
    for points in (
        [Point(0, 0)],
        [Point(90, 0), Point(-90, 0)],
        [Point(60, lon) for lon in range(-180, 181, 30)],
        [Point(1e-9, 0), Point(0, 1e-9)],
    ):
        view = View(points, 700.0)
        for point in points:
            spot = view.at(point)
            assert -1 <= spot.x <= view.width + 1
            assert -1 <= spot.y <= view.height + 1
        assert view.scale_bar()[1] > 0
        assert view.graticule() or view.degrees < 1


def test_a_great_circle_bends_to_the_pole():
    """From Lisbon to Tokyo it passes farther north than both; there and here again is no way."""
    lisbon, tokyo = Point(38.7, -9.1), Point(35.7, 139.7)
    assert max(point.lat for point in great_circle(lisbon, tokyo, 20)) > 60
    assert great_circle(lisbon, lisbon, 4)[2] == lisbon


def test_shores_are_rings_on_the_globe():
    """Some hundreds, each of three points at least; none leaps over the globe at the date line."""
    assert len(rings()) > 500
    for ring in rings():
        (west, south), (east, north) = ring.min(axis=0), ring.max(axis=0)
        assert -180 <= west < 180
        assert west < east < 200
        assert -90 <= south < north <= 90
        assert len(ring) > 2
        assert south < -85 or max(abs(a[0] - b[0]) for a, b in pairwise(ring)) < 20


def corners(path):
    """Return the corners of each polygon of path data in steps."""
    for polygon in path.split("z")[:-1]:
        numbers = [int(number) for number in re.findall(r"-?\d+", polygon)]
        yield [*zip(accumulate(numbers[::2]), accumulate(numbers[1::2]), strict=True)]


def area(polygon):
    """Return the area of a polygon."""
    return (
        abs(sum(a * d - b * c for (a, b), (c, d) in zip(polygon, [*polygon[1:], polygon[0]], strict=True)))
        / 2
    )


def test_land_is_cut_at_the_edges_of_the_paper():
    """Inland the whole sheet is land, at sea none of it is; nothing is drawn far beyond the paper."""
    (inland,) = corners(land_in(Frame(20.0, 0.0, 10.0, 10.0, 50.0, 30.0)))
    assert area(inland) == (50 + 16) * (30 + 16)
    assert land_in(Frame(-140.0, -40.0, 10.0, 10.0, 50.0, 30.0)) == ""
    lisbon = [*corners(land_in(Frame(-9.4, 38.7, 100.0, 100.0, 200.0, 200.0)))]
    assert 0 < sum(map(area, lisbon)) < 216**2
    assert all(-8 <= number <= 208 for polygon in lisbon for corner in polygon for number in corner)


def test_a_trip_without_places_has_no_map_and_says_what_is_missing():
    """Cities that nothing places are named; with one placed there is a map."""
    nowhere, somewhere = Spot("A", "A"), Spot("B", "B", Point(10, 10))
    assert trip_map(outline_of(route=[nowhere])).missing == ("A",)
    assert trip_map(outline_of(route=[nowhere])).drawing is None
    found = trip_map(outline_of(flight(nowhere, somewhere)))
    assert found.drawing is not None
    assert found.missing == ("A",)


def test_places_of_a_city_are_numbered_as_they_are_seen():
    """Airports far out are left out where there is enough else."""
    spots = [Spot(f"place {n}", "B", Point(10 + n / 100, 10)) for n in range(5)]
    visits = [
        Entry(Kind.VISIT, f"/{n}", 1, spot.name, spot, spot, 60 * n, 60 * n + 50)
        for n, spot in enumerate(spots)
    ]
    airport = Spot("B airport", "B", Point(10.3, 10.3))
    (found,) = city_maps(outline_of(flight(Spot("A", "A"), airport), *visits))
    assert [(number, name) for number, name, _ in found.places] == [
        (str(n + 1), f"place {n}") for n in range(5)
    ]
    (near,) = city_maps(outline_of(flight(Spot("A", "A"), airport), *visits[:2]))
    assert near.places[0][1] == "B airport"


def test_a_timeline_goes_on_after_midnight_and_stays_within_bounds():
    """What ends on the next day is drawn on both; thousands of days are cut and said to be."""
    spot = Spot("a", "A")
    night = Entry(Kind.RIDE, "/r", 1, "N 1", spot, Spot("b", "B"), 1380, 1500)
    assert timeline(outline_of(night), 2).height > timeline(outline_of(night), 1).height - 1
    drawn = timeline(outline_of(night), 2)
    assert sum(one.text.startswith("… N 1") for group in drawn.marks for one in group.marks) == 1
    long = timeline(outline_of(*(flight(spot, spot, day) for day in range(1, 900))), 900)
    assert "not drawn" in long.marks[-1].text
    assert timeline(outline_of(), 3) is None
    assert timeline(outline_of(Entry(Kind.VISIT, "/v", 1, "v", spot, spot)), 1) is not None


def test_bills_start_where_the_step_before_ends():
    """Equal nights are one step; the total is the sum; nothing unknown is added."""
    spot = Spot("h", "A")
    nights = [Entry(Kind.STAY, f"/{n}", n, "Inn", spot, spot, charge=Charge(5000, 2, "room")) for n in (1, 2)]
    lost = Entry(Kind.VISIT, "/x", 1, "lost", spot, spot, is_known=False)
    found = waterfall(outline_of(flight(spot, spot), *nights, lost), 30000, 21000)
    assert [(step.title, step.cents, step.start_cents) for step in found.steps] == [
        ("X 1", 2000, 0),
        ("Inn", 20000, 2000),
        ("lost", None, 22000),
    ]
    assert (found.total_cents, found.left_cents, found.is_whole) == (22000, 8000, False)


def test_cleaned_texts_are_harmless():
    """Controls, directions and halves are visible, heaps of accents and long texts are cut."""
    shown = clean(EVIL)
    assert not re.search("[\x00-\x1f\u202a-\u202e\ud800-\udfff]", shown)
    assert "\\u202e" in shown
    assert len(shown) < 700
    assert clean("a" + "\u0301" * 50) == "a" + "\u0301" * 3
    shown.encode("utf-8")


# --------------------------------------------------------------------------------------------------- writing


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Return a folder with hostile runs and the reports of them, plans inside and beside."""
    folder = tmp_path_factory.mktemp("report")
    runs = write_runs(folder)
    for plans in (Plans.INSIDE, Plans.BESIDE):
        write_report(runs, folder / f"{plans}.html", Options(SLICE, SLICE, certify=True, plans=plans))
    return folder


def pages(written):
    """Return every page."""
    return [written / "inside.html", written / "beside.html", *sorted((written / "beside-plans").iterdir())]


def test_every_plan_has_its_page(written):
    """Nine answers, nine pages beside; inside, nine articles."""
    assert len(pages(written)) == 11
    found = Elements((written / "inside.html").read_text("utf-8")).found
    assert sum(tag == "article" for tag, _ in found) == 9


def test_pages_load_and_run_nothing(written):
    """No element that could, no handler, no style but the one of the policy, no address elsewhere."""
    for path in pages(written):
        found = Elements(path.read_text("utf-8")).found
        tags = {tag for tag, _ in found}
        assert not tags & {
            "script",
            "img",
            "iframe",
            "object",
            "embed",
            "form",
            "base",
            "b",
            "i",
            "audio",
            "video",
        }
        for tag, attributes in found:
            assert not [name for name in attributes if name.startswith("on") or name in ("style", "src")], tag
            for name in ("href", "xlink:href"):
                value = attributes.get(name) or "#"
                assert re.fullmatch(
                    r"#[\w-]*|\.\./beside\.html#tasks|(beside-plans/)?plan-[\w-]+\.html|data:,", value
                ), value
        (policy,) = [a["content"] for t, a in found if t == "meta" and a.get("http-equiv")]
        assert "default-src 'none'" in policy


def test_names_of_elements_are_used_once(written):
    """And every name that something refers to is there."""
    for path in pages(written):
        found = Elements(path.read_text("utf-8")).found
        names = [attributes["id"] for _, attributes in found if "id" in attributes]
        assert len(names) == len(set(names))
        for _, attributes in found:
            wanted = (attributes.get("aria-labelledby") or "").split()
            if (attributes.get("href") or "").startswith("#"):
                wanted.append(attributes["href"][1:])
            assert set(wanted) <= set(names)


def test_links_to_plans_lead_to_files(written):
    """Each from the table of tasks, and back."""
    found = Elements((written / "beside.html").read_text("utf-8")).found
    links = [a["href"] for tag, a in found if tag == "a" and a["href"].startswith("beside-plans/")]
    assert len(links) == 9
    assert all((written / link).is_file() for link in links)


def test_names_of_files_are_quoted_where_links_lead_to_them(tmp_path):
    """A report may be called anything."""
    path = lines(tmp_path / "a.jsonl", trajectory("a", LONG, gold()[LONG]))
    out = tmp_path / "what? 100% #1.html"
    (plan,) = write_report([path], out, Options(SLICE, SLICE, plans=Plans.BESIDE)).plans
    there = [
        a["href"] for tag, a in Elements(out.read_text("utf-8")).found if tag == "a" and "plan-" in a["href"]
    ]
    back = [
        a["href"] for tag, a in Elements(plan.read_text("utf-8")).found if tag == "a" and ".." in a["href"]
    ]
    assert {out.parent / unquote(link) for link in there} == {plan}
    assert {unquote(link) for link in back} == {f"../{out.name}#tasks"}
    assert all("?" not in link and link.count("#") <= 1 for link in (*there, *back))


def test_the_same_runs_give_the_same_bytes(written, tmp_path):
    """Also from another folder, and with the runs named in another order the same ranks."""
    runs = write_runs(tmp_path)
    write_report(runs, tmp_path / "inside.html", Options(SLICE, SLICE, certify=True, plans=Plans.INSIDE))
    assert (tmp_path / "inside.html").read_bytes() == (written / "inside.html").read_bytes()


def test_violations_stand_where_they_are(written):
    """At the activity in the page's text; the refusal's cause and repair beside it."""
    text = (written / "inside.html").read_text("utf-8")
    sloppy = text.split('id="plan-trek-4--sloppy"')[1].split("</article>")[0]
    agenda = sloppy.split("Day by day")[1]
    line = next(one for one in agenda.split("<li") if "Grand Imaginary Palace" in one)
    assert "entities/unknown-hotel" in line
    assert "/plan/day1/hotel" in line
    refusal = text.split('id="plan-trek-80--oracle"')[1].split("</article>")[0]
    assert "Even the barest trip costs 178.60" in refusal
    assert "Certificate accepted" in refusal


def test_reports_alone_make_a_page_without_maps(tmp_path):
    """It says what it would need for them."""
    answers = lines(tmp_path / "a.jsonl", *({"task_id": name, **answer} for name, answer in gold().items()))
    done = write_report([scored(answers, tmp_path)], tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text("utf-8")
    assert (done.runs, done.tasks) == (1, 3)
    assert "make the report with <code>--kb</code>" in text
    assert "svg" in text


def test_a_report_that_came_along_is_compared(tmp_path):
    """Where scoring gives another one ours is shown, and it is said."""
    answers = lines(tmp_path / "a.jsonl", {"task_id": FEASIBLE, **gold()[FEASIBLE]})
    reports = [json.loads(line) for line in scored(answers, tmp_path).read_text("utf-8").splitlines()]
    praised = {**reports[1], "task_perfect": True, "violations": []}
    path = lines(
        tmp_path / "t.jsonl", {"task_id": FEASIBLE, **gold()[FEASIBLE], "reports": {"strict": praised}}
    )
    done = write_report([path], tmp_path / "page.html", Options(SLICE, SLICE))
    assert done.remarks == ("1 answer came with another report than scoring gives here: ours is shown.",)
    assert "hours/too-short" in (tmp_path / "page.html").read_text("utf-8")


def test_many_plans_are_files_of_their_own(tmp_path, monkeypatch):
    """Unless asked for inside; none if none are wanted."""
    monkeypatch.setattr(report, "MOST_INSIDE", 2)
    answer = gold()[LONG]
    path = lines(tmp_path / "a.jsonl", *(trajectory(f"agent {n}", LONG, answer) for n in range(3)))
    done = write_report([path], tmp_path / "page.html", Options(SLICE, SLICE))
    assert len(done.plans) == 3
    done = write_report([path], tmp_path / "none.html", Options(SLICE, SLICE, plans=Plans.NONE))
    assert done.plans == ()
    assert "plan-trek-111" not in (tmp_path / "none.html").read_text("utf-8")


def test_databases_of_single_tasks_serve(tmp_path):
    """DeepPlanning has one for each; its plans are laid out with their transfers."""
    path = lines(
        tmp_path / "run.jsonl", *({"task_id": t, "plan": deepplanning.plan(t)} for t in deepplanning.TASKS)
    )
    options = Options(deepplanning.MINI, deepplanning.MINI / "travelplanning_query_mini.json")
    write_report([path], tmp_path / "page.html", options)
    text = (tmp_path / "page.html").read_text("utf-8")
    assert text.count('class="drawing timeline"') == 3
    assert "¥" in text


def test_carts_have_a_bill_and_violations(tmp_path):
    """A cart has no map and no timeline."""
    case = next(case for case in read_cases(MINI / "mini_db") if case.errand.with_coupons)
    rows = [{"product_id": case.shelves.products[0].product_id, "quantity": 3, "price": 1.0}]
    rows.append({"product_id": "<b>", "quantity": 1})
    coupons = [{"coupon_name": "Cross-store: ¥30 off every ¥300", "quantity": 9}]
    cart = {"items": rows, "used_coupons": coupons}
    path = lines(tmp_path / "run.jsonl", {"task_id": case.errand.task_id, "cart": cart})
    write_report([path], tmp_path / "page.html", Options(MINI / "mini_db"))
    text = (tmp_path / "page.html").read_text("utf-8")
    assert "products/unknown" in text
    assert "True bill" in text
    assert 'class="drawing timeline"' not in text


def test_a_folder_of_shop_cases_is_a_run(tmp_path):
    """Its carts are the answers; one that is damaged or not there is counted."""
    folder = tmp_path / "db"
    shutil.copytree(MINI / "mini_db", folder)
    (folder / "database_level1" / "case_1" / "cart.json").write_text("{")
    (folder / "database_level2" / "case_2" / "cart.json").unlink()
    done = write_report([folder], tmp_path / "page.html", Options(MINI / "mini_db"))
    assert (done.runs, done.tasks, done.bad_lines) == (1, 4, 2)


def test_calls_of_tools_are_listed(written):
    """With their arguments, what they cost and whether they failed."""
    text = (written / "inside.html").read_text("utf-8")
    plan = text.split('id="plan-trek-4--oracle"')[1].split("</article>")[0]
    assert "What the agent asked: 2 calls" in plan
    assert "search_hotels" in plan
    assert '<span class="bad">failed</span>' in plan


def test_a_run_that_ended_without_an_answer_says_how(tmp_path):
    """It has no answer, and its plan's page tells why."""
    path = lines(tmp_path / "run.jsonl", {**trajectory("a", FEASIBLE, {"plan": {}}), "stop": "late"})
    write_report([path], tmp_path / "page.html", Options(SLICE, SLICE))
    assert "<strong>No answer:</strong> <bdi>late</bdi>" in (tmp_path / "page.html").read_text("utf-8")


def test_the_verb_writes_and_tells(tmp_path, capsys):
    """Notes on standard error, a document on request."""
    runs = write_runs(tmp_path)
    out = tmp_path / "page.html"
    code = run(
        ["report", *map(str, runs), "--out", str(out), "--kb", str(SLICE), "--tasks", str(SLICE), "--json"]
    )
    told = capsys.readouterr()
    assert code == 0
    assert json.loads(told.out)["bad_lines"] == 2
    assert "3 runs over 3 tasks" in told.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--kb", str(SLICE)], "needs tasks beside it"),
        (["--tasks", str(SLICE)], "needs a knowledge base beside it"),
        ([], "answers without a report"),
        (["--plans", "nowhere"], "--plans is one of"),
        (["--kb", str(SLICE), "--tasks", str(SLICE), "--gold", "nothing.jsonl"], "nothing.jsonl"),
    ],
)
def test_the_verb_refuses_in_one_line(tmp_path, capsys, arguments, message):
    """With the exit code of misuse, and nothing is written."""
    path = lines(tmp_path / "a.jsonl", *(trajectory("a", name, answer) for name, answer in gold().items()))
    assert run(["report", str(path), "--out", str(tmp_path / "page.html"), *arguments]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()


@given(document=documents() | raw_values())
@settings(max_examples=40)
def test_any_answer_becomes_a_page(document):
    """Whatever an agent hands in is laid out and drawn, and what is drawn is markup."""
    judge = TripJudge([isles_task()], lambda _: isles())
    answer = document if isinstance(document, dict) else {"plan": document}
    attempt = Attempt("isles", answer, judge.reports(answer, "isles"))
    view = plan_view(attempt, "agent", "plan", judge.brief("isles"), judge.outline(answer, "isles"), None)
    page = render("plan_page.html", view=view, near=Neighbours("#"), title="plan")
    page.encode("utf-8")
    assert page.count("<article") == 1
    assert page.count("<svg") == page.count("</svg>")
