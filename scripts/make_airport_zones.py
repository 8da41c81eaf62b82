"""
Make ``kb/data/airport_zones.csv``: the time zone of each airport, once, for all that ships.

Run it from anywhere, with the package airportsdata installed (it is in the dev group); the file is then
committed. Nothing imports this at run time. Places, names and positions of airports are not its business.
"""

import csv
import io
from importlib.metadata import version
from pathlib import Path
from zoneinfo import available_timezones

import airportsdata

TABLE = Path(__file__).resolve().parents[1] / "kb" / "data" / "airport_zones.csv"


def rows() -> list[tuple[str, str, str]]:
    """
    Return (IATA code, IANA zone, source) for each airport whose zone the zone database knows, sorted by code.

    An airport without such a zone is left out: that its zone is unknown must stay visible.
    """
    source = f"airportsdata {version('airportsdata')}"
    known = available_timezones()
    airports = airportsdata.load("IATA")
    return [
        (iata, airport["tz"], source) for iata, airport in sorted(airports.items()) if airport["tz"] in known
    ]


def text() -> str:
    """Return the table as it is committed: a header, one airport a line, ending in a line feed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("iata", "zone", "source"))
    writer.writerows(rows())
    return out.getvalue()


if __name__ == "__main__":
    TABLE.write_text(text(), encoding="utf-8", newline="\n")
