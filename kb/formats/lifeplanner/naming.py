"""Names: what of a name is compared."""

from unicodedata import normalize


def plain(text: str) -> str:
    """
    Return what of a name is compared: width and case folded, blanks left out.

    Examples
    --------
    >>> plain("Ａ面馆（中山路 店）")
    'a面馆(中山路店)'
    """
    return "".join(normalize("NFKC", text).lower().split())
