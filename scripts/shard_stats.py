#!/usr/bin/env python3
"""Statistics of the shards of self-play, as `bashni data stats --json` prints them, computed with polars.

    pip install polars
    python3 scripts/shard_stats.py runs/first/games/*.parquet
    python3 scripts/shard_stats.py --reader duckdb runs/first/games/*.parquet    # also pandas; both need pyarrow

It shows how shards are read without this project's program, and a test compares its numbers with the program's.
docs/data.md describes the columns.
"""

import argparse
import json
import sys


def read_polars(path):
    import polars

    return polars.read_parquet(path)


def read_duckdb(path):
    import duckdb
    import polars

    return polars.from_arrow(duckdb.read_parquet(path).arrow())


def read_pandas(path):
    import pandas
    import polars

    return polars.from_pandas(pandas.read_parquet(path))


READERS = {"polars": read_polars, "duckdb": read_duckdb, "pandas": read_pandas}


def load(paths, read):
    """All rows of the shards, with the number of each row's shard: a game is counted once a shard."""
    import polars as pl

    shards = [read(path).with_columns(pl.lit(number).alias("shard")) for number, path in enumerate(paths)]
    return pl.concat(shards).with_row_index("row")


def spread(values):
    """Mean and spread of a column; all 0 of an empty one."""
    if values.len() == 0:
        return {"mean": 0.0, "median": 0.0, "min": 0.0, "max": 0.0}
    return {key: float(getattr(values, key)()) for key in ("mean", "median", "min", "max")}


def brier(pl, rows, what):
    """Mean over rows of the squared differences of win, draw and loss from the result."""
    result = {"win": 1, "draw": 0, "loss": -1}
    squares = [
        (pl.col(f"{what}_{name}").cast(pl.Float64) - (pl.col("outcome") == value).cast(pl.Float64)) ** 2
        for name, value in result.items()
    ]
    return rows.select(pl.sum_horizontal(squares)).to_series().mean() or 0.0


def stats(rows, shards):
    """The numbers of `bashni data stats`."""
    import polars as pl

    games = rows.group_by("shard", "game_id", maintain_order=True).agg(
        pl.col("network_step", "start", "opening", "ending", "outcome", "turn", "ply", "plies_left").first(),
        pl.len().alias("rows"),
    )
    # The outcome is the mover's; White's is its negative where Black moves.
    white = pl.col("outcome").cast(pl.Int64) * pl.when(pl.col("turn") == "W").then(1).otherwise(-1)
    games = games.with_columns(white.alias("white"), (pl.col("ply") + pl.col("plies_left")).alias("plies"))

    def games_with(column, value):
        return games.filter(pl.col(column) == value).height

    white_wins, black_wins, draws = (games_with("white", value) for value in (1, -1, 0))
    number = max(games.height, 1)
    # Parts of the entropy, one a legal step, added up by row. 0 has none.
    p = pl.col("policy").cast(pl.Float64)
    parts = rows.select("row", "policy").explode("policy").filter(pl.col("policy") > 0)
    entropy = parts.select("row", (-p * p.log()).alias("part")).group_by("row").agg(pl.col("part").sum())
    # A column of the board is the pieces behind its square: c1=1/0000 is five.
    columns = rows.select("row", pl.col("position").str.extract_all("=[01/]+").alias("column")).explode("column")
    height = columns.select("row", pl.col("column").str.count_matches("[01]").alias("height"))
    tallest = height.group_by("row").agg(pl.col("height").max())
    return {
        "shards": shards,
        "rows": rows.height,
        "games": games.height,
        "network_steps": [games["network_step"].min() or 0, games["network_step"].max() or 0],
        "results": {"white_wins": white_wins, "black_wins": black_wins, "draws": draws},
        "white_score": (white_wins + 0.5 * draws) / number,
        "decisive": (white_wins + black_wins) / number,
        "endings": {
            ending: games_with("ending", ending)
            for ending in ("no_move", "repetition", "no_progress", "resignation")
        },
        "plies": spread(games["plies"]),
        "rows_per_game": spread(games["rows"]),
        "opening_plies": spread(games["ply"]),
        "distinct_openings": games.select("start", "opening").n_unique(),
        "full_rows": rows["full"].sum(),
        "quick_rows": (~rows["full"]).sum(),
        "chain_rows": (rows["step"] > 0).sum(),
        "legal_steps": spread(rows["legal"].list.len()),
        "sims": spread(rows["sims"]),
        "policy_entropy": spread(entropy["part"]),
        "surprise": spread(rows["surprise"].cast(pl.Float64)),
        "brier": {"search": brier(pl, rows, "search"), "root": brier(pl, rows, "root")},
        "tallest_column": spread(tallest["height"]),
        "distinct_positions": rows["position"].n_unique(),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reader", choices=READERS, default="polars", help="what reads the files [polars]")
    parser.add_argument("shards", metavar="SHARD", nargs="+", help="Parquet files of self-play")
    arguments = parser.parse_args()
    try:
        rows = load(arguments.shards, READERS[arguments.reader])
    except ImportError as error:
        sys.exit(f"{error}; install it with: pip install polars duckdb pandas pyarrow")
    json.dump(stats(rows, len(arguments.shards)), sys.stdout)
    print()


if __name__ == "__main__":
    main()
