"""table_test: the table and the complaints for rows of the suite."""

import contextlib
import io
import unittest
from typing import Any

from table import complaints, print_table


def row(kind: str, sameness: str, replay: str, node: int = 3) -> dict[str, Any]:
    place = {"graph": "forward", "node": node, "change": "changed"}
    return {"case": "a/b", "method": "make_fx", "kind": kind, **place, "is": sameness, "why": "", "replay": replay, "message": "said"}


JUDGED = {"case": "a/b", "method": "make_fx", "pair": "judged", "why": ""}
SURVIVOR = {key: value for key, value in row("change_dim", "other", "replays").items() if key not in ("is", "why", "replay", "message")}


def table(rows: list[dict[str, Any]]) -> list[list[str]]:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        print_table(rows)
    return [line.split() for line in out.getvalue().splitlines()]


class Table(unittest.TestCase):
    def test_the_score_is_of_other_programs_that_the_judge_took_or_found(self) -> None:
        rows = [row("change_dim", "other", replay) for replay in ("diverges", "diverges", "undecided", "replays", "fails")]
        heads, kind, _ = table(rows)
        counted = dict(zip(heads[1:], kind[1:]))
        self.assertEqual((counted["found"], counted["refused"], counted["missed"], counted["score"]), ("3", "1", "1", "75.0%"))

    def test_what_does_not_run_and_what_only_rounds_is_in_no_score(self) -> None:
        heads, *_, everything = table([row("add_cast", "rounding", "replays"), row("change_dim", "invalid", "fails")])
        counted = dict(zip(heads[1:], everything[1:]))
        self.assertEqual((counted["mutants"], counted["rounding"], counted["invalid"], counted["found"]), ("2", "1", "1", "."))
        self.assertNotIn("score", counted)


    def test_what_no_run_shows_is_counted_by_itself(self) -> None:
        rows = [row("lose_assumed", "unseen", "replays"), row("zero_backward", "nonfinite", "diverges"), row("change_padding", "contradicts", "diverges")]
        everything = table(rows)[-1]
        self.assertEqual([one for one in everything[1:] if one != "."], ["3", "1", "1", "1"])
        self.assertEqual(complaints([*rows, JUDGED], []), [])


class Complaints(unittest.TestCase):
    def test_a_survivor_that_nobody_listed(self) -> None:
        found = complaints([row("change_dim", "other", "replays"), JUDGED], [])
        self.assertEqual(found, ["survives, and is not listed: a/b make_fx change_dim at forward/%3: changed"])

    def test_a_guarded_run_is_no_discovery(self) -> None:
        self.assertEqual(len(complaints([row("change_dim", "aliasing", "guarded"), JUDGED], [])), 1)

    def test_a_listed_survivor_with_its_reason_is_as_expected(self) -> None:
        rows = [row("change_dim", "other", "replays"), JUDGED]
        self.assertEqual(complaints(rows, [{**SURVIVOR, "reason": "known"}]), [])
        self.assertEqual(complaints(rows, [SURVIVOR]), ["no reason: a/b make_fx change_dim at forward/%3: changed"])

    def test_a_listed_one_that_is_found_now_or_not_drawn_any_more(self) -> None:
        told = ["is listed, and does not survive: a/b make_fx change_dim at forward/%3: changed"]
        for rows in ([row("change_dim", "other", "diverges"), JUDGED], [JUDGED]):
            self.assertEqual(complaints(rows, [{**SURVIVOR, "reason": "known"}]), told)

    def test_a_listed_one_of_a_pair_that_was_not_judged_is_left_alone(self) -> None:
        self.assertEqual(complaints([], [{**SURVIVOR, "reason": "known"}]), [])

    def test_a_right_graph_that_is_accused_and_one_that_is_refused(self) -> None:
        found = complaints([row("reorder", "same", "diverges"), row("flip_training", "same", "fails"), JUDGED], [])
        self.assertEqual(found, ["accused, and the same program: a/b make_fx reorder at forward/%3: changed: said"])


if __name__ == "__main__":
    unittest.main()
