"""Places: what stands at the streets of a city, how it is named, rated and priced."""

from typing import NamedTuple

from planassay.kb.draw import Draw
from planassay.kb.formats.lifeplanner import Place
from planassay.kb.worlds.lifeplanner.opening import hours_text
from planassay.kb.worlds.lifeplanner.streets import Grid, point


class Trade(NamedTuple):
    """What a kind of place is like; ``yuan`` is the usual cost per head, None where there is none."""

    type: str
    names: tuple[str, ...]
    habit: str
    yuan: int | None
    tags: tuple[str, ...]
    share: float


TRADES = (
    Trade(
        "Food|Noodles", ("面馆", "牛肉面", "热干面"), "meals", 22, ("热干面", "早餐", "外卖", "本地特色"), 4
    ),
    Trade("Food|Hot Pot", ("火锅", "老火锅"), "meals", 98, ("毛肚", "包间", "聚会", "免费停车"), 3),
    Trade("Food|Cafe", ("咖啡", "咖啡馆"), "day", 35, ("拿铁", "安静", "可自习", "露台"), 3),
    Trade("Food|Seafood", ("海鲜酒楼", "渔庄"), "meals", 145, ("清蒸鱼", "包间", "聚会"), 1.5),
    Trade("Food|Barbecue", ("烧烤", "夜宵"), "night", 65, ("羊肉串", "小龙虾", "夜宵"), 2),
    Trade("Nightlife|Bar", ("酒吧", "小酒馆"), "night", 110, ("精酿", "现场音乐", "露台"), 1.5),
    Trade("Shopping|Supermarket", ("超市", "生鲜"), "day", None, ("生鲜", "外卖"), 3),
    Trade("Shopping|Convenience Store", ("便利店",), "always", None, ("早餐", "外卖"), 3),
    Trade("Shopping|Bookshop", ("书店", "书屋"), "day", 48, ("安静", "可自习", "文创"), 1),
    Trade("Sight|Museum", ("博物馆", "美术馆"), "sight", 40, ("亲子", "免费讲解", "文创"), 1),
    Trade("Sight|Park", ("公园", "植物园"), "sight", 15, ("亲子", "赏花", "野餐"), 1),
    Trade("Sight|Temple", ("寺", "道观"), "sight", 20, ("古建筑", "赏花"), 0.5),
    Trade("Service|Bank", ("银行",), "office", None, ("自助机",), 1.5),
    Trade("Service|Clinic", ("诊所", "门诊部"), "office", 120, ("免预约", "急诊"), 1.5),
    Trade("Auto Service|Dedicated Charging Station", ("充电站",), "always", None, ("快充", "免费停车"), 1),
    Trade("Lodging|Hotel", ("酒店", "民宿"), "always", 320, ("含早餐", "免费停车", "可带宠物"), 1.5),
)
"""Kinds of places; a share is a weight."""

_WORDS = [
    "云溪",
    "东湖",
    "望江",
    "楚风",
    "青山",
    "春和",
    "小满",
    "半山",
    "江城",
    "南风",
    "老街",
    "大成",
    "福满",
    "金桂",
    "听雨",
    "长乐",
    "三味",
    "四季",
    "清河",
    "明月",
    "白鹭",
    "星野",
    "拾光",
    "禾木",
    "北岸",
    "一品",
    "百味",
    "山海",
    "锦绣",
    "朝阳",
    "谷雨",
    "知味",
    "和顺",
    "永安",
    "同庆",
    "紫竹",
    "碧波",
    "麦田",
    "银杏",
    "枫林",
    "晴川",
    "鹦鹉洲",
    "古琴",
    "月湖",
    "沙湖",
    "南湖",
    "珞珈",
    "磨山",
    "喻园",
    "荷塘",
]
_ROADS = [
    "珞瑜",
    "中山",
    "解放",
    "建设",
    "和平",
    "友谊",
    "民主",
    "复兴",
    "光谷",
    "水果湖",
    "楚汉",
    "沿江",
    "黄鹤",
    "雄楚",
    "关山",
    "鲁磨",
    "文治",
    "书城",
    "梅园",
    "桂子",
    "丁字桥",
    "石牌岭",
    "卓刀泉",
    "广八",
    "街道口",
    "三阳",
    "胜利",
    "车站",
    "兰陵",
    "洞庭",
    "鄱阳",
    "黎黄陂",
    "江汉",
    "前进",
    "航空",
    "青年",
    "建安",
    "香港",
    "台北",
    "新华",
    "万松园",
    "汉阳",
    "琴台",
    "墨水湖",
    "王家湾",
    "钟家村",
    "徐东",
    "岳家嘴",
    "团结",
    "欢乐",
]
_ENDS = ("路", "街", "大道")


def settle(draw: Draw, grid: Grid, count: int) -> list[Place]:
    """Draw places, each within 40 metres of a crossing."""
    corners = list(grid.spots.values())
    weights = [(trade, trade.share) for trade in TRADES]
    return [
        _place(draw, number, draw.pick(corners), draw.weighted(weights)) for number in range(1, count + 1)
    ]


def _place(draw: Draw, number: int, corner: tuple[int, int], trade: Trade) -> Place:
    word, road = draw.pick(_WORDS), draw.pick(_ROADS) + draw.pick(_ENDS)
    plain = word + draw.pick(trade.names)
    rated = draw.chance(0.92)
    return Place(
        place_id=f"B{number:07d}",
        name=f"{plain}({road}店)" if draw.chance(0.85) else plain,
        place_type=trade.type,
        point=point(corner[0] + draw.between(-280, 280), corner[1] + draw.between(-280, 280)),
        address=f"{road}{draw.between(1, 899)}号",
        opentime_week=hours_text(draw, trade.habit),
        rating_tenths=draw.weighted([(r, 1 + min(r - 30, 50 - r)) for r in range(30, 51)]) if rated else None,
        cost_cents=_cost(draw, trade.yuan),
        tags=tuple(draw.shuffled(trade.tags)[: draw.between(1, 3)]),
        aliases=(f"{word}{road}分店",) if draw.chance(0.2) else (),
    )


def _cost(draw: Draw, yuan: int | None) -> int | None:
    if yuan is None or draw.chance(0.05):
        return None
    return 100 * max(1, yuan * draw.between(60, 150) // 100)
