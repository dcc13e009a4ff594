"""One game, step by step: what is allowed, what is refused, what is told of it."""

import collections
import copy
import pickle

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gravetroll as gt

SLOW = settings(
    deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
ZONES = ("library", "hand", "graveyard", "exile", "command", "battlefield")

# -- reading -----------------------------------------------------------------------------------------------------


def test_a_game_begins_as_it_is_told():
    g = gt.Game(
        you={
            "library": ["Island", "Swamp"],
            "hand": 2,
            "graveyard": ["Stinkweed Imp", "Golgari Thug"],
            "exile": ["Forest"],
            "battlefield": ["Island", {"card": "Hill Giant", "tapped": True, "counters": {"+1/+1": 2}, "damage": 1}],
            "life": 7,
            "mana": "{U}{2}",
            "drawn": 3,
        },
        opponent={"hand": ("Plains",), "life": np.int64(3)},
        turn="opponent",
        step="end",
    )
    assert g.you.library == ["Island", "Swamp"]
    assert g.you.hand == ["Filler", "Filler"]
    assert g.you.graveyard == ["Stinkweed Imp", "Golgari Thug"]
    assert (g.you.exile, g.you.command) == (["Forest"], [])
    assert g.you.battlefield == ["Island", "Hill Giant"]
    assert (g.you.life, g.you.mana, g.you.drawn, g.you.lost, g.you.won) == (7, "{U}{C}{C}", 3, False, False)
    assert (g.opponent.hand, g.opponent.life, g.opponent.library) == (["Plains"], 3, [])
    assert (g.stack, g.log) == ([], [])
    giant = {"controller": "you", "counters": {"+1/+1": 2}, "damage": 1, "power": 5, "toughness": 5, "tapped": True}
    assert g.state()["permanents"]["Hill Giant"] == [giant]
    with pytest.raises(gt.IllegalAction):
        g.do({"play": "Filler"})


def test_the_state_has_every_key_of_expect():
    g = gt.Game(you={"battlefield": ["Island", "Island"]}, opponent={"battlefield": ["Island"]})
    state = g.state()
    assert list(state) == ["you", "opponent", "stack", "permanents"]
    for who in ("you", "opponent"):
        assert set(state[who]) == {*ZONES, "life", "mana", "drawn", "lost", "won"}
    assert [permanent["controller"] for permanent in state["permanents"]["Island"]] == ["you", "you", "opponent"]


BAD_STARTS = {
    "Game: unknown key you.libary: did you mean library?": {"you": {"libary": 3}},
    "Game: you: a table is wanted, not a list": {"you": ["Island"]},
    "Game: you.life: a whole number is wanted, not a text": {"you": {"life": "20"}},
    "Game: step: ": {"step": "midnight"},
    "Game: turn: ": {"turn": "mine"},
    "Game: seed: ": {"seed": -1},
}


@pytest.mark.parametrize("message", BAD_STARTS)
def test_a_bad_start_names_its_key(message):
    with pytest.raises(gt.CaseError) as caught:
        gt.Game(**BAD_STARTS[message])
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("you", [{"library": {1, 2}}, {"life": float("nan")}, {"hand": object()}, {"life": 1.5}])
def test_what_is_no_plain_data_is_refused(you):
    with pytest.raises(gt.CaseError, match=r"^Game: ") as caught:
        gt.Game(you=you)
    assert "\n" not in str(caught.value)


def test_a_card_that_is_none_is_named():
    with pytest.raises(gt.CaseError, match=r"Game: .*Izland.*Island"):
        gt.Game(you={"hand": ["Izland"]})
    with pytest.raises(gt.CaseError, match="300 cards and tokens are more than a game holds"):
        gt.Game(you={"library": 300})


BAD_STEPS = {
    "Game.do: step: unknown verb drow: did you mean draw?": {"drow": 1},
    "Game.do: step: a verb is wanted": {},
    "Game.do: step (cast): unknown key form: did you mean from?": {"cast": "Divination", "form": "hand"},
    "Game.do: step (draw): draw: a whole number is wanted, not a text": {"draw": "one"},
    "Game.do: step: a table is wanted, not a text": "draw",
    "Game.do: illegal stands in rules cases only": {"draw": 1, "illegal": True},
    "Game.do: is stands in rules cases only": {"cost": "Divination", "is": "{2}{U}"},
    "Game.do: check stands in rules cases only": {"check": {"you": {"life": 20}}},
}


@pytest.mark.parametrize("message", BAD_STEPS)
def test_a_step_that_cannot_be_read_names_its_key(message):
    g = gt.Game(you={"library": 3, "hand": ["Divination"]})
    before = g.state()
    with pytest.raises(gt.CaseError) as caught:
        g.do(BAD_STEPS[message])
    assert str(caught.value).startswith(message)
    assert (g.state(), g.log) == (before, [])


# -- doing -------------------------------------------------------------------------------------------------------


def test_questions_are_answered():
    g = gt.Game(you={"hand": ["Divination"], "battlefield": ["Tropical Island"]})
    assert g.do({"cost": "Divination"}) == "{2}{U}"
    assert g.do({"mana_value": "Divination"}) == 3
    assert g.do({"could_produce": "Tropical Island"}) == "UG"
    assert g.do({"draw": 0}) is None
    assert g.log == []


def test_an_illegal_step_says_why():
    g = gt.Game(you={"hand": ["Divination", "Island"], "library": 3}, step="upkeep")
    with pytest.raises(gt.IllegalAction, match=r"^play: a land is played in a main phase .*305.1"):
        g.do({"play": "Island"})
    with pytest.raises(gt.IllegalAction, match=r"^cast: "):
        g.do({"cast": "Divination"})
    with pytest.raises(gt.IllegalAction, match=r"^resolve: the stack is empty"):
        g.do({"resolve": 1})
    with pytest.raises(gt.IllegalAction, match=r"^draw: .*dredge"):
        g.do({"draw": 1, "dredge": ["Stinkweed Imp"]})


def test_nothing_is_legal_when_the_game_is_over():
    g = gt.Game(you={"library": 0})
    g.do({"draw": 1})
    assert (g.you.lost, g.opponent.won) == (True, True)
    assert g.actions() == []
    with pytest.raises(gt.IllegalAction, match="the game is over"):
        g.do({"draw": 1})
    assert [(event["event"], event["rule"]) for event in g.log] == [("failed_draw", "121.4"), ("lose", "704.5b")]


def test_a_copy_goes_its_own_way():
    g = gt.Game(you={"library": ["Island", "Swamp"]})
    other = copy.copy(g)
    other.do({"draw": 1})
    assert (g.you.hand, other.you.hand, g.log, len(other.log)) == ([], ["Island"], [], 1)


def pickled(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own pickle


@pytest.mark.parametrize("again", [copy.deepcopy, pickled])
def test_a_game_goes_on_where_it_was(again):
    library = [*["Island"] * 9, *["Swamp"] * 9]
    g = gt.Game(you={"library": library, "battlefield": ["Windswept Heath"], "hand": ["Opt", "Island"]}, seed=3)
    g.do({"play": "Island"})
    with pytest.raises(gt.IllegalAction):
        g.do({"play": "Island"})
    g.do({"cost": "Opt"})
    g.do({"activate": "Windswept Heath"})
    g.do({"resolve": 1})  # shuffles
    player = again(g.you)
    other = again(g)
    assert (other.state(), other.log) == (g.state(), g.log)
    assert player.library == g.you.library
    for game in (g, other):
        game.do({"cast": "Opt"})
    assert (other.state(), other.log, other.stack) == (g.state(), g.log, ["Opt"])
    assert other.you.library == g.you.library
    other.do({"draw": 1})
    assert (len(other.log), again(other).log) == (len(g.log) + 1, other.log)


# -- the log -----------------------------------------------------------------------------------------------------


def told(g, *keys):
    return [tuple(event.get(key) for key in keys) for event in g.log]


def test_the_log_names_each_event_and_its_rule():
    g = gt.Game(
        you={"hand": ["Lightning Bolt", "Mountain"], "library": 3},
        opponent={"battlefield": ["Grizzly Bears"]},
    )
    g.do({"play": "Mountain"})
    g.do({"cast": "Lightning Bolt", "targets": ["Grizzly Bears"]})
    g.do({"resolve": "all"})
    assert told(g, "event", "who", "cards", "rule") == [
        ("play", "you", ["Mountain"], "305.1"),
        ("enter", "you", ["Mountain"], "603.6a"),
        ("announce", "you", ["Lightning Bolt"], "601.2a"),
        ("tap", "you", ["Mountain"], "701.26a"),
        ("mana", "you", ["Mountain"], "106.4"),
        ("cast", "you", ["Lightning Bolt"], "601.2i"),
        ("resolve", "you", ["Lightning Bolt"], "608.2"),
        ("damage", "opponent", ["Lightning Bolt"], "120.3"),
        ("move", "you", ["Lightning Bolt"], "400.7"),
        ("state_based", "opponent", ["Grizzly Bears"], "704.5g"),
        ("die", "opponent", ["Grizzly Bears"], "700.4"),
    ]
    by_name = {event["event"]: event for event in g.log}
    assert by_name["cast"]["targets"] == by_name["damage"]["targets"] == ["Grizzly Bears"]
    assert by_name["damage"]["amount"] == 3
    assert by_name["mana"]["mana"] == "{R}"
    assert (by_name["die"]["from"], by_name["die"]["to"]) == ("battlefield", "graveyard")
    assert {(event["turn"], event["active"], event["step"]) for event in g.log} == {(1, "you", "main")}


def test_the_log_of_a_replaced_mill_says_where_the_cards_went():
    g = gt.Game(you={"library": ["Island", "Swamp"]}, opponent={"battlefield": ["Rest in Peace"]})
    g.do({"mill": 2})
    assert g.you.exile == ["Island", "Swamp"]
    events = told(g, "event", "cards", "targets")
    assert ("mill", ["Island", "Swamp"], None) in events
    assert ("replace", ["Rest in Peace"], ["Island"]) in events
    assert events[-1] == ("exile", ["Island", "Swamp"], None)


def test_the_log_keeps_turns_apart():
    g = gt.Game(you={"library": 3, "battlefield": [{"card": "Island", "tapped": True}]}, opponent={"library": 3})
    g.do({"next_turn": "you"})
    assert told(g, "event", "who")[:1] == [("step", "you")]
    assert ("turn", "opponent", 1) in told(g, "event", "who", "turn")
    assert ("turn", "you", 2) in told(g, "event", "who", "turn")
    assert ("untap", ["Island"], "502.3") in told(g, "event", "cards", "rule")
    assert [who for event, who in told(g, "event", "who") if event == "draw"] == ["opponent", "you"]


def test_a_refused_step_leaves_no_trace_in_the_log():
    g = gt.Game(you={"hand": ["Lightning Bolt"], "battlefield": ["Mountain"]})
    with pytest.raises(gt.IllegalAction):
        g.do({"cast": "Lightning Bolt", "targets": ["Mountain"]})
    assert g.log == []


# -- what may be done --------------------------------------------------------------------------------------------


def test_actions_are_one_for_each_card_zone_way_and_ability():
    g = gt.Game(
        you={
            "hand": ["Lightning Bolt", "Lightning Bolt", "Island", "Divination", "Counterspell"],
            "graveyard": ["Faithless Looting", "Stinkweed Imp"],
            "battlefield": [
                "Mountain",
                "Mountain",
                "Tropical Island",
                "Grizzly Bears",
                {"card": "Hill Giant", "sick": True},
            ],
        },
        opponent={"library": 5},
    )
    assert g.actions() == [
        {"cast": "Lightning Bolt", "from": "hand"},
        {"play": "Island", "from": "hand"},
        {"cast": "Divination", "from": "hand"},
        {"cast": "Faithless Looting", "from": "graveyard", "via": "flashback"},
        {"tap_for_mana": "Mountain"},
        {"tap_for_mana": "Tropical Island", "ability": 0},
        {"tap_for_mana": "Tropical Island", "ability": 1},
        {"attack": ["Grizzly Bears"]},
        {"to": "combat"},
    ]
    g.do({"tap_for_mana": "Mountain"})
    g.do({"to": "main2"})
    assert g.actions() == [
        {"cast": "Lightning Bolt", "from": "hand"},
        {"play": "Island", "from": "hand"},
        {"tap_for_mana": "Mountain"},
        {"tap_for_mana": "Tropical Island", "ability": 0},
        {"tap_for_mana": "Tropical Island", "ability": 1},
        {"to": "end"},
    ]


def test_the_opponent_may_only_respond():
    g = gt.Game(
        you={"hand": ["Divination"], "mana": "{2}{U}"},
        opponent={"hand": ["Counterspell", "Divination"], "mana": "{U}{U}{2}"},
    )
    g.do({"cast": "Divination"})
    cast, on = g.actions("opponent")
    assert cast == {"cast": "Counterspell", "from": "hand", "who": "opponent"}
    assert on == {"resolve": 1}
    g.do({**cast, "targets": ["Divination"]})
    g.do({"resolve": 1})
    assert (g.you.graveyard, g.stack) == (["Divination"], [])
    with pytest.raises(gt.Error, match="who must be"):
        g.actions("me")


# -- properties --------------------------------------------------------------------------------------------------

POOL = [
    "Island", "Mountain", "Swamp", "Forest", "Lotus Petal", "Llanowar Elves", "Grizzly Bears", "Stinkweed Imp",
    "Golgari Grave-Troll", "Narcomoeba", "Bridge from Below", "Faithless Looting", "Life from the Loam",
    "Lightning Bolt", "Counterspell", "Divination", "Brain Freeze", "Altar of Dementia", "Filler",
]  # fmt: skip
SPELLS = {
    "Faithless Looting", "Life from the Loam", "Lightning Bolt", "Counterspell", "Divination", "Brain Freeze", "Filler",
}  # fmt: skip
piles = st.lists(st.sampled_from(POOL), max_size=6)
permanents = st.lists(st.sampled_from([name for name in POOL if name not in SPELLS]), max_size=6)
sides = st.fixed_dictionaries({"library": piles, "hand": piles, "graveyard": piles, "battlefield": permanents})
names = st.sampled_from([*POOL, "you", "opponent", "Zombie token", ""])
zones = st.sampled_from(ZONES)


def step(verb, what, **others):
    return st.fixed_dictionaries({verb: what}, optional={key.rstrip("_"): value for key, value in others.items()})


steps = st.one_of(
    step(
        "cast",
        names,
        targets=st.lists(names, max_size=2),
        via=st.sampled_from(["escape", "flashback", "free"]),
        from_=st.sampled_from(["hand", "graveyard"]),
        x=st.integers(0, 3),
    ),
    step("draw", st.integers(0, 3), dredge=st.lists(names, max_size=3)),
    step("activate", names, ability=st.integers(0, 2), sacrifice=st.lists(names, max_size=2)),
    step("resolve", st.integers(1, 3), choose=st.lists(names, max_size=2)),
    step("discard", st.lists(names, max_size=2)),
    st.fixed_dictionaries({"move": st.lists(names, min_size=1, max_size=2), "from": zones, "to": zones}),
    step("play", names),
    step("mill", st.integers(0, 4)),
    step("attack", st.lists(names, max_size=2)),
    step("to", st.sampled_from(["combat", "main2", "end", "cleanup"])),
)


def cards(g):
    """Count the cards of a game, wherever they are; tokens and copies are none."""
    state = g.state()
    everything = [name for who in ("you", "opponent") for zone in ZONES for name in state[who][zone]]
    everything += [name for name in state["stack"] if not name.endswith(")")]
    return collections.Counter(name for name in everything if not name.endswith(" token"))


@SLOW
@given(you=sides, opponent=sides, tried=st.lists(steps, min_size=5, max_size=25))
def test_a_refused_step_changes_nothing_and_no_card_is_lost(you, opponent, tried):
    g = gt.Game(you={**you, "mana": "{R}{U}{U}{G}{B}"}, opponent=opponent)
    all_cards = cards(g)
    for step in tried:
        state, log = g.state(), g.log
        try:
            g.do(step)
        except (gt.IllegalAction, gt.CaseError):
            assert (g.state(), g.log) == (state, log)
        assert cards(g) == all_cards


@SLOW
@given(you=sides, opponent=sides, seed=st.integers(0, 2**32), choice=st.randoms(use_true_random=False))
def test_what_is_listed_is_legal_and_a_replay_is_the_same(you, opponent, seed, choice):
    start = {"you": {**you, "mana": "{R}{U}"}, "opponent": opponent, "seed": seed}
    g, done = gt.Game(**start), []
    for _ in range(12):
        actions = g.actions(choice.choice(["you", "opponent"]))
        assert (actions == []) == is_over(g)
        for action in actions:
            g.copy().do(action)
        if not actions:
            break
        done.append(choice.choice(actions))
        g.do(done[-1])
    again = gt.Game(**start)
    for step in done:
        again.do(step)
    assert (again.state(), again.log) == (g.state(), g.log)


def is_over(g):
    return g.you.lost or g.you.won or any(event["event"] == "draw_game" for event in g.log)


SYMBOLS = "WUBRGC"


def pool(text):
    return collections.Counter(symbol for symbol in text if symbol in SYMBOLS)


@SLOW
@given(
    floating=st.lists(st.sampled_from(SYMBOLS), max_size=8),
    lands=st.lists(st.sampled_from(["Island", "Mountain", "Forest"]), max_size=6),
    card=st.sampled_from(["Lightning Bolt", "Divination", "Grizzly Bears", "Stinkweed Imp", "Narcomoeba"]),
)
def test_mana_is_paid_exactly(floating, lands, card):
    mana = "".join(f"{{{symbol}}}" for symbol in floating)
    g = gt.Game(you={"hand": [card], "mana": mana, "battlefield": lands}, opponent={"life": 20})
    cost = g.do({"cost": card})
    generic = sum(int(part) for part in cost.strip("{}").split("}{") if part.isdigit())
    need = pool(cost)
    have = pool(mana) + collections.Counter({"Island": "U", "Mountain": "R", "Forest": "G"}[land] for land in lands)
    payable = need <= have and have.total() >= need.total() + generic
    before = pool(g.you.mana)
    if not payable:
        with pytest.raises(gt.IllegalAction):
            g.do({"cast": card})
        return
    g.do({"cast": card})
    tapped = [p["tapped"] for name in set(lands) for p in g.state()["permanents"].get(name, [])]
    made = sum(pool(event["mana"]).total() for event in g.log if event["event"] == "mana")
    assert sum(tapped) == made
    assert before.total() + made - pool(g.you.mana).total() == need.total() + generic
    assert g.stack == [card]


@SLOW
@given(others=st.integers(0, 8), given_up=st.integers(0, 8))
def test_escape_exiles_exactly_what_it_asks_for(others, given_up):
    g = gt.Game(you={"graveyard": ["Kroxa, Titan of Death's Hunger", *["Island"] * others], "mana": "{B}{B}{R}{R}"})
    step = {"cast": "Kroxa, Titan of Death's Hunger", "from": "graveyard", "via": "escape"}
    if given_up == 5 and others >= 5:
        g.do({**step, "exile": ["Island"] * given_up})
        assert (g.you.exile, len(g.you.graveyard), g.you.mana) == (["Island"] * 5, others - 5, "")
        assert g.log[-1]["via"] == "escape"
    else:
        with pytest.raises(gt.IllegalAction):
            g.do({**step, "exile": ["Island"] * given_up})
        assert (g.you.exile, len(g.you.graveyard), g.you.mana) == ([], others + 1, "{B}{B}{R}{R}")


def test_a_seed_fixes_the_shuffles():
    def shuffled(seed):
        library = [*["Island"] * 5, *["Swamp"] * 5, *["Mountain"] * 5, "Forest"]
        g = gt.Game(you={"library": library, "battlefield": ["Windswept Heath"]}, seed=seed)
        g.do({"activate": "Windswept Heath"})
        g.do({"resolve": 1, "choose": [["Forest"]]})
        g.do({"draw": 15})
        return [event["cards"] for event in g.log if event["event"] == "draw"]

    assert shuffled(1) == shuffled(1)
    assert shuffled(1) != shuffled(2)
