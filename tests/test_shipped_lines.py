"""Every shipped line on every list of its archetypes: games end, and go as written down on any number of threads."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest
import win_turns
from win_turns import pairs

import gravetroll as gt

PAIRS = list(pairs())


@cache
def played(line: str, deck: str) -> gt.Run:
    return win_turns.play(line, deck, threads=1)


@cache
def golden() -> dict[tuple[str, str], str]:
    head, *rows = win_turns.GOLDEN.read_text(encoding="utf-8").splitlines()
    assert head == win_turns.head(), "the table is of other streams or another version: python tests/win_turns.py"
    return {tuple(row.split("\t")[:2]): row for row in rows if not row.startswith("#")}


def test_every_shipped_line_has_lists():
    assert set(win_turns.ARCHETYPES) == set(gt.Line.presets())
    for line in win_turns.ARCHETYPES:
        assert win_turns.lists(line), line
    assert set(golden()) == set(PAIRS)


@pytest.mark.parametrize(("line", "deck"), PAIRS)
def test_games_go_as_written_down(line: str, deck: str):
    run = played(line, deck)
    assert run.overflow == 0
    assert win_turns.row(line, deck, run) == golden()[line, deck]


@pytest.mark.parametrize(("line", "deck"), PAIRS)
def test_two_threads_play_the_same_games(line: str, deck: str):
    one, two = played(line, deck), win_turns.play(line, deck, threads=2)
    for name in ("win_turn", "lose_turn", "kept", "mulligans", "on_play"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name), err_msg=name)
    for name in one.columns:
        np.testing.assert_array_equal(one[name], two[name], err_msg=name)


def test_stream_of_thought_is_replicated_as_often_as_mana_allows():
    deck = win_turns.read("stream-of-thought")
    # Five lands in the fifth turn, and some Petals: five mana replicate it once, and it takes nine for twice.
    for petals, copies in ((0, 1), (3, 1), (4, 2)):
        order = ["Opt", "Stream of Thought", *["Island"] * 6, *["Lotus Petal"] * petals, *["Island"] * (4 - petals)]
        rest = {name: count - order.count(name) for name, count in deck.main.items()}
        order += [name for name, count in rest.items() for _ in range(count)]
        game = gt.replay(
            deck, "replicate", seed=0, game=0, turns=5, opponent=win_turns.read(win_turns.OPPONENT), order=order
        )
        told = [event for event in game.events if event["cards"][:1] == ["Stream of Thought"]]
        assert [event["event"] for event in told].count("copy") == copies, petals
        assert all(event["targets"] == ["opponent"] for event in told if event["event"] in {"cast", "copy"})
        milled = [event for event in game.events if event["event"] == "mill" and event["who"] == "opponent"]
        assert [len(event["cards"]) for event in milled] == [4] * (copies + 1)
        # The Opt of the first turn goes back; the Stream does not, it is on the stack.
        moved = [event for event in game.events if (event.get("from"), event.get("to")) == ("graveyard", "library")]
        back = [name for event in moved for name in event["cards"]]
        assert back == ["Opt"]


# What each plan cannot do without.
NEEDS = {
    "bazaar-dredge": """Bazaar of Baghdad; Serum Powder; Golgari Grave-Troll; Stinkweed Imp; Golgari Thug;
        Ichorid; Narcomoeba; Prized Amalgam; Bloodghast; Bridge from Below; Cabal Therapy; Dread Return; Hollow One;
        Creeping Chill; Griselbrand; Poxwalkers; Silversmote Ghoul; Shambling Shell; Thassa's Oracle; Craterhoof
        Behemoth""",
    "bazaar-hands": "Bazaar of Baghdad; Serum Powder",
    "breach": """Underworld Breach; Brain Freeze; Black Lotus; Lotus Petal; Lion's Eye Diamond; Ancestral Recall;
        Time Walk; Demonic Tutor; Merchant Scroll; Stock Up; Emry, Lurker of the Loch; Treasure Cruise; Gitaxian
        Probe; Mox Sapphire; Mox Ruby; Mana Crypt; Sol Ring; Dark Ritual; Cabal Ritual; Ill-Gotten Gains; Infernal
        Contract""",
    "chill-dredge": """Stinkweed Imp; Golgari Thug; Creeping Chill; Narcomoeba; Prized Amalgam; Bloodghast;
        Silversmote Ghoul; Arclight Phoenix; Vengevine; Ox of Agonas; Faithless Looting; Otherworldly Gaze; Cathartic
        Reunion; Burning Inquiry; Hedron Crab; Stitcher's Supplier; Life from the Loam; Darkblast; Lava Dart; Psychic
        Frog""",
    "escape": "Uro, Titan of Nature's Wrath; Kroxa, Titan of Death's Hunger; Brainstorm; Growth Spiral",
    "hogaak": "Hogaak, Arisen Necropolis; Stitcher's Supplier; Moonshadow; Wight of the Reliquary; Elvish Reclaimer",
    "led-dredge": """Lion's Eye Diamond; Faithless Looting; Careful Study; Breakthrough; Golgari Grave-Troll;
        Stinkweed Imp; Golgari Thug; Narcomoeba; Bridge from Below; Cabal Therapy; Dread Return; Cephalid Coliseum;
        Ichorid; Putrid Imp; Otherworldly Gaze; Ox of Agonas""",
    "manaless-dredge": """Golgari Grave-Troll; Stinkweed Imp; Golgari Thug; Shambling Shell; Phantasmagorian;
        Street Wraith; Narcomoeba; Ichorid; Nether Shadow; Prized Amalgam; Bridge from Below; Cabal Therapy; Dread
        Return; Balustrade Spy; Flayer of the Hatebound; Creeping Chill""",
    "mill": """Hedron Crab; Ruin Crab; Archive Trap; Glimpse the Unthinkable; Fractured Sanity; Tasha's Hideous
        Laughter; Visions of Beyond; Field of Ruin; Thought Scour""",
    "oops": """Balustrade Spy; Undercity Informer; Narcomoeba; Dread Return; Thassa's Oracle; Cabal Therapy;
        Poxwalkers; Bridge from Below; Dark Ritual; Cabal Ritual; Lotus Petal; Chrome Mox; Elvish Spirit Guide; Simian
        Spirit Guide; Beseech the Mirror; Pact of Negation""",
    "pauper-dredge": """Stinkweed Imp; Greater Mossdog; Faithless Looting; Dread Return; Lotleth Giant; Satyr Wayfinder;
        Exhume; Town Greeter; Malevolent Rumble""",
    "replicate": "Stream of Thought; Train of Thought; Mind Stone; Grim Monolith; Lotus Petal; Opt; Thought Scour",
    "self-mill": """Stitcher's Supplier; Town Greeter; Dredger's Insight; Cache Grab; Malevolent Rumble; Archon
        of Cruelty; Persist; Insidious Roots""",
}


@pytest.mark.parametrize("line", NEEDS)
def test_what_a_plan_needs_is_played_in_full(line: str):
    decks = [win_turns.read(deck) for deck in win_turns.lists(line)]
    played = {name for deck in decks for name in deck.main}
    needed = " ".join(NEEDS[line].split()).split("; ")
    assert set(needed) <= played
    full = {name: status.status for deck in decks for name, status in deck.coverage().items()}
    assert {name: full[name] for name in needed if full[name] != "full"} == {}


MISFIT = "it is made for other decks"


@pytest.mark.parametrize(("line", "deck"), PAIRS)
def test_a_line_fits_the_lists_of_its_archetypes(line: str, deck: str):
    assert not [text for text in played(line, deck).warnings if MISFIT in text]


@pytest.mark.parametrize(
    ("line", "deck", "told"),
    [
        ("oops", "modern-mill-1", "has none of them|lacks those of"),
        (
            "mill",
            "legacy-dredge-1",
            r"keeps no hand of this deck, which lacks what `keep` asks for \(Archive Trap, .* more\)",
        ),
        ("manaless-dredge", "modern-mill-1", r"names cards \(.* more\), and the deck has none of them"),
        ("hogaak", "modern-mill-1", "lacks those of"),
    ],
)
def test_a_line_for_other_decks_says_so(line: str, deck: str, told: str):
    run = gt.simulate(win_turns.read(deck), line, games=2, turns=2)
    misfit = [text for text in run.warnings if MISFIT in text]
    assert any(re.search(told, text) for text in misfit), misfit
    assert all(text.startswith(f'the line "{gt.Line.read(line).name}"') for text in misfit)
    assert misfit == [text for text in gt.replay(win_turns.read(deck), line, seed=0, game=0).warnings if MISFIT in text]
