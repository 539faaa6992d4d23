package session

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"reflect"
	"slices"
	"sync"

	"larui/datasets"
	"larui/model"
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

// targets holds the opened targets of the source of spec. The Target of spec is ignored.
type targets struct {
	sync.Mutex
	spec datasets.Spec
	all  []openedTarget
}

// An openedTarget is a target with its session and its test for shift, or with the error.
type openedTarget struct {
	path   string
	opened *Session
	shift  Shift
	err    error
}

// eachOpened calls visit with each target of the session, opened and tested for shift; a pair with
// one target has only its own. Targets that take little memory are kept for the next call.
func (s *Session) eachOpened(ctx context.Context, visit func(openedTarget) error) error {
	known := &s.sources.targets
	known.Lock()
	defer known.Unlock()
	spec := s.Spec
	each := func(visit func(string, *Session, error) error) error {
		return visit(cmp.Or(s.Spec.Target, s.Pair.TargetName), s, nil)
	}
	if len(spec.Targets) > 0 {
		spec.Target = ""
		each = func(visit func(string, *Session, error) error) error { return EachTarget(ctx, s.Spec, s, nil, visit) }
	}
	if reflect.DeepEqual(known.spec, spec) {
		for _, t := range known.all {
			if err := visit(t); err != nil {
				return err
			}
		}
		return nil
	}
	const most = 32 << 20 // numbers
	var all []openedTarget
	numbers := 0
	err := each(func(path string, opened *Session, err error) error {
		t := openedTarget{path: path, opened: opened, err: err}
		if err == nil {
			t.err = opened.NeedRows()
		}
		if t.err == nil {
			t.shift, t.err = opened.Shift(ctx, nil)
			numbers += opened.Problem.Target.Rows() * opened.Problem.D
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		all = append(all, t)
		return visit(t)
	})
	if err == nil && numbers <= most {
		known.spec, known.all = spec, all
	}
	return err
}

// A Survey is a table of the targets of a source at one setting. Rows has the targets finished so
// far, Of is the number of all targets.
type Survey struct {
	Rows []TargetRow
	Of   int

	session *Session
	params  model.Params
}

// Progress returns the number of finished targets and of all targets.
func (v *Survey) Progress() (what string, done, all int64) {
	return "targets", int64(len(v.Rows)), int64(v.Of)
}

const surveyName = "targets"

// SurveyJob returns a job that computes a Survey at params.
func SurveyJob(params model.Params) Job {
	return Job{Name: surveyName, Key: params, Soon: true, Run: func(ctx context.Context, s *Session, report func(any)) error {
		files, err := datasets.ListTargets(s.Spec)
		if err != nil {
			return err
		}
		v := Survey{Of: max(1, len(files)), session: s, params: params}
		return s.eachOpened(ctx, func(t openedTarget) error {
			row := TargetRow{Target: t.path, Err: t.err}
			if t.err == nil {
				solution, err := model.NewSolver(t.opened.Problem).Endpoints(ctx, params)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				row.Err = err
				if err == nil {
					row = t.opened.TargetRow(solution, t.shift)
				}
			}
			v.Rows = append(v.Rows[:len(v.Rows):len(v.Rows)], row)
			now := v
			report(&now)
			return nil
		})
	}}
}

// Survey returns the result of SurveyJob in the session so far, or nil; at reports whether it was
// computed at params.
func (u *Update) Survey(params model.Params) (v *Survey, at bool) {
	v = ResultOf[*Survey](*u, surveyName)
	if v == nil || v.session != u.Session {
		return nil, false
	}
	return v, v.params == params
}

// At returns the opening of another target of the session's source, in the given state otherwise.
func (s *Session) At(state State, target string) (Opening, error) {
	state.Spec.Target = target
	return ParseOpening(s.Command(state))
}
