# Writes the files of this folder by pyarrow and fastparquet, and what they hold to files.json: of
# each file its columns, and of each column, once, its values as texts, empty for null, and as
# numbers where they are some.
#
#	pip install pyarrow pandas fastparquet && python make.py
import datetime, decimal, json, math
import numpy as np, pandas as pd, pyarrow as pa, pyarrow.parquet as pq

rng = np.random.default_rng(7)
n = 40
gap = rng.random(n) < 0.2


def column(values, kind, gaps=True):
    return pa.array([None if gaps and gap[i] else v for i, v in enumerate(values)], kind)


words = ["red", "green, or blue", "", "ünïcode", 'say "no"']
start = datetime.datetime(1969, 12, 30, 22, 5, 7, 250000)
times = [start + datetime.timedelta(hours=17 * i, microseconds=1000 * (i % 3)) for i in range(n)]
columns = {
    "double": column(rng.normal(size=n), pa.float64()),
    "float": column(rng.normal(size=n).astype("float32"), pa.float32()),
    "half": column(rng.normal(size=n).astype("float16"), pa.float16()),
    "whole": column(rng.integers(-5, 5, n), pa.int8()),
    "int": column(rng.integers(-(2**31), 2**31, n), pa.int32()),
    "long": column(rng.integers(-(2**63), 2**63, n, endpoint=False), pa.int64()),
    "unsigned": column([int(v) for v in rng.integers(0, 2**64, n, dtype="uint64", endpoint=False)], pa.uint64()),
    "byte": column(rng.integers(0, 256, n), pa.uint8()),
    "sure": column(rng.normal(size=n), pa.float64(), gaps=False),
    "bool": column([bool(b) for b in rng.integers(0, 2, n)], pa.bool_()),
    "word": column([words[i] for i in rng.integers(0, len(words), n)], pa.string()),
    "text": column([f"prefix {i // 7} and {rng.integers(1000)}" for i in range(n)], pa.string()),
    "level": column([words[i] for i in rng.integers(0, 2, n)], pa.string()).dictionary_encode(),
    "date": column([(start + datetime.timedelta(days=400 * i - 8000)).date() for i in range(n)], pa.date32()),
    "ms": column(times, pa.timestamp("ms")),
    "us": column(times, pa.timestamp("us", "Europe/Zurich")),
    "ns": column(times, pa.timestamp("ns")),
    "clock": column([t.time() for t in times], pa.time64("us")),
    "money": column([decimal.Decimal(int(v)).scaleb(-2) for v in rng.integers(-(10**7), 10**7, n)], pa.decimal128(9, 2)),
    "big": column([decimal.Decimal(int(v)).scaleb(-20) for v in rng.integers(-(10**17), 10**17, n)], pa.decimal128(30, 20)),
    "nothing": pa.nulls(n),
    "embedding": pa.FixedSizeListArray.from_arrays(pa.array(rng.normal(size=3 * n).astype("float32")), 3),
    "vector": pa.array([[1.5, None] if g else [float(i), 2.0] for i, g in enumerate(gap)], pa.list_(pa.float64())),
    "ragged": pa.array([[1] * (i % 3) for i in range(n)], pa.list_(pa.int64())),
    "tags": pa.array([["a", "b"]] * n, pa.list_(pa.string())),
    "point": pa.array([{"x": 1, "y": [2, 3]}] * n, pa.struct({"x": pa.int64(), "y": pa.list_(pa.int64())})),
    "deep": pa.array([[[1.0]]] * n, pa.list_(pa.list_(pa.float64()))),
    "map": pa.array([[("k", 1)]] * n, pa.map_(pa.string(), pa.int64())),
    "bytes": pa.array([b"\x00\x01"] * n, pa.binary(2)),
    "last": pa.array(np.arange(n), pa.int64()),
}
everything = pa.table(columns)
flat = everything.select(["double", "float", "int", "long", "bool", "word", "text", "last"])
fixed = everything.select(["double", "float", "int", "long", "half", "big"])


def truth(table):
    told = {}
    for name in table.column_names:
        values = table[name].to_pylist()
        if name in ("ragged", "tags", "point", "deep", "map", "bytes"):
            told[name] = None
            continue
        if values and isinstance(values[0], list):
            values = [v for row in values for v in row]
        if name == "ns":
            values = [None if v is None else v.to_pydatetime() for v in values]
        if name == "float":
            values = [None if v is None else float(np.float32(v)) for v in values]
        texts, numbers = [], []
        for v in values:
            if isinstance(v, bool):
                v = int(v)
            if v is None:
                texts.append("")
            elif isinstance(v, datetime.datetime):
                v = v.astimezone(datetime.timezone.utc).replace(tzinfo=None) if v.tzinfo else v
                texts.append(v.strftime("%Y-%m-%d %H:%M:%S.%f").rstrip("0").rstrip("."))
            elif isinstance(v, datetime.time):
                texts.append(v.strftime("%H:%M:%S.%f").rstrip("0").rstrip("."))
            elif isinstance(v, decimal.Decimal):
                texts.append(f"{v:f}")
            else:
                texts.append(repr(v) if isinstance(v, float) else str(v))
            if isinstance(v, (int, float, decimal.Decimal)):
                numbers.append(float(v))
            elif v is None:
                numbers.append(None)
        told[name] = {"texts": texts, "numbers": numbers if len(numbers) == len(texts) else None}
    return told


files, told = {}, {}


def tell(name, columns):
    keys = {}
    for column, values in columns.items():
        key = column
        while told.setdefault(key, values) != values:
            key += "'"
        keys[column] = key
    files[name] = keys


def write(name, table, **options):
    pq.write_table(table, name + ".parquet", **options)
    tell(name, truth(table))


write("everything", everything)
small = dict(row_group_size=17, data_page_size=64, write_batch_size=8)
write("pages", everything, compression="zstd", **small)
write("pages2", everything, compression="gzip", data_page_version="2.0", **small)
write("plain", flat, use_dictionary=False, compression="none", **small)
write("split", fixed, use_dictionary=False, column_encoding={c: "BYTE_STREAM_SPLIT" for c in fixed.column_names}, compression="zstd")
delta = {"int": "DELTA_BINARY_PACKED", "long": "DELTA_BINARY_PACKED", "last": "DELTA_BINARY_PACKED", "word": "DELTA_LENGTH_BYTE_ARRAY",
         "text": "DELTA_BYTE_ARRAY", "bool": "RLE"}
write("delta", flat, use_dictionary=False, column_encoding=delta, data_page_version="2.0", compression="snappy")
write("int96", everything.select(["ms", "us", "ns", "last"]), use_deprecated_int96_timestamps=True)
write("required", pa.table({"a": [1.5, 2.5], "b": ["x", "y"]}, schema=pa.schema([pa.field("a", pa.float64(), False), pa.field("b", pa.string(), False)])))
write("empty", flat.slice(0, 0))
# A dictionary that gets too large, in the middle of a row group.
write("fallback", pa.table({"v": rng.normal(size=300), "w": [f"word {i // 2}" for i in range(300)]}), dictionary_pagesize_limit=500, **small)
frame = pd.DataFrame({"a": [1.5, math.nan, 3], "b": ["x", None, "z"], "c": pd.Categorical(["u", "v", "u"]), "d": [1, 2, 3]})
import fastparquet

fastparquet.write("fastparquet.parquet", frame, compression="SNAPPY")
tell("fastparquet", {
    "a": {"texts": ["1.5", "", "3.0"], "numbers": [1.5, None, 3.0]}, "b": {"texts": ["x", "", "z"], "numbers": None},
    "c": {"texts": ["u", "v", "u"], "numbers": None}, "d": {"texts": ["1", "2", "3"], "numbers": [1, 2, 3]},
})
write("lz4", flat, compression="lz4")
write("brotli", flat, compression="brotli")
write("checksums", flat, compression="zstd", write_page_checksum=True, **small)
write("checksums2", flat, compression="snappy", data_page_version="2.0", write_page_checksum=True, **small)
json.dump({"files": files, "columns": told}, open("files.json", "w"), indent=None, separators=(",", ":"), ensure_ascii=False)
