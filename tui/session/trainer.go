package session

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A Training is work for a trainer: seconds to minutes, on a pair that may no
// longer be on the screen when it is done.
type Training struct {
	// Key tells whose it is.
	Key any
	// Urgent trainings take a moment only and go before all others.
	Urgent bool
	// Run trains and scores. It reports how far it has come, from 0 to 1, never
	// concurrently, and returns soon after ctx is done.
	Run func(ctx context.Context, report func(fraction float64)) (result any, err error)
}

// A TrainingNews is what a trainer says of a training: at its start, while it runs
// and, with Done, of its end.
type TrainingNews struct {
	// Generation is that of the Submit, Key that of the training.
	Generation uint64
	Key        any
	Fraction   float64
	Elapsed    time.Duration
	Done       bool
	// Result is there when done without Err.
	Result any
	Err    error
}

// A Trainer runs trainings one after the other beside the engine, so that turning
// neither waits for them nor abandons them. Its worker lives while there is
// something to train.
type Trainer struct {
	notify func(TrainingNews)

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
	Training
	generation uint64
}

// trainingInterval is how often a running training is reported.
const trainingInterval = 100 * time.Millisecond

// NewTrainer returns a trainer that reports to notify, one thing at a time and in
// order. Close must be called in the end.
func NewTrainer(notify func(TrainingNews)) *Trainer {
	t := &Trainer{notify: notify}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	return t
}

// Submit has something trained and returns its generation at once. Generations
// count from 1.
func (t *Trainer) Submit(job Training) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.generation++
	at := len(t.waiting)
	if job.Urgent {
		if i := slices.IndexFunc(t.waiting, func(s submitted) bool { return !s.Urgent }); i >= 0 {
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
func (t *Trainer) Cancel(generation uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running == generation && t.stop != nil {
		t.stop()
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(s submitted) bool { return s.generation == generation })
}

// Close gives up everything and waits for the worker.
func (t *Trainer) Close() {
	t.mu.Lock()
	t.cancel()
	t.mu.Unlock()
	t.worker.Wait()
}

func (t *Trainer) work() {
	for {
		ctx, job, ok := t.next()
		if !ok {
			return
		}
		t.train(ctx, job)
	}
}

// next takes the first training that waits; false ends the worker.
func (t *Trainer) next() (context.Context, submitted, bool) {
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
func (t *Trainer) train(ctx context.Context, job submitted) {
	news := TrainingNews{Generation: job.generation, Key: job.Key}
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			news.Err = fmt.Errorf("internal error: %v", p)
		}
		if ctx.Err() == nil {
			news.Done, news.Elapsed = true, time.Since(began)
			t.notify(news)
		}
	}()
	t.notify(news)
	reported := began
	news.Result, news.Err = job.Run(ctx, func(fraction float64) {
		if ctx.Err() != nil || time.Since(reported) < trainingInterval {
			return
		}
		reported = time.Now()
		t.notify(TrainingNews{Generation: job.generation, Key: job.Key, Fraction: fraction, Elapsed: time.Since(began)})
	})
}
