package tui

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"larui/datasets"
	"larui/model"
)

// A Session is an opened pair with what was computed once for it.
type Session struct {
	Spec    datasets.Spec
	Pair    *datasets.Pair
	Problem *model.Problem
	// Load is the time that reading and scaling took, Prepare that of moments,
	// spectra and overlap.
	Load, Prepare time.Duration
}

// Data hands a pair's domains to the model.
func Data(pair *datasets.Pair) model.Data {
	return model.Data{
		Task:       model.Task(pair.Task),
		Classes:    len(pair.Classes),
		Source:     model.Domain(pair.Source),
		Target:     model.Domain(pair.Target),
		Validation: model.Domain(pair.Validation),
	}
}

// Open opens the pair of spec and prepares its problem. previous, where not nil,
// is reused as far as spec leaves it valid. progress may be nil.
func Open(ctx context.Context, spec datasets.Spec, previous *Session, progress func(datasets.Progress)) (*Session, error) {
	began := time.Now()
	pair, err := datasets.Open(ctx, spec, progress)
	if err != nil {
		return nil, err
	}
	s := &Session{Spec: spec, Pair: pair, Load: time.Since(began)}
	if progress != nil {
		progress(datasets.Progress{Stage: "moments and spectra"})
	}
	began = time.Now()
	if previous != nil && sameSource(spec, previous.Spec) {
		s.Problem, err = previous.Problem.WithTarget(ctx, model.Domain(pair.Target), model.Domain(pair.Validation))
	} else {
		s.Problem, err = model.NewProblem(ctx, Data(pair))
	}
	if err != nil {
		return nil, fmt.Errorf("preparing %s: %w", pair.Title, err)
	}
	s.Prepare = time.Since(began)
	return s, nil
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
