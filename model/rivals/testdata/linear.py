# Makes linear.json: what NumPy, SciPy, scikit-learn, skada and POT make of small pairs, for
# the methods that fit a ridge regression in another space. KLIEP's weights are those that expectation and maximization lead to on its
# problem as defined; skada's descent stops before it settles. Run beside that file with
# numpy, scipy, scikit-learn 1.9, skada 0.6 and POT 0.9.7:  python3 linear.py > linear.json
import json
import warnings

import numpy as np
import ot
import scipy.linalg as la
from scipy.spatial.distance import cdist
from skada import CORALAdapter, SubspaceAlignmentAdapter
from sklearn.linear_model import LogisticRegression, Ridge

warnings.filterwarnings("ignore")
rng = np.random.default_rng(20240131)


def draw(task, n, m, d):
    mix, turn = rng.normal(size=(d, d)), la.qr(rng.normal(size=(d, d)))[0]
    xs = rng.normal(size=(n, d)) @ mix + rng.normal(size=d)
    xt = rng.normal(size=(m, d)) @ mix @ (np.eye(d) + 0.4 * turn) + rng.normal(size=d)
    score = xs @ rng.normal(size=(d, 3))
    y = {"binary": np.sign(score[:, 0]), "multiclass": score.argmax(1).astype(float), "regression": score[:, 0] + rng.normal(size=n)}[task]
    return xs, y, xt


def head(zs, y, zt, task, l2, constant, counts=None):
    targets = 2.0 * (y[:, None] == np.arange(3)) - 1 if task == "multiclass" else y[:, None]
    model = Ridge(alpha=l2, fit_intercept=constant, solver="svd", tol=0).fit(zs, targets, sample_weight=counts)
    return [np.asarray(model.predict(z)).reshape(len(z), -1).tolist() for z in (zs, zt)]


def spaces(xs, xt, constant):
    """Yields a method's name, its setting, and both domains as it places them."""
    cs, ct = (xs - xs.mean(0), xt - xt.mean(0)) if constant else (xs, xt)
    d = xs.shape[1]
    domains = np.r_[np.ones(len(xs)), -np.ones(len(xt))]

    # The authors' algorithm by SciPy's general functions of matrices.
    root = [la.sqrtm(c.T @ c / len(c) + np.eye(d)).real for c in (cs, ct)]
    yield "coral", {"Shrink": 1.0}, cs @ la.inv(root[0]) @ root[1], ct, None
    # skada's own has no diagonal: with next to none it is the same.
    z = CORALAdapter(reg=None, assume_centered=not constant).fit_transform(np.r_[xs, xt], sample_domain=domains)
    yield "coral", {"Shrink": 1e-14}, z[: len(xs)], z[len(xs) :], None

    for shrink in (1.0, 0.01):
        a, b = ot.gaussian.empirical_bures_wasserstein_mapping(xs, xt, reg=shrink, bias=constant)
        yield "ot", {"Shrink": shrink}, xs @ a + b, xt, None

    for count in (1, 2, d):
        if constant:
            z = SubspaceAlignmentAdapter(n_components=count).fit_transform(np.r_[xs, xt], sample_domain=domains)
            zs, zt = z[: len(xs)], z[len(xs) :]
        else:
            ps, pt = [la.svd(x, full_matrices=False)[2][:count].T for x in (xs, xt)]
            zs, zt = xs @ ps @ ps.T @ pt, xt @ pt
        yield "subspace", {"Components": count}, zs, zt, None

    # Transfer components as defined, in the kernel of all rows.
    x, n, m = np.r_[xs, xt], len(xs), len(xt)
    e = np.r_[np.full(n, 1 / n), np.full(m, -1 / m)][:, None]
    k, centring = x @ x.T, np.eye(n + m) - 1 / (n + m)
    values, w = la.eigh(k @ centring @ k, k @ e @ e.T @ k + np.eye(n + m))
    for count in (1, 2, d):
        chosen = w[:, ::-1][:, :count]
        chosen = np.sqrt(n + m) * chosen / np.sqrt(np.einsum("ij,ik,kj->j", chosen, k @ centring @ k, chosen))
        z = k @ chosen
        yield "tca", {"Components": count, "Coefficient": 1.0}, z[:n], z[n:], None

    for shrink in (1.0, 100.0):
        told = LogisticRegression(C=1 / shrink, tol=1e-14, max_iter=100000, solver="newton-cholesky").fit(x, domains < 0)
        counts = np.exp(told.decision_function(xs))
        yield "importance", {"Shrink": shrink}, xs, xt, counts / counts.mean()

    for coefficient in (1.0, 0.1):
        gamma = coefficient / (d * x.var())
        here, there = [np.exp(-gamma * cdist(z, xt, "sqeuclidean")) for z in (xs, xt)]  # all rows are centres
        here, there = here / here.mean(0), there / here.mean(0)
        beta = np.full(m, 1 / m)
        for _ in range(400000):  # expectation and maximization, which never leaves the simplex
            slope = (there / (there @ beta)[:, None]).mean(0)
            beta = beta * slope
            if np.abs(beta * (slope - 1)).max() < 1e-16 and slope.max() < 1 + 1e-12:
                break
        yield "kliep", {"Coefficient": coefficient}, xs, xt, here @ beta


pairs = []
for task, n, m, d, constant in [
    ("binary", 40, 50, 4, True), ("multiclass", 60, 45, 5, True), ("regression", 30, 35, 3, True),
    ("binary", 50, 40, 3, False), ("multiclass", 45, 60, 4, False),
]:
    xs, y, xt = draw(task, n, m, d)
    cases = []
    for name, setting, zs, zt, counts in spaces(xs, xt, constant):
        for l2 in (1.0, 100.0):
            source, target = head(zs, y, zt, task, l2, constant, counts)
            # Some rows tell all weights.
            cases.append({"method": name, "hyper": {"L2": l2, **setting}, "source": source[: d + 2], "target": target[: d + 2]})
    pairs.append({"task": task, "constant": constant, "x": xs.tolist(), "y": y.tolist(), "other": xt.tolist(), "cases": cases})
print(json.dumps(pairs))
