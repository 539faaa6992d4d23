package paper

import (
	"cmp"
	"context"
	"fmt"
)

// A plan has the units of an experiment under some options, in a fixed order and with distinct
// keys, and the function that reports their results.
type plan struct {
	units  []unit
	report func(r *Report)
	// inSeconds reports whether the costs of units are approximate seconds on one core.
	inSeconds bool
}

// A unit is a piece of an experiment. Its result depends only on its key and the data.
type unit struct {
	// key is the name of the unit within the experiment, with all options that change its result:
	// "M→U 3,8, seed 0".
	key string
	// cost is the duration relative to other units; 0 means 1.
	cost float64
	// method is the name of the method that the report lists with the duration; empty for none.
	method string
	// run returns the result, which JSON must be able to encode. It returns within 50 ms after the
	// context ends.
	run func(ctx context.Context) (any, error)
	// result points to the variable that receives the result, decoded from the journal.
	result any
}

// add adds a unit with the function run to the plan and returns a pointer to its future result.
func add[R any](p *plan, u unit, run func(ctx context.Context) (R, error)) *R {
	result := new(R)
	u.cost = cmp.Or(u.cost, 1)
	u.result, u.run = result, func(ctx context.Context) (any, error) { return run(ctx) }
	p.units = append(p.units, u)
	return result
}

// addSeeds adds a unit like u for each seed; its key is the key of u followed by the seed.
func addSeeds[R any](p *plan, u unit, seeds []uint64, run func(ctx context.Context, seed uint64) (R, error)) []*R {
	prefix := u.key
	return collect(seeds, func(seed uint64) *R {
		u.key = fmt.Sprintf("%sseed %d", prefix, seed)
		return add(p, u, func(ctx context.Context) (R, error) { return run(ctx, seed) })
	})
}
