package paper

import (
	"fmt"
	"math"
)

// figureLambda is the λ-sensitivity figure, made of the units of Table 5.
func figureLambda() Experiment {
	return onTenDigits(Experiment{
		Name: "figure-lambda", Title: "MNIST–USPS, ten digits: accuracy over λ", Where: "Appendix D, λ-sensitivity figure",
	}, reportLambda)
}

// relativelyInvariant is by how many percentage points accuracies over λ may
// differ where the paper calls them "relatively invariant".
const relativelyInvariant = 10

func reportLambda(r *Report, c solvedColumn) {
	r.Protocol = append(multiclassProtocol(len(c.tasks)), "At each λ, k and k̃ are chosen by the validation rows. The paper's figure gives no numbers to compare with.")
	low, high := math.Inf(1), math.Inf(-1)
	m := averageLinear(c.tasks, judged)
	for i, weight := range sensitivityWeights() {
		at := estimate(m.byLambda[i])
		if at.Mean == 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("%s: every descent diverges at λ = %g.", c.name, weight))
			continue
		}
		low, high = min(low, at.Mean), max(high, at.Mean)
		r.plot(Curve{Name: c.name, X: "λ", Y: "target accuracy, %"}, weight, at, unknown())
		r.Rows = append(r.Rows, percent(c.name, fmt.Sprintf("λ = %g", weight), unknown(), at))
	}
	points := r.Curves[len(r.Curves)-1].Points
	first, last := points[0], points[len(points)-1]
	r.Claims = append(r.Claims,
		Claim{fmt.Sprintf("%s: relatively invariant over λ (within %d points)", c.name, relativelyInvariant), fmt.Sprintf("%.2f %% to %.2f %%", low, high), high-low <= relativelyInvariant},
		Claim{c.name + ": a greater λ generally does better", fmt.Sprintf("%.2f %% at λ = %g, %.2f %% at λ = %g", first.Y.Mean, first.X, last.Y.Mean, last.X), last.Y.Mean > first.Y.Mean})
}
