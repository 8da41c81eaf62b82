"""
Transport time: how many days a parcel takes, by province and carrier.

A province is recognised in an address by short aliases, tried in a fixed order as substrings: "Hangzhou,
Zhejiang" holds the alias of Hebei and goes there. That is the benchmark's own reading, kept to the letter.
After DeepPlanning commit 31a4d36.
"""

_PROVINCES = """
beijing bj 北京 | shanghai sh 上海 | tianjin tj 天津 | chongqing cq 重庆 | hebei ji 河北 | shanxi jin 山西
liaoning liao 辽宁 | jilin ji_ln 吉林 | heilongjiang hei 黑龙江 | jiangsu su 江苏 | zhejiang zhe 浙江
anhui wan 安徽 | fujian min 福建 | jiangxi gan 江西 | shandong lu 山东 | henan yu 河南 | hubei e 湖北
hunan xiang 湖南 | guangdong yue gd 广东 | hainan qiong 海南
sichuan chuan shu 四川 | guizhou qian gui_gz 贵州
yunnan yun dian 云南 | shaanxi shan qin 陕西 | gansu gan_gs 甘肃 | qinghai qing 青海
inner_mongolia neimenggu meng 内蒙古 | guangxi gui 广西 | tibet xizang zang 西藏 | ningxia ning 宁夏
xinjiang xin 新疆 | hongkong hk xianggang 香港 | macau mo aomen 澳门 | taiwan tw 台湾
"""

_REGIONS = {
    "NC": "beijing tianjin hebei shanxi inner_mongolia",
    "NE": "liaoning jilin heilongjiang",
    "EC": "shanghai jiangsu zhejiang anhui fujian jiangxi shandong",
    "CC": "henan hubei hunan",
    "SC": "guangdong guangxi hainan hongkong macau taiwan",
    "SW": "sichuan chongqing guizhou yunnan tibet",
    "NW": "shaanxi gansu qinghai ningxia xinjiang",
}

_BASE_DAYS = {
    "NC": (1, 2, 2, 2, 3, 3, 3),
    "NE": (2, 1, 3, 3, 4, 4, 4),
    "EC": (2, 3, 1, 2, 2, 3, 4),
    "CC": (2, 3, 2, 1, 2, 2, 3),
    "SC": (3, 4, 2, 2, 1, 3, 4),
    "SW": (3, 4, 3, 2, 3, 1, 3),
    "NW": (3, 4, 4, 3, 4, 3, 1),
}
"""Days from a region to each, in the order of the table's own keys."""

_CARRIER_DAYS = {
    "sf express": -2,
    "sf": -2,
    "jd logistics": -1,
    "jd": -1,
    "yto express": 1,
    "zto express": 1,
    "sto express": 1,
    "yunda express": 1,
    "cainiao": 1,
    "china post": 2,
}
"""Days added by a carrier; any other adds none."""

_REMOTE = frozenset(("tibet", "xinjiang", "qinghai", "inner mongolia"))
_REMOTE_DAYS = 2


def _groups() -> list[list[str]]:
    """Return the aliases of each province, its own name first."""
    return [
        [alias.replace("inner_mongolia", "inner mongolia") for alias in group.split()]
        for line in _PROVINCES.strip().splitlines()
        for group in line.split("|")
    ]


_ALIASES = {alias: names[0] for names in _groups() for alias in names}
_REGION = {name.replace("_", " "): region for region, names in _REGIONS.items() for name in names.split()}
_PLACE = {region: place for place, region in enumerate(_BASE_DAYS)}


def find_province(address: str) -> str | None:
    """
    Return the province that the benchmark sees in an address, or None.

    Examples
    --------
    >>> find_province("Guangdong Province"), find_province("Shenzhen"), find_province("Paris")
    ('guangdong', 'shanghai', None)
    >>> find_province("Inner Mongolia"), find_province("neimenggu")
    ('hubei', 'inner mongolia')
    """
    plain = address.lower().replace(" ", "").replace("province", "").replace("city", "")
    if plain in _ALIASES:
        return _ALIASES[plain]
    return next((province for alias, province in _ALIASES.items() if alias in plain), None)


def transport_days(origin: str, destination: str, carrier: str) -> int:
    """
    Return the days between two provinces, at least 1.

    Parameters
    ----------
    origin, destination
        Provinces, as :func:`find_province` returns them.
    carrier
        In any case of letters; one that is not known takes the usual time.

    Examples
    --------
    >>> transport_days("guangdong", "guangdong", "SF Express"), transport_days("tibet", "jilin", "EMS")
    (1, 6)
    """
    days = _BASE_DAYS[_REGION[origin]][_PLACE[_REGION[destination]]]
    if origin in _REMOTE or destination in _REMOTE:
        days += _REMOTE_DAYS
    return max(1, days + _CARRIER_DAYS.get(carrier.lower(), 0))
