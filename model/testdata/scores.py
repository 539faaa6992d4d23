"""Writes scores.json, the truth of TestScores: python3 scores.py > scores.json

What scikit-learn makes of 30 lists of labels and scores: with ties, a single class, and all
scores zero, as weights of zero give. Scores are eighths, which a double holds exactly. null is
where scikit-learn has no number, or warns that it has none. Needs scikit-learn.
"""
import json
import warnings
import numpy as np
from sklearn import metrics as m

draw = np.random.default_rng(27)
cases = []
for i in range(30):
    n = int(draw.integers(3, 60))
    regression = i % 5 == 4
    s = draw.integers(-4 if i % 3 else -40, 5 if i % 3 else 41, n) / 8
    if i % 6 == 5:
        s[:] = 0
    y = np.where(draw.random(n) < 0.3 + 0.3 * (s > 0), 1.0, -1.0)
    if i in (7, 11):
        y[:] = 1 if i == 7 else -1
    if regression:
        y = np.round(8 * (s + draw.normal(size=n))) / 8 + (1000 if i == 9 else 0)
        if i == 14:
            y[:] = 2
    out = {}

    def put(name, f):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                v = float(f())
                out[name] = None if np.isnan(v) else v
            except Exception:
                out[name] = None

    if regression:
        put("mse", lambda: m.mean_squared_error(y, s))
        put("rmse", lambda: m.root_mean_squared_error(y, s))
        put("mae", lambda: m.mean_absolute_error(y, s))
        put("r2", lambda: m.r2_score(y, s, force_finite=False) if np.ptp(y) else np.nan)
    else:
        p = np.where(s > 0, 1.0, -1.0)
        put("accuracy", lambda: m.accuracy_score(y, p))
        put("balanced-accuracy", lambda: np.mean([np.mean(p[y == c] == c) for c in np.unique(y)]) if len(np.unique(y)) == 1 else m.balanced_accuracy_score(y, p))
        put("f1", lambda: m.f1_score(y, p, zero_division=0))
        put("roc-auc", lambda: m.roc_auc_score(y, s))
        put("pr-auc", lambda: m.average_precision_score(y, s))
    cases.append({"regression": regression, "y": y.tolist(), "scores": s.tolist(), "want": out})
print(json.dumps(cases))
