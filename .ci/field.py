#!/usr/bin/env python3
"""Compares larui with the shallow methods of skada and ADAPT on twelve pairs of real data.

    .ci/field [ROWS]

Each domain has at most ROWS rows (1,000), drawn by a seed, and is standardized by itself. All
three programs read the same rows. No method sees labels of the target; each has its library's
defaults. Prints a table of Markdown: mean accuracy, its difference from the program's own
baseline, pairs on which the method is ahead of the baseline, and median seconds per pair.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
warnings.filterwarnings("ignore")
import numpy as np  # noqa: E402
import skada  # noqa: E402
from adapt import feature_based, instance_based  # noqa: E402
from scipy.io import loadmat  # noqa: E402
from sklearn.linear_model import LogisticRegression, RidgeClassifier  # noqa: E402

DATA = os.environ["LARUI_DATA"]
ROWS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
FILES = {
    "books": "amazon-reviews/books_400.mat", "dvd": "amazon-reviews/dvd_400.mat",
    "amazon": "office-caltech-surf/amazon_SURF_L10.mat", "caltech": "office-caltech-surf/Caltech10_SURF_L10.mat",
} | {language: f"xed/xed_{language}.npz" for language in "en bg br cn da de es fr he".split()}
PAIRS = [("books", "dvd"), ("dvd", "books"), ("amazon", "caltech"), ("caltech", "amazon")] + [
    ("en", language) for language in "bg br cn da de es fr he".split()]


def domain(name):
    """The rows of a domain, standardized by itself, and its labels from 0."""
    path = os.path.join(DATA, FILES[name])
    if path.endswith(".mat"):
        arrays = loadmat(path)
        X, y = arrays["fts"], arrays["labels"].ravel()
    else:
        arrays = np.load(path)
        X, y = arrays["X"], arrays["y"]
    chosen = np.random.default_rng(0).permutation(len(y))[:ROWS]
    X, y = X[chosen].astype(float), y[chosen].astype(int)
    deviations = X.std(axis=0)
    return (X - X.mean(axis=0)) / np.where(deviations > 0, deviations, 1), y - y.min()


def by_larui(*flags):
    def run(folder, *_):
        out = subprocess.run(["larui", "solve", "--source", folder + "/source.npz", "--target", folder + "/target.npz",
                              "--format", "json", *flags], capture_output=True, text=True)
        if out.returncode:
            raise RuntimeError(out.stderr.strip().splitlines()[-1])
        report = json.loads(out.stdout)
        return report["rival"]["targetAccuracy"] if "rival" in report else report["descent"]["targetAccuracy"]
    return run


def by_skada(make):
    def run(_, X, y, Z, truth):
        both = np.vstack([X, Z])
        # skada masks the labels of the target by -1, or by -10 where -1 is a class.
        masked = np.concatenate([y, np.full(len(Z), -1)])
        sides = np.repeat([1, -2], [len(X), len(Z)])
        fitted = make(LogisticRegression(max_iter=1000).set_fit_request(sample_weight=True)).fit(both, masked, sample_domain=sides)
        return np.mean(fitted.predict(Z, sample_domain=np.full(len(Z), -2)) == truth)
    return run


def by_adapt(make):
    def run(_, X, y, Z, truth):
        return np.mean(make(estimator=RidgeClassifier(), Xt=Z, verbose=0, random_state=0).fit(X, y).predict(Z).ravel() == truth)
    return run


def by_sklearn(model):
    return lambda _, X, y, Z, truth: np.mean(model.fit(X, y).predict(Z) == truth)


METHODS = {
    "larui": {"least squares": by_larui("--method", "least-squares")} | {
        name: by_larui("--method", name) for name in "ridge logistic coral ot subspace tca importance kliep".split()} | {
        "LAR, chosen without labels": by_larui("--choose", "label-free")},
    "skada": {"logistic regression": by_sklearn(LogisticRegression(max_iter=1000))} | {
        name: by_skada(getattr(skada, name)) for name in (
            "CORAL SubspaceAlignment TransferComponentAnalysis LinearOTMapping OTMapping EntropicOTMapping "
            "DensityReweight GaussianReweight DiscriminatorReweight KLIEPReweight KMMReweight NearestNeighborReweight").split()},
    "ADAPT": {"ridge classifier": by_sklearn(RidgeClassifier())} | {
        name: by_adapt(getattr(module, name)) for module, names in (
            (feature_based, "CORAL SA TCA"),
            (instance_based, "KLIEP KMM ULSIF RULSIF NearestNeighborsWeighting IWC")) for name in names.split()},
}


def main():
    results = {}
    for source, target in PAIRS:
        (X, y), (Z, truth) = domain(source), domain(target)
        with tempfile.TemporaryDirectory() as folder:
            np.savez(folder + "/source.npz", X=X, y=y)
            np.savez(folder + "/target.npz", X=Z, y=truth)
            for program, methods in METHODS.items():
                for name, run in methods.items():
                    began, accuracy = time.monotonic(), None
                    try:
                        accuracy = run(folder, X, y, Z, truth)
                    except Exception as failure:  # a method that fails on a pair has no accuracy there
                        print(f"{source}→{target}: {program} {name}: {str(failure)[:200]}", file=sys.stderr)
                    results.setdefault((program, name), []).append((accuracy, time.monotonic() - began))
        print(f"{source}→{target} done", file=sys.stderr)
    print("| program | method | accuracy | over its baseline | ahead | s |\n|---|---|---|---|---|---|")
    for program, methods in METHODS.items():
        base = [a for a, _ in results[program, next(iter(methods))]]
        for name in methods:
            runs = results[program, name]
            pairs = [(a, b) for (a, _), b in zip(runs, base) if a is not None]
            seconds = np.median([s for _, s in runs])
            if not pairs:
                print(f"| {program} | {name} | fails | | | |")
                continue
            gains = [100 * (a - b) for a, b in pairs]
            print(f"| {program} | {name} | {100 * np.mean([a for a, _ in pairs]):.1f} | {np.mean(gains):+.1f} | "
                  f"{sum(g > 0 for g in gains)} of {len(pairs)} | {seconds:.2f} |")


main()
