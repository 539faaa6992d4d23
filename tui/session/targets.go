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

// targets are those of a source that were opened: of spec, but for its Target.
type targets struct {
	sync.Mutex
	spec datasets.Spec
	all  []openedTarget
}

// An openedTarget is one of them with what the test for a shift has come to, or why there is none.
type openedTarget struct {
	path   string
	opened *Session
	shift  Shift
	err    error
}

// eachOpened has visit look at each target of the session as it is opened and tested, at its own where it
// has but one. They are remembered, where they take little memory, and then not opened again.
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

// A Survey is what is known of the targets of a source at a setting, as far as it has come: Of are all.
type Survey struct {
	Rows []TargetRow
	Of   int

	session *Session
	params  model.Params
}

// Progress is that of a job.
func (v *Survey) Progress() (what string, done, all int64) {
	return "targets", int64(len(v.Rows)), int64(v.Of)
}

// surveyName is that of the job.
const surveyName = "targets"

// SurveyJob asks for a Survey at params.
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

// Survey is what the job has come to in the session, nil before it has come to anything; at tells
// whether it is of params.
func (u *Update) Survey(params model.Params) (v *Survey, at bool) {
	v = ResultOf[*Survey](*u, surveyName)
	if v == nil || v.session != u.Session {
		return nil, false
	}
	return v, v.params == params
}

// At is the opening of another target of the session's source, at otherwise the same state.
func (s *Session) At(state State, target string) (Opening, error) {
	state.Spec.Target = target
	return ParseOpening(s.Command(state))
}
