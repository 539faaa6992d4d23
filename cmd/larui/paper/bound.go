package paper

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/cmd/larui/paper/figure"
	"larui/datasets"
	"larui/model"
)

// alignmentBound tests the lower bound of appendix A. Nine of ten features are the labels plus
// noise of standard deviation s. The bound is on the norm of the labels' projection on the first
// two components.
func alignmentBound() Experiment {
	return repeatOverSeeds(Experiment{
		Name: "bound", Title: "Label alignment of correlated features, and its lower bound", Where: "Appendix A, Figure 3",
		Duration: time.Second, Revision: 1,
	}, boundRuns, measureBounds, reportBound)
}

// boundRuns is the default number of seeds. As in the appendix, boundCorrelated (k̂) of all
// boundFeatures (d) features correlate with the labels.
const (
	boundRuns       = 10
	boundFeatures   = 10
	boundCorrelated = 9
	// boundComponents is d − k̂ + 1, the number of components in the proposition.
	boundComponents = boundFeatures - boundCorrelated + 1
)

// noiseDeviations returns the standard deviations s of the noise. For comparison: the entries of
// the label vector y have magnitudes of about 0.03.
func noiseDeviations() []float64 {
	return []float64{0.0001, 0.0003, 0.001, 0.002, 0.003, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05}
}

// A boundRun is the result for one seed and one standard deviation of the noise.
type boundRun struct {
	// Delta is δ = 1 − min |φᵢᵀy| over the features φᵢ that correlate with the labels y.
	Delta float64 `json:"delta"`
	// Measured is the norm of the projection of y, with ‖y‖ = 1, on the first two left singular
	// vectors. Bound is its lower bound, from Delta. Applies reports whether the premises of the
	// proposition hold.
	Measured float64 `json:"measured"`
	Bound    float64 `json:"bound"`
	Applies  bool    `json:"applies"`
}

func measureBounds(ctx context.Context, seed uint64) ([]boundRun, error) {
	var runs []boundRun
	for _, s := range noiseDeviations() {
		spec := datasets.DefaultSpec("correlated-features")
		spec.Seed, spec.Noise = seed, s
		pair, err := datasets.Open(ctx, spec, nil)
		if err != nil {
			return nil, err
		}
		side, err := model.ComputeAlignment(ctx, pair.Data)
		if err != nil {
			return nil, err
		}
		run, least := boundRun{Measured: mat.Norm(side.Projection.Slice(0, boundComponents, 0, 1), 2)}, 1.0
		for j := range boundCorrelated {
			least = min(least, math.Abs(mat.Dot(pair.Source.X.ColView(j), mat.NewVecDense(len(pair.Source.Y), pair.Source.Y))))
		}
		run.Delta = 1 - least
		run.Bound, run.Applies = model.AlignmentBound(boundCorrelated, boundFeatures, run.Delta)
		runs = append(runs, run)
	}
	return runs, nil
}

func reportBound(r *Report, all []*[]boundRun) {
	r.Protocol = []string{
		"The labels y are 1,000 numbers from N(0, I), scaled to norm one; nine features come from N(y, s²I) and one from N(0, I), each scaled to norm one. Measured is the norm of the projection of y on the first two left singular vectors; δ is 1 − the smallest |φᵢᵀy| of the nine features φᵢ.",
	}
	over := func(i int, of func(boundRun) float64) Estimate {
		return newEstimate(mapSlice(all, func(runs *[]boundRun) float64 { return of((*runs)[i]) }))
	}
	measured, bound := func(run boundRun) float64 { return run.Measured }, func(run boundRun) float64 { return run.Bound }
	const norm = "norm of the projection"
	applicable, above := 0, 0
	for i, s := range noiseDeviations() {
		at, delta := over(i, measured), over(i, func(run boundRun) float64 { return run.Delta })
		add := func(name string, value Estimate) {
			r.addRows(unjudgedRow(fmt.Sprintf("s = %g", s), name, 4, value))
		}
		plot := func(name string, style figure.Style, value Estimate) {
			r.addPoint(Curve{Name: name, X: "s", Y: norm, Style: style}, s, value, unknown)
			r.addPoint(Curve{Name: name + " over δ", X: "δ", Y: norm, Style: style}, delta.Mean, value, unknown)
		}
		add(norm, at)
		add("δ", delta)
		plot("projection", figure.Source, at)
		applies := 0
		for _, runs := range all {
			if run := (*runs)[i]; run.Applies {
				applies++
				if run.Measured > run.Bound {
					above++
				}
			}
		}
		applicable += applies
		if applies == len(all) {
			add("lower bound", over(i, bound))
			plot("lower bound", figure.ClosedForm, over(i, bound))
		}
	}
	// Sort the curves, because curves of the same panel must follow each other.
	slices.SortStableFunc(r.Curves, func(a, b Curve) int { return strings.Compare(a.X, b.X) })
	s := noiseDeviations()[0]
	small, low := over(0, measured), over(0, bound)
	limit := math.Sqrt(float64(boundCorrelated) / boundFeatures)
	r.addClaim(judgeExact(above == applicable), "the norm is above the bound wherever the bound applies", "in %d of %d draws", above, applicable)
	r.addClaim(small.judgeAbove(0.99), "for small s the labels are mostly in the direction of the first two singular vectors", "norm %.4f at s = %g", small.Mean, s)
	r.addClaim(low.judgeAbove(0.94), "for small s the bound is close to one (within 0.06)", "%.4f at s = %g; its limit for δ → 0 is √(k̂/d) = %.4f", low.Mean, s, limit)
	r.Notes = []string{fmt.Sprintf("The paper's proof of the proposition has a gap: it derives ‖φ_i − φ_j‖² < 4δ and then uses ‖φ_i − φ_j‖ < 4δ, which does not follow for δ below 1/4; of the %d draws %d violate the bound all the same.", applicable, applicable-above)}
}
