package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/datasets/fitted"
	"larui/tui/keep"
	"larui/tui/session"
)

// numpyLines predict as larui does, to the last digit. A test runs them.
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

// recipeLines take the place of the line of X where a model has a recipe. A test runs them.
var recipeLines = "  import datetime, re\n" + strings.TrimRight(strings.ReplaceAll("\n"+fitted.MakeLines, "\n", "\n  ")[1:], " ") +
	`  names = m["columns"]["names"]
  used = list(zip(m["recipe"], [names[j] for j in m["columns"]["features"]]))
  X = np.array([[x for c, name in used for x in make(c, row[name])] + one for row in rows])`

var predictHelp = `Predict for each row of a file, by a model that larui solve --save-model wrote. What
is printed is CSV: the ids that the model carries (--id), else the row, counted from 1, what is predicted and, unless that is the
value of a regression, its score, or one for each of several classes.

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
	cmd := &cobra.Command{
		Use:     "predict --model FILE --input FILE",
		Short:   "Predict for the rows of a file, by a model that solve has saved",
		Long:    predictHelp,
		Example: predictExamples,
		Args:    atMost(0, ""),

		ValidArgsFunction: cobra.NoFileCompletions,
	}
	var from, input, out string
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&from, "model", "", "the model, a `FILE` that larui solve --save-model wrote")
	cmd.Flags().StringVar(&input, "input", "", "the `FILE` of rows to predict for; - for standard input")
	cmd.Flags().StringVarP(&out, "out", "o", "", "the `FILE` to write (standard output when not given)")
	call := newCall(cmd, func(o session.Option) bool { return slices.Contains([]string{"drop", "index", "decimal"}, o.Name) })
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if from == "" || input == "" {
			return wrongf("predict needs a model and rows: --model FILE --input FILE")
		}
		m, err := fitted.Read(cmd.Context(), from)
		if err != nil {
			return err
		}
		spec := m.Spec(input)
		drop := spec.Drop
		for name, text := range call.set() {
			option, _ := session.OptionByName(name)
			state, err := option.Set(session.State{Spec: spec}, text)
			if err != nil {
				return err
			}
			spec = state.Spec
		}
		if len(call.values["drop"]) > 0 {
			spec.Drop = append(spec.Drop, drop...)
		}
		var notes []string
		write := func(w io.Writer) (err error) {
			_, notes, err = m.PredictFile(cmd.Context(), spec, opener.progress.opening, w)
			return err
		}
		if out == "" {
			err = write(cmd.OutOrStdout())
		} else {
			err = opener.progress.write(out, func() error { return keep.ReplaceBy(out, 0o644, write) })
		}
		if blamed := new(datasets.FormatError); errors.As(err, &blamed) {
			return blamed // what is written is not to blame
		}
		for _, note := range notes {
			if err == nil {
				opener.progress.note(note)
			}
		}
		return err
	}
	return cmd
}

// A takeAway is what flags of larui solve ask to be saved of a solution.
type takeAway struct{ model, which, script, predictions string }

func addTakeAway(cmd *cobra.Command) *takeAway {
	t := &takeAway{which: fitted.Choices()[0]}
	cmd.Flags().StringVar(&t.model, "save-model", "", "save the model as a `FILE`, .json or .npz, for larui predict and NumPy")
	addChoice(cmd, &t.which, "which", "the weights to save: descent, closed (form), none (no adaptation)", fitted.Choices()...)
	cmd.Flags().StringVar(&t.script, "save-script", "", "save a script of NumPy, `FILE`.py, that fits the same files and prints the same numbers")
	cmd.Flags().StringVar(&t.predictions, "save-predictions", "", "save what the model predicts for the target as a `FILE` of CSV, as larui predict prints it, and behind it what no adaptation predicts")
	return t
}

// check finds what is wrong with the flags, judge being that of --choose, before any work is done.
func (t *takeAway) check(cmd *cobra.Command, judge string) error {
	switch {
	case cmd.Flags().Changed("save-model") && !fitted.IsJSON(t.model) && !fitted.IsNPZ(t.model):
		return wrongf("--save-model %s: the name ends in neither .json nor .npz", quoteEmpty(t.model))
	case cmd.Flags().Changed("save-script") && t.script == "":
		return wrongf("--save-script \"\": a script needs a name, such as fit.py")
	case cmd.Flags().Changed("save-predictions") && t.predictions == "":
		return wrongf("--save-predictions \"\": predictions need a name, such as predicted.csv")
	case cmd.Flags().Changed("which") && t.model == "" && t.predictions == "":
		return wrongf("--which does nothing without --save-model FILE or --save-predictions FILE")
	case judge != "" && t.which == "closed":
		return wrongf("--choose and --which closed exclude each other: what is judged is the descent, not the closed form")
	}
	return nil
}

// save writes what was asked for. Where a script can't be made no model is written either.
func (t *takeAway) save(ctx context.Context, s *solved, opener *opener) error {
	replace := func(name string, content []byte) error {
		return opener.progress.write(name, func() error { return keep.Replace(name, content, 0o644) })
	}
	var model, script []byte
	if t.model != "" || t.predictions != "" {
		m, err := fitted.New(s.Spec, s.Pair, s.solution, t.which, version())
		if err == nil && t.model != "" {
			model, err = m.Encode(t.model)
		}
		var none *fitted.Model
		if err == nil && t.predictions != "" && t.which != "none" {
			none, err = fitted.New(s.Spec, s.Pair, s.solution, "none", version())
		}
		if err = cmp.Or(err, ctx.Err()); err == nil && t.predictions != "" {
			err = opener.progress.write(t.predictions, func() error {
				return keep.ReplaceBy(t.predictions, 0o644, func(w io.Writer) (err error) {
					opener.predicted, err = m.PredictTarget(ctx, s.Spec, s.Pair, none, opener.progress.opening, w)
					return err
				})
			})
		}
		if err != nil {
			return err
		}
	}
	if t.script != "" {
		var err error
		if script, err = fitted.Script(s.Spec, s.Pair, s.Problem, s.solution.Params); err != nil {
			return fmt.Errorf("--save-script %s: %w", t.script, err)
		}
		if err := replace(t.script, script); err != nil {
			return err
		}
	}
	if t.model != "" {
		return replace(t.model, model)
	}
	return nil
}
