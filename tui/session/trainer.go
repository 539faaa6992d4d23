package session

import (
	"context"
	"time"

	"larui/model/rivals"
)

// A RivalKey names a training: of a rival, by its title, with a setting on a pair and what
// is given in place of its own. That is all it depends on, so a result never has to be
// trained again.
type RivalKey struct {
	Pair    string       `json:"pair"`
	Rival   string       `json:"rival"`
	Setting int          `json:"setting"`
	Given   rivals.Hyper `json:"given,omitzero"`
}

// Key names the training of a rival with a setting on the session's pair.
func (s *Session) Key(r rivals.Method, setting int) RivalKey {
	return RivalKey{s.PairKey(), r.Title, setting, r.Given}
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

	// wanted ends when the training is given up.
	wanted span
}

// A RivalState is where a training stands.
type RivalState int

const (
	Untrained RivalState = iota // it was not asked for
	Cancelled                   // given up before its end
	Forgotten                   // given up after it: it is not trained by itself again
	Waiting                     // still to begin
	Training                    // runs
	Trained                     // has a result
	Failed                      // has an error
)

// Pending reports whether the training waits or runs.
func (e RivalEntry) Pending() bool { return e.State == Waiting || e.State == Training }

// giveUp ends the training.
func (e RivalEntry) giveUp() {
	if e.wanted.stop != nil {
		e.wanted.stop()
	}
}

// A TrainingNews is how far a training has come: said at its start, while it runs and
// at its end.
type TrainingNews struct {
	Key RivalKey
	RivalEntry
}

// A Trainer trains rivals beside the engine, so that turning neither waits for them nor
// abandons them, and knows what they have come to: one after the other those that were
// asked for; beside them, as they take but a moment, those that were not. Its methods
// are for one goroutine.
type Trainer struct {
	// Board is what is trained and to be trained.
	Board map[RivalKey]RivalEntry
	// Settings holds by title which setting of a rival is shown, where not the one that
	// it opens with.
	Settings map[string]int

	notify           func(TrainingNews)
	running          span
	asked, automatic queue
}

// trainingInterval is how often a running training is reported.
const trainingInterval = 100 * time.Millisecond

// NewTrainer returns a trainer that tells notify, from other goroutines, what Hear is to
// be called with; of each training one thing after the other. Close must be called in
// the end.
func NewTrainer(notify func(TrainingNews)) *Trainer {
	return &Trainer{
		notify: notify, running: newSpan(context.Background()),
		Board: map[RivalKey]RivalEntry{}, Settings: map[string]int{},
	}
}

// Close gives up everything and waits for its end.
func (t *Trainer) Close() {
	t.running.stop()
	t.asked.wait()
	t.automatic.wait()
}

// Setting returns which setting of a rival is shown in a session.
func (t *Trainer) Setting(s *Session, r rivals.Method) int {
	setting, chosen := t.Settings[r.Title]
	if !chosen {
		return s.opens(r)
	}
	return min(setting, s.Settings(r)-1)
}

// Show shows a setting of a rival.
func (t *Trainer) Show(r rivals.Method, setting int) { t.Settings[r.Title] = setting }

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
	t.submit(key, automatic, func(ctx context.Context, report func(float64)) (RivalResult, error) {
		return TrainRival(ctx, s, r, key.Setting, report)
	})
}

// A training trains and scores. It reports how far it has come, from 0 to 1, never
// concurrently, and returns soon after ctx is done.
type training func(ctx context.Context, report func(fraction float64)) (RivalResult, error)

// submit has something trained.
func (t *Trainer) submit(key RivalKey, automatic bool, train training) {
	e := RivalEntry{State: Waiting, Automatic: automatic, wanted: newSpan(t.running.ctx)}
	t.Board[key] = e
	queue := &t.asked
	if automatic {
		queue = &t.automatic
	}
	queue.add(func() { t.run(key, e, train) })
}

// run trains, and says how that goes for as long as the training is wanted.
func (t *Trainer) run(key RivalKey, e RivalEntry, train training) {
	ctx, began := e.wanted.ctx, time.Now()
	say := func() {
		if ctx.Err() == nil {
			e.Elapsed = time.Since(began)
			t.notify(TrainingNews{key, e})
		}
	}
	if ctx.Err() != nil {
		return
	}
	e.State = Training
	say()
	reported := began
	e.Err = guard(func() (err error) {
		e.Result, err = train(ctx, func(fraction float64) {
			e.Fraction = max(e.Fraction, fraction)
			if time.Since(reported) >= trainingInterval {
				reported = time.Now()
				say()
			}
		})
		return err
	})
	e.State = Trained
	if e.Err != nil {
		e.State = Failed
	}
	say()
}

// TrainAtOnce begins what takes but a moment in a session that is shown for the first
// time. What was begun so for a pair that is gone is not wanted any more.
func (t *Trainer) TrainAtOnce(s *Session, all []rivals.Method) {
	pair := s.PairKey()
	for key, e := range t.Board {
		if e.Automatic && e.Pending() && key.Pair != pair {
			e.giveUp()
			delete(t.Board, key)
		}
	}
	// Quick methods descend in thousands of epochs, each through all labels × features.
	const small = 20_000
	if s.Pair.Source.Rows()*s.Problem.D*max(1, s.Problem.C) > small {
		return
	}
	for _, r := range all {
		if _, begun := t.Board[t.shownKey(s, r)]; r.Quick && r.Applies(s.Problem.Task) && !begun {
			t.begin(s, r, true)
		}
	}
}

// Hear takes in what the trainer says. What is no longer wanted is not listened to.
func (t *Trainer) Hear(news TrainingNews) {
	if news.wanted.ctx.Err() == nil {
		t.Board[news.Key] = news.RivalEntry
		if !news.Pending() {
			news.giveUp() // lets go of its context
		}
	}
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
		e.giveUp()
		t.Board[key] = RivalEntry{State: Cancelled}
	}
	return e.Pending()
}

// boardKept is how many trainings are remembered of other pairs.
const boardKept = 1000

// Leave gives up what waits or runs, as if it had not been asked for. Of a pair that is
// left what is trained stays known, unless that is too much by now.
func (t *Trainer) Leave() {
	for key, e := range t.Board {
		if e.Pending() {
			e.giveUp()
			delete(t.Board, key)
		}
	}
	if len(t.Board) > boardKept {
		clear(t.Board)
	}
	t.Settings = map[string]int{}
}
