# Writes a pair of tables by pandas, as Parquet and as CSV: words, gaps, dates, an id, a list, and
# as labels words, of which some target rows have none. index.parquet has an index of words,
# named.parquet one with a name that descends, and levels.parquet one of two levels.
#
#	pip install pandas pyarrow && python make.py
import numpy as np, pandas as pd

rng = np.random.default_rng(11)


def table(n, first):
    gap = lambda values: pd.Series(values).where(rng.random(n) > 0.15)
    return pd.DataFrame({
        "customer": [f"c{first + i:04}" for i in range(n)],
        "age": gap(rng.normal(40, 9, n).round(1)),
        "calls": gap(rng.integers(0, 9, n)).astype("Int64"),
        "plan": gap(rng.choice(["basic", "gold", "pro, yearly"], n)),
        "region": pd.Categorical(rng.choice(["north", "south"], n)),
        "active": rng.integers(0, 2, n).astype(bool),
        "since": pd.Timestamp("2019-11-05") + pd.to_timedelta(rng.integers(0, 2000, n), "D"),
        "spent": rng.normal(0, 100, n).round(2),
        "embedding": list(rng.normal(size=(n, 3)).round(3)),
        "churn": np.where(rng.normal(size=n) > 0, "yes", "no"),
    })


for name, n, first in (("source", 60, 0), ("target", 40, 500)):
    frame = table(n, first)
    if name == "target":
        frame.loc[5:8, "churn"] = None
    frame.to_parquet(name + ".parquet", index=False, row_group_size=25, compression="zstd" if name == "target" else "snappy")
    flat = frame.drop(columns="embedding")
    for j in range(3):
        flat.insert(8 + j, f"embedding_{j}", [row[j] for row in frame["embedding"]])
    flat["active"] = flat["active"].astype(int)
    flat.to_csv(name + ".csv", index=False)
small = pd.DataFrame({"a": [0.5, 1.5, 2.5], "y": [0, 1, 0]}, index=["p", "q", "r"])
small.to_parquet("index.parquet")
six = pd.DataFrame({"a": [0.5, 1.5, 2.5, 0.5, 4.5, 1.5], "last": list("nynyny")})
six.set_index(pd.Index([9, 8, 7, 6, 5, 4], name="customer")).to_parquet("named.parquet", index=True, compression=None)
pairs = pd.MultiIndex.from_tuples([(i // 3, i % 3) for i in range(6)], names=["year", "part"])
six.set_index(pairs).to_parquet("levels.parquet", compression=None)
