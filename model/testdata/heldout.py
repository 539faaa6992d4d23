"""Writes heldout.json, the truth of TestHeldOut: python3 heldout.py > heldout.json

What scikit-learn's cross_val_predict predicts by least squares without an intercept, with the
folds that are written beside it. Features are sixteenths, which a double holds exactly; some
problems have fewer rows than features, columns that repeat, or columns that are zero but in a
single row. Needs scikit-learn.
"""
import json
import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import cross_val_predict

draw = np.random.default_rng(2024)
problems = []
for i in range(20):
    task = ["binary", "multiclass", "regression"][i % 3]
    n, d = int(draw.integers(12, 60)), int(draw.integers(1, 10))
    if i >= 15:
        n, d = int(draw.integers(8, 16)), int(draw.integers(20, 30))
    x = draw.integers(-48, 49, (n, d)).astype(float)
    if i in (8, 9, 10) and d > 2:
        x[:, -1] = x[:, 0]  # a column that repeats
    if i in (10, 11, 12, 13):
        x[:, 0] = 0
        x[3, 0] = 16  # a direction of a single row
    scores = x[:, :1] / 16 + draw.normal(size=(n, 3))
    if task == "binary":
        y = np.where(scores[:, 0] > 0, 1.0, -1.0)
        y[:2] = [-1, 1]
        targets = y
    elif task == "multiclass":
        y = scores.argmax(1).astype(float)
        y[:3] = [0, 1, 2]
        targets = np.where(y[:, None] == np.arange(3), 1.0, -1.0)
    else:
        y = np.round(scores[:, 0] * 64) / 64
        targets = y
    parts = np.array_split(draw.permutation(n), min(n, 5))
    cv = [(np.setdiff1d(np.arange(n), part), part) for part in parts]
    predicted = cross_val_predict(LinearRegression(fit_intercept=False), x / 16, targets, cv=cv).reshape(n, -1)
    problems.append({"task": task, "x": x.astype(int).tolist(), "y": y.tolist(), "folds": [p.tolist() for p in parts], "predicted": predicted.tolist()})
print(json.dumps(problems))
