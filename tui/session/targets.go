package session

import (
	"context"
	"fmt"
	"os"
	"slices"

	"larui/datasets"
)

// AndTargets returns the set with several targets, files or folders of them, before those it has.
func (s Set) AndTargets(paths []string) Set {
	o, _ := OptionByName("targets")
	at := s.at
	at.Spec.Targets = slices.Concat(paths, at.Spec.Targets)
	return s.with(o, at)
}

// severalTargets settles which of the targets of a spec is opened, where it names several, by a folder
// in place of a file or by Targets: Target or else the first, which is then among them.
func severalTargets(spec datasets.Spec) (datasets.Spec, error) {
	if info, err := os.Stat(spec.Target); err == nil && info.IsDir() {
		spec.Targets, spec.Target = slices.Concat([]string{spec.Target}, spec.Targets), ""
	}
	all, err := datasets.ListTargets(spec)
	switch {
	case err != nil || len(all) == 0:
	case spec.Validation != "":
		err = fmt.Errorf("%w: --validation has rows of one target: --validation-size sets aside rows of each", ErrValue)
	case spec.Target == "":
		spec.Target = all[0]
	case !slices.Contains(all, spec.Target):
		spec.Targets = slices.Concat([]string{spec.Target}, spec.Targets)
	}
	return spec, err
}

// EachTarget opens the source of spec with each of its targets in turn, or the pair of spec where it
// has but one, and has visit look at that, or at why it can't be opened. What is read and summed of the
// source is so once. Nothing of several is looked for in the cache, or kept. It ends with the first
// error of visit, or of ctx.
func EachTarget(ctx context.Context, spec datasets.Spec, previous *Session, progress func(datasets.Progress), visit func(target string, opened *Session, err error) error) error {
	targets, err := datasets.ListTargets(spec)
	if err != nil {
		return err
	}
	for _, target := range targets {
		one := spec
		one.Target, one.Targets, one.Cache = target, nil, ""
		opened, err := Open(ctx, one, previous, progress)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			opened.Spec.Cache = spec.Cache // for the commands that open it
			previous = opened
		}
		if err := visit(target, opened, err); err != nil {
			return err
		}
	}
	return nil
}
