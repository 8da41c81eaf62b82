"""
Rows: one product, invented with all fields of the official schema.

Brands and names are made up. Counts of stars add up to the total of reviews.
"""

from typing import Any

from planassay.kb.draw import Draw
from planassay.kb.formats.deepplanning_shopping import NAMES
from planassay.kb.formats.deepplanning_shopping.requests import COLORS

Row = dict[str, Any]

BRANDS = ("Norvik", "Tarnhill", "Solenne", "Mirasol", "Quillmark", "Brightfen", "Osprey Lane", "Kestrel & Co")

TOPS = ("Harbor Hoodie", "Waffle Henley Top", "Ribbed Crewneck Top", "Trail Windbreaker", "Linen Camp Shirt")
BOTTOMS = ("Tapered Track Pants", "Utility Chino Shorts", "Canyon Hiking Pants", "Wide-Leg Trousers")
SHOES = ("Canvas Court Sneakers", "Leather Ankle Boots", "Ridge Trail Runner", "Mesh Road Runner")
KINDS = (*TOPS, *BOTTOMS, *SHOES)

SIZES = ("XS", "S", "M", "L", "XL", "XXL")
SHOE_SIZES = tuple(str(number) for number in range(36, 46))
SEASONS = ("Winter", "Summer", "Spring/Autumn", "All Seasons")
PROVINCES = (
    "Guangdong",
    "Zhejiang",
    "Jiangsu",
    "Fujian",
    "Beijing",
    "Shanghai",
    "Sichuan",
    "Hubei",
    "Liaoning",
)
CARRIERS = ("SF Express", "JD Logistics", "EMS", "YTO Express", "ZTO Express", "Cainiao", "China Post")

_PEOPLE = (("Women", 0.4), ("Men", 0.4), ("Unisex", 0.2))
_SHARES = (0.72, 0.16, 0.07, 0.03)
_CENTS = (0.0, 0.0, 0.5, 0.9, 0.99)


def usual_size(kind: str, sizes: dict[str, str]) -> str:
    """Return the size that a shopper wears of a kind of goods."""
    if kind in SHOES:
        return sizes["shoes"]
    return sizes["bottoms"] if kind in BOTTOMS else sizes["tops"]


def new_row(draw: Draw, product_id: str, kind: str) -> Row:
    """Return an invented product of a kind."""
    people = draw.weighted(_PEOPLE)
    monthly = draw.between(40, 1900)
    reviews = draw.between(60, 3200)
    stars = [int(reviews * share * draw.uniform(0.8, 1.05)) for share in _SHARES]
    worst = max(0, reviews - sum(stars))
    return {
        "product_id": product_id,
        "name": kind if people == "Unisex" else f"{people}'s {kind}",
        "price": round(draw.between(110, 900) + draw.pick(_CENTS), 2),
        "brand": draw.pick(BRANDS),
        "color": draw.pick(COLORS),
        "size": draw.pick(SHOE_SIZES if kind in SHOES else SIZES),
        "stock_quantity": draw.between(20, 600),
        "material_composition": [{"material": "Cotton", "percentage": 100}],
        "thickness": draw.pick(("Thin", "Regular", "Thick")),
        "elasticity": draw.pick(("Non-stretch", "Slightly-stretch", "High-stretch")),
        "version_type": draw.pick(("Slim Fit", "Regular Fit", "Loose Fit")),
        "collar_type": draw.pick(("V-Neck", "Round Neck")) if kind in TOPS else "",
        "suitable_season": draw.pick(SEASONS),
        "target_demographic": people,
        "details_craftsmanship": "Side Pockets",
        "washing_instructions": "Machine wash cold",
        "sales_volume": {"monthly": monthly, "total": monthly * draw.between(3, 12)},
        "rating": {
            "average_score": draw.between(38, 49) / 10,
            "total_reviews": sum(stars) + worst,
            "distribution": {f"{5 - place}_star": count for place, count in enumerate([*stars, worst])},
        },
        "review_summary": ["true to size"],
        "shipping_info": {"origin": draw.pick(PROVINCES), "provider": draw.pick(CARRIERS)},
        "applicable_coupons": [name for name in sorted(NAMES) if draw.chance(0.6)],
    }
