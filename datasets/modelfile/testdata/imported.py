"""Writes imported.json, that of TestImported: python3 imported.py > imported.json. Needs scikit-learn.

Linear models with and without a change of scale, in the forms that larui reads, with the scores and
predictions that scikit-learn has for new rows.
"""
import base64
import io
import json
import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(27)
names = ["a", "b", "c c", "d"]
cases = []
for classes, scaled in [(["no", "yes"], True), (["1", "10", "2"], False), (None, True), (["5", "7"], False)]:
    x, new = rng.normal(size=(60, 4)) * [1, 30, 0.1, 5] + [0, 100, 0, -3], rng.normal(size=(15, 4)) * [2, 30, 0.2, 9] + [0, 100, 0, -3]
    signal = x @ [1, 0.03, 2, -0.2] + rng.normal(size=60)
    y = signal if classes is None else np.array(classes)[np.digitize(signal, np.quantile(signal, np.linspace(0, 1, len(classes) + 1)[1:-1]))]
    scaler = StandardScaler().fit(x)
    z = scaler.transform if scaled else (lambda x: x)
    model = (Ridge() if classes is None else LogisticRegression(max_iter=10000)).fit(z(x), y)
    saved = {"features": names, "coef": model.coef_.tolist(), "intercept": np.atleast_1d(model.intercept_).tolist()}
    if classes is not None:
        saved["classes"] = model.classes_.tolist()
    if scaled:
        saved |= {"mean": scaler.mean_.tolist(), "scale": scaler.scale_.tolist()}
    arrays = {k: np.atleast_1d(np.array(v, dtype=float)) for k, v in saved.items() if k != "features" and not (k == "classes" and classes == ["no", "yes"])}
    npz = io.BytesIO()
    np.savez(npz, **arrays)
    scores = model.predict(z(new)) if classes is None else model.decision_function(z(new))
    coef = np.atleast_2d(model.coef_)
    intercept = np.atleast_1d(model.intercept_)
    if classes is not None and len(classes) == 2:  # a column for each class
        coef, intercept = np.vstack([0 * coef, coef]), np.r_[0, intercept]
    lines = ["feature," + ("coefficient" if classes is None else ",".join(model.classes_))]
    lines += [",".join([n] + [repr(float(v)) for v in coef[:, j]]) for j, n in enumerate(names)]
    lines += [",".join(["intercept"] + [repr(float(v)) for v in intercept])]
    cases.append(dict(json=json.dumps(saved), npz="" if classes == ["no", "yes"] else base64.b64encode(npz.getvalue()).decode(),
                      csv="" if scaled else "\n".join(lines) + "\n", rows=new.tolist(), scores=np.atleast_2d(scores.T).T.tolist(),
                      predictions=[str(p) for p in model.predict(z(new))] if classes else []))
print(json.dumps(cases))
