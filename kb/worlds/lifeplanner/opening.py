"""Opening hours as texts, in the forms in which maps show them, for each habit of opening."""

from planassay.kb.draw import Draw

UNKNOWN = ("", "周一至周日视客流情况调整", "以店内公告为准")
"""Texts that say nothing of when."""

_EVERY = ("周一至周日 {}", "每天 {}", "{}", "Daily {}", "Mon-Sun {}")
_PAIRS = ("11:00-14:00 17:00-21:30", "10:30-14:30 16:30-22:00", "11:00-15:00 17:00-23:00")
_DAYS = ("08:00-20:00", "09:00-21:00", "09:30-22:00", "10:00-22:00", "07:00-19:30")
_NIGHTS = ("18:00-02:00", "19:00-次日03:00", "20:00-04:30", "17:30-01:00")
_SIGHTS = (
    "周二至周日 09:00-17:00(16:30停止入场)",
    "周二至周日 09:00-17:00(16:00停止入场)，周一闭馆",
    "Tue-Sun 10:00-18:00, last admission 17:15",
    "周三至周一 08:30-17:30(闭馆前60分钟停止入场)",
    "11/1-3/15 08:30-17:00; 3/16-10/31 08:00-18:30",
    "4月至10月 08:00-19:00；11月至次年3月 08:30-17:30",
    "Apr 1 - Oct 31: 08:00-19:00; Nov 1 - Mar 31: 09:00-17:00",
)
_OFFICES = (
    "周一至周五 09:00-17:00",
    "工作日 08:30-12:00 14:00-17:30",
    "Mon-Fri 09:00-18:00; Sat 10:00-14:00",
    "周一至周五 09:00-18:00；周末 10:00-16:00",
)
_ALWAYS = ("24小时营业", "周一至周日 00:00-24:00", "Open 24 hours", "全天开放")


def hours_text(draw: Draw, habit: str) -> str:
    """
    Draw a text of opening hours.

    Parameters
    ----------
    draw
        The stream.
    habit
        ``meals``, ``day``, ``night``, ``sight``, ``office`` or ``always``. One text in twenty says nothing.
    """
    if draw.chance(0.05):
        return draw.pick(UNKNOWN)
    if habit in ("sight", "office", "always"):
        return draw.pick({"sight": _SIGHTS, "office": _OFFICES, "always": _ALWAYS}[habit])
    clocks = {"meals": _PAIRS, "day": _DAYS, "night": _NIGHTS}[habit]
    return draw.pick(_EVERY).format(draw.pick(clocks))
