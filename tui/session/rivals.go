package session

import (
	"cmp"
	"context"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/rivals"
)

// Rivals returns the methods that LAR is compared with, in the order in which they are
// shown. Each has a Title.
func Rivals() []rivals.Method {
	all := rivals.Methods()
	for i := range all {
		all[i].Title = cmp.Or(all[i].Title, all[i].Name)
	}
	return all
}

// CanChoose reports whether the session has rows to choose settings by.
func (s *Session) CanChoose() bool {
	v := s.Pair.Validation
	return v.Rows() > 0 && len(v.Y) == v.Rows()
}

// Settings returns how many settings a rival can be trained with: those of its grid
// and, as the last one, the one of these that the validation rows choose.
func (s *Session) Settings(r rivals.Method) int {
	n := len(r.Grid)
	if n > 1 && s.CanChoose() {
		n++
	}
	return n
}

// IsChoice reports whether a setting leaves the choice to the validation rows.
func IsChoice(r rivals.Method, setting int) bool { return setting >= len(r.Grid) }

// A RivalKey names a training: of a rival, by its title, with a setting on a pair. That
// is all it depends on, so a result never has to be trained again.
type RivalKey struct {
	Pair, Rival string
	Setting     int
}

// Key names the training of a rival with a setting on the session's pair.
func (s *Session) Key(r rivals.Method, setting int) RivalKey {
	return RivalKey{s.PairKey(), r.Title, setting}
}

// A RivalEntry is how far a training has come.
type RivalEntry struct {
	State RivalState
	// Automatic ones were not asked for.
	Automatic bool
	Fraction  float64
	Elapsed   time.Duration
	Result    RivalResult
	Err       error

	generation uint64
}

// A RivalState is where a training stands.
type RivalState int

const (
	// Untrained is what nobody has asked for.
	Untrained RivalState = iota
	// Cancelled is what was given up before its end.
	Cancelled
	// Forgotten is what was given up after it: it is not trained by itself again.
	Forgotten
	// Waiting is what is still to begin.
	Waiting
	// Training is what runs.
	Training
	// Trained is what has a result.
	Trained
	// Failed is what has an error.
	Failed
)

// Pending reports whether the training waits or runs.
func (e RivalEntry) Pending() bool { return e.State == Waiting || e.State == Training }

// A RivalResult is what a trained rival scores, NaN where that can't be known.
type RivalResult struct {
	Hyper                      rivals.Hyper
	Source, Target, Validation float64
	// Candidates are those that the validation rows chose from; nil without choice.
	Candidates []rivals.Candidate
}

// Setting returns which setting of a rival is shown in a session.
func (t *Trainer) Setting(s *Session, r rivals.Method) int {
	return min(t.settings[r.Title], s.Settings(r)-1)
}

// Show shows a setting of a rival.
func (t *Trainer) Show(r rivals.Method, setting int) { t.settings[r.Title] = setting }

// shownKey names the training of a rival with the setting that is shown.
func (t *Trainer) shownKey(s *Session, r rivals.Method) RivalKey { return s.Key(r, t.Setting(s, r)) }

// Entry returns how far a rival is in a session, with the setting that is shown.
func (t *Trainer) Entry(s *Session, r rivals.Method) RivalEntry { return t.Board[t.shownKey(s, r)] }

// Pending returns how many trainings wait or run.
func (t *Trainer) Pending() int {
	n := 0
	for _, e := range t.Board {
		if e.Pending() {
			n++
		}
	}
	return n
}

// CanTrain reports whether there is anything to train with the setting shown.
func (t *Trainer) CanTrain(s *Session, r rivals.Method) bool {
	e := t.Entry(s, r)
	return r.Applies(s.Problem.Task) && !e.Pending() && e.State != Trained
}

// Train has a rival trained with the setting that is shown.
func (t *Trainer) Train(s *Session, r rivals.Method) { t.begin(s, r, false) }

func (t *Trainer) begin(s *Session, r rivals.Method, automatic bool) {
	key := t.shownKey(s, r)
	generation := t.submit(training{key: key, urgent: automatic,
		run: func(ctx context.Context, report func(float64)) (RivalResult, error) {
			return trainRival(ctx, s, r, key.Setting, report)
		},
	})
	t.Board[key] = RivalEntry{State: Waiting, generation: generation, Automatic: automatic}
}

// TrainAtOnce begins what takes but a moment in a session that is shown for the first
// time. What was begun so for a pair that is gone is not wanted any more.
func (t *Trainer) TrainAtOnce(s *Session) {
	pair := s.PairKey()
	for key, e := range t.Board {
		if e.Automatic && e.Pending() && key.Pair != pair {
			t.giveUp(e.generation)
			delete(t.Board, key)
		}
	}
	// Quick methods descend in thousands of epochs, each through all labels × features.
	const small = 20_000
	if s.Pair.Source.Rows()*s.Problem.D*max(1, s.Problem.C) > small {
		return
	}
	for _, r := range Rivals() {
		if _, begun := t.Board[t.shownKey(s, r)]; r.Quick && r.Applies(s.Problem.Task) && !begun {
			t.begin(s, r, true)
		}
	}
}

// Hear takes in what the trainer says. What is no longer wanted is not listened to.
func (t *Trainer) Hear(news TrainingNews) {
	e, ok := t.Board[news.Key]
	if !ok || !e.Pending() || e.generation != news.generation {
		return
	}
	e.State, e.Elapsed = Training, news.Elapsed
	e.Fraction = max(e.Fraction, news.Fraction)
	if news.Done {
		e.State, e.Result, e.Err = Trained, news.Result, news.Err
		if news.Err != nil {
			e.State = Failed
		}
	}
	t.Board[news.Key] = e
}

// Drop gives up a rival's training with the setting shown or, where that has come to
// its end, what it came to. No other is touched.
func (t *Trainer) Drop(s *Session, r rivals.Method) {
	if !t.cancelKey(t.shownKey(s, r)) {
		t.Board[t.shownKey(s, r)] = RivalEntry{State: Forgotten}
	}
}

// CancelAll gives up all that waits or runs.
func (t *Trainer) CancelAll() {
	for key := range t.Board {
		t.cancelKey(key)
	}
}

// cancelKey gives up a training. It reports false for one that neither waits nor runs.
func (t *Trainer) cancelKey(key RivalKey) bool {
	e := t.Board[key]
	if e.Pending() {
		t.giveUp(e.generation)
		t.Board[key] = RivalEntry{State: Cancelled}
	}
	return e.Pending()
}

// Clear gives up and forgets everything.
func (t *Trainer) Clear() {
	t.CancelAll()
	clear(t.Board)
	clear(t.settings)
}

// trainRival trains a rival on the session's pair, with the pair's own seed, and
// scores it. The target's labels are looked at for its score alone. Errors are those
// of package rivals, or the context's.
func trainRival(ctx context.Context, s *Session, r rivals.Method, setting int, report func(fraction float64)) (RivalResult, error) {
	pair := s.Pair
	problem := rivals.Problem{Task: s.Problem.Task, Classes: pair.Classes, Source: pair.Source, Target: pair.Target.X}
	result := RivalResult{Source: math.NaN(), Target: math.NaN(), Validation: math.NaN()}
	var classifier rivals.Classifier
	if IsChoice(r, setting) {
		choice, err := rivals.Select(ctx, r, problem, pair.Validation, s.Spec.Seed, report)
		if err != nil {
			return result, err
		}
		classifier, result.Hyper, result.Candidates = choice.Classifier, choice.Hyper, choice.Candidates
	} else {
		var err error
		result.Hyper = r.Grid[setting]
		if classifier, err = r.Train(ctx, problem, result.Hyper, s.Spec.Seed, report); err != nil {
			return result, err
		}
	}
	for _, side := range []struct {
		domain model.Domain
		scores func(*mat.Dense) *mat.Dense
		to     *float64
	}{
		{pair.Source, rivals.SourceScores(classifier), &result.Source},
		{pair.Target, classifier.Scores, &result.Target},
		{pair.Validation, classifier.Scores, &result.Validation},
	} {
		var err error
		if *side.to, err = rivals.Score(ctx, problem.Task, side.scores, side.domain); err != nil {
			return result, err
		}
	}
	return result, nil
}
