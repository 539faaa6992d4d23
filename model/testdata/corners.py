"""Writes corners.json, the truth of TestCorners: python3 corners.py > corners.json

Every problem is drawn from its number, as corners_test.go draws it, of numbers that a
double holds exactly, and solved from its definition at 80 digits. A number is written with
how far it moves where the Gram matrices move by 2^-52 of their norm (of the lengths of the
features, where some are so small that the program looks at these), within their range.
Needs mpmath, and gmpy2 to take minutes.
"""
import json, sys
from multiprocessing import Pool
from mpmath import mp, mpf, matrix

mp.dps = 80
EPS = mpf(2) ** -52
ZERO = mpf(10) ** -55  # of the largest eigenvalue: what is exactly zero
PROBLEMS = 500


class Draw:
    """splitmix64 (Steele, Lea and Flood 2014)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return (z ^ (z >> 31)) % n


def draw(i):
    r = Draw(i)
    d = 1 + min(r.below(40), r.below(40))
    n, m = 1 + r.below(40), 1 + r.below(40)
    if r.below(5) == 0:
        d, n, m = 1 + r.below(40), 1 + r.below(12), 1 + r.below(12)
    task = ["binary", "binary", "multiclass", "regression"][r.below(4)]
    if n < 3:
        task = "regression"
    labels = mpf(2) ** (r.below(41) - 20)

    def label(j):
        if task == "regression":
            return mpf(r.below(1025) - 512) / 256 * labels
        classes = 3 if task == "multiclass" else 2
        at = r.below(classes)
        at = j if j < 2 else at
        return mpf(at if task == "multiclass" else 2 * at - 1)

    y, yt = [label(j) for j in range(n)], [label(j) for j in range(m)]
    x = [[[mpf(r.below(1025) - 512) / 256 for _ in range(d)] for _ in range(rows)] for rows in (n, m)]
    scale = r.below(10)
    for domain in x:
        whole = r.below(54) - 27
        for row in domain:
            for j in range(d):
                if 5 <= scale < 7:
                    row[j] *= mpf(2) ** whole
    for j in range(d):
        exponent = r.below(54) - 27
        if scale == 7:
            exponent //= 4
        for domain in x:
            for row in domain:
                if scale >= 7:
                    row[j] *= mpf(2) ** exponent
    for kind in ("copy", "zero"):
        if r.below(3) > 0:
            continue
        which = r.below(3)  # 0: both domains
        for _ in range(1 + r.below(3)):
            to, from_ = r.below(d), r.below(d)
            for at, domain in enumerate(x):
                if which in (0, at + 1):
                    for row in domain:
                        row[to] = row[from_] if kind == "copy" else mpf(0)
    p = {"k": 1 + r.below(d), "ktilde": 1 + r.below(d), "lambda": 0, "l2": 0}
    if r.below(8) > 0:
        p["lambda"] = mpf(float("1e%d" % (r.below(27) - 14)))
    if r.below(3) == 0:
        p["l2"] = mpf(float("1e%d" % (r.below(13) - 6)))
    p["keep"], p["source"] = r.below(4) == 0, r.below(5) == 0
    p["epochs"] = [1, 10, 100, 1000][r.below(4)]
    p["momentum"], p["nesterov"] = mpf([0, 0, 0.5, 0.9, 0.99][r.below(5)]), r.below(2) == 1
    if r.below(6) == 0:
        yt = None
    return task, matrix(x[0]), matrix(x[1]), y, yt, p


def encode(task, y):
    if task != "multiclass":
        return matrix(y)
    return matrix([[1 if v == j else -1 for j in range(3)] for v in y])


def eigen(s):
    """Eigenvalues, descending, and vectors; those that are zero are set so."""
    e, q = mp.eigsy(s)
    order = sorted(range(len(e)), key=lambda j: -e[j])
    values = [e[j] if e[j] > ZERO * max(e) else mpf(0) for j in order]
    return values, matrix([[q[i, j] for j in order] for i in range(s.rows)])


def norm(a):
    return mp.sqrt(sum(v * v for v in a))


def weighted(v, values, lo):
    d = v.rows
    at = [j for j in range(lo, d) if values[j]]
    if not at:
        return matrix(d, d)
    half = matrix([[v[i, j] * mp.sqrt(values[j]) for j in at] for i in range(d)])
    return half * half.T


def pinv(pairs, b):
    values, q = pairs
    beta = q.T * b
    for i, v in enumerate(values):
        for j in range(b.cols):
            beta[i, j] = beta[i, j] / v if v else 0
    return q * beta


def pattern(w):
    return sum(v * mpf((7 * i + 3) % 11 - 5) / 5 for i, v in enumerate(w))


def bound(p):
    b = 2 * (1 + p["momentum"])
    return b / (1 + 2 * p["momentum"]) if p["nesterov"] else b


def phi(p, x):
    """What descent with steps of 1 comes to on ½xu² − u: the affine step, to a power."""
    beta = p["momentum"]
    a, c = 1 + beta - x, -beta
    if p["nesterov"]:
        a, c = (1 + beta) * (1 - x), -beta * (1 - x)
    step, power = (a, c, mpf(1), mpf(0), mpf(1), mpf(0)), None
    epochs = p["epochs"]
    while epochs:
        if epochs & 1:
            power = step if power is None else after(step, power)
        step, epochs = after(step, step), epochs >> 1
    return power[4]


def after(f, g):
    """Both steps (u, v) → (a·u + b·v + s, c·u + d·v + t), g first."""
    a, b, c, d, s, t = f
    e, h, i, j, k, l = g
    return (a * e + b * i, a * h + b * j, c * e + d * i, c * h + d * j, a * k + b * l + s, c * k + d * l + t)


def descend(pairs, b, n, sigma1, p):
    values, q = pairs
    largest = max(values)
    rate = 1 / (2 * sigma1) if sigma1 else mpf(1)
    if largest:
        rate = min(rate, mpf(0.9) * min(n / largest, n * bound(p) / (2 * largest)))
    h = 2 * rate / n
    beta = q.T * b
    for i, v in enumerate(values):
        f = h * phi(p, h * v)
        for j in range(b.cols):
            beta[i, j] *= f
    return q * beta, rate


def dot(a, b):
    return sum(u * v for u, v in zip(a, b))


def solve(gram, target, b, bt, label2, n, d, p):
    """All numbers, of the two Gram matrices, Xᵀy of both (bt None without labels)."""
    values, v = eigen(gram)
    tvalues, vt = eigen(target)
    rank, trank = sum(e > 0 for e in values), sum(e > 0 for e in tvalues)
    k, kt = p["k"], p["ktilde"]
    heads = d if p["keep"] else k
    sk = weighted(v, [e if j < heads else 0 for j, e in enumerate(values)], 0)
    weights = tvalues
    if p["source"]:
        end = rank if d - trank < 2 else min(rank, trank)  # several directions of zero are arbitrary
        weights = [e if j < end else 0 for j, e in enumerate(values)]
    tail = weighted(vt, weights, kt)

    def system(lam):
        return sk + lam * tail + p["l2"] * mp.eye(d)

    out = {}
    for j in (0, rank // 2, rank - 1):
        if rank:
            out["sigma%d" % j] = mp.sqrt(values[j])
    a = system(p["lambda"])
    avalues, q = eigen(a)
    positive = [e for e in avalues if e]
    out["nullity"] = d - len(positive)
    out["condition"] = positive[0] / positive[-1] if positive else mpf(0)
    beta, total = q.T * b, norm(b)
    leak = norm([beta[i, j] for i, e in enumerate(avalues) if not e for j in range(b.cols)] or [mpf(0)])
    out["leak"] = leak / total if total else mpf(0)
    w = pinv((avalues, q), b)
    scores = []

    def score(name, w):
        out[name + "Norm"], out[name + "Pattern"] = norm(w), pattern(w)
        out[name + "Source"] = (dot(w, gram * w) - 2 * dot(b, w) + label2) / (n * b.cols)

    score("closed", w)
    sigma1 = mp.sqrt(values[0])
    run, rate = descend((avalues, q), b, n, sigma1, p)
    score("descent", run)
    out["descentRate"] = rate
    out["objective"] = (dot(run, a * run) - 2 * dot(b, run) + label2) / n
    none, rate = descend((values, v), b, n, sigma1, p)
    score("none", none)
    low, high = pinv(eigen(system(mpf(0.01))), b), pinv(eigen(system(mpf(100))), b)
    largest = max(norm(low), norm(high))
    out["lambdaDrift"] = norm(high - low) / largest if largest else mpf(0)
    known = not (rank < k < d or trank < kt < d)
    if known:
        if k == d or kt == d:
            out["headOverlapMin"] = mpf(1)
        else:
            block = v[:, :k].T * vt[:, :kt]
            block = block * block.T if k <= kt else block.T * block
            out["headOverlapMin"] = mp.sqrt(abs(min(mp.eigsy(block, eigvals_only=True))))
        outside = vt[:, kt:].T * w if kt < d else [mpf(0)]
        out["outsideSpan"] = norm(outside) / norm(w) if norm(w) else mpf(0)
    if bt is not None:
        best = pinv((tvalues, vt), bt)
        out["optimumNorm"] = norm(best)
        if norm(w) and norm(best):
            c = dot(w, best) / norm(w) / norm(best)
            out["angle"] = mp.degrees(mp.acos(max(mpf(-1), min(mpf(1), c))))
        if not rank < k < d:
            residual = whole = mpf(0)
            for j in range(b.cols):
                at = [i for i in range(k) if values[i]]
                mu = [dot(v[:, i], b[:, j]) / values[i] for i in at]
                u = [dot(v[:, i], best[:, j]) for i in at]
                c = max(mpf(0), dot(mu, u) / dot(u, u)) if any(u) else mpf(0)
                whole += dot(mu, mu)
                residual += sum((x - c * y) ** 2 for x, y in zip(mu, u))
            if whole:
                out["proportionality"] = mp.sqrt(residual / whole)
    return out


def moved(r, gram, x, wide):
    """The Gram matrix and what b moves by, within the rows of x."""
    d, n = x.cols, x.rows
    largest = max(mp.norm(gram), mpf(0))
    small = [gram[j, j] for j in range(d) if 0 < gram[j, j] < mpf(1e5) * EPS * largest]

    def sign():
        return mpf(2 * r.below(2) - 1)

    if small and not wide:
        e = matrix(n, n)
        for i in range(n):
            for j in range(i + 1):
                e[i, j] = e[j, i] = sign()
        e = x.T * e * x
    else:
        values, v = eigen(gram)
        rank = sum(a > 0 for a in values)
        if not rank:
            return gram
        e = matrix(rank, rank)
        for i in range(rank):
            for j in range(i + 1):
                e[i, j] = e[j, i] = sign() * largest
        e = v[:, :rank] * e * v[:, :rank].T
    return gram + EPS * e


def truth(i):
    task, x, xt, y, yt, p = draw(i)
    n, d = x.rows, x.cols
    y = encode(task, y)
    gram, target, b = x.T * x, xt.T * xt, x.T * y
    bt = None if yt is None else xt.T * encode(task, yt)
    label2 = norm(y) ** 2
    want = solve(gram, target, b, bt, label2, n, d, p)
    moves = dict.fromkeys(want, mpf(0))
    r = Draw(10**9 + i)
    wide = n + xt.rows < d
    for _ in range(2):
        turn = matrix([[mpf(2 * r.below(2) - 1) * mp.sqrt(label2 / n) for _ in range(y.cols)] for _ in range(n)])
        b2 = b + EPS * (x.T * turn)
        bt2 = None
        if bt is not None:
            turn = matrix([[mpf(2 * r.below(2) - 1) for _ in range(y.cols)] for _ in range(xt.rows)])
            bt2 = bt + EPS * norm(encode(task, yt)) / mp.sqrt(xt.rows) * (xt.T * turn)
        other = solve(moved(r, gram, x, wide), moved(r, target, xt, wide), b2, bt2, label2, n, d, p)
        for name in want:
            moves[name] = max(moves[name], abs(other.get(name, mp.inf) - want[name]))
    return i, {name: [float(v), float(mp.nstr(moves[name], 3))] for name, v in want.items()}


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else PROBLEMS
    with Pool(2) as pool:
        lines = [json.dumps(t) for _, t in sorted(pool.imap_unordered(truth, range(count)))]
    print("[\n" + ",\n".join(lines).replace("Infinity", "null") + "\n]")
