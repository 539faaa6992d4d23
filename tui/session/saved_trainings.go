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

// The types and methods below encode states and trainings as JSON.

// MarshalJSON encodes the name of the pair and, by name, the values of all options that apply to
// it.
func (s State) MarshalJSON() ([]byte, error) {
	words, limits := map[string]string{pairWord: s.Spec.Name}, Limits{Options: PairOptions(s.Spec.Name)}
	for _, o := range options() {
		if o.Opposite == "" && o.AppliesTo(limits) {
			words[o.Name] = o.Get(s)
		}
	}
	return json.Marshal(words)
}

// pairWord is the JSON key of the pair's name.
const pairWord = "pair"

// UnmarshalJSON decodes the output of MarshalJSON. A missing option has its default of the command
// line. An unknown option is an error that wraps ErrValue; other errors come from NewOpening.
func (s *State) UnmarshalJSON(text []byte) error {
	var words map[string]string
	if err := json.Unmarshal(text, &words); err != nil {
		return err
	}
	name := words[pairWord]
	delete(words, pairWord)
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

// Trainings is the JSON form of a Trainer's settings and results.
type Trainings struct {
	Settings map[string]int  `json:"settings,omitempty"`
	Trained  []savedTraining `json:"trained,omitempty"`
}

// A savedTraining is the JSON form of a finished or forgotten training.
type savedTraining struct {
	RivalKey
	Forgotten  bool          `json:"forgotten,omitempty"`
	Automatic  bool          `json:"automatic,omitempty"`
	Elapsed    time.Duration `json:"nanoseconds"`
	Hyper      rivals.Hyper  `json:"hyper"`
	Source     score         `json:"source"`
	Target     score         `json:"target"`
	Validation score         `json:"validation"`
	// Discriminator is left out if it is 0, for a rival without a discriminator.
	Discriminator float64 `json:"discriminator,omitempty"`
	// Neighbour and Joint are left out if they are 0, for a rival without a Diagnosis.
	Neighbour  float64     `json:"neighbour,omitempty"`
	Joint      float64     `json:"joint,omitempty"`
	Candidates []candidate `json:"candidates,omitempty"`
}

// A candidate is the JSON form of a rivals.Candidate.
type candidate struct {
	Hyper      rivals.Hyper `json:"hyper"`
	Validation score        `json:"validation"`
	Err        string       `json:"err,omitempty"`
}

// A score is a number in JSON. NaN and ±Inf are encoded as null, null is decoded as NaN.
type score float64

func (v score) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v))
}

func (v *score) UnmarshalJSON(text []byte) error {
	known := (*float64)(v)
	err := json.Unmarshal(text, &known)
	if known == nil {
		*v = score(math.NaN())
	}
	return err
}

// Trainings returns the settings and the finished and forgotten trainings in a fixed order. Trainings
// on files that may change are left out.
func (t *Trainer) Trainings() Trainings {
	kept := Trainings{Settings: t.Settings}
	for key, e := range t.Board {
		if e.State != Trained && e.State != Forgotten || strings.HasPrefix(key.Pair, unstableKeyPrefix) {
			continue
		}
		r := e.Result
		one := savedTraining{key, e.State == Forgotten, e.Automatic, e.Elapsed, r.Hyper, score(r.Source), score(r.Target), score(r.Validation),
			r.Discriminator, r.Diagnosis.Neighbour, r.Diagnosis.Joint, nil}
		for _, c := range r.Candidates {
			said := ""
			if c.Err != nil {
				said = c.Err.Error()
			}
			one.Candidates = append(one.Candidates, candidate{c.Hyper, score(c.Validation), said})
		}
		kept.Trained = append(kept.Trained, one)
	}
	slices.SortFunc(kept.Trained, func(a, b savedTraining) int {
		return cmp.Or(cmp.Compare(a.Pair, b.Pair), cmp.Compare(a.Rival, b.Rival), cmp.Compare(a.Setting, b.Setting), cmp.Compare(a.Given.String(), b.Given.String()))
	})
	return kept
}

// Restore puts trainings from Trainings on the board. It fails if a training fits no rival.
func (t *Trainer) Restore(kept Trainings) error {
	// candidates returns the number of candidates of a setting: the size of the grid for the
	// choice among the grid, else 0.
	candidates := func(key RivalKey) (int, error) {
		at := slices.IndexFunc(Rivals(), func(r rivals.Method) bool { return r.Title == key.Rival })
		if at >= 0 {
			n := len(Rivals()[at].With(key.Given).Grid)
			if 0 <= key.Setting && key.Setting <= n {
				return key.Setting / n * n, nil
			}
		}
		return 0, fmt.Errorf("%w: no rival %q has a setting %d", ErrValue, key.Rival, key.Setting)
	}
	for title, setting := range kept.Settings {
		if _, err := candidates(RivalKey{Rival: title, Setting: setting}); err != nil {
			return err
		}
		t.Settings[title] = setting
	}
	for _, one := range kept.Trained {
		n, err := candidates(one.RivalKey)
		switch {
		case err != nil:
			return err
		case one.Forgotten:
			t.Board[one.RivalKey] = RivalEntry{State: Forgotten}
			continue
		case len(one.Candidates) != n:
			return fmt.Errorf("%w: setting %d of %q has %d candidates, not %d", ErrValue, one.Setting, one.Rival, n, len(one.Candidates))
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
