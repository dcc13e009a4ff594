"""Card facts from Python."""

from __future__ import annotations

import dataclasses

import pytest

from gravetroll import CardError, cards


def test_a_card_of_one_face():
    card = cards.find("GOLGARI GRAVE-TROLL")
    assert (card.name, card.layout, card.mana_cost, card.mana_value) == ("Golgari Grave-Troll", "normal", "{4}{G}", 5)
    assert (card.type_line, card.colors, card.power, card.toughness) == ("Creature — Troll Skeleton", "G", "0", "0")
    assert (card.loyalty, card.keywords, card.status) == (None, ("dredge 6",), "full")
    assert [face.name for face in card.faces] == ["Golgari Grave-Troll"]
    assert hash(card) == hash(cards.find("Golgari Grave-Troll"))
    with pytest.raises(dataclasses.FrozenInstanceError):
        card.name = "other"


def test_a_card_of_two_faces():
    card = cards.find("Insectile Aberration")
    assert (card.name, card.layout, card.mana_cost) == (
        "Delver of Secrets // Insectile Aberration",
        "transform",
        "{U}",
    )
    front, back = card.faces
    assert (front.name, front.power, front.mana_cost) == ("Delver of Secrets", "1", "{U}")
    assert (back.name, back.power, back.mana_cost, back.keywords) == ("Insectile Aberration", "3", "", ("flying",))


def test_a_split_card_is_both_halves():
    card = cards.find("life/death")
    assert (card.name, card.mana_cost, card.mana_value, card.colors) == (
        "Life // Death",
        "{G} // {1}{B}",
        3,
        "BG",
    )


def test_an_unknown_name_has_near_names():
    with pytest.raises(CardError, match=r"^no card is named `Narcomeba`; did you mean `Narcomoeba`") as caught:
        cards.find("Narcomeba")
    assert caught.value.near[0] == "Narcomoeba"
