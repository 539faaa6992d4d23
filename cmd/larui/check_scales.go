package main

import (
	"cmp"
	"context"
	"slices"

	"larui/datasets"
	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

// A scaleChoice is the setting chosen without labels under the standardization fit. changed is the
// share of target rows for which this setting and no adaptation predict different classes.
type scaleChoice struct {
	fit     datasets.ScaleFit
	choice  session.Choice
	changed float64
	// predictions has the predictions of no adaptation for the target.
	predictions []float64
}

// largestDisagreement returns the largest share of predictions of no adaptation that differ between two
// standardizations.
func (c *checkResult) largestDisagreement() (largest float64) {
	for i, at := range c.scales {
		for _, other := range c.scales[:i] {
			if share := session.ComputeDifferingShare(at.predictions, other.predictions); share > largest {
				largest = share
			}
		}
	}
	return largest
}

// compareScales chooses a setting under each standardization and appends it to scales. It skips a
// standardization that fails. It does nothing for built-in pairs or large data, or if the call
// gives a setting, a model or a scale.
func (c *checkResult) compareScales(ctx context.Context, set session.OptionSet, progress *progress) error {
	const most, widest = 2_000_000, 128 // numbers, features
	size := (c.Problem.Src.N + c.Problem.Tgt.N) * c.Problem.D
	if c.choice == nil || c.choice.Settings == 0 || c.imported != nil || c.Spec.Name != datasets.FilesName || c.Spec.Scale != datasets.FitNone ||
		size > most || c.Problem.D > widest {
		return nil
	}
	for _, fit := range []datasets.ScaleFit{datasets.FitKept, datasets.FitSource, datasets.FitDomain} {
		opened, choice, solution := c.Session, *c.choice, c.solution
		var err error
		if fit != c.standardization() {
			spec := c.Spec
			spec.Standardize, spec.Cache = fit, ""
			opened, choice, solution, err = chooseAtScale(ctx, spec, set, progress)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			none := solution.None.Weights
			c.scales = append(c.scales, scaleChoice{fit, choice, opened.Problem.ChangedShare(none, solution.Descent.Weights), opened.PredictTargetClasses(none)})
		}
	}
	return nil
}

func (c *checkResult) standardization() datasets.ScaleFit {
	return cmp.Or(c.Spec.Standardize, datasets.FitKept)
}

func chooseAtScale(ctx context.Context, spec datasets.Spec, set session.OptionSet, progress *progress) (opened *session.Session, choice session.Choice, solution *model.Solution, err error) {
	opened, err = session.Open(ctx, spec, nil, progress.showOpening)
	var params model.Params
	if err == nil {
		params, err = initialParams(opened, set)
	}
	if err == nil {
		choice, err = opened.Choose(ctx, params, session.LabelFree, progress.showSolving)
	}
	if err == nil {
		solution, err = model.NewSolver(opened.Problem).Endpoints(ctx, choice.Params)
	}
	return opened, choice, solution, err
}

// mayAdapt reports whether the setting chosen under the standardization differs from no adaptation.
// It returns true if this setting was not computed.
func (c *checkResult) mayAdapt(fit datasets.ScaleFit) bool {
	at := slices.IndexFunc(c.scales, func(at scaleChoice) bool { return at.fit == fit })
	return at < 0 || c.scales[at].choice.Cell >= 0
}

func (c *checkResult) scaleSection() section {
	names := map[datasets.ScaleFit]string{datasets.FitKept: "not standardized", datasets.FitSource: "by the source", datasets.FitDomain: "each domain by its own"}
	s := section{title: "By which scale?"}
	s.table = newTable("llrrrr", "standardized", "chosen without labels", "changed", "none differs", "on the source, none", "chosen")
	here := c.scales[slices.IndexFunc(c.scales, func(at scaleChoice) bool { return at.fit == c.standardization() })]
	for _, at := range c.scales {
		name := names[at.fit]
		if at.fit == c.standardization() {
			name += " (this report)"
		}
		setting := formatSetting(at.choice.Cell >= 0, at.choice.Params, at.choice.Doubtful)
		s.table.add(name, setting, number.Percent(at.changed, 1), number.Percent(session.ComputeDifferingShare(at.predictions, here.predictions), 1), number.Percent(at.choice.Trial.None, 1), number.Percent(at.choice.Trial.LAR, 1))
	}
	said := "\"none differs\" is the share of the predictions of no adaptation that differ from the predictions in this report. Standardize by the source if equal numbers mean the same in both files, and each domain by its own if devices or units differ; do not standardize if all features have one unit."
	if slices.ContainsFunc(c.scales, func(at scaleChoice) bool { return (at.choice.Cell >= 0) != (c.choice.Cell >= 0) }) {
		said += " Some of these choices adapt and others do not, so only labels of the target can decide."
	}
	s.texts = []string{said}
	return s
}
