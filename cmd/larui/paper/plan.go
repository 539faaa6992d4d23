package paper

import (
	"context"
	"fmt"
)

// A plan has the units of an experiment, whose keys are distinct, and the function that adds their
// results to the report.
type plan struct {
	units  []unit
	report func(r *Report)
}

// A unit is an independent piece of an experiment, whose result depends only on its key and the
// data.
type unit struct {
	// key is the name of the unit with all options that change the result, such as "M→U 3,8, seed
	// 0".
	key string
	// seconds is the approximate duration on one core; 0 if unknown.
	seconds float64
	// method is the method whose time in the report includes the unit; empty for none.
	method string
	// run computes the result, which must be encodable as JSON. After ctx ends, run returns within
	// 50 ms.
	run func(ctx context.Context) (any, error)
	// result points to the variable into which the result is decoded from the journal.
	result any
}

// addUnit returns a pointer to the result, which is set before the report function is called.
func addUnit[R any](p *plan, u unit, run func(ctx context.Context) (R, error)) *R {
	result := new(R)
	u.result, u.run = result, func(ctx context.Context) (any, error) { return run(ctx) }
	p.units = append(p.units, u)
	return result
}

// addSeedUnits adds a unit like u for each seed. The key of the unit is u.key followed by the seed.
func addSeedUnits[R any](p *plan, u unit, seeds []uint64, run func(ctx context.Context, seed uint64) (R, error)) []*R {
	prefix := u.key
	return mapSlice(seeds, func(seed uint64) *R {
		u.key = fmt.Sprintf("%sseed %d", prefix, seed)
		return addUnit(p, u, func(ctx context.Context) (R, error) { return run(ctx, seed) })
	})
}
