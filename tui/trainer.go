package tui

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A training is work for a trainer: seconds to minutes, on a pair that may no
// longer be on the screen when it is done.
type training struct {
	key rivalKey
	// urgent trainings take a moment only and go before all others.
	urgent bool
	// run trains and scores. It reports how far it has come, from 0 to 1, never
	// concurrently, and returns soon after ctx is done.
	run func(ctx context.Context, report func(fraction float64)) (rivalResult, error)
}

// A trainingNews is what a trainer says of a training: at its start, while it runs
// and, with Done, of its end.
type trainingNews struct {
	// generation is that of the Submit.
	generation uint64
	key        rivalKey
	fraction   float64
	elapsed    time.Duration
	done       bool
	// result is there when done without err.
	result rivalResult
	err    error
}

// A trainer runs trainings one after the other beside the engine, so that turning
// neither waits for them nor abandons them. Its worker lives while there is
// something to train.
type trainer struct {
	notify func(trainingNews)

	mu         sync.Mutex
	waiting    []submitted
	generation uint64
	// running is the generation that the worker is at, stop cancels it.
	running uint64
	stop    context.CancelFunc
	working bool

	ctx    context.Context
	cancel context.CancelFunc
	worker sync.WaitGroup
}

// A submitted training waits for its turn.
type submitted struct {
	training
	generation uint64
}

// trainingInterval is how often a running training is reported.
const trainingInterval = 100 * time.Millisecond

// newTrainer returns a trainer that reports to notify, one thing at a time and in
// order. Close must be called in the end.
func newTrainer(notify func(trainingNews)) *trainer {
	t := &trainer{notify: notify}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	return t
}

// Submit has something trained and returns its generation at once. Generations
// count from 1.
func (t *trainer) Submit(job training) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.generation++
	at := len(t.waiting)
	if job.urgent {
		if i := slices.IndexFunc(t.waiting, func(s submitted) bool { return !s.urgent }); i >= 0 {
			at = i
		}
	}
	t.waiting = slices.Insert(t.waiting, at, submitted{job, t.generation})
	if !t.working && t.ctx.Err() == nil {
		t.working = true
		t.worker.Go(t.work)
	}
	return t.generation
}

// Cancel gives up a training that waits or runs. Nothing more is said of it, but
// for what is being said just now.
func (t *trainer) Cancel(generation uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running == generation && t.stop != nil {
		t.stop()
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(s submitted) bool { return s.generation == generation })
}

// Close gives up everything and waits for the worker.
func (t *trainer) Close() {
	t.mu.Lock()
	t.cancel()
	t.mu.Unlock()
	t.worker.Wait()
}

func (t *trainer) work() {
	for {
		ctx, job, ok := t.next()
		if !ok {
			return
		}
		t.train(ctx, job)
	}
}

// next takes the first training that waits; false ends the worker.
func (t *trainer) next() (context.Context, submitted, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop != nil {
		t.stop() // lets go of the last context
	}
	t.running, t.stop = 0, nil
	if len(t.waiting) == 0 || t.ctx.Err() != nil {
		t.working = false
		return nil, submitted{}, false
	}
	job := t.waiting[0]
	t.waiting = slices.Delete(t.waiting, 0, 1)
	ctx, stop := context.WithCancel(t.ctx)
	t.running, t.stop = job.generation, stop
	return ctx, job, true
}

// train runs one training. A panic in it becomes an error like any other.
func (t *trainer) train(ctx context.Context, job submitted) {
	news := trainingNews{generation: job.generation, key: job.key}
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			news.err = fmt.Errorf("internal error: %v", p)
		}
		if ctx.Err() == nil {
			news.done, news.elapsed = true, time.Since(began)
			t.notify(news)
		}
	}()
	t.notify(news)
	reported := began
	news.result, news.err = job.run(ctx, func(fraction float64) {
		if ctx.Err() != nil || time.Since(reported) < trainingInterval {
			return
		}
		reported = time.Now()
		t.notify(trainingNews{generation: job.generation, key: job.key, fraction: fraction, elapsed: time.Since(began)})
	})
}
