package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"larui/model"
	"larui/model/testutil"
)

// newTestTrainer returns a trainer and what it says.
func newTestTrainer(t *testing.T) (*Trainer, chan TrainingUpdate) {
	t.Helper()
	news := make(chan TrainingUpdate, 1024)
	trainer := NewTrainer(func(n TrainingUpdate) { news <- n })
	t.Cleanup(trainer.Close)
	return trainer, news
}

// ends takes in news up to the end of the n-th training from here, and returns those of
// the last one.
func ends(news chan TrainingUpdate, n int) (last []TrainingUpdate) {
	for n > 0 {
		said := <-news
		last = append(last, said)
		if !said.IsPending() {
			n--
			if n > 0 {
				last = nil
			}
		}
	}
	return last
}

// gate is a training that runs until it is let go or cancelled.
func gate() (train training, let func()) {
	open := make(chan struct{})
	return func(ctx context.Context, _ func(float64)) (RivalResult, error) {
		select {
		case <-open:
		case <-ctx.Done():
		}
		return RivalResult{}, ctx.Err()
	}, func() { close(open) }
}

func key(name string) RivalKey { return RivalKey{Rival: name} }

func quick(context.Context, func(float64)) (RivalResult, error) { return RivalResult{}, nil }

// Trainings that were asked for run one after the other, in the order in which they
// were; what begins by itself does not wait for them. One that is cancelled ends without
// a word, whether it waits or runs; with Close all do, and nothing begins any more.
func TestTrainerOrder(t *testing.T) {
	trainer, news := newTestTrainer(t)
	blocked, let := gate()
	trainer.submit(key("first"), false, blocked)
	for _, name := range []string{"b", "dropped", "a"} {
		trainer.submit(key(name), false, quick)
	}
	trainer.submit(key("by itself"), true, quick)
	var order []string
	for range 3 {
		said := <-news
		order = append(order, fmt.Sprint(said.Key.Rival, " ", said.State == Training))
	}
	slices.Sort(order)
	if want := []string{"by itself false", "by itself true", "first true"}; !slices.Equal(order, want) {
		t.Errorf("at first %v, want %v", order, want)
	}
	trainer.cancelTraining(key("dropped"))
	let()
	for i, want := range []string{"first", "b", "a"} {
		all := ends(news, 1)
		if end := all[len(all)-1]; end.Key != key(want) || end.State != Trained || len(all) != min(i+1, 2) {
			t.Errorf("as number %d %+v, want %s to begin and to end", i, all, want)
		}
	}
	running, _ := gate()
	trainer.submit(key("running"), false, running)
	<-news
	trainer.submit(key("last"), false, quick)
	trainer.cancelTraining(key("running"))
	if end := ends(news, 1); end[0].Key != key("last") {
		t.Errorf("after the cancelled one %+v", end)
	}
	trainer.submit(key("running"), false, running)
	<-news
	trainer.Close()
	trainer.submit(key("late"), false, quick)
	trainer.Close()
	testutil.Equal(t, len(news), 0)
}

// Progress is said in order, and the end last; a panic and an error end one training,
// not the trainer.
func TestTrainerSays(t *testing.T) {
	trainer, news := newTestTrainer(t)
	trainer.submit(key("long"), false, func(_ context.Context, report func(float64)) (RivalResult, error) {
		for i := range 4 {
			time.Sleep(trainingReportInterval)
			report(float64(i+1) / 5)
			report(0) // too soon after the last
		}
		return RivalResult{Target: 0.5}, nil
	})
	all := ends(news, 1)
	if len(all) != 6 {
		t.Fatalf("%d news, want a beginning, four reports and an end: %+v", len(all), all)
	}
	for i, n := range all[:5] {
		if n.State != Training || n.Fraction != float64(i)/5 || i > 0 && n.Elapsed < all[i-1].Elapsed {
			t.Errorf("news %d: %+v, want %v", i, n, float64(i)/5)
		}
	}
	if last := all[5]; last.State != Trained || last.Result.Target != 0.5 || last.Err != nil {
		t.Errorf("the end is %+v", last)
	}
	failed := errors.New("no labels")
	panics := func(context.Context, func(float64)) (RivalResult, error) { panic("index out of range") }
	fails := func(context.Context, func(float64)) (RivalResult, error) { return RivalResult{}, failed }
	for _, c := range []struct {
		train training
		state RivalState
		err   error
		says  string
	}{
		{panics, Failed, errInternal, "index out of range"}, {fails, Failed, failed, "no labels"}, {quick, Trained, nil, "<nil>"},
	} {
		trainer.submit(key(c.says), false, c.train)
		end := ends(news, 1)[1]
		if end.State != c.state || !errors.Is(end.Err, c.err) || !strings.Contains(fmt.Sprint(end.Err), c.says) {
			t.Errorf("the end is %+v, want %s", end, c.says)
		}
	}
}

// What begins by itself gives way when the pair is gone, what was asked for goes on; one
// training is given up or forgotten without another; and late news bring nothing back.
func TestBoard(t *testing.T) {
	trainer, news := newTestTrainer(t)
	here, there := rivalSession(model.Binary, 70, true, true), rivalSession(model.Binary, 70, true, true)
	there.Spec.Seed = 4
	ridge, asked := rival("ridge"), rival("DANN")
	quick := 0
	for _, r := range Rivals() {
		if r.Quick {
			quick++
		}
	}
	trainer.TrainQuickRivals(here, Rivals())
	if n := trainer.CountPending(); n != quick || trainer.CanTrain(here, ridge) || !trainer.Entry(here, ridge).Automatic {
		t.Fatalf("%d begin by themselves: %+v", n, trainer.Board)
	}
	trainer.Train(here, asked)
	trainer.TrainQuickRivals(there, Rivals())
	for key, e := range trainer.Board {
		if key.Pair == here.PairKey() && (e.Automatic || key.Rival != asked.Title) {
			t.Errorf("%+v is still there: %+v", key, e)
		}
	}
	testutil.Equal(t, trainer.CountPending(), 1+quick, quick)
	late := TrainingUpdate{there.RivalKey(ridge, 0), trainer.Entry(there, ridge)}
	late.State = Trained
	trainer.CancelOrForget(there, ridge)
	trainer.HandleUpdate(late)
	if trainer.Entry(there, ridge).State != Cancelled || trainer.CountPending() != quick || !trainer.CanTrain(there, ridge) {
		t.Errorf("a cancelled training is %+v, and %d wait", trainer.Entry(there, ridge), trainer.CountPending())
	}
	for trainer.CountPending() > 0 {
		trainer.HandleUpdate(<-news)
	}
	if e := trainer.Entry(here, asked); e.State != Trained || e.Result.Hyper != asked.Grid[0] {
		t.Errorf("what was asked for is %+v", e)
	}
	logistic := rival("logistic regression")
	trainer.CancelOrForget(there, logistic)
	trainer.TrainQuickRivals(there, Rivals())
	if e := trainer.Entry(there, logistic); e.State != Forgotten || trainer.CountPending() != 0 || !trainer.CanTrain(there, logistic) {
		t.Errorf("what was forgotten is %+v", e)
	}
	trainer.SelectSetting(ridge, 1)
	trainer.TrainQuickRivals(there, Rivals())
	if trainer.ShownSetting(there, ridge) != 1 || trainer.Entry(there, ridge).State != Waiting {
		t.Errorf("another setting of a quick one does not begin: %+v", trainer.Entry(there, ridge))
	}
	trainer.CancelAll()
	if trainer.CountPending() != 0 {
		t.Error("something is left after all is cancelled")
	}
	trainer.Train(there, asked)
	trainer.LeavePair()
	if trainer.ShownSetting(there, ridge) != 0 || trainer.Entry(there, asked).State != Untrained || trainer.Entry(here, asked).State != Trained {
		t.Errorf("of a pair that is left stays %+v", trainer.Board)
	}
	for i := range maxTrainingsKept {
		trainer.Board[RivalKey{Setting: i}] = RivalEntry{State: Trained}
	}
	trainer.LeavePair()
	trainer.TrainQuickRivals(rivalSession(model.Binary, 10_000, true, false), Rivals())
	if len(trainer.Board) != 0 {
		t.Error("a pair of many rows trains by itself")
	}
}
