package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"larui/datasets/modelfile"
	"larui/tui/store"
)

// A saving holds the flags of larui solve that save parts of a solution.
type saving struct{ model, which, script, predictions string }

func addSaving(cmd *cobra.Command) *saving {
	t := &saving{which: modelfile.Choices()[0]}
	addFlag(cmd, &t.model, "save-model", "save the model as a `FILE`, .json or .npz, for larui predict and NumPy")
	addChoice(cmd, &t.which, "which", "the weights to save: descent, closed (form), none (no adaptation)", modelfile.Choices()...)
	addFlag(cmd, &t.script, "save-script", "save a script of NumPy, `FILE`.py, that fits the same files and prints the same numbers")
	addFlag(cmd, &t.predictions, "save-predictions", "save the model's predictions for the target as a `FILE` of CSV (.parquet: Parquet), as larui predict prints them, with the predictions of no adaptation in the last columns")
	return t
}

// check returns an error in the flags before the solution is computed; judge is the value of
// --choose.
func (t *saving) check(cmd *cobra.Command, judge string) error {
	switch {
	case isSet(cmd, "save-model") && !modelfile.IsJSON(t.model) && !modelfile.IsNPZ(t.model):
		return wrongf("--save-model %s: the name must end in .json or .npz", quoteEmpty(t.model))
	case isSet(cmd, "save-script") && t.script == "":
		return wrongf("--save-script \"\": a script needs a name, such as fit.py")
	case isSet(cmd, "save-predictions") && t.predictions == "":
		return wrongf("--save-predictions \"\": predictions need a name, such as predicted.csv")
	case isSet(cmd, "which") && t.model == "" && t.predictions == "":
		return wrongf("--which does nothing without --save-model FILE or --save-predictions FILE")
	case judge != "" && t.which == "closed":
		return wrongf("--choose and --which closed exclude each other: judges rate the descent, not the closed form")
	}
	return nil
}

// any reports whether at least one file is to be saved.
func (t *saving) any() bool { return t.model != "" || t.script != "" || t.predictions != "" }

// save writes the requested files and returns the number of predictions written. It writes no model
// if the script fails.
func (t *saving) save(ctx context.Context, s *solved, progress *progress) (predictions int, err error) {
	var model []byte
	if t.model != "" || t.predictions != "" {
		m, err := t.modelOf(s)
		if err == nil && t.model != "" {
			model, err = m.Encode(t.model)
		}
		if err == nil && t.predictions != "" {
			predictions, err = t.predict(ctx, m, s, progress)
		}
		if err != nil {
			return 0, err
		}
	}
	if t.script != "" {
		script, err := modelfile.Script(s.Spec, s.Pair, s.Problem, s.solution.Params)
		if err != nil {
			return 0, fmt.Errorf("--save-script %s: %w", t.script, err)
		}
		if err := progress.replace(t.script, script); err != nil {
			return 0, err
		}
	}
	if t.model != "" {
		return predictions, progress.replace(t.model, model)
	}
	return predictions, nil
}

// modelOf returns the model with the weights to save.
func (t *saving) modelOf(s *solved) (*modelfile.Model, error) {
	r := s.rival
	if r == nil {
		return modelfile.New(s.Spec, s.Pair, s.solution, t.which, version())
	}
	if r.Weights == nil {
		return nil, fmt.Errorf("there is no model to save: it is unknown, because %s", r.Unknown)
	}
	params := s.solution.Params.WithoutAdaptation()
	params.L2 = r.Hyper.L2
	m, err := modelfile.Of(s.Spec, s.Pair, r.Weights, params, s.solution.None.Rate, r.Method.Command, version())
	if err == nil {
		m.Setting = r.Hyper.String()
	}
	return m, err
}

// predict writes the model's predictions for the target beside the predictions of no adaptation,
// and returns the number of rows.
func (t *saving) predict(ctx context.Context, m *modelfile.Model, s *solved, progress *progress) (count int, err error) {
	var none *modelfile.Model
	if t.which != "none" {
		none, err = modelfile.New(s.Spec, s.Pair, s.solution, "none", version())
	}
	err = cmp.Or(err, ctx.Err())
	if err != nil {
		return 0, err
	}
	err = progress.write(t.predictions, func() error {
		return store.ReplaceBy(t.predictions, 0o644, func(w io.Writer) (err error) {
			count, err = m.PredictTarget(ctx, s.Spec, s.Pair, none, progress.opening, modelfile.As(t.predictions, w))
			return err
		})
	})
	return count, err
}
