package paper

import (
	"context"
	"fmt"
)

// A plan is what an experiment does under some options: units, in a fixed order and
// with distinct keys, and what is said of them once all have their results.
type plan struct {
	units  []unit
	report func(r *Report)
}

// A unit is a piece of an experiment. Its result follows from its key and the data
// alone, whatever else runs.
type unit struct {
	// key names it within the experiment, with all options that make a difference
	// to it: "M→U 3,8, seed 0".
	key string
	// cost is how long it takes in relation to other units; 0 stands for 1.
	cost float64
	// method is whose time it takes, empty where nobody asks.
	method string
	// run does the work and returns a result that JSON can hold. It obeys the
	// context within 50 ms.
	run func(ctx context.Context) (any, error)
	// result is where the result goes, by way of the journal.
	result any
}

// add adds a unit to the plan that does what run does, and returns where its result
// will be.
func add[R any](p *plan, u unit, run func(ctx context.Context) (R, error)) *R {
	result := new(R)
	u.result, u.run = result, func(ctx context.Context) (any, error) { return run(ctx) }
	p.units = append(p.units, u)
	return result
}

// addSeeds adds a unit like u for each seed, of which its key is made: "seed %d".
func addSeeds[R any](p *plan, u unit, seeds []uint64, run func(ctx context.Context, seed uint64) (R, error)) []*R {
	format := u.key
	return collect(seeds, func(seed uint64) *R {
		u.key = fmt.Sprintf(format, seed)
		return add(p, u, func(ctx context.Context) (R, error) { return run(ctx, seed) })
	})
}
