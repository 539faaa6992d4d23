package main

import (
	"context"
	"slices"

	"larui/datasets"
	"larui/model"
	"larui/tui/number"
	"larui/tui/session"
)

// A scaled is the choice without labels under the standardization fit, with the share of
// predictions that the choice changes.
type scaled struct {
	fit     datasets.Fit
	choice  session.Choice
	changed float64
	// none are the predictions of no adaptation.
	none []float64
}

// mostTurned returns the largest share of predictions of no adaptation that differ between two scales.
func (c *checked) mostTurned() (most float64) {
	for i, at := range c.scales {
		for _, other := range c.scales[:i] {
			if share := session.ShareDiffering(at.none, other.none); share > most {
				most = share
			}
		}
	}
	return most
}

// compareScales repeats the choice under each of the other standardizations if the data are small and
// nothing else was requested. A standardization that fails is left out.
func (c *checked) compareScales(ctx context.Context, set session.Set, progress *progress) error {
	const most, widest = 2_000_000, 128 // numbers, features
	size := (c.Problem.Src.N + c.Problem.Tgt.N) * c.Problem.D
	if c.choice == nil || c.choice.Settings == 0 || c.imported != nil || c.Spec.Name != datasets.FilesName || c.Spec.Scale != datasets.FitNone ||
		size > most || c.Problem.D > widest {
		return nil
	}
	for _, fit := range []datasets.Fit{datasets.FitNone, datasets.FitSource, datasets.FitDomain} {
		opened, choice, solution := c.Session, *c.choice, c.solution
		var err error
		if fit != c.Spec.Standardize {
			spec := c.Spec
			spec.Standardize, spec.Cache = fit, ""
			opened, choice, solution, err = chooseBy(ctx, spec, set, progress)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			none := solution.None.Weights
			c.scales = append(c.scales, scaled{fit, choice, opened.Problem.ChangedShare(none, solution.Descent.Weights), opened.Predicted(none)})
		}
	}
	return nil
}

// chooseBy opens the pair of spec and solves the setting that is chosen without labels.
func chooseBy(ctx context.Context, spec datasets.Spec, set session.Set, progress *progress) (opened *session.Session, choice session.Choice, solution *model.Solution, err error) {
	opened, err = session.Open(ctx, spec, nil, progress.opening)
	var params model.Params
	if err == nil {
		params, err = begin(opened, set)
	}
	if err == nil {
		choice, err = opened.Choose(ctx, params, session.LabelFree, progress.solving)
	}
	if err == nil {
		solution, err = model.NewSolver(opened.Problem).Endpoints(ctx, choice.Params)
	}
	return opened, choice, solution, err
}

// mayAdapt reports whether the choice under the standardization fit adapts, or was not computed.
func (c *checked) mayAdapt(fit datasets.Fit) bool {
	at := slices.IndexFunc(c.scales, func(at scaled) bool { return at.fit == fit })
	return at < 0 || c.scales[at].choice.Cell >= 0
}

// scaleSection returns the section on the choices under other standardizations.
func (c *checked) scaleSection() section {
	names := map[datasets.Fit]string{datasets.FitNone: "as they are", datasets.FitSource: "by the source", datasets.FitDomain: "each domain by its own"}
	s := section{title: "By which scale?"}
	s.table = newTable("llrrrr", "standardized", "chosen without labels", "changed", "none turns", "on the source, none", "chosen")
	here := c.scales[slices.IndexFunc(c.scales, func(at scaled) bool { return at.fit == c.Spec.Standardize })]
	for _, at := range c.scales {
		name := names[at.fit]
		if at.fit == c.Spec.Standardize {
			name += " (this report)"
		}
		setting := chosenSetting(at.choice.Cell >= 0, at.choice.Params, at.choice.Doubtful)
		s.table.add(name, setting, number.Percent(at.changed, 1), number.Percent(session.ShareDiffering(at.none, here.none), 1), number.Percent(at.choice.Trial.None, 1), number.Percent(at.choice.Trial.There, 1))
	}
	said := "\"none turns\" is the share of the predictions of no adaptation that differ from this report's. Standardize by the source where equal numbers mean the same in both files, each domain by its own where devices or units differ; leave the features as they are where all have one unit."
	if slices.ContainsFunc(c.scales, func(at scaled) bool { return (at.choice.Cell >= 0) != (c.choice.Cell >= 0) }) {
		said += " Here some adapt and others don't, so that none is sure: labels decide."
	}
	s.says = []string{said}
	return s
}
