package tui

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"larui/datasets"
	"larui/model"
)

// A Session is an opened pair with what was computed once for it. It is immutable.
type Session struct {
	Spec    datasets.Spec
	Pair    *datasets.Pair
	Problem *model.Problem
	// Load is the time that reading and scaling took, or finding all in the cache,
	// Prepare that of moments, spectra and overlap.
	Load, Prepare time.Duration

	// key names the pair in the cache of Spec; zero where it is not to be kept.
	key datasets.Key
}

// Open opens the pair of spec and prepares its problem, or takes both from the
// cache that spec names. previous, where not nil, is reused as far as spec leaves it
// valid. progress may be nil.
func Open(ctx context.Context, spec datasets.Spec, previous *Session, progress func(datasets.Progress)) (*Session, error) {
	s, err := OpenPair(ctx, spec, progress)
	if err != nil {
		return nil, err
	}
	if progress != nil {
		progress(datasets.Progress{Stage: "moments and spectra"})
	}
	began := time.Now()
	if err := s.prepare(ctx, previous, progress); err != nil {
		return nil, fmt.Errorf("preparing %s: %w", s.Pair.Title, err)
	}
	s.Prepare = time.Since(began)
	return s, nil
}

// OpenPair opens the pair of spec, or takes it from the cache that spec names. The
// session has no problem but one from the cache.
func OpenPair(ctx context.Context, spec datasets.Spec, progress func(datasets.Progress)) (*Session, error) {
	began := time.Now()
	pair, problem, key, err := datasets.OpenKept(ctx, spec, progress)
	if err != nil {
		return nil, err
	}
	return &Session{Spec: spec, Pair: pair, Problem: problem, key: key, Load: time.Since(began)}, nil
}

// prepare makes the problem, unless it came from the cache.
func (s *Session) prepare(ctx context.Context, previous *Session, progress func(datasets.Progress)) (err error) {
	switch {
	case s.Problem != nil:
	case previous != nil && sameSource(s.Spec, previous.Spec):
		s.Problem, err = previous.Problem.WithTarget(ctx, s.Pair.Target, s.Pair.Validation)
	default:
		s.Problem, err = model.NewProblem(ctx, s.Pair.Reporting(progress).Data)
	}
	return err
}

// Keep puts the session into the cache that its Spec names, unless that has it, and
// gives up when ctx ends. Nothing that fails is an error: then the next one to open the
// pair takes the time again.
func (s *Session) Keep(ctx context.Context) {
	if cache := (datasets.Cache{Folder: s.Spec.Cache}); !cache.Has(s.key) {
		cache.Put(ctx, s.key, s.Pair, s.Problem)
	}
}

// sameSource reports whether two specs make the same source domain: those of one
// pair that differ only in fields that leave its source as it is.
func sameSource(a, b datasets.Spec) bool {
	for _, info := range datasets.List() {
		if info.Name != a.Name || len(info.TargetOnly) == 0 {
			continue
		}
		to, from := reflect.ValueOf(&b).Elem(), reflect.ValueOf(a)
		for _, field := range info.TargetOnly {
			to.FieldByName(field).Set(from.FieldByName(field))
		}
		return reflect.DeepEqual(a, b)
	}
	return false
}

// Limits returns what can be turned in the session.
func (s *Session) Limits() Limits {
	l := Limits{D: s.Problem.D}
	if s.Spec.Name == datasets.FilesName && s.Spec.ValidationSize > 0 {
		// All that is random is which rows are set aside.
		l.Adjustable = []string{"Seed"}
	}
	for _, info := range datasets.List() {
		if info.Name == s.Spec.Name {
			l.Adjustable = info.Adjustable
		}
	}
	return l
}

// Begin returns the state in which the session opens, with the controls in set
// (by name) at the values given. Errors wrap ErrValue or model.ErrParams.
func (s *Session) Begin(set map[string]string) (State, error) {
	state := startState(s.Spec, s.Pair, s.Problem)
	for _, c := range Controls() {
		text, ok := set[c.Name]
		if !ok || c.ChangesData() {
			continue
		}
		var err error
		if state, err = c.Parse(state, text); err != nil {
			return state, err
		}
	}
	return state, state.Params.Check(s.Problem.D)
}

// ParseSpec checks the values in set (by control name) and applies those that
// change the data to spec, before anything is opened. Errors wrap ErrValue.
func ParseSpec(spec datasets.Spec, set map[string]string) (datasets.Spec, error) {
	state := State{Spec: spec}
	for _, c := range Controls() {
		if text, ok := set[c.Name]; ok {
			var err error
			if state, err = c.Parse(state, text); err != nil {
				return spec, err
			}
		}
	}
	return state.Spec, nil
}
