"""The headings that stand above the sections of a list, in the languages of the Arena client."""

from __future__ import annotations

import re
import unicodedata

# English, German, French, Spanish, Italian, Portuguese, Russian, Japanese, Korean, Chinese (simplified, traditional).
# Clients of one language have not always used one word, so a section may have several.
_ARENA: dict[str, str] = {
    "main": "deck | jeu, paquet | mazo, baraja | mazzo | baralho, grimório | колода | デッキ | 덱 | 套牌, 牌组 | 牌組",
    "commander": "commander | kommandeur | commandant | comandante | командир | 統率者 | 커맨더, 사령관"
    " | 指挥官 | 指揮官",
    "companion": "companion | gefährte, begleiter | compagnon | compañero | compagno | companheiro | спутник, компаньон"
    " | 相棒 | 단짝, 동료 | 行侣 | 行侶",
    "about": "about | info, über | à propos | acerca de | informazioni, info su | sobre | о колоде | 情報, 概要"  # noqa: RUF001 (Russian)
    " | 정보 | 关于 | 關於",
}
_SIDEBOARD_ELSEWHERE = (
    "réserve | banquillo, reserva | riserva | сайдборд, запас, дополнительная колода | サイドボード | 사이드보드"
    " | 备牌 | 備牌"
)
_PLAIN: dict[str, str] = {
    "main": "main, maindeck, main deck, mainboard, main board, decklist, deck list",
    "sideboard": "sideboard, side board, side, sb",
    "commander": "commanders",
    "companion": "companions",
    "maybeboard": "maybeboard, maybe board, maybe, considering",
    # Card types as headings separate nothing but kinds of cards; no card is named so.
    "kind": "creature, creatures, land, lands, basic lands, instant, instants, sorcery, sorceries, artifact, artifacts,"
    " enchantment, enchantments, planeswalker, planeswalkers, battle, battles, spell, spells, other, other spells,"
    " instants and sorceries, artifacts and enchantments",
}


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(char for char in decomposed if not unicodedata.combining(char)).split())


def _words(table: dict[str, str]) -> dict[str, str]:
    return {_fold(word): kind for kind, words in table.items() for word in re.split(r"[|,]", words)}


_ARENA_WORDS = _words({**_ARENA, "sideboard": _SIDEBOARD_ELSEWHERE})
_WORDS = _words(_PLAIN) | _ARENA_WORDS

# What decorates a heading: comment signs, brackets, rules before it; colons and the number of cards after it.
_BEFORE = re.compile(r"^[\s/#*=~_(\[-]+")
_AFTER = re.compile(r"[\s\d:;.,*=~_()\[\]\uff1a-]+$")


def _bare(line: str) -> str:
    return _AFTER.sub("", _BEFORE.sub("", _fold(line)))


def heading(line: str) -> str | None:
    """Say which section a line opens.

    Returns
    -------
    str or None
        A section, ``"about"``, ``"kind"`` (a card type above its cards), or None: the line is no heading.
    """
    return _WORDS.get(_bare(line))


def arena_heading(line: str) -> bool:
    """Say whether a line is a heading that the Arena client writes and MTGO does not."""
    return _bare(line) in _ARENA_WORDS
