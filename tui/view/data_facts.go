package view

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// dataFacts is what a pass over all samples of a pair finds out.
type dataFacts struct {
	source, target, validation domainFacts
}

// domainFacts describe one domain; the zero value is an absent one. The constant
// that a pair appends to the features is left out.
type domainFacts struct {
	rows int
	// pending tells that the rest is still to be found out, and not to be shown.
	pending bool
	// min, mean and max are those of all features together, and zeros is the share
	// of zeros among them; NaN where there are none.
	min, mean, max, zeros float64
	// constant is how many features have the same value in every row.
	constant int
	// byClass lists the rows of each class, ascending; nil without labels and in
	// regression.
	byClass [][]int
	// labels are the smallest label, their mean and the largest one in regression;
	// nil without labels and in other tasks.
	labels []float64
}

// Jobs asks for the facts, once for each session.
func (view *dataView) Jobs(sc *Scene) []session.Job {
	return []session.Job{{Name: "facts", Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		facts := &dataFacts{}
		for _, part := range []struct {
			of model.Domain
			to *domainFacts
		}{{s.Pair.Source, &facts.source}, {s.Pair.Target, &facts.target}, {s.Pair.Validation, &facts.validation}} {
			var err error
			if *part.to, err = describeDomain(ctx, s.Pair, part.of); err != nil {
				return err
			}
		}
		report(facts)
		return nil
	}}}
}

// facts returns what is known of the data so far: how many rows there are, until
// the engine has looked at them.
func (view *dataView) facts(sc *Scene) *dataFacts {
	if known := session.ResultOf[*dataFacts](sc.Update, "facts"); known != nil {
		return known
	}
	pair := sc.Update.Session.Pair
	pending := func(of model.Domain) domainFacts { return domainFacts{rows: of.Rows(), pending: true} }
	return &dataFacts{pending(pair.Source), pending(pair.Target), pending(pair.Validation)}
}

// describeDomain looks at every sample of a domain. Its only error is the
// context's.
func describeDomain(ctx context.Context, pair *datasets.Pair, of model.Domain) (domainFacts, error) {
	f := domainFacts{rows: of.Rows(), min: math.NaN(), mean: math.NaN(), max: math.NaN(), zeros: math.NaN()}
	if f.rows == 0 {
		return f, nil
	}
	_, d := of.X.Dims()
	if pair.Bias {
		d--
	}
	if d > 0 {
		if err := f.describeFeatures(ctx, of, d); err != nil {
			return f, err
		}
	}
	switch {
	case of.Y == nil:
	case pair.Task == model.Regression:
		f.labels = []float64{floats.Min(of.Y), floats.Sum(of.Y) / float64(f.rows), floats.Max(of.Y)}
	default:
		f.byClass = make([][]int, len(pair.ClassNames))
		for i, y := range of.Y {
			class := int(y)
			if pair.Task == model.Binary {
				class = 0
				if y > 0 {
					class = 1
				}
			}
			f.byClass[class] = append(f.byClass[class], i)
		}
	}
	return f, nil
}

// describeFeatures looks at the first d features, one or more.
func (f *domainFacts) describeFeatures(ctx context.Context, of model.Domain, d int) error {
	first := of.X.RawRowView(0)[:d]
	varies := make([]bool, d)
	low, high, sum, zeros := first[0], first[0], 0.0, 0
	for i := range f.rows {
		// Often enough for cancelling to feel instant.
		if i%256 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for j, v := range of.X.RawRowView(i)[:d] {
			if v < low {
				low = v
			} else if v > high {
				high = v
			}
			sum += v
			if v == 0 {
				zeros++
			}
			if v != first[j] {
				varies[j] = true
			}
		}
	}
	for _, v := range varies {
		if !v {
			f.constant++
		}
	}
	count := float64(f.rows) * float64(d)
	f.min, f.mean, f.max, f.zeros = low, sum/count, high, float64(zeros)/count
	return nil
}
