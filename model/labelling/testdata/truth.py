"""Writes truth.json, that of TestTruth: python3 truth.py > truth.json. Needs SciPy.

Every number is computed from its definition: shares by the beta distribution, differences of
shares by all outcomes of a multinomial, sequences by the hypergeometric distribution of each
number of rows there may be, bets by quadrature over the angle whose squared sine is p.
"""
import json
import numpy as np
from scipy import integrate, optimize, special, stats

TAIL, BAR = 0.05, np.log(10)


def clopper_pearson(s, n):
    return [stats.beta.ppf(TAIL, s, n - s + 1) if s else 0.0, stats.beta.ppf(1 - TAIL, s + 1, n - s) if s < n else 1.0]


def at_most(d, n, p1, p2):
    i, j = np.meshgrid(np.arange(n + 1), np.arange(n + 1))
    rest = n - i - j
    inside = (rest >= 0) & (i - j <= d)
    i, j, rest = i[inside], j[inside], rest[inside]
    p0 = max(0.0, 1 - p1 - p2)
    log = special.gammaln(n + 1) - special.gammaln(i + 1) - special.gammaln(j + 1) - special.gammaln(rest + 1)
    return float(np.exp(log + special.xlogy(i, p1) + special.xlogy(j, p2) + special.xlogy(rest, p0)).sum())


def highest(more, less, n):
    def above(delta):
        shares = abs(delta) + (1 - abs(delta)) * np.arange(33) / 32
        return max(at_most(more - less, n, max(0, (q + delta) / 2), max(0, (q - delta) / 2)) for q in shares) - TAIL

    return 1.0 if above(1.0) > 0 else optimize.brentq(above, -1, 1, xtol=1e-10)


def plausible(first, second, size):
    """The numbers of rows of which the first model may be right: lowest, highest."""
    n = first + second
    mixed = special.betaln(0.5 + first, 0.5 + second) - special.betaln(0.5, 0.5)
    k = np.arange(first, size - second + 1)
    # one order of the outcomes, of the comb(n, first) that are equally likely
    each = stats.hypergeom.logpmf(first, size, k, n) - (special.gammaln(n + 1) - special.gammaln(first + 1) - special.gammaln(second + 1))
    inside = k[mixed - each < BAR]
    return [int(inside.min()), int(inside.max())]


def of_all(first, second, neither, size, binary):
    """The lowest and highest difference of numbers of rows, by all numbers there may be."""
    n = first + second + neither
    i, j = np.meshgrid(np.arange(n + 1), np.arange(n + 1))
    i, j = i[i + j <= n], j[i + j <= n]
    choose = lambda a, b: np.where((b >= 0) & (b <= a), np.exp(special.gammaln(a + 1) - special.gammaln(b.clip(0, a) + 1) - special.gammaln((a - b).clip(0, a) + 1)), 0)
    kept = []
    for a in range(size + 1):
        for b in range(size - a + 1):
            if binary and a + b < size or a - b < first - second - (size - n) or a - b > first - second + size - n:
                continue
            p = choose(a, i) * choose(b, j) * choose(size - a - b, n - i - j)
            p /= p.sum()
            if p[i - j <= first - second].sum() > TAIL:
                kept.append((a - b, "high"))
            if p[i - j >= first - second].sum() > TAIL:
                kept.append((a - b, "low"))
    return [min(d for d, end in kept if end == "low"), max(d for d, end in kept if end == "high")]


draw = np.random.default_rng(27)
truth = {"shares": [], "differences": [], "sequences": [], "bets": [], "urns": []}
for n in [1, 2, 5, 10, 20, 30, 57, 200, 1000]:
    for s in sorted({0, 1, n // 3, n // 2, n - 1, n}):
        truth["shares"].append({"count": s, "n": n, "interval": clopper_pearson(s, n)})
for n in [1, 5, 10, 20, 41]:
    for _ in range(4):
        first, second, neither = (int(v) for v in draw.multinomial(n, draw.dirichlet([2, 1, 1])))
        truth["differences"].append({"first": first, "second": second, "neither": neither,
                                     "interval": [-highest(second, first, n), highest(first, second, n)]})
for size in [1, 2, 7, 43, 333, 5000]:
    for n in [1, 2, 5, 10, 20, 40, 200]:
        for share in [0.0, 0.2, 0.5, 0.9, 1.0]:
            first = round(share * n)
            if n <= size:
                truth["sequences"].append({"first": first, "second": n - first, "size": size, "between": plausible(first, n - first, size)})
for n in [1, 2, 5, 9] * 4:
    weights, z, m = draw.exponential(1, n).round(6), draw.random(n).round(6), float(draw.uniform(0.3, 0.7))
    total = float(weights.sum() + n)
    means = (total * m - np.cumsum(weights * z) + weights * z) / (total - np.cumsum(weights) + weights)
    if ((means > 0) & (means < 1)).all():
        bet = lambda a: np.prod(z * np.sin(a) ** 2 / means + (1 - z) * np.cos(a) ** 2 / (1 - means))
        truth["bets"].append({"total": total, "weights": weights.tolist(), "z": z.tolist(), "m": m,
                              "wealth": float(np.log(integrate.quad(bet, 0, np.pi / 2)[0] * 2 / np.pi))})
for size, n in [(1, 1), (5, 2), (12, 3), (12, 8), (12, 12), (43, 10), (43, 25)]:
    for binary in [True, False]:
        for _ in range(4):
            first, second, neither = (int(v) for v in draw.multinomial(n, draw.dirichlet([2, 1, 0.001 if binary else 1])))
            first, neither = (first + neither, 0) if binary else (first, neither)
            truth["urns"].append({"first": first, "second": second, "neither": neither, "size": size, "binary": binary,
                                  "between": of_all(first, second, neither, size, binary)})
print(json.dumps(truth))
