package paper

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// A linearSummary is a column of Table 2's lower half, in percent.
type linearSummary struct {
	// none and lar are means over pairs; ahead is the number of pairs in which LAR
	// is ahead.
	none, lar Estimate
	ahead     int
	chosen    tally
	// drawn is how much the mean of LAR over all pairs varies from one draw of the
	// validation rows to another: its standard deviation.
	drawn float64
	// What other choices would have given.
	best, first, mean, shortNone, short, either float64
	diverged, settings                          int
}

// summarize averages the pairs of a column.
func summarize(results Results, c column, pairs [][2]int, seeds []uint64) (linearSummary, error) {
	s := linearSummary{chosen: tally{}}
	var none, lar, best, first, mean, shortNone, short, either []float64
	bySeed := make([]float64, len(seeds))
	for _, pair := range pairs {
		r, err := resultOf[linearResult](results, linearKey(c, pair, len(seeds)))
		if err != nil {
			return s, err
		}
		if len(r.Draws) != len(seeds) {
			return s, fmt.Errorf("the result of the unit %s has %d draws, not %d", linearKey(c, pair, len(seeds)), len(r.Draws), len(seeds))
		}
		s.diverged += r.Diverged
		s.settings += r.Settings
		over := func(of func(drawnResult) float64) float64 {
			var values []float64
			for _, d := range r.Draws {
				values = append(values, 100*of(d))
			}
			return stat.Mean(values, nil)
		}
		for i, d := range r.Draws {
			bySeed[i] += 100 * d.LAR.Test / float64(len(pairs))
			s.chosen.add(d.LAR)
		}
		none = append(none, over(func(d drawnResult) float64 { return d.None }))
		lar = append(lar, over(func(d drawnResult) float64 { return d.LAR.Test }))
		if lar[len(lar)-1] > none[len(none)-1] {
			s.ahead++
		}
		best = append(best, 100*r.Best)
		first = append(first, over(func(d drawnResult) float64 { return d.LAR.First }))
		mean = append(mean, over(func(d drawnResult) float64 { return d.LAR.Mean }))
		shortNone = append(shortNone, over(func(d drawnResult) float64 { return d.ShortNone }))
		short = append(short, over(func(d drawnResult) float64 { return d.Short.Test }))
		either = append(either, over(func(d drawnResult) float64 { return d.Either.Test }))
	}
	average := func(values []float64) float64 { return stat.Mean(values, nil) }
	s.none, s.lar = estimate(none), estimate(lar)
	s.best, s.first, s.mean = average(best), average(first), average(mean)
	s.shortNone, s.short, s.either = average(shortNone), average(short), average(either)
	if len(seeds) > 1 {
		s.drawn = stat.StdDev(bySeed, nil)
	}
	return s, nil
}

// notes says what other choices would have given.
func (s linearSummary) notes(c column) []string {
	notes := []string{
		fmt.Sprintf("%s: the mean of LAR varies by ±%.2f from one draw of the validation rows to another. Of equals the first instead of the last: %.2f %%; the mean of equals: %.2f %%. The best setting of each pair by all of its target rows, which bounds every choice: %.2f %%.",
			c.name, s.drawn, s.first, s.mean, s.best),
		fmt.Sprintf("%s after %d epochs instead of %d: no adaptation %.2f %%, LAR %.2f %%; LAR with the epochs chosen as well %.2f %%.",
			c.name, shortEpochs, linearEpochs, s.shortNone, s.short, s.either),
	}
	if s.diverged > 0 {
		notes = append(notes, fmt.Sprintf("%s: %d of %d descents diverge at the paper's rate and were passed over.", c.name, s.diverged, s.settings))
	}
	return notes
}

// A tally counts how often each value was chosen.
type tally map[string]map[float64]int

func (t tally) add(c choice) {
	for name, value := range map[string]float64{"k": float64(c.K), "k̃": float64(c.KTilde), "λ": c.Lambda} {
		if t[name] == nil {
			t[name] = map[float64]int{}
		}
		t[name][value]++
	}
}

// String names the values of each hyperparameter from the most chosen on, with
// their share in percent.
func (t tally) String() string {
	var parts []string
	for _, name := range []string{"k", "k̃", "λ"} {
		total := 0
		var values []float64
		for value, count := range t[name] {
			values = append(values, value)
			total += count
		}
		slices.SortFunc(values, func(a, b float64) int {
			return cmp.Or(t[name][b]-t[name][a], cmp.Compare(a, b))
		})
		var texts []string
		for _, value := range values[:min(3, len(values))] {
			texts = append(texts, fmt.Sprintf("%g (%d %%)", value, (100*t[name][value]+total/2)/total))
		}
		if texts != nil {
			parts = append(parts, name+" "+strings.Join(texts, ", "))
		}
	}
	return strings.Join(parts, "; ")
}
