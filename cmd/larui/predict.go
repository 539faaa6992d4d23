package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/datasets/modelfile"
	"larui/tui/session"
	"larui/tui/store"
)

// numpyLines is Python code that predicts as larui does, to the last digit. A test runs it.
const numpyLines = `  import csv, json, numpy as np
  m = json.load(open("m.json"))  # m.npz: z = np.load("m.npz"); m = {**json.loads(bytes(z["model"])), **z}
  W, names, one = np.array(m["weights"]), m["features"], [1.0] * m["bias"]
  rows = csv.DictReader(open("new.csv"))
  X = np.array([[float(row[name]) for name in names[: len(names) - len(one)]] + one for row in rows])
  if m["standardize"]: X = (X - m["standardize"]["mean"]) / m["standardize"]["scale"]
  S = sum(X[:, [j]] * W[j] for j in range(len(W)))  # X @ W, in an order that gives the same digits
  if m["labels"]: S = S * m["labels"]["scale"] + m["labels"]["mean"]
  best = S.argmax(1) if S.shape[1] > 1 else (S[:, 0] > 0) * 1
  predicted = S[:, 0] if m["task"] == "regression" else np.array(m["classes"])[best]`

// recipeLines replaces the line of X in numpyLines for a model with a recipe. A test runs it.
var recipeLines = "  import datetime, re\n" + strings.TrimRight(strings.ReplaceAll("\n"+modelfile.MakeLines, "\n", "\n  ")[1:], " ") +
	`  names = m["columns"]["names"]
  used = list(zip(m["recipe"], [names[j] for j in m["columns"]["features"]]))
  X = np.array([[x for c, name in used for x in make(c, row[name])] + one for row in rows])`

var predictHelp = `Predict for each row of a file, by a model that larui solve --save-model wrote. What
is printed is CSV: the ids that the model carries (--id), else the row, counted from 1, what is predicted and, unless that is the
value of a regression, its score, or one for each of several classes. Where the name after --out
ends with .parquet, Parquet is written.

The columns are found by their names, in any order; without names on both sides, by
their order. A feature that is missing is an error, and so is a column that the model
has not seen; the label's column, and those that were left out when it was fitted, are
left out here. The file is read as those that it was fitted on, unless a flag says
otherwise. Text of any size takes little memory, also from a pipe (--input -).

The same in ten lines of NumPy, from m.json or m.npz and a CSV with names:

` + numpyLines + `

Where the model has a recipe (--encode, --dates, --impute), X is instead:

` + recipeLines

const predictExamples = `  larui solve --source mine.csv --target theirs.csv --save-model m.json
  larui predict --model m.json --input new.csv --out predicted.csv`

// newPredict returns `larui predict`.
func newPredict(opener *opener) *cobra.Command {
	cmd := newCommand("predict --model FILE --input FILE", "Predict for the rows of a file, by a model that solve has saved",
		predictHelp, predictExamples)
	var from, input, out string
	addFlag(cmd, &from, "model", "the model, a `FILE` that larui solve --save-model wrote")
	addFlag(cmd, &input, "input", "the `FILE` of rows to predict for; - for standard input")
	cmd.Flags().StringVarP(&out, "out", "o", "", "the `FILE` to write (standard output when not given)")
	call := newFileCall(cmd, "drop", "index", "decimal", "thousands")
	setWork(cmd, func(ctx context.Context, _ []string) error {
		if from == "" || input == "" {
			return wrongf("predict needs a model and rows: --model FILE --input FILE")
		}
		m, err := modelfile.Read(ctx, from)
		if err != nil {
			return err
		}
		spec := readingFor(m, input, call.set())
		var notes []string
		write := func(w io.Writer) (err error) {
			notes, err = m.PredictFile(ctx, spec, opener.opening, modelfile.As(out, w))
			return err
		}
		if out == "" {
			err = write(cmd.OutOrStdout())
		} else {
			err = opener.write(out, func() error { return store.ReplaceWith(out, 0o644, write) })
		}
		if blamed := new(datasets.FormatError); errors.As(err, &blamed) {
			return blamed // the error is in the input, not in the output
		}
		for _, note := range notes {
			if err == nil {
				opener.note(note)
			}
		}
		return err
	})
	return cmd
}

// readingFor returns the spec by which m reads a file, with the options in set. The columns that m
// leaves out are left out beside the columns that set drops.
func readingFor(m *modelfile.Model, file string, set session.Set) datasets.Spec {
	like := m.Spec(file)
	spec := set.ApplyTo(session.State{Spec: like}).Spec
	if set.Has("drop") {
		spec.Drop = slices.Concat(spec.Drop, like.Drop)
	}
	return spec
}
