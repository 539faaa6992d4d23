package session

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"larui/model/rivals"
)

// MarshalJSON encodes the name of the pair and the values of all options that have an effect on it.
func (s State) MarshalJSON() ([]byte, error) {
	words, limits := map[string]string{pairJSONKey: s.Spec.Name}, Limits{Options: PairOptionNames(s.Spec.Name)}
	for _, o := range options() {
		if o.Opposite == "" && o.AppliesTo(limits) {
			words[o.Name] = o.Get(s)
		}
	}
	return json.Marshal(words)
}

const pairJSONKey = "pair"

// UnmarshalJSON decodes the output of MarshalJSON. A missing option gets its default. Errors for
// unknown options and values wrap ErrValue.
func (s *State) UnmarshalJSON(text []byte) error {
	var words map[string]string
	if err := json.Unmarshal(text, &words); err != nil {
		return err
	}
	name := words[pairJSONKey]
	delete(words, pairJSONKey)
	for _, word := range slices.Sorted(maps.Keys(words)) {
		if _, known := OptionByName(word); !known {
			return fmt.Errorf("%w: there is no option %q", ErrValue, word)
		}
	}
	opening, err := NewOpening(name, words)
	if err == nil {
		err = opening.CheckFiles()
	}
	if err == nil {
		*s = opening.Set.ApplyTo(State{Spec: opening.Spec})
	}
	return err
}

// Trainings is the JSON form of a Trainer: the settings and the finished trainings.
type Trainings struct {
	Settings map[string]int  `json:"settings,omitempty"`
	Trained  []savedTraining `json:"trained,omitempty"`
}

// A savedTraining is the JSON form of a finished training, or of a training whose result the user
// has dropped.
type savedTraining struct {
	RivalKey
	Forgotten  bool          `json:"forgotten,omitempty"`
	Automatic  bool          `json:"automatic,omitempty"`
	Elapsed    time.Duration `json:"nanoseconds"`
	Hyper      rivals.Hyper  `json:"hyper"`
	Source     jsonScore     `json:"source"`
	Target     jsonScore     `json:"target"`
	Validation jsonScore     `json:"validation"`
	// Discriminator is RivalResult.Discriminator; Neighbour and Joint are fields of
	// RivalResult.Diagnosis. A missing value is 0.
	Discriminator float64          `json:"discriminator,omitempty"`
	Neighbour     float64          `json:"neighbour,omitempty"`
	Joint         float64          `json:"joint,omitempty"`
	Candidates    []savedCandidate `json:"candidates,omitempty"`
}

type savedCandidate struct {
	Hyper      rivals.Hyper `json:"hyper"`
	Validation jsonScore    `json:"validation"`
	Err        string       `json:"err,omitempty"`
}

// A jsonScore is a number in JSON. NaN and ±Inf are encoded as null, null is decoded as NaN.
type jsonScore float64

func (v jsonScore) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}

func (v *jsonScore) UnmarshalJSON(text []byte) error {
	known := (*float64)(v)
	err := json.Unmarshal(text, &known)
	if known == nil {
		*v = jsonScore(math.NaN())
	}
	return err
}

// Trainings returns the settings and the finished or forgotten trainings, sorted by key. It leaves
// out trainings on files, since files may change.
func (t *Trainer) Trainings() Trainings {
	kept := Trainings{Settings: t.Settings}
	for key, e := range t.Board {
		if e.State != Trained && e.State != Forgotten || strings.HasPrefix(key.Pair, unstableKeyPrefix) {
			continue
		}
		r := e.Result
		one := savedTraining{key, e.State == Forgotten, e.Automatic, e.Elapsed, r.Hyper, jsonScore(r.Source), jsonScore(r.Target), jsonScore(r.Validation),
			r.Discriminator, r.Diagnosis.Neighbour, r.Diagnosis.Joint, nil}
		for _, c := range r.Candidates {
			said := ""
			if c.Err != nil {
				said = c.Err.Error()
			}
			one.Candidates = append(one.Candidates, savedCandidate{c.Hyper, jsonScore(c.Validation), said})
		}
		kept.Trained = append(kept.Trained, one)
	}
	slices.SortFunc(kept.Trained, func(a, b savedTraining) int {
		return cmp.Or(cmp.Compare(a.Pair, b.Pair), cmp.Compare(a.Rival, b.Rival), cmp.Compare(a.Setting, b.Setting), cmp.Compare(a.Given.String(), b.Given.String()))
	})
	return kept
}

// Restore adds the trainings of kept to Board. It returns an error if there is no rival, or no
// setting of the rival, for a training.
func (t *Trainer) Restore(kept Trainings) error {
	check := func(key RivalKey) error {
		at := slices.IndexFunc(Rivals(), func(r rivals.Method) bool { return r.Title == key.Rival })
		if at >= 0 && 0 <= key.Setting && key.Setting <= len(Rivals()[at].With(key.Given).Grid) {
			return nil
		}
		return fmt.Errorf("%w: no rival %q has a setting %d", ErrValue, key.Rival, key.Setting)
	}
	for title, setting := range kept.Settings {
		if err := check(RivalKey{Rival: title, Setting: setting}); err != nil {
			return err
		}
		t.Settings[title] = setting
	}
	for _, one := range kept.Trained {
		err, n := check(one.RivalKey), len(one.Candidates)
		switch {
		case err != nil:
			return err
		case one.Forgotten:
			t.Board[one.RivalKey] = RivalEntry{State: Forgotten}
			continue
		case n > 0 && n != one.Setting: // the setting after the last one stands for a choice
			return fmt.Errorf("%w: setting %d of %q was saved with %d trained models", ErrValue, one.Setting, one.Rival, n)
		}
		result := RivalResult{one.Hyper, float64(one.Source), float64(one.Target), float64(one.Validation), one.Discriminator, rivals.Diagnosis{Neighbour: one.Neighbour, Joint: one.Joint}, nil}
		for _, c := range one.Candidates {
			var err error
			if c.Err != "" {
				err = errors.New(c.Err)
			}
			result.Candidates = append(result.Candidates, rivals.Candidate{Hyper: c.Hyper, Validation: float64(c.Validation), Err: err})
		}
		t.Board[one.RivalKey] = RivalEntry{State: Trained, Automatic: one.Automatic, Elapsed: one.Elapsed, Result: result}
	}
	return nil
}
