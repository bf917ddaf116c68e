"""Joins the logs and ratings of a run into one table: python3 collect.py RUN > results.csv"""

import csv
import json
import sys
from pathlib import Path

run = Path(sys.argv[1])
last = int(sys.argv[2]) if len(sys.argv) > 2 else len(list(run.glob("log/*-learn.json")))
writer = csv.writer(sys.stdout, lineterminator="\n")
writer.writerow(
    "generation games rows steps seconds plies_per_game draw_rate loss policy_loss value_loss evaluations_per_second "
    "score_random score_minimax_depth_2 elo_minimax_depth_2 elo_low elo_high".split()
)


def rating(generation):
    path = run / "matches" / f"{generation:06}.json"
    if not path.exists():
        return [""] * 5
    random, minimax = json.loads(path.read_text())["matches"][:2]
    return [random["score"], minimax["score"], *(round(minimax[key], 1) for key in ("elo", "elo_low", "elo_high"))]


games = rows = 0
seconds = 0.0
writer.writerow([0, 0, 0, 0, 0, *[""] * 6, *rating(0)])
for generation in range(1, last + 1):
    played, learned = (
        json.loads((run / "log" / f"{generation:06}-{phase}.json").read_text()) for phase in ("selfplay", "learn")
    )
    games += played["games"]
    rows += played["rows"]
    seconds += played["seconds"] + learned["seconds"]
    writer.writerow([
        generation,
        games,
        rows,
        learned["total_steps"],
        round(seconds, 1),
        round(played["plies"] / played["games"], 1),
        round(played["draws"] / played["games"], 3),
        *(round(learned[key], 4) for key in ("loss", "policy_loss", "value_loss")),
        round(played["evaluations"] / played["seconds"]),
        *rating(generation),
    ])
