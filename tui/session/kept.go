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

// States and trainings as JSON keeps them.

// MarshalJSON writes the pair and the values of all the options that it has, by name.
func (s State) MarshalJSON() ([]byte, error) {
	words, limits := map[string]string{pairWord: s.Spec.Name}, Limits{Options: PairOptions(s.Spec.Name)}
	for _, o := range options() {
		if o.Opposite == "" && o.Applies(limits) {
			words[o.Name] = o.Get(s)
		}
	}
	return json.Marshal(words)
}

// pairWord stands for the pair among the names of options.
const pairWord = "pair"

// UnmarshalJSON reads what MarshalJSON writes. An option that is left out is where the
// command line leaves it. Errors are those of NewOpening, and say what is unknown.
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
		err = opening.Check()
	}
	if err == nil {
		*s = opening.Set.On(State{Spec: opening.Spec})
	}
	return err
}

// Trainings are what a Trainer has come to.
type Trainings struct {
	Settings map[string]int `json:"settings,omitempty"`
	Trained  []trained      `json:"trained,omitempty"`
}

// A trained is a training with its result, or one that is forgotten.
type trained struct {
	RivalKey
	Forgotten  bool          `json:"forgotten,omitempty"`
	Automatic  bool          `json:"automatic,omitempty"`
	Elapsed    time.Duration `json:"nanoseconds"`
	Hyper      rivals.Hyper  `json:"hyper"`
	Source     score         `json:"source"`
	Target     score         `json:"target"`
	Validation score         `json:"validation"`
	// Discriminator is 0, and left out, without one.
	Discriminator float64 `json:"discriminator,omitempty"`
	// Neighbour and Joint are 0, and left out, where no features were looked at.
	Neighbour  float64     `json:"neighbour,omitempty"`
	Joint      float64     `json:"joint,omitempty"`
	Candidates []candidate `json:"candidates,omitempty"`
}

// A candidate is a rivals.Candidate.
type candidate struct {
	Hyper      rivals.Hyper `json:"hyper"`
	Validation score        `json:"validation"`
	Err        string       `json:"err,omitempty"`
}

// A score is a number that may be unknown: null.
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

// Kept returns what is trained or forgotten, in a fixed order, of data that will be known
// again.
func (t *Trainer) Kept() Trainings {
	kept := Trainings{Settings: t.Settings}
	for key, e := range t.Board {
		if e.State != Trained && e.State != Forgotten || strings.HasPrefix(key.Pair, fleeting) {
			continue
		}
		r := e.Result
		one := trained{key, e.State == Forgotten, e.Automatic, e.Elapsed, r.Hyper, score(r.Source), score(r.Target), score(r.Validation),
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
	slices.SortFunc(kept.Trained, func(a, b trained) int {
		return cmp.Or(cmp.Compare(a.Pair, b.Pair), cmp.Compare(a.Rival, b.Rival), cmp.Compare(a.Setting, b.Setting), cmp.Compare(a.Given.String(), b.Given.String()))
	})
	return kept
}

// Restore puts on the board what was Kept. What no rival can have come to is an error.
func (t *Trainer) Restore(kept Trainings) error {
	// candidates returns how many the setting of a rival chooses from: the last one from all
	// others, these from none.
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
