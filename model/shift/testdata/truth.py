"""Writes truth.json, that of TestTruth: python3 truth.py > truth.json. Needs SciPy and scikit-learn.

Samples with ties and without; p values by SciPy, AUC and the ridge classifier by scikit-learn, DeLong's
variance by its definition, one comparison after the other, shifts along weights by a pseudo-inverse.
"""
import json
import numpy as np
from scipy import stats
from sklearn.linear_model import Ridge
from sklearn.metrics import roc_auc_score

rng = np.random.default_rng(27)


def delong(source, target):
    psi = np.array([[1.0 if t > s else 0.5 if t == s else 0.0 for t in target] for s in source])
    return psi.mean(0).var(ddof=1) / len(target) + psi.mean(1).var(ddof=1) / len(source)


pairs = []
for n, m, shift, scale, ties in [(8, 8, 0, 1, False), (30, 50, 0.5, 1, False), (40, 25, 0, 3, False), (60, 60, 0.3, 1, True),
                                 (200, 100, 0.1, 1.2, True), (12, 300, -1, 1, False), (25, 25, 5, 1, False), (9, 14, 0, 1, True)]:
    a, b = rng.normal(size=n), shift + scale * rng.normal(size=m)
    if ties:
        a, b = np.round(a), np.round(b)
    d = stats.ks_2samp(a, b).statistic
    e = np.sqrt(n * m / (n + m))
    half = stats.norm.ppf(0.975) * np.sqrt(delong(a, b))
    auc = roc_auc_score(np.r_[np.zeros(n), np.ones(m)], np.r_[a, b])
    pairs.append(dict(source=a.tolist(), target=b.tolist(), shift=(b.mean() - a.mean()) / a.std(ddof=1), stretch=b.std(ddof=1) / a.std(ddof=1),
                      distance=d, p=stats.kstwobign.sf((e + 0.12 + 0.11 / e) * d), auc=auc, low=max(0, auc - half), high=min(1, auc + half),
                      mannWhitney=stats.mannwhitneyu(b, a, alternative="greater", method="asymptotic").pvalue))

p = np.array([q["p"] for q in pairs])
order = np.argsort(p, kind="stable")
holm = np.empty(len(p))
holm[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))

classifiers = []
for n, m, d in [(40, 30, 3), (25, 60, 6), (30, 30, 16)]:
    x = rng.normal(size=(n + m, d)) * rng.uniform(0.1, 20, size=d) + 5
    x[n:] += 0.3
    test = rng.normal(size=(20, d)) * 3 + 5
    mean, scale = x.mean(0), x.std(0)
    products = [(j, k) for j in range(d) for k in range(j, d) if d <= 14 or j == k]
    z = lambda x: np.hstack([(x - mean) / scale] + [((x[:, [j]] - mean[j]) / scale[j]) * ((x[:, [k]] - mean[k]) / scale[k]) for j, k in products])
    fit = Ridge(alpha=d + len(products)).fit(z(x), np.r_[np.zeros(n), np.ones(m)])
    s = z(test) @ fit.coef_
    a, b = s[:10], s[10:]
    classifiers.append(dict(source=x[:n].tolist(), target=x[n:].tolist(), testSource=test[:10].tolist(), testTarget=test[10:].tolist(),
                            auc=roc_auc_score(np.r_[np.zeros(10), np.ones(10)], s),
                            mannWhitney=stats.mannwhitneyu(b, a, alternative="greater", method="asymptotic").pvalue))

along = []
for n, m, d, constant in [(30, 20, 3, False), (50, 80, 6, True), (10, 12, 15, False)]:
    x, y = rng.normal(size=(n, d)) @ rng.normal(size=(d, d)), 0.5 + rng.normal(size=(m, d)) @ rng.normal(size=(d, d))
    if constant:
        x[:, -1], y[:, -1] = 1, 1
    w = rng.normal(size=(d, 2))
    delta, S = y.mean(0) - x.mean(0), np.cov(x.T, bias=True)
    scale = np.where(x.std(0) > 0, x.std(0), 1)
    R = S / np.outer(scale, scale)
    whole = (delta / scale) @ np.linalg.pinv(R, rcond=1e-10, hermitian=True) @ (delta / scale)
    rank = np.linalg.matrix_rank(R, tol=1e-10, hermitian=True)
    s, t = x @ w, y @ w
    shift = (t.mean(0) - s.mean(0)) / s.std(0, ddof=1)
    error = np.sqrt(s.var(0, ddof=1) / n + t.var(0, ddof=1) / m) / s.std(0, ddof=1)
    share = np.minimum(1, (w.T @ delta) ** 2 / np.diag(w.T @ S @ w) / whole)
    along.append(dict(source=x.tolist(), target=y.tolist(), weights=w.tolist(), shift=shift.tolist(), error=error.tolist(),
                      share=share.tolist(), random=1 / float(rank)))

print(json.dumps(dict(pairs=pairs, adjusted=holm.tolist(), classifiers=classifiers, along=along)))
