"""Pages opened in a browser: nothing is loaded or run, everything is there, and keys reach it."""

from itertools import pairwise

import pytest

PLAN = "#plan-trek-4--oracle"
SIZES = {"wide": {"width": 1280, "height": 900}, "narrow": {"width": 400, "height": 800}}


def first_plan(folder, agent: str) -> str:
    """Return the path of a plan's own page, relative to the folder."""
    (found,) = folder.glob(f"beside-plans/plan-trek-4--{agent}.html")
    return found.relative_to(folder).as_posix()


def open_all(page) -> None:
    """Unfold whatever is folded."""
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_report_shows_its_tables(opened, scheme):
    """Leaderboard, dimensions, failures, costs and tasks are there, each with a caption."""
    page = opened("inside.html", color_scheme=scheme)
    for section in ("leaderboard", "dimensions", "failures", "tasks"):
        table = page.locator(f"#{section} table").first
        assert table.is_visible()
        assert table.locator("caption").inner_text().strip()
    assert page.locator("#leaderboard .board tbody tr").count() == 3
    assert page.locator("#leaderboard .agree tbody tr").count() == 3
    assert page.locator("#tasks tbody tr").count() == 3
    assert page.locator("#cost svg").count() == 2


@pytest.mark.parametrize("size", SIZES)
def test_a_plan_has_map_timeline_and_bill(opened, folder, size):
    """Each is visible and fills its place, on a wide screen and on a narrow one."""
    page = opened(first_plan(folder, "oracle"), viewport=SIZES[size])
    for picture in (".map svg", "svg.timeline", "svg.step"):
        box = page.locator(f"{picture}:visible").first.bounding_box()
        assert box["width"] > 100
        assert box["height"] > 10
    assert page.locator("table.bill tfoot").is_visible()
    assert page.get_by_text("Certificate accepted").is_visible()


def test_a_link_from_the_tasks_opens_the_plan_inside(opened):
    """Following a cell of the table unfolds the plan that it leads to."""
    page = opened("inside.html")
    plan = page.locator(PLAN)
    assert not plan.is_visible()
    page.locator(f"#tasks a[href='{PLAN}']").click()
    assert plan.is_visible()
    assert plan.locator("svg.timeline").is_visible()


def test_a_link_from_the_tasks_leads_to_the_page_of_the_plan(opened):
    """From there one leads to the plan of another agent, and one back."""
    page = opened("beside.html")
    page.locator("#tasks tbody a").first.click()
    page.wait_for_url("**/beside-plans/*.html")
    page.get_by_role("link", name="sloppy").click()
    page.wait_for_url("**/beside-plans/*sloppy.html")
    page.get_by_role("link", name="All tasks").click()
    page.wait_for_url("**/beside.html#tasks")


def test_violations_stand_at_the_activity_they_point_at(opened):
    """The hotel that is not carries the note that says so."""
    page = opened("inside.html#plan-trek-4--sloppy")
    line = page.locator("#plan-trek-4--sloppy .agenda li", has_text="Grand Imaginary Palace")
    assert "entities/unknown-hotel" in line.inner_text()
    assert "not in the records" in line.inner_text()


def test_an_infeasible_task_says_what_would_repair_it(opened):
    """Cause, certificate and repair are read on the page of the refusal."""
    text = opened("inside.html#plan-trek-80--oracle").locator("#plan-trek-80--oracle .known").inner_text()
    assert "infeasible" in text
    assert "Certificate accepted" in text
    assert "raise the budget to 199.50" in text


@pytest.mark.parametrize("size", SIZES)
def test_nothing_sticks_out(opened, size):
    """With everything unfolded, hostile texts too, the page is no wider than the screen."""
    page = opened("inside.html", viewport=SIZES[size])
    open_all(page)
    widths = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert widths[0] == widths[1]


def test_hostile_texts_are_text(opened):
    """No script of theirs runs, no element of theirs is made, and the title is the page's own."""
    page = opened("inside.html")
    open_all(page)
    assert page.title() == "How well the plans hold"
    assert page.locator("script, img, iframe, object, i, b").count() == 0
    assert page.get_by_text("<i>hostile</i>").first.is_visible()
    assert page.evaluate("[...document.querySelectorAll('a')].every(one => !/^javascript/i.test(one.href))")


def test_every_link_and_switch_is_reached_by_the_tabulator(opened):
    """From the link that skips to the content on; each shows that it has the focus."""
    page = opened("inside.html")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.locator(".skip").bounding_box()["x"] >= 0
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"
    wanted = page.locator("main :is(a, summary, [tabindex='0'], input:checked):visible").count()
    reached = set()
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none" or page.evaluate("document.activeElement === document.body")
    assert len(reached) >= wanted


def test_the_filter_of_tasks_works_by_keys(opened):
    """Arrow keys choose what is shown; nothing runs for it."""
    page = opened("inside.html", java_script_enabled=True)
    page.locator("#show-all").focus()
    page.keyboard.press("ArrowRight")
    shown = page.locator("#tasks tbody tr:visible")
    assert page.locator("#show-failed").is_checked()
    assert 0 < shown.count() <= 3
    page.keyboard.press("ArrowRight")
    assert page.locator("#show-split").is_checked()
    assert shown.count() == page.locator("#tasks tr.split").count()


def test_readers_of_the_screen_are_told_what_there_is(opened):
    """One main, one heading of the first level, regions and pictures with names, no level left out."""
    page = opened("inside.html")
    open_all(page)
    assert page.locator("main").count() == 1
    assert page.locator("h1").count() == 1
    levels = page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(one => +one.tagName[1])")
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert page.evaluate(
        """[...document.querySelectorAll('section, article, [role=region], nav, svg:not([aria-hidden])')]
        .every(one => one.ariaLabel || (one.getAttribute('aria-labelledby') || '').split(' ')
        .every(name => document.getElementById(name)))"""
    )
    assert page.evaluate(
        """(() => { const names = [...document.querySelectorAll('[id]')].map(one => one.id);
        return names.length === new Set(names).size })()"""
    )


def test_motion_is_kept_to_those_who_like_it(opened):
    """Scrolling is smooth only without the wish for less motion."""
    behaviour = "getComputedStyle(document.documentElement).scrollBehavior"
    assert opened("inside.html", reduced_motion="reduce").evaluate(behaviour) == "auto"
    assert opened("inside.html", reduced_motion="no-preference").evaluate(behaviour) == "smooth"


def test_letters_stand_out_in_light_and_dark(opened):
    """Each colour of letters has a contrast of 4.5 at least on each ground that it is used on."""
    contrast = """() => {
        const style = getComputedStyle(document.documentElement);
        const light = name => { const hex = style.getPropertyValue(name).trim();
            const part = at => { const v = parseInt(hex.slice(at, at + 2), 16) / 255;
                return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4 };
            return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) };
        const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
            return (x + 0.05) / (y + 0.05) };
        const pairs = [];
        for (const ink of ['--ink', '--soft', '--good', '--bad', '--accent', '--link'])
            for (const ground of ['--paper', '--sheet', '--faint']) pairs.push([ink, ground]);
        pairs.push(['--good', '--good-fill'], ['--bad', '--bad-fill'], ['--ink', '--bad-fill'],
            ['--soft', '--bad-fill'], ['--ink', '--land'], ['--ink', '--sea']);
        return pairs.map(([a, b]) => [a, b, ratio(a, b)]).filter(one => one[2] < 4.5) }"""
    for scheme in ("light", "dark"):
        assert opened("inside.html", color_scheme=scheme).evaluate(contrast) == []


def test_it_prints(opened, tmp_path):
    """A plan becomes a document of a few sheets of paper, with nothing cut off at the right."""
    page = opened("beside-plans/plan-trek-111--oracle.html")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 690, "height": 1000})
    widths = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert widths[0] <= widths[1]
    assert page.locator("nav:visible, .skip:visible, .filter:visible").count() == 0
    assert page.pdf(format="A4").count(b"/Type /Page\n") < 8


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_roads_of_a_city_are_drawn(opened, size, scheme):
    """The map fills its place, its way can be seen on its ground, and nothing is wider than the screen."""
    page = opened("town.html", viewport=SIZES[size], color_scheme=scheme)
    open_all(page)
    box = page.locator(".map svg:visible").first.bounding_box()
    assert box["width"] > 250
    assert box["height"] > 150
    shown = page.locator(".map svg:visible .own-way").first
    stroke = shown.evaluate("one => getComputedStyle(one).stroke")
    ground = page.locator(".map svg:visible .near-ground").first.evaluate("one => getComputedStyle(one).fill")
    assert stroke != ground
    assert page.locator(".map svg:visible .spot.missing").count() == 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
