package tui

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
func newTestTrainer(t *testing.T) (*trainer, chan trainingNews) {
	t.Helper()
	news := make(chan trainingNews, 1024)
	trainer := newTrainer(func(n trainingNews) { news <- n })
	t.Cleanup(trainer.Close)
	return trainer, news
}

// end takes in news up to the end of a training.
func end(news chan trainingNews) (all []trainingNews) {
	for {
		n := <-news
		if all = append(all, n); n.done {
			return all
		}
	}
}

// gate is a training that runs until it is let go or cancelled.
func gate(name string, urgent bool) (job training, let func()) {
	open := make(chan struct{})
	return training{
		key: rivalKey{rival: name}, urgent: urgent,
		run: func(ctx context.Context, _ func(float64)) (rivalResult, error) {
			select {
			case <-open:
				return rivalResult{target: 1}, nil
			case <-ctx.Done():
				return rivalResult{}, ctx.Err()
			}
		},
	}, func() { close(open) }
}

func quick(name string, urgent bool) training {
	return training{key: rivalKey{rival: name}, urgent: urgent, run: func(context.Context, func(float64)) (rivalResult, error) {
		return rivalResult{}, nil
	}}
}

// Trainings run one after the other in the order in which they were submitted,
// urgent ones first.
func TestTrainerOrder(t *testing.T) {
	trainer, news := newTestTrainer(t)
	first, let := gate("first", false)
	generation := trainer.Submit(first)
	begun := <-news
	for i, name := range []string{"b", "a"} {
		if got, want := trainer.Submit(quick(name, false)), generation+1+uint64(i); got != want {
			t.Errorf("generation %d, want %d", got, want)
		}
	}
	trainer.Submit(quick("urgent d", true))
	trainer.Submit(quick("urgent c", true))
	let()
	var order []string
	for i := range 5 {
		all := end(news)
		if i == 0 {
			all = append([]trainingNews{begun}, all...)
		}
		if len(all) != 2 || all[0].done || all[0].key != all[1].key || all[0].generation != all[1].generation {
			t.Fatalf("news %+v, want a beginning and an end", all)
		}
		order = append(order, all[0].key.rival)
	}
	if want := []string{"first", "urgent d", "urgent c", "b", "a"}; !slices.Equal(order, want) {
		t.Errorf("order %v, want %v", order, want)
	}
}

// Progress is said in order, and the end last.
func TestTrainerProgress(t *testing.T) {
	trainer, news := newTestTrainer(t)
	trainer.Submit(training{run: func(_ context.Context, report func(float64)) (rivalResult, error) {
		for i := range 4 {
			time.Sleep(trainingInterval)
			report(float64(i+1) / 5)
			report(1) // too soon after the last
		}
		return rivalResult{target: 0.5}, nil
	}})
	all := end(news)
	if len(all) != 6 {
		t.Fatalf("%d news, want a beginning, four reports and an end: %+v", len(all), all)
	}
	for i, n := range all[:5] {
		if n.done || n.fraction != float64(i)/5 {
			t.Errorf("news %d: %+v, want %v", i, n, float64(i)/5)
		}
		if i > 0 && n.elapsed < all[i-1].elapsed {
			t.Errorf("time runs back to %v", n.elapsed)
		}
	}
	if last := all[5]; last.result.target != 0.5 || last.err != nil {
		t.Errorf("the end is %+v", last)
	}
}

// A cancelled training ends without a word, whether it waits or runs, and the next
// one has its turn.
func TestTrainerCancel(t *testing.T) {
	trainer, news := newTestTrainer(t)
	running, _ := gate("running", false)
	at := trainer.Submit(running)
	<-news // it runs
	waits := trainer.Submit(quick("waits", false))
	trainer.Submit(quick("last", false))
	trainer.Cancel(waits)
	trainer.Cancel(at)
	trainer.Cancel(1000) // is not there
	if all := end(news); all[0].key.rival != "last" {
		t.Errorf("after the cancelled ones %+v", all)
	}
}

// A panic and an error end one training, not the trainer.
func TestTrainerPanic(t *testing.T) {
	trainer, news := newTestTrainer(t)
	trainer.Submit(training{run: func(context.Context, func(float64)) (rivalResult, error) { panic("index out of range") }})
	failed := errors.New("no labels")
	trainer.Submit(training{run: func(context.Context, func(float64)) (rivalResult, error) {
		return rivalResult{}, fmt.Errorf("training: %w", failed)
	}})
	trainer.Submit(quick("last", false))
	if all := end(news); all[1].err == nil || !strings.Contains(all[1].err.Error(), "internal error: index out of range") {
		t.Errorf("a panic is said as %v", all[1].err)
	}
	if all := end(news); !errors.Is(all[1].err, failed) {
		t.Errorf("the error is %v", all[1].err)
	}
	if all := end(news); all[1].err != nil {
		t.Errorf("after both: %v", all[1].err)
	}
}

// Close ends what runs, says no more of it, and nothing begins any more.
func TestTrainerClose(t *testing.T) {
	trainer, news := newTestTrainer(t)
	running, _ := gate("running", false)
	trainer.Submit(running)
	trainer.Submit(quick("waits", false))
	<-news
	trainer.Close()
	trainer.Submit(quick("late", false))
	trainer.Close()
	if len(news) != 0 {
		t.Errorf("after Close: %+v", <-news)
	}
}
