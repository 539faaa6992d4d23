package session

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// A training takes seconds to minutes, on a pair that may no longer be on the screen
// when it is done.
type training struct {
	key RivalKey
	// generation tells it from others of the same key; they count from 1.
	generation uint64
	// urgent ones take a moment only and go before all others.
	urgent bool
	// run trains and scores. It reports how far it has come, from 0 to 1, never
	// concurrently, and returns soon after ctx is done.
	run func(ctx context.Context, report func(fraction float64)) (RivalResult, error)
}

// A TrainingNews is what a trainer says of a training: at its start, while it runs
// and, with Done, of its end.
type TrainingNews struct {
	Key      RivalKey
	Fraction float64
	Elapsed  time.Duration
	Done     bool
	// Result is there when done without Err.
	Result RivalResult
	Err    error

	generation uint64
}

// A Trainer trains rivals one after the other beside the engine, so that turning
// neither waits for them nor abandons them, and knows what they have come to. Its
// methods are for one goroutine; a worker lives while there is something to train.
type Trainer struct {
	// Board is what is trained and to be trained.
	Board map[RivalKey]RivalEntry
	// settings holds by title which setting of a rival is shown, the first by default.
	settings map[string]int

	notify func(TrainingNews)

	mu         sync.Mutex
	waiting    []training
	generation uint64
	// running is the generation that the worker is at, stop cancels it.
	running uint64
	stop    context.CancelFunc
	working bool

	ctx    context.Context
	cancel context.CancelFunc
	worker sync.WaitGroup
}

// trainingInterval is how often a running training is reported.
const trainingInterval = 100 * time.Millisecond

// NewTrainer returns a trainer that tells notify, one thing at a time and in order,
// what Hear is to be called with. Close must be called in the end.
func NewTrainer(notify func(TrainingNews)) *Trainer {
	t := &Trainer{notify: notify, Board: map[RivalKey]RivalEntry{}, settings: map[string]int{}}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	return t
}

// submit has something trained and returns its generation at once.
func (t *Trainer) submit(job training) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.generation++
	job.generation = t.generation
	at := len(t.waiting)
	if job.urgent {
		if i := slices.IndexFunc(t.waiting, func(other training) bool { return !other.urgent }); i >= 0 {
			at = i
		}
	}
	t.waiting = slices.Insert(t.waiting, at, job)
	if !t.working && t.ctx.Err() == nil {
		t.working = true
		t.worker.Go(t.work)
	}
	return t.generation
}

// giveUp ends a training that waits or runs. Nothing more is said of it, but for what
// is being said just now.
func (t *Trainer) giveUp(generation uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running == generation && t.stop != nil {
		t.stop()
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(job training) bool { return job.generation == generation })
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
func (t *Trainer) next() (context.Context, training, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stop != nil {
		t.stop() // lets go of the last context
	}
	t.running, t.stop = 0, nil
	if len(t.waiting) == 0 || t.ctx.Err() != nil {
		t.working = false
		return nil, training{}, false
	}
	job := t.waiting[0]
	t.waiting = slices.Delete(t.waiting, 0, 1)
	ctx, stop := context.WithCancel(t.ctx)
	t.running, t.stop = job.generation, stop
	return ctx, job, true
}

// train runs one training. A panic in it becomes an error like any other.
func (t *Trainer) train(ctx context.Context, job training) {
	news := TrainingNews{Key: job.key, generation: job.generation}
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
	news.Result, news.Err = job.run(ctx, func(fraction float64) {
		if ctx.Err() != nil || time.Since(reported) < trainingInterval {
			return
		}
		reported = time.Now()
		t.notify(TrainingNews{Key: job.key, generation: job.generation, Fraction: fraction, Elapsed: time.Since(began)})
	})
}
