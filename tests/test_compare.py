"""The report of the benches, on what nobody has measured."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

BENCHES = Path(__file__).parent.parent / "benches"


def test_the_report_is_one_json_document(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHES))
    for module in ("compare", "outcome"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    import compare
    from outcome import Sample

    sample = Sample(games=100, wall=2.0, cpu=2.0, looked_at=10, means={"a": 1.0}, deviations={"a": 0.5})
    rounds = {("b1", "engine", 1): [sample], ("b1", "engine", 2): [sample], ("b1", "plain", 1): [sample]}
    report = compare.Report("0", quick=True, machine={})
    compare.fill(report, rounds, ["b1"])
    data = json.loads(json.dumps(asdict(report)))
    assert set(data["rates"]["b1"].values()) == {50.0}
    assert data["agreement"]["b1"]["compared"] > 0
    assert data["warnings"] == []
