package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// newTestTrainer returns a trainer and what it says.
func newTestTrainer(t *testing.T) (*Trainer, chan TrainingNews) {
	t.Helper()
	news := make(chan TrainingNews, 1024)
	trainer := NewTrainer(func(n TrainingNews) { news <- n })
	t.Cleanup(trainer.Close)
	return trainer, news
}

// end takes in news up to the end of a training.
func end(news chan TrainingNews) (all []TrainingNews) {
	for {
		n := <-news
		if all = append(all, n); n.Done {
			return all
		}
	}
}

// gate is a training that runs until it is let go or cancelled.
func gate(name string) (job training, let func()) {
	open := make(chan struct{})
	return training{key: RivalKey{Rival: name}, run: func(ctx context.Context, _ func(float64)) (RivalResult, error) {
		select {
		case <-open:
		case <-ctx.Done():
		}
		return RivalResult{Target: 1}, ctx.Err()
	}}, func() { close(open) }
}

func quick(name string, urgent bool) training {
	return training{key: RivalKey{Rival: name}, urgent: urgent, run: func(context.Context, func(float64)) (RivalResult, error) {
		return RivalResult{}, nil
	}}
}

// Trainings run one after the other in the order in which they were submitted,
// urgent ones first.
func TestTrainerOrder(t *testing.T) {
	trainer, news := newTestTrainer(t)
	first, let := gate("first")
	generation := trainer.submit(first)
	begun := <-news
	for i, job := range []training{quick("b", false), quick("a", false), quick("urgent d", true), quick("urgent c", true)} {
		if got, want := trainer.submit(job), generation+1+uint64(i); got != want {
			t.Errorf("generation %d, want %d", got, want)
		}
	}
	let()
	var order []string
	for i := range 5 {
		all := end(news)
		if i == 0 {
			all = append([]TrainingNews{begun}, all...)
		}
		if len(all) != 2 || all[0].Done || all[0].Key != all[1].Key || all[0].generation != all[1].generation {
			t.Fatalf("news %+v, want a beginning and an end", all)
		}
		order = append(order, all[0].Key.Rival)
	}
	if want := []string{"first", "urgent d", "urgent c", "b", "a"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}

// Progress is said in order, and the end last.
func TestTrainerProgress(t *testing.T) {
	trainer, news := newTestTrainer(t)
	trainer.submit(training{run: func(_ context.Context, report func(float64)) (RivalResult, error) {
		for i := range 4 {
			time.Sleep(trainingInterval)
			report(float64(i+1) / 5)
			report(1) // too soon after the last
		}
		return RivalResult{Target: 0.5}, nil
	}})
	all := end(news)
	if len(all) != 6 {
		t.Fatalf("%d news, want a beginning, four reports and an end: %+v", len(all), all)
	}
	for i, n := range all[:5] {
		if n.Done || n.Fraction != float64(i)/5 || i > 0 && n.Elapsed < all[i-1].Elapsed {
			t.Errorf("news %d: %+v, want %v", i, n, float64(i)/5)
		}
	}
	if last := all[5]; last.Result.Target != 0.5 || last.Err != nil {
		t.Errorf("the end is %+v", last)
	}
}

// A cancelled training ends without a word, whether it waits or runs, and the next
// one has its turn.
func TestTrainerGivesUp(t *testing.T) {
	trainer, news := newTestTrainer(t)
	running, _ := gate("running")
	at := trainer.submit(running)
	<-news // it runs
	waits := trainer.submit(quick("waits", false))
	trainer.submit(quick("last", false))
	trainer.giveUp(waits)
	trainer.giveUp(at)
	trainer.giveUp(1000) // is not there
	if all := end(news); all[0].Key.Rival != "last" {
		t.Errorf("after the cancelled ones %+v", all)
	}
}

// A panic and an error end one training, not the trainer.
func TestTrainerPanic(t *testing.T) {
	trainer, news := newTestTrainer(t)
	trainer.submit(training{run: func(context.Context, func(float64)) (RivalResult, error) { panic("index out of range") }})
	failed := errors.New("no labels")
	trainer.submit(training{run: func(context.Context, func(float64)) (RivalResult, error) {
		return RivalResult{}, fmt.Errorf("training: %w", failed)
	}})
	trainer.submit(quick("last", false))
	if all := end(news); all[1].Err == nil || !strings.Contains(all[1].Err.Error(), "internal error: index out of range") {
		t.Errorf("a panic is said as %v", all[1].Err)
	}
	if all := end(news); !errors.Is(all[1].Err, failed) {
		t.Errorf("the error is %v", all[1].Err)
	}
	if all := end(news); all[1].Err != nil {
		t.Errorf("after both: %v", all[1].Err)
	}
}

// Close ends what runs, says no more of it, and nothing begins any more.
func TestTrainerClose(t *testing.T) {
	trainer, news := newTestTrainer(t)
	running, _ := gate("running")
	trainer.submit(running)
	trainer.submit(quick("waits", false))
	<-news
	trainer.Close()
	trainer.submit(quick("late", false))
	trainer.Close()
	if len(news) != 0 {
		t.Errorf("after Close: %+v", <-news)
	}
}
