"""phase-python: a full rules engine from PyPI, driven through the same line.

Its cards come from a file that is not in its wheel; what B1 needs of them is made here: names, and dredge with its
number. Nothing of this deck can be cast, and the opponent, who has nothing but Forests, passes and discards.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from outcome import Outcome
from phase import Engine, build_oracle_face
from works import COUNTED, DREDGE, WORKS, cards

SELF, OPPONENT = 0, 1
FOREST = "Forest"


def card(name: str, kind: str, **facts: Any) -> Any:
    """Return a card as the engine wants it, from facts in MTGJSON's shape."""
    basis = {
        "name": name,
        "type": kind,
        "types": [kind],
        "subtypes": [],
        "supertypes": [],
        "colors": [],
        "colorIdentity": [],
        "manaValue": 0.0,
        "text": "",
        "keywords": [],
        "layout": "normal",
        "identifiers": {},
        "legalities": {},
    }
    return build_oracle_face(basis | facts, None)


@cache
def engine() -> Engine:
    """Return the engine with the cards of B1."""
    faces = {FOREST.lower(): card(FOREST, "Land", supertypes=["Basic"], subtypes=[FOREST])}
    for name in WORKS["b1"].deck:
        dredge = {"text": f"Dredge {DREDGE[name]}", "keywords": ["Dredge"]} if name in DREDGE else {}
        costs = {"manaCost": "{9}{B}", "manaValue": 10.0, "power": "1", "toughness": "1"}
        faces[name.lower()] = card(name, "Creature", **costs, **dredge)
    return Engine.from_json(json.dumps(faces))


def choose(game: Any, waiting: dict[str, Any], order: list[str]) -> dict[str, Any]:
    """Return the line's choice. Written out: to ask for all legal actions first takes a third longer."""
    what, data = waiting["type"], waiting["data"]
    if what == "Priority":
        return {"type": "PassPriority"}
    if what == "ReplacementChoice":
        offers = data["candidates"]
        best = min(range(len(offers)), key=lambda at: (offers[at]["description"] == "Decline", rank(offers[at], order)))
        return {"type": "ChooseReplacement", "data": {"index": best}}
    if what == "DiscardToHandSize":
        names = {each["id"]: each["name"] for each in game.hand(data["player"])}
        # The opponent's Forests are all the same.
        first = min(data["cards"], key=lambda each: order.index(names[each]) if data["player"] == SELF else 0)
        return {"type": "SelectCards", "data": {"cards": [first]}}
    return {"type": "MulliganDecision", "data": {"choice": {"type": "Keep"}}}


def rank(offer: dict[str, Any], order: list[str]) -> int:
    # The deck list has the dredgers by their numbers.
    return order.index(offer["source_name"])


def play(seed: int) -> tuple[list[int], list[bool]]:
    """Play one game."""
    work = WORKS["b1"]
    order = list(work.deck)
    game = engine().new_game(
        player=cards(work.deck), opponent=[FOREST] * 60, seed=seed, first_player=OPPONENT, format="Legacy"
    )
    number: list[int] = []
    truth: list[bool] = []
    while len(number) < work.turns:
        # Turns are counted for both players; the opponent's are odd.
        if game.turn > 2 * (len(number) + 1):
            graveyard = [each["name"] for each in game.graveyard(SELF)]
            hand = [each["name"] for each in game.hand(SELF)]
            number.append(len(graveyard))
            truth.append(graveyard.count(COUNTED) >= 2 and any(name in DREDGE for name in hand))
            continue
        waiting = game.waiting_for()
        data = waiting["data"]
        player = data["player"] if "player" in data else data["pending"][0]["player"]
        game.apply(player, choose(game, waiting, order), fast_forward=True)
    return number, truth


def b1(games: int, seed: int, threads: int) -> Outcome:
    """Dredge for six turns."""
    del threads
    played = [play(seed * 1_000_003 + game) for game in range(games)]
    numbers, truths = [number for number, _ in played], [truth for _, truth in played]
    return Outcome({"number": numbers, "truth": truths, "kept": [7] * games})
