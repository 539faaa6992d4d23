"""Runs what cmd/larui/docs/cluster.md shows, block by block, and compares LAR from the sums with LAR from the rows.

Called by .ci/cluster, in a folder of its own, with larui in the PATH and the page as argument."""

import csv, json, os, pathlib, random, re, shutil, signal, subprocess, sys, threading, time

page = pathlib.Path(sys.argv[1]).read_text()
blocks = {}  # by heading and language
for heading, text in re.findall(r"^## (.*)\n((?:(?!^## ).*\n)*)", page, re.M):
    for language, body in re.findall(r"```(\w+)\n(.*?)```", text, re.S):
        blocks.setdefault((heading, language), []).append(body)

def larui(*args):
    return subprocess.run(["larui", *args], check=True, capture_output=True, text=True).stdout

def weights(source, target, *flags):
    larui("solve", "--source", source, "--target", target, "--no-cache", "--k", "2", "--ktilde", "1", "--lambda", "3", "--epochs", "300",
          *flags, "--save-model", "m.json")
    model = json.load(open("m.json"))
    return [w for row in model["weights"] for w in row]

def same(what, rows="rows.csv", target="target.csv", sums="source.moments", *flags):
    """Fails unless LAR from the sums has the weights that it has from the rows."""
    for change in ([], ["--standardize", "domain"]):
        a, b = weights(rows, target, *change, *flags), weights(sums, "target.moments" if flags else target, *change)
        off = max(abs(x - y) for x, y in zip(a, b, strict=True)) / max(map(abs, a))
        assert off < 1e-9, f"{what}: weights are off by {off:.3g}"
    print(f"ok   {what}: weights within {off:.1g}", flush=True)

# The rows: shards of many sizes, an empty one, and one of a single class.
draw = random.Random(30)
def row(turned):
    x = [draw.gauss(0, s) + m for s, m in ((3, 5), (1, -2), (.5, 100), (.2, 0))]
    y = int(x[0] - 5 + x[1] + 2 + draw.gauss(0, .3) > 0)
    return ([x[0] + turned * x[1], x[1] - turned * x[0]] + x[2:], y)

def write(path, rows, header=("x0", "x1", "x2", "x3", "y")):
    with open(path, "w", newline="") as f:
        out = csv.writer(f, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)

source, target = ([(*x, y) for x, y in (row(t) for _ in range(6000))] for t in (0, .5))
os.makedirs("shards")
write("rows.csv", source)
write("target.csv", target)
one = [r for r in source if r[-1] == 1][:500]
rest = [r for r in source if r not in set(one)]
cuts = [0, 7, 1000, 1000, 2500, 2600, len(rest)]
for i, (lo, hi) in enumerate(zip(cuts, cuts[1:])):
    if lo < hi:
        write(f"shards/{i}.csv", rest[lo:hi])
write("shards/one-class.csv", one)

def shell(block, **env):
    subprocess.run(["bash", "-euo", "pipefail", "-c", block], check=True, env={**os.environ, **env})

# Shards, and the same once more after one was broken off.
shards = blocks["Shards, one by one", "sh"][0]
shell(shards)
same("xargs")
whole = pathlib.Path("source.moments").read_text()
os.remove("shards/1.csv.moments")
shell(shards)
assert pathlib.Path("source.moments").read_text() == whole, "resumed, the sums are others"
lines = [pathlib.Path(p).read_text() for p in sorted(map(str, pathlib.Path("shards").glob("*.csv.moments")))]
pathlib.Path("twice.moments").write_text("".join(lines + lines[:1]))
twice = subprocess.run(["larui", "moments", "--merge", "twice.moments"], capture_output=True, text=True)
assert twice.returncode == 1 and "twice" in twice.stderr, twice
print("ok   a shard twice is refused")
for made in pathlib.Path("shards").glob("*.moments"):
    made.unlink()

# Databases: DuckDB, and the PostgreSQL that PGHOST names.
for block in blocks["Databases", "sh"], blocks["Databases", "python"]:
    pathlib.Path("answer.csv").unlink(missing_ok=True)
    if "psql" in block[0]:
        shell("""psql -q -c 'CREATE TABLE rows (x0 float8, x1 float8, x2 float8, x3 float8, y int)'
            psql -q -c "\\copy rows FROM rows.csv CSV HEADER" """)
        shell(block[0])
        same("PostgreSQL")
        query = larui("moments", "--sql", "rows", "--dialect", "postgres", "--columns", "x0,x1,x2,x3", "--label", "x3", "--regression")
        answer = subprocess.run(["psql", "--csv", "-q"], input=query, check=True, capture_output=True, text=True).stdout
        pathlib.Path("answer.csv").write_text(answer)
        pathlib.Path("source.moments").write_text(larui("moments", "--read", "sql", "answer.csv"))
        pathlib.Path("target.moments").write_text(larui("moments", "--like", "source.moments", "--drop", "y", "target.csv"))
        same("PostgreSQL, regression", "rows.csv", "target.csv", "source.moments", "--label", "x3", "--drop", "y")
    else:
        exec(block[0], {})
        pathlib.Path("source.moments").write_text(larui("moments", "--read", "sql", "answer.csv"))
        same("DuckDB")

# What serves is started here, and ended.
running = []

def start(*command):
    log = open(f"served{len(running)}.log", "w")
    running.append(subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True))
    return running[-1]

def end():
    for process in running:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
    for process in running:
        try:
            process.wait(20)
        except subprocess.TimeoutExpired: # a worker may wait for its scheduler
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    running.clear()

# Dask: a scheduler and two workers.
from dask.distributed import Client
try:
    start(sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "7978", "--no-dashboard")
    for _ in range(2):
        start(sys.executable, "-m", "distributed.cli.dask_worker", "tcp://127.0.0.1:7978", "--nthreads", "1", "--no-nanny", "--no-dashboard")
    with Client("tcp://127.0.0.1:7978", timeout=60) as client:
        client.wait_for_workers(2, timeout=60)
        exec(blocks["Dask", "python"][0], {"client": client})
    same("Dask")
finally:
    end()

# Spark: a master and two workers.
import pyspark
from pyspark.sql import SparkSession
home = os.path.dirname(pyspark.__file__)
master = "spark://127.0.0.1:7977"
os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)

def worker():
    return start(home + "/bin/spark-class", "org.apache.spark.deploy.worker.Worker", master, "--host", "127.0.0.1", "--cores", "1", "--memory", "1g", "--webui-port", "0", "--work-dir", "work")

try:
    start(home + "/bin/spark-class", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "7977", "--webui-port", "0")
    time.sleep(3)
    first, second = worker(), worker()
    spark = (SparkSession.builder.master(master).config("spark.executor.memory", "512m").config("spark.ui.enabled", "false")
             .config("spark.driver.bindAddress", "127.0.0.1").config("spark.task.maxFailures", "8").getOrCreate())
    spark.sparkContext.setLogLevel("OFF")
    pipe, pandas_, gram = blocks["Spark", "python"]

    exec(pipe, {"spark": spark})
    same("Spark, pipe")
    whole = pathlib.Path("source.moments").read_text()

    # Partitions that are empty.
    exec(pipe.replace(".pipe(", ".repartition(40).filter(lambda line: line != 'x0,x1,x2,x3,y').coalesce(20).pipe("), {"spark": spark})
    same("Spark, other partitions")
    empty = spark.sparkContext.parallelize([], 3).pipe("larui moments --columns x0,x1,x2,x3,y --label y -", {"PATH": os.environ["PATH"]}, checkCode=True).collect()
    pathlib.Path("source.moments").write_text(whole + "\n".join(empty) + "\n")
    assert len(empty) == 3
    same("Spark, empty partitions")

    # A worker is killed in the middle: Spark runs its tasks again, with the same result.
    slow = pipe.replace("larui moments", "sh slow.sh moments")
    pathlib.Path("slow.sh").write_text('sleep 2; exec larui "$@"')
    slow = slow.replace("sh slow.sh", f"sh {os.getcwd()}/slow.sh")
    timer = threading.Timer(4, lambda: os.killpg(first.pid, signal.SIGKILL))
    timer.start()
    exec(slow, {"spark": spark})
    timer.join()
    assert first.wait(10) == -signal.SIGKILL
    again = pathlib.Path("source.moments").read_text()
    assert sorted(again.splitlines()) == sorted(whole.splitlines()), "after a worker was killed the sums are others"
    print("ok   Spark, a worker killed: the same to the last digit", flush=True)
    third = worker()

    # Words and gaps, in Parquet.
    mixed = [(*r[:3], draw.choice(["red", "green", "blue"]), None if draw.random() < .1 else draw.gauss(0, 1) + r[0], r[-1]) for r in source]
    columns = ["x0", "x1", "x2", "x3", "word", "gaps", "y"]
    mixed = [(*r[:3], r[1] * r[2], *r[3:]) for r in mixed][:5000]
    write("mixed.csv", [["" if v is None else v for v in r] for r in mixed], columns)
    spark.createDataFrame(mixed, columns).repartition(5).write.mode("overwrite").parquet("mixed.parquet")
    exec(pandas_, {"spark": spark})
    write("mixed-target.csv", [["" if v is None else v for v in (*r[:3], r[3] * .9, *r[4:])] for r in mixed[:3000]], columns)
    pathlib.Path("target.moments").write_text(larui("moments", "--like", "source.moments", "mixed-target.csv"))
    same("Spark, Parquet with words and gaps", "mixed.csv", "mixed-target.csv", "source.moments", "--encode", "word", "--impute", "gaps=mean")

    # The query, in Spark's own words.
    spark.read.csv("shards/*.csv", header=True, inferSchema=True).createOrReplaceTempView("rows")
    query = larui("moments", "--sql", "rows", "--dialect", "spark", "--columns", "x0,x1,x2,x3,y", "--label", "y")
    spark.sql(query.rstrip(";\n")).toPandas().to_csv("answer.csv", index=False)
    pathlib.Path("source.moments").write_text(larui("moments", "--read", "sql", "answer.csv"))
    same("Spark SQL")

    # The Gram matrix.
    exec(gram, {"spark": spark})
    pathlib.Path("source.moments").write_text(larui("moments", "--read", "gramian", "source.json"))
    same("Spark, Gram matrix")
    spark.stop()
finally:
    end()
print("all recipes of the page give what the rows give")
