package session

import (
	"context"
	"fmt"
	"os"
	"slices"

	"larui/datasets"
)

// AndTargets returns the set with the paths of targets, files or folders, put before its own
// targets.
func (s Set) AndTargets(paths []string) Set {
	o, _ := OptionByName("targets")
	at := s.at
	at.Spec.Targets = slices.Concat(paths, at.Spec.Targets)
	return s.with(o, at)
}

// severalTargets completes a spec that names several targets, by a folder as Target or by Targets.
// If Target is a folder or empty, the first of all targets becomes Target. A Target that is not
// among Targets is added. A file of validation rows is an error, since it belongs to one target.
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

// EachTarget opens the source of spec with each file of Targets in turn and calls visit with the
// session or with the error of opening it. The source is read and summed once; the cache is not
// used. EachTarget returns the first error of visit or of ctx.
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
			opened.Spec.Cache = spec.Cache // so that commands of the session name the cache
			previous = opened
		}
		if err := visit(target, opened, err); err != nil {
			return err
		}
	}
	return nil
}
