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

// numpyLines is Python code with the same predictions as larui predict, to the last digit. A test
// runs this code.
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

// recipeLines is Python code that replaces the line for X in numpyLines, for models with a recipe.
// A recipe encodes words, dates and missing values as numbers.
var recipeLines = "  import datetime, re\n" + strings.TrimRight(strings.ReplaceAll("\n"+modelfile.PythonMake, "\n", "\n  ")[1:], " ") +
	`  names = m["columns"]["names"]
  used = list(zip(m["recipe"], [names[j] for j in m["columns"]["features"]]))
  X = np.array([[x for c, name in used for x in make(c, row[name])] + one for row in rows])`

var predictHelp = `Predict each row of a file with a model that larui solve --save-model has written. The
output is CSV: the ids (if the model was fitted with --id, else the number of the row, from 1
on), the prediction and, for a classification, its score, or a score for each of several
classes. If the name after --out ends in .parquet, Parquet is written.

Columns are found by their names, in any order, or by their order if the model or the file
has no names. A missing feature is an error, and so is a column that the model does not know;
the label and the columns that the model leaves out are ignored. The file is read like the
files for the fit, unless flags say otherwise. Text of any size takes little memory, also from
a pipe (--input -).

The same in ten lines of NumPy, from m.json or m.npz and a CSV with names:

` + numpyLines + `

Where the model has a recipe (--encode, --dates, --impute), X is instead:

` + recipeLines

const predictExamples = `  larui solve mine.csv theirs.csv --save-model m.json
  larui predict --model m.json --input new.csv --out predicted.csv`

func newPredict(opener *opener) *cobra.Command {
	cmd := newCommand("predict --model FILE --input FILE", "Predict the rows of a file with a model that larui solve has saved",
		predictHelp, predictExamples)
	var from, input, out string
	addFlag(cmd, &from, "model", "the model, a `FILE` that larui solve --save-model wrote")
	addFlag(cmd, &input, "input", "the `FILE` of rows to predict for; - for standard input")
	cmd.Flags().StringVarP(&out, "out", "o", "", "the `FILE` to write (default: standard output)")
	call := newFileCall(cmd, "drop", "index", "decimal", "thousands")
	setRun(cmd, func(ctx context.Context, _ []string) error {
		if from == "" || input == "" {
			return wrongCallf("predict needs a model and rows: --model FILE --input FILE")
		}
		m, err := modelfile.Read(ctx, from)
		if err != nil {
			return err
		}
		spec := inputSpec(m, input, call.options())
		var notes []string
		write := func(w io.Writer) (err error) {
			_, notes, err = m.PredictFile(ctx, spec, nil, opener.showOpening, modelfile.NewPredictionWriter(out, w))
			return err
		}
		if out == "" {
			err = write(cmd.OutOrStdout())
		} else {
			err = opener.writeFile(out, func() error { return store.ReplaceByFunc(out, 0o644, write) })
		}
		if blamed := new(datasets.FormatError); errors.As(err, &blamed) {
			return blamed // the error is in the input, not in the output
		}
		if err == nil {
			opener.printNotes(notes...)
		}
		return err
	})
	return cmd
}

// inputSpec returns the spec for reading a file for the model, changed by the options in set. It
// drops all columns that the model or set drops.
func inputSpec(m *modelfile.Model, file string, set session.OptionSet) datasets.Spec {
	like := m.Spec(file)
	spec := set.ApplyTo(session.State{Spec: like}).Spec
	if set.Has("drop") {
		spec.Drop = slices.Concat(spec.Drop, like.Drop)
	}
	return spec
}
