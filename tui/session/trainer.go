package session

import (
	"context"
	"time"

	"larui/model/rivals"
)

// A RivalKey identifies a training: the pair, the title of the rival, the index of the setting, and
// the user's values that replace values of the setting. Equal keys have equal results, so that no
// training runs twice.
type RivalKey struct {
	Pair    string       `json:"pair"`
	Rival   string       `json:"rival"`
	Setting int          `json:"setting"`
	Given   rivals.Hyper `json:"given,omitzero"`
}

// RivalKey returns the key of the training of a rival with a setting on the session's pair.
func (s *Session) RivalKey(r rivals.Method, setting int) RivalKey {
	return RivalKey{s.PairKey(), r.Title, setting, r.Given}
}

// A RivalEntry is the progress or the result of a training.
type RivalEntry struct {
	State RivalState
	// Automatic reports whether the training started without a request of the user. Fraction is the
	// finished share, from 0 to 1.
	Automatic bool
	Fraction  float64
	Elapsed   time.Duration
	Result    RivalResult
	Err       error

	context cancellableContext
}

// A RivalState is the state of a training.
type RivalState int

const (
	Untrained RivalState = iota // not requested
	Cancelled                   // stopped before its end
	Forgotten                   // result dropped by the user; only a request trains again
	Waiting                     // requested, not running yet
	Training                    // running
	Trained                     // has a result
	Failed                      // has an error
)

// IsPending reports whether the training waits or runs.
func (e RivalEntry) IsPending() bool { return e.State == Waiting || e.State == Training }

func (e RivalEntry) cancel() {
	if e.context.stop != nil {
		e.context.stop()
	}
}

// A TrainingUpdate reports the state of a training at its start, while it runs, and at its end.
type TrainingUpdate struct {
	Key RivalKey
	RivalEntry
}

// A Trainer trains rivals in the background and keeps the results. Trainings that the user requests
// run one after the other. Automatic trainings, which take only a moment, have a second queue. The
// methods of a Trainer are for one goroutine.
type Trainer struct {
	// Board maps the key of each training to its progress or result.
	Board map[RivalKey]RivalEntry
	// Settings maps the title of a rival to the setting that the user has selected to be shown, if
	// any.
	Settings map[string]int

	notify               func(TrainingUpdate)
	running              cancellableContext
	requested, automatic queue
}

const trainingReportInterval = 100 * time.Millisecond

// NewTrainer returns a trainer that calls notify from other goroutines; the calls for one training
// don't overlap. The caller passes each TrainingUpdate to HandleUpdate, and calls Close in the end.
func NewTrainer(notify func(TrainingUpdate)) *Trainer {
	return &Trainer{
		notify: notify, running: newCancellableContext(context.Background()),
		Board: map[RivalKey]RivalEntry{}, Settings: map[string]int{},
	}
}

// Close cancels all trainings and waits until they end.
func (t *Trainer) Close() {
	t.running.stop()
	t.requested.wait()
	t.automatic.wait()
}

// ShownSetting returns the index of the rival's setting that the screen shows.
func (t *Trainer) ShownSetting(s *Session, r rivals.Method) int {
	setting, chosen := t.Settings[r.Title]
	if !chosen {
		return s.initialSetting(r)
	}
	return min(setting, s.CountSettings(r)-1)
}

// SelectSetting selects the setting of a rival that the screen shows.
func (t *Trainer) SelectSetting(r rivals.Method, setting int) { t.Settings[r.Title] = setting }

func (t *Trainer) shownKey(s *Session, r rivals.Method) RivalKey {
	return s.RivalKey(r, t.ShownSetting(s, r))
}

// Entry returns the training of a rival with its shown setting.
func (t *Trainer) Entry(s *Session, r rivals.Method) RivalEntry { return t.Board[t.shownKey(s, r)] }

// CountPending returns the number of trainings that wait or run.
func (t *Trainer) CountPending() int {
	n := 0
	for _, e := range t.Board {
		if e.IsPending() {
			n++
		}
	}
	return n
}

// CanTrain reports whether a training of the rival with its shown setting can be requested: the
// rival suits the task, and the training neither waits nor runs nor has a result.
func (t *Trainer) CanTrain(s *Session, r rivals.Method) bool {
	e := t.Entry(s, r)
	return r.AppliesTo(s.Problem.Task) && !e.IsPending() && e.State != Trained
}

// Train requests a training of a rival with its shown setting.
func (t *Trainer) Train(s *Session, r rivals.Method) { t.trainShown(s, r, false) }

func (t *Trainer) trainShown(s *Session, r rivals.Method, automatic bool) {
	key := t.shownKey(s, r)
	t.submit(key, automatic, func(ctx context.Context, report func(float64)) (RivalResult, error) {
		return TrainRival(ctx, s, r, key.Setting, report)
	})
}

// A training trains and scores a rival. It reports the finished share, from 0 to 1, and returns soon
// after ctx is done.
type training func(ctx context.Context, report func(fraction float64)) (RivalResult, error)

func (t *Trainer) submit(key RivalKey, automatic bool, train training) {
	e := RivalEntry{State: Waiting, Automatic: automatic, context: newCancellableContext(t.running.ctx)}
	t.Board[key] = e
	queue := &t.requested
	if automatic {
		queue = &t.automatic
	}
	queue.add(func() { t.run(key, e, train) })
}

func (t *Trainer) run(key RivalKey, e RivalEntry, train training) {
	ctx, began := e.context.ctx, time.Now()
	say := func() {
		if ctx.Err() == nil {
			e.Elapsed = time.Since(began)
			t.notify(TrainingUpdate{key, e})
		}
	}
	if ctx.Err() != nil {
		return
	}
	e.State = Training
	say()
	reported := began
	e.Err = recoverPanic(func() (err error) {
		e.Result, err = train(ctx, func(fraction float64) {
			e.Fraction = max(e.Fraction, fraction)
			if time.Since(reported) >= trainingReportInterval {
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

// TrainQuickRivals starts the trainings of quick methods for a session that is shown for the first
// time. It cancels automatic trainings of other pairs.
func (t *Trainer) TrainQuickRivals(s *Session, all []rivals.Method) {
	pair := s.PairKey()
	for key, e := range t.Board {
		if e.Automatic && e.IsPending() && key.Pair != pair {
			e.cancel()
			delete(t.Board, key)
		}
	}
	// If an epoch takes at most so many multiplications (rows × features × outputs), the thousands
	// of epochs of a quick method take only a moment.
	const small = 20_000
	if s.Pair.Source.Rows()*s.Problem.D*max(1, s.Problem.C) > small {
		return
	}
	for _, r := range all {
		if _, begun := t.Board[t.shownKey(s, r)]; r.Quick && r.AppliesTo(s.Problem.Task) && !begun {
			t.trainShown(s, r, true)
		}
	}
}

// HandleUpdate stores the update of a training on the board, unless the training was cancelled.
func (t *Trainer) HandleUpdate(news TrainingUpdate) {
	if news.context.ctx.Err() == nil {
		t.Board[news.Key] = news.RivalEntry
		if !news.IsPending() {
			news.cancel() // releases the context
		}
	}
}

// CancelOrForget cancels the training of a rival with its shown setting. If the training has ended,
// its result is dropped.
func (t *Trainer) CancelOrForget(s *Session, r rivals.Method) {
	if !t.cancelTraining(t.shownKey(s, r)) {
		t.Board[t.shownKey(s, r)] = RivalEntry{State: Forgotten}
	}
}

// CancelAll cancels all trainings that wait or run.
func (t *Trainer) CancelAll() {
	for key := range t.Board {
		t.cancelTraining(key)
	}
}

// cancelTraining returns false unless the training waits or runs.
func (t *Trainer) cancelTraining(key RivalKey) bool {
	e := t.Board[key]
	if e.IsPending() {
		e.cancel()
		t.Board[key] = RivalEntry{State: Cancelled}
	}
	return e.IsPending()
}

// maxTrainingsKept is the largest number of trainings that stay on the board when LeavePair is called; if
// there are more, LeavePair clears the board.
const maxTrainingsKept = 1000

// LeavePair prepares the trainer for another pair: it cancels and removes trainings that wait or
// run, and clears Settings. If the board then has more than maxTrainingsKept trainings, all are
// dropped.
func (t *Trainer) LeavePair() {
	for key, e := range t.Board {
		if e.IsPending() {
			e.cancel()
			delete(t.Board, key)
		}
	}
	if len(t.Board) > maxTrainingsKept {
		clear(t.Board)
	}
	t.Settings = map[string]int{}
}
