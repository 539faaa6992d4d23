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

type saveFlags struct{ model, which, script, predictions string }

func addSaveFlags(cmd *cobra.Command) *saveFlags {
	t := &saveFlags{which: modelfile.SolutionNames()[0]}
	addFlag(cmd, &t.model, "save-model", "save the model to `FILE`, whose name ends in .json or .npz, for larui predict and NumPy")
	addChoice(cmd, &t.which, "which", "the weights to save: descent, closed (form), none (no adaptation)", modelfile.SolutionNames()...)
	addFlag(cmd, &t.script, "save-script", "save a NumPy script to `FILE` that fits the same files and prints the same numbers")
	addFlag(cmd, &t.predictions, "save-predictions", "save the predictions for the target to `FILE` as CSV (Parquet if the name ends in .parquet), with the predictions of no adaptation in the last columns")
	return t
}

func (t *saveFlags) check(cmd *cobra.Command, judge string) error {
	switch {
	case isSet(cmd, "save-model") && !modelfile.IsJSON(t.model) && !modelfile.IsNPZ(t.model):
		return wrongCallf("--save-model %s: the name must end in .json or .npz", quoteIfBlank(t.model))
	case isSet(cmd, "save-script") && t.script == "":
		return wrongCallf("--save-script \"\": name a file for the script, such as fit.py")
	case isSet(cmd, "save-predictions") && t.predictions == "":
		return wrongCallf("--save-predictions \"\": name a file for the predictions, such as predicted.csv")
	case isSet(cmd, "which") && t.model == "" && t.predictions == "":
		return wrongCallf("--which does nothing without --save-model FILE or --save-predictions FILE")
	case judge != "" && t.which == "closed":
		return wrongCallf("--choose and --which closed exclude each other: a setting is chosen by the scores of descent, not of the closed form")
	}
	return nil
}

func (t *saveFlags) hasFiles() bool { return t.model != "" || t.script != "" || t.predictions != "" }

// save writes no model if the script fails.
func (t *saveFlags) save(ctx context.Context, s *solveResult, progress *progress) (predictions int, err error) {
	var model []byte
	if t.model != "" || t.predictions != "" {
		m, err := t.modelToSave(s)
		if err == nil && t.model != "" {
			model, err = m.Encode(t.model)
		}
		if err == nil && t.predictions != "" {
			predictions, err = t.writePredictions(ctx, m, s, progress)
		}
		if err != nil {
			return 0, err
		}
	}
	if t.script != "" {
		script, err := modelfile.PythonScript(s.Spec, s.Pair, s.Problem, s.solution.Params)
		if err != nil {
			return 0, fmt.Errorf("--save-script %s: %w", t.script, err)
		}
		if err := progress.replaceFile(t.script, script); err != nil {
			return 0, err
		}
	}
	if t.model != "" {
		return predictions, progress.replaceFile(t.model, model)
	}
	return predictions, nil
}

func (t *saveFlags) modelToSave(s *solveResult) (*modelfile.Model, error) {
	r := s.rival
	if r == nil {
		return modelfile.New(s.Spec, s.Pair, s.solution, t.which, moduleVersion())
	}
	if r.Weights == nil {
		return nil, fmt.Errorf("there is no model to save, because %s", r.Unknown)
	}
	params := s.solution.Params.WithoutAdaptation()
	params.L2 = r.Hyper.L2
	m, err := modelfile.NewFromWeights(s.Spec, s.Pair, r.Weights, params, s.solution.None.Rate, r.Method.Command, moduleVersion())
	if err == nil {
		m.Setting = r.Hyper.String()
	}
	return m, err
}

func (t *saveFlags) writePredictions(ctx context.Context, m *modelfile.Model, s *solveResult, progress *progress) (count int, err error) {
	var none *modelfile.Model
	if t.which != "none" {
		none, err = modelfile.New(s.Spec, s.Pair, s.solution, "none", moduleVersion())
	}
	err = cmp.Or(err, ctx.Err())
	if err != nil {
		return 0, err
	}
	err = progress.writeFile(t.predictions, func() error {
		return store.ReplaceByFunc(t.predictions, 0o644, func(w io.Writer) (err error) {
			count, err = m.PredictTarget(ctx, s.Spec, s.Pair, none, progress.showOpening, modelfile.NewPredictionWriter(t.predictions, w))
			return err
		})
	})
	return count, err
}
