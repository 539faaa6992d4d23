"""Writes recipes.json: a hundred tables with what pandas and scikit-learn's ColumnTransformer make of them.

    pip install pandas scikit-learn && python make.py > recipes.json

Made with pandas 3.1.1 and scikit-learn 1.9.1. A table is a source and a target as CSV, flags for larui, and the
features of both domains.
"""
import json
import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder

WAYS = {"mean": "mean", "median": "median", "frequent": "most_frequent"}


def table(seed):
    random = np.random.default_rng(seed)
    kinds = ["number"] * random.integers(1, 4) + ["word"] * random.integers(0, 3) + ["date"] * random.integers(0, 2)
    random.shuffle(kinds)
    gaps, flag = bool(random.integers(0, 4)), bool(random.integers(0, 2))
    rare = int(random.integers(0, 2) * 4)
    way = {j: str(random.choice(list(WAYS))) for j in range(len(kinds))}
    sizes, frames = (int(random.integers(12, 40)), int(random.integers(5, 20))), []
    for part, n in enumerate(sizes):
        frame = {"id": [f"{'st'[part]}, {i}" for i in range(n)]}
        for j, kind in enumerate(kinds):
            if kind == "number":
                values = [repr(float(v)) for v in random.normal(part, 10.0 ** random.integers(-3, 4), n)]
                if random.integers(0, 2):
                    values = [str(v) for v in random.integers(-3, 4, n)]
            elif kind == "word":
                words = ["basic", "pro, plus", "ünï", 'qu"ote', "x y", "team"][: random.integers(2, 7)] + ["new"] * part
                values = [str(v) for v in random.choice(words, n)]
            else:
                values = [str(np.datetime64("2019-12-25") + int(v)) for v in random.integers(0, 900, n)]
            if gaps and kind != "date":
                values = [random.choice(["", "NA", "nan"]) if i > 1 and random.random() < 0.15 else v for i, v in enumerate(values)]
            frame[f"c{j}"] = [str(v) for v in values]
        frame["y"] = [["no", "yes"][i % 2] for i in range(n)]
        frames.append(pd.DataFrame(frame))

    def column(j, kind):
        """The transformer of column j."""
        impute = [("impute", SimpleImputer(strategy="most_frequent" if kind == "word" else WAYS[way[j]]))] if gaps else []
        if kind == "number":
            return Pipeline(impute or [("same", FunctionTransformer())])
        if kind == "word":
            return Pipeline(impute + [("encode", OneHotEncoder(sparse_output=False, min_frequency=rare or None,
                                                               handle_unknown="infrequent_if_exist"))])
        return "date"

    read = []
    for frame in frames:
        frame = frame.copy()
        for j, kind in enumerate(kinds):
            c = frame[f"c{j}"]
            c = c.where(~c.isin(["", "NA", "nan"]), np.nan)
            frame[f"c{j}"] = c.astype(float) if kind == "number" else pd.to_datetime(c) if kind == "date" else c.astype(object)
        read.append(frame)
    features = [[], []]
    for j, kind in enumerate(kinds):
        name = [f"c{j}"]
        if kind == "date":
            first = read[0][name[0]].min()
            for part in (0, 1):
                d = read[part][name[0]]
                features[part].append(np.column_stack([(d - first).dt.days, d.dt.day_of_week, d.dt.month]))
            continue
        transformer = ColumnTransformer([("c", column(j, kind), name)]).fit(read[0])
        flagged = flag and gaps and read[0][name[0]].isna().any()
        for part in (0, 1):
            made = [transformer.transform(read[part])]
            if flagged:
                made.append(read[part][name].isna().to_numpy())
            features[part].append(np.column_stack(made).astype(float))
    flags = ["--id", "id"]
    for option, kind in (("--encode", "word"), ("--dates", "date")):
        names = [f"c{j}" for j, k in enumerate(kinds) if k == kind]
        flags += [option, ",".join(names)] if names else []
    if rare and "word" in kinds:
        flags += ["--rare", str(rare)]
    if gaps:
        flags += ["--impute", ",".join(f"c{j}={w}" for j, w in way.items() if kinds[j] != "date") + ",mean"]
        flags += ["--keep-gaps-flag"] if flag else []
        flags += ["--na", "NA,nan"] if "word" in kinds else []
    try:
        source, target = [np.column_stack(f).tolist() for f in features]
    except ValueError:
        return None
    return {"flags": flags, "source": frames[0].to_csv(index=False), "target": frames[1].to_csv(index=False),
            "sourceX": source, "targetX": target}


tables, seed = [], 0
while len(tables) < 100:
    made = table(seed)
    seed += 1
    if made:
        tables.append(made)
print("[" + ",\n".join(json.dumps(t, ensure_ascii=False) for t in tables) + "]")
