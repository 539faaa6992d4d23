"""Writes pairs of tables by many writers and compares what larui reads with what was written.

Called by .ci/writers with a folder of its own, how many pairs and a seed; larui is in the PATH. A pair is read
as a person would: by the flags that larui inspect proposes, then row by row from the sample of larui moments.
Each pair is right (every feature has the values written, in every row, and each column that is no feature is
named), said (the values differ, and a warning names the column), refused in one line, or wrong."""

import collections, csv, datetime, gzip, bz2, io, json, lzma, math, pathlib, random, shlex, shutil, subprocess, sys

import numpy as np, pandas as pd, polars as pl, pyarrow as pa, pyarrow.parquet as pq, zstandard
from sklearn.datasets import dump_svmlight_file

NONE = None  # a gap
MARKS = ["none", "NA", "missing", "-", "?", "null", "N/A"]


def numbers(draw, n, kind):
    if kind == "float":
        return [draw.gauss(0, 3) for _ in range(n)]
    if kind == "far":
        return [1.7e9 + draw.random() * 1e6 for _ in range(n)]
    if kind == "small":
        return [draw.randint(0, 9) for _ in range(n)]
    if kind == "large":
        return [draw.randint(-(10**6), 10**6) for _ in range(n)]
    if kind == "three":  # three decimals, from below 1 on
        return [round(draw.uniform(0, 40), 3) for _ in range(n)]
    if kind == "exponent":
        return [draw.gauss(0, 1) * 10 ** draw.randint(-12, 12) for _ in range(n)]
    raise ValueError(kind)


def column(draw, n):
    """A kind and the values of both sides; numbers are numbers, words are str, a gap is None."""
    kind = draw.choice(["float"] * 4 + ["far", "small", "large", "three", "exponent", "word", "word", "marked", "logical", "date", "id", "row", "code", "text"])
    if kind in ("float", "far", "small", "large", "three", "exponent"):
        values = numbers(draw, n, kind)
    elif kind in ("word", "marked"):
        levels = draw.sample(["low", "high", "mid", "red, or blue", 'say "no"', "ünï"], 3) + ([draw.choice(MARKS)] if kind == "marked" else [])
        values = [draw.choice(levels) for _ in range(n)]
    elif kind == "logical":
        values = [draw.random() < 0.5 for _ in range(n)]
    elif kind == "date":
        values = [datetime.date(2020, 1, 1) + datetime.timedelta(draw.randrange(900)) for _ in range(n)]
    elif kind == "id":
        values = [f"c{draw.randrange(10**6):06d}{i}" for i in range(n)]
    elif kind == "row":
        start, step = draw.choice([0, 1, 1000]), draw.choice([1, -1])
        values = [start + step * i for i in range(n)]
    elif kind == "code":
        values = [f"{draw.randrange(30):03d}" for _ in range(n)]
    else:
        values = [f"the bird {draw.randrange(10**9)} was seen upon its nest" for _ in range(n)]
    if kind not in ("id", "row", "logical", "date", "code") and draw.random() < 0.2:
        values = [NONE if draw.random() < 0.1 else v for v in values]
    return kind, values


def labels(draw, n):
    kind = draw.choice(["01", "-11", "words", "marked", "logical", "three", "real"])
    values = {
        "01": lambda: draw.randint(0, 1), "-11": lambda: draw.choice([-1, 1]), "words": lambda: draw.choice(["no", "yes"]),
        "marked": lambda: draw.choice(["none", "mild"]), "logical": lambda: draw.random() < 0.5,
        "three": lambda: draw.choice(["a", "b", "c"]), "real": lambda: round(draw.gauss(0, 1), 6),
    }[kind]
    made = [values() for _ in range(n)]
    return kind, made


def frame(columns):
    return pd.DataFrame({name: pd.Series(values, dtype=None) for name, values in columns.items()})


def packed(path, text, draw, encoding="utf-8"):
    data = text.encode(encoding)
    way = draw.choice(["plain"] * 5 + ["gz", "bz2", "xz", "zst"])
    data = {"plain": bytes, "gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress,
            "zst": zstandard.ZstdCompressor().compress}[way](data)
    path.write_bytes(data)
    return way


# Writers take both sides' columns and their paths, and return the paths written and options for larui, or None where they can't.
def by_pandas(draw, sides, folder):
    sep, decimal = draw.choice([(",", "."), (";", "."), ("\t", "."), (";", ","), ("\t", ",")])
    index, rep, encoding = draw.random() < 0.3, draw.choice(["", "", "NA", "nan"]), draw.choice(["utf-8"] * 5 + ["utf-8-sig", "utf-16"])
    quoting = draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC]) if decimal == "." else csv.QUOTE_MINIMAL
    dates = draw.choice([None, "%d/%m/%Y", "%d.%m.%Y"])
    paths, way = [], None
    for side, columns in enumerate(sides):
        f = frame(columns)
        if dates:
            for name, values in columns.items():
                if isinstance(values[0], datetime.date):
                    f[name] = [v.strftime(dates) for v in values]
        text = f.to_csv(sep=sep, decimal=decimal, index=index, na_rep=rep, quoting=quoting)
        paths.append(folder / f"{side}.csv")
        way = packed(paths[-1], text, draw, encoding)
    flags = ["--decimal", ","] if decimal == "," else []
    return paths, flags, {"na": rep, "dates": dates}


def by_csv(draw, sides, folder):
    paths = []
    missing, logical = draw.choice(["", "NA", "?", r"\N", "null"]), draw.choice([("True", "False"), ("TRUE", "FALSE"), ("1", "0")])
    for side, columns in enumerate(sides):
        out = io.StringIO()
        w = csv.writer(out, lineterminator=draw.choice(["\n", "\r\n"]), quoting=draw.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
        w.writerow(columns)
        for row in zip(*columns.values()):
            w.writerow([missing if v is None else logical[1 - v] if isinstance(v, bool) else repr(v) if isinstance(v, float) else v for v in row])
        paths.append(folder / f"{side}.csv")
        packed(paths[-1], out.getvalue(), draw)
    return paths, [], {"na": missing}


def by_polars(draw, sides, folder):
    paths, way = [], draw.choice(["csv", "parquet", "ndjson"])
    options = {"csv": {"null_value": draw.choice(["", "NA"])}, "parquet": {"compression": draw.choice(["zstd", "snappy", "lz4", "gzip", "brotli", "uncompressed"])}, "ndjson": {}}[way]
    for side, columns in enumerate(sides):
        paths.append(folder / f"{side}.{way}")
        f = pl.DataFrame({k: list(v) for k, v in columns.items()}, strict=False)
        {"csv": f.write_csv, "parquet": f.write_parquet, "ndjson": f.write_ndjson}[way](paths[-1], **options)
    return paths, [], {"na": options.get("null_value", ""), "typed": way != "csv"}


def by_parquet(draw, sides, folder):
    engine = draw.choice(["pyarrow", "fastparquet", "arrow"])
    paths = []
    for side, columns in enumerate(sides):
        paths.append(folder / f"{side}.parquet")
        if engine == "arrow":
            t = pa.table({k: pa.array(v) for k, v in columns.items()})
            pq.write_table(t, paths[-1], compression=draw.choice(["snappy", "gzip", "zstd", "brotli", "lz4", "none"]), use_dictionary=draw.random() < 0.5,
                           data_page_version=draw.choice(["1.0", "2.0"]), write_page_checksum=draw.random() < 0.5, row_group_size=draw.choice([7, 1000]))
            continue
        f = frame(columns)
        for name, values in columns.items():
            if isinstance(values[0], datetime.date):
                f[name] = pd.to_datetime(f[name])
        if draw.random() < 0.3 and "c0" in f:
            f = f.set_index(pd.Index(range(5, 5 + len(f)), name=draw.choice([None, "key"])))
        f.to_parquet(paths[-1], engine=engine, compression=draw.choice(["snappy", "gzip", "zstd", None]))
    return paths, [], {"na": "", "typed": True}


def by_json(draw, sides, folder):
    paths = []
    for side, columns in enumerate(sides):
        rows = [{k: v.isoformat() if isinstance(v, datetime.date) else v for k, v in zip(columns, row)} for row in zip(*columns.values())]
        paths.append(folder / f"{side}.jsonl")
        packed(paths[-1], "".join(json.dumps(r, ensure_ascii=draw.random() < 0.5) + "\n" for r in rows), draw)
    return paths, [], {"na": "", "typed": True}


def by_r(draw, sides, folder):
    call = draw.choice(["write.csv(f, PATH, row.names=FALSE)", "write.csv(f, PATH)", "write.csv2(f, PATH, row.names=FALSE)", "write.table(f, PATH)",
                        "write.table(f, PATH, sep='\\t', quote=FALSE, row.names=FALSE)", "write.csv(f, PATH, na='', row.names=FALSE)"])
    paths = []
    script = ""
    for side, columns in enumerate(sides):
        parts = []
        for name, values in columns.items():
            def r(v):
                if v is None:
                    return "NA"
                if isinstance(v, bool):
                    return "TRUE" if v else "FALSE"
                if isinstance(v, (int, float)):
                    return repr(v)
                return json.dumps(v.isoformat() if isinstance(v, datetime.date) else v, ensure_ascii=False)
            text = f"c({', '.join(map(r, values))})"
            parts.append(f"{name} = " + (f"as.Date({text})" if isinstance(values[0], datetime.date) else text))
        paths.append(folder / f"{side}.csv")
        script += f"f <- data.frame({', '.join(parts)})\n" + call.replace("PATH", json.dumps(str(paths[-1]))) + "\n"
    subprocess.run(["Rscript", "--vanilla", "--encoding=UTF-8", "-"], input=script, text=True, check=True, capture_output=True, env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"})
    flags = ["--decimal", ","] if "csv2" in call else []
    return paths, flags, {"na": "" if "na=''" in call else "NA", "digits": 15}


def by_arrays(draw, sides, folder):
    """NPZ, NPY pairs and LIBSVM text: numbers alone."""
    way = draw.choice(["npz", "npy", "svm0", "svm1"])
    paths = []
    for side, columns in enumerate(sides):
        names = [k for k in columns if k != "y"]
        if any(not isinstance(v, (int, float)) or isinstance(v, bool) for k in names for v in columns[k]) or not all(isinstance(v, (int, float)) for v in columns["y"]):
            return None
        X, y = np.array([columns[k] for k in names], float).T, np.array(columns["y"], float)
        if way == "npz":
            paths.append(folder / f"{side}.npz")
            np.savez(paths[-1], X=X, y=y)
        elif way == "npy":
            paths.append(folder / f"{side}_X.npy")
            np.save(paths[-1], np.asarray(X, order=draw.choice("CF")))
            np.save(folder / f"{side}_y.npy", y)
        else:
            paths.append(folder / f"{side}.svm")
            dump_svmlight_file(X, y, str(paths[-1]), zero_based=way == "svm0")
    return paths, [], {"na": "", "arrays": True}


WRITERS = [by_pandas, by_pandas, by_csv, by_csv, by_polars, by_parquet, by_json, by_r, by_arrays]


def larui(*args):
    done = subprocess.run(["larui", *map(str, args)], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def sums(text):
    s = json.loads(text)
    rows, width = s["sample"]["rows"], len(s["shift"])
    names = []
    for c in s.get("recipe") or [{"name": name} for name in s["columns"] or []]:
        parts = [f"{c['name']}={level}" for level in c.get("levels", [])] or [c["name"]]
        if not c.get("levels") and any(c.get(kind) for kind in ("date", "day/month", "month/day")):
            parts = [f"{c['name']} {part}" for part in ("days", "weekday", "month")]
        names += parts
    return names, [rows[i:i + width] for i in range(0, len(rows), width)], s["sample"]["labels"]


def text_of(v):
    if isinstance(v, bool):
        return str(v)
    if isinstance(v, float) and v == int(v):
        return str(int(v))
    return str(v)


def near(a, b, digits):
    return a == b or abs(a - b) <= 10.0 ** -digits * max(abs(a), abs(b))


def judge(draw, folder):
    n = [draw.randint(30, 60) for _ in range(2)]
    kinds, sides = {}, [{}, {}]
    simple = draw.random() < 0.2
    for i in range(draw.randint(2, 6)):
        name = f"c{i}"
        seed = draw.random()
        for side in (0, 1):
            own = random.Random(f"{seed}")
            kind, values = column(own, n[0] + n[1])  # the same levels, other values
            values = values[n[0]:] if side else values[:n[0]]
            if simple and kind not in ("float", "small", "large"):
                kind, values = "float", [own.gauss(0, 1) for _ in range(n[side])]
            kinds[name] = kind
            sides[side][name] = values
    kinds["x"] = "float"
    for side in (0, 1):
        sides[side]["x"] = [draw.gauss(0, 1) for _ in range(n[side])]
    seed = draw.random()
    for side in (0, 1):
        own = random.Random(f"{seed}")
        label, values = labels(own, n[0] + n[1])
        if simple and label not in ("01", "-11", "real"):
            label, values = "01", [own.randint(0, 1) for _ in values]
        sides[side]["y"] = values[:n[0]] if side == 0 else values[n[0]:]
    writer = draw.choice(WRITERS)
    written = writer(draw, sides, folder)
    if written is None:
        return None
    paths, flags, how = written
    about = f"{writer.__name__} {kinds} label {label} {how}"
    call = [] if how.get("arrays") else ["--label", "y"]
    status, out, err = larui("inspect", paths[0], paths[1], *call, *flags)
    said = out + err
    if not out:
        return "refused", about, err
    lines = [l for l in out.splitlines() if l.startswith("--")]
    # The scale belongs to the fit, not to the sums.
    proposed = shlex.split(lines[-1].replace("--standardize source", "")) if lines else []
    status, first, err = larui("moments", paths[0], *call, *flags, *proposed)
    if "--na empty a class" in err:  # asked, and answered
        flags = [*flags, "--na", "empty"]
        status, first, err = larui("moments", paths[0], *call, *flags, *proposed)
    said += err
    if status != 0:
        return "refused", about, err + " | " + " ".join(proposed)
    (folder / "s.m").write_text(first)
    like = [word for flag, value in zip(proposed[::2], proposed[1::2]) if flag in ("--drop", "--id") for word in (flag, value)]
    status, second, err = larui("moments", "--like", folder / "s.m", *flags, *like, paths[1])
    if status != 0:
        return "refused", about, err + " | like"
    said += err
    digits = 14 if how.get("digits") or how.get("arrays") else 15.6
    trouble, unsaid = [], []
    for side, text in ((0, first), (1, second)):
        names, rows, got = sums(text)
        if how.get("arrays"):
            names = [f"c{i}" for i in range(len(rows[0]))]
            names = [k for k in sides[side] if k != "y"]
        if len(rows) != n[side]:
            if not ("left out" in said or "missing" in said):
                trouble.append(f"{len(rows)} of {n[side]} rows")
            continue
        if "x" not in names:
            trouble.append("x is no feature")
            continue
        at = {}
        for i, row in enumerate(rows):
            at[min(range(n[side]), key=lambda j: abs(sides[side]["x"][j] - row[names.index("x")]))] = i
        if len(at) != n[side]:
            trouble.append("rows of x are not those written")
            continue
        order = [at[j] for j in range(n[side])]
        for name in sides[side]:
            if name == "y":
                continue
            values = sides[side][name]
            mine = [k for k in names if k == name or k.startswith(name + "=") or k.startswith(name + " ")]
            if not mine:
                if f'"{name}"' not in said and f"  {name} " not in said:
                    unsaid.append(f"{name} ({kinds[name]}) is left out")
                continue
            if mine == [name]:
                filled = [v for v in sides[0][name] if v is not None]
                try:
                    median = float(np.median([float(v) for v in filled]))
                except ValueError:
                    trouble.append(f"{name} ({kinds[name]}) is read as numbers")
                    continue
                for j, i in enumerate(order):
                    v = median if values[j] is None else float(values[j])
                    if not near(rows[i][names.index(name)], v, digits):
                        trouble.append(f"{name} ({kinds[name]}) of row {j + 1} is {rows[i][names.index(name)]}, not {values[j]}")
                        break
                if kinds[name] in ("row", "code"):
                    shown = f"column {names.index(name) + 1} " if how.get("arrays") else name  # arrays have no names
                    (unsaid if shown not in said else []).append(f"{name} ({kinds[name]}) is a feature")
                continue
            if mine[0].startswith(name + " "):
                continue  # dates
            levels = sorted({text_of(v) for v in sides[0][name] if v is not None})
            shown = [k[len(name) + 1:] for k in mine]
            lower = [l.lower() for l in levels]
            if [s.lower() for s in shown] != lower and not (kinds[name] == "logical" and shown in (["0", "1"],)):
                gap = how.get("na")
                if any(v is None for v in sides[0][name]) and gap and sorted(levels + [gap]) == sorted(shown) and f'"{gap}"' in said:
                    continue  # said
                trouble.append(f"{name} ({kinds[name]}) has levels {shown}, not {levels}")
        if got is not None:
            for j, i in enumerate(order):
                want, have = sides[side]["y"][j], got[i]
                if isinstance(want, bool):
                    ok = have.lower() in (str(want).lower(), str(int(want)))
                elif isinstance(want, (int, float)):
                    ok = near(float(have), float(want), digits)
                else:
                    ok = have == want
                if not ok:
                    trouble.append(f"label of row {j + 1} is {have!r}, not {want!r}")
                    break
        else:
            trouble.append("no labels")
    if trouble:
        return "wrong", about, "; ".join(trouble) + " | " + " ".join(proposed) + " | " + err
    if unsaid:
        return "unsaid", about, "; ".join(unsaid) + " | " + said
    return ("said" if "warning" in said or "counts as" in said else "right"), about, said


def main():
    root, pairs, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    counts, refusals = collections.Counter(), collections.Counter()
    i = made = 0
    while made < pairs:
        draw = random.Random(f"{seed}-{i}")
        folder = root / str(i)
        folder.mkdir()
        verdict = judge(draw, folder)
        i += 1
        if verdict is None:
            shutil.rmtree(folder)
            continue
        made += 1
        what, about, detail = verdict
        counts[what] += 1
        if what == "refused":
            text = detail.strip().splitlines()[-1] if detail.strip() else "nothing is said"
            refusals[text.split(": ", 2)[-1][:90]] += 1
        if what in ("wrong", "unsaid"):
            print(f"{what} {i - 1}: {about}\n    {detail[:600]}", flush=True)
        elif what == "refused" and "-v" in sys.argv:
            print(f"refused {i - 1}: {about}\n    {detail[:300]}", flush=True)
        if what in ("right", "said"):
            shutil.rmtree(folder)
    print(dict(counts))
    for text, count in refusals.most_common(30):
        print(f"  {count:4} {text}")
    sys.exit(counts["wrong"] + counts["unsaid"] > 0)


main()
