package labelfree

import (
	"cmp"
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

const (
	// Joint label alignment is the mean of alignmentCount numbers A(1), A(2), A(4), …,
	// A(maxDirections). A(j) is the alignment of the labels and predictions with the first j
	// directions.
	maxDirections, alignmentCount = 512, 10
	// An eigenvalue of the matrix B, the sum of both domains' scaled covariances, counts as zero if
	// it is at most negligible times the largest eigenvalue.
	negligible = 1e-9
	// A class is predicted too rarely if its share of the predictions is below rareShare divided by
	// the number of classes, and below rareRatio times the smallest share of a class in the source.
	rareShare, rareRatio = 0.1, 0.5
)

// ErrRegression is the error for a regression task, for which there is no Rater.
var ErrRegression = errors.New("a regression cannot be judged without labels: run larui label to decide with a few labels")

// A Rating rates predictions on the target without target labels. A value is NaN if unknown.
//
// Joint label alignment (JLA) measures how well the source's labels and the target's predicted
// classes lie along the leading directions of both domains together. Xc (n×d) has the source rows
// and Yc (n×c) their one-hot labels, both minus column means. X̃c (m×d) and Ŷc (m×c) are the same
// for the target rows and the predicted classes. Z stacks Xc/‖Xc‖ and X̃c/‖X̃c‖, and L stacks
// Yc/‖Yc‖ and Ŷc/‖Ŷc‖:
//
//	B    = ZᵀZ = Σ ω_i v_iv_iᵀ, ω descending, r of them above 1e-9·ω₁
//	G    = ZᵀL
//	A(j) = ½ Σ_{i ≤ min(j, r)} ‖v_iᵀG‖²/ω_i
//	JLA  = mean of A(j) over j = 1, 2, 4, …, 512
//
// A(j) lies between 0 and 1, because it is ½‖U_jᵀL‖² for the first j left singular vectors U_j of
// Z.
//
// Target alignment (TA) is the share of the predictions along the first k̃ left singular vectors
// ũ_i of the target rows, without subtracted means. LAR assumes that TA is large. TA grows with k̃,
// so compare settings only at the same k̃:
//
//	TA = Σ_{i ≤ k̃} ‖ũ_iᵀŶc‖²/‖Ŷc‖²
type Rating struct {
	// JLA is joint label alignment, and TargetAlignment is target alignment at k̃. Both lie between 0
	// and 1. JLA is NaN if only one class is predicted, or if all rows of a domain are equal.
	// TargetAlignment is NaN if k̃ is above the target's rank.
	JLA, TargetAlignment float64
	// SmallestShare is the smallest share of a class among the predictions.
	SmallestShare float64
	// Vetoed reports whether JLA is unknown or a class is predicted too rarely. The veto of rare
	// classes assumes that every class of the source occurs in the target.
	Vetoed bool
}

// UnknownRating returns the Rating of a descent that diverges and so has no predictions.
func UnknownRating() Rating { return Rating{math.NaN(), math.NaN(), math.NaN(), true} }

// A Rater rates predictions on the target of one problem. It is immutable.
type Rater struct {
	problem *model.Problem
	target  centredRows
	classes int
	// directions has the Rank rows v_i/√ω_i, with the eigenpairs ω_i, v_i of B in the formulas of
	// Rating. source has the products of directions with the source's part of G. Both are nil if all
	// rows of a domain are equal. norm is √m·‖X̃c‖ for the m centred target rows X̃c.
	directions, source *mat.Dense
	norm               float64
	// SourceShares has the share of each class in the source.
	SourceShares []float64
	// VetoBelow is the share of predictions below which a class is predicted too rarely.
	VetoBelow float64
	// Rank is the number of eigenvalues ω_i of B above 1e-9·ω₁, but at most 512.
	Rank int
	// components (r̃×d) has the rows ṽ_i/σ̃_i: the right singular vectors of the target divided by the
	// singular values. r̃ is the rank of the target.
	components *mat.Dense
}

// NewRater returns a Rater of predictions on the target of p. It takes about as long as a spectrum
// of p. Errors wrap ErrRegression, model.ErrNoConvergence or the error of ctx.
func NewRater(ctx context.Context, p *model.Problem) (*Rater, error) {
	if p.Task == model.Regression {
		return nil, ErrRegression
	}
	source, target := newCentredRows(p.Source.X), newCentredRows(p.Target.X)
	rater := &Rater{problem: p, target: target, classes: max(2, p.Outputs())}
	labels := newClassAssignment(p.Task, p.Source.Y, rater.classes)
	rater.SourceShares = labels.shares
	rater.VetoBelow = min(rareShare/float64(rater.classes), rareRatio*floats.Min(labels.shares))
	rater.components = mat.NewDense(max(1, p.Tgt.Rank), p.D, nil)
	for i := range p.Tgt.Rank {
		floats.ScaleTo(rater.components.RawRowView(i), 1/p.Tgt.Sigma[i], p.Tgt.Direction(i))
	}
	n2, m2 := source.squaredNorm(), target.squaredNorm()
	if n2 == 0 || m2 == 0 || labels.spread == 0 {
		return rater, ctx.Err()
	}
	if err := rater.decompose(ctx, source, target); err != nil {
		return nil, err
	}
	rater.norm = math.Sqrt(float64(target.n) * m2)
	rater.source = projectCorrelations(rater.directions, rater.Rank, source.sumByClass(labels), math.Sqrt(float64(source.n)*n2*labels.spread))
	return rater, ctx.Err()
}

// decompose computes directions from B = ZᵀZ, where Z stacks the rows of both domains. If Z has
// fewer rows than columns, the smaller ZZᵀ = U S² Uᵀ gives v_i/√ω_i = Zᵀu_i/ω_i.
func (rater *Rater) decompose(ctx context.Context, source, target centredRows) error {
	var gram mat.SymDense
	var z *mat.Dense // nil for B
	if source.n+target.n < rater.problem.D {
		z = stackRows(source, target)
		gram.SymOuterK(1, z)
	} else {
		b, err := source.gram(ctx, &rater.problem.Src)
		other, otherErr := target.gram(ctx, &rater.problem.Tgt)
		if err := cmp.Or(err, otherErr); err != nil {
			return err
		}
		b.ScaleSym(1/mat.Trace(b), b)
		other.ScaleSym(1/mat.Trace(other), other)
		gram.AddSym(b, other)
	}
	spectrum, err := model.NewSpectrum(ctx, &gram)
	if err != nil {
		return err
	}
	scales := spectrum.Sigma
	rater.Rank = countDirections(scales)
	basis := spectrum.V.Slice(0, len(scales), 0, rater.Rank).T()
	rater.directions = new(mat.Dense)
	if z == nil {
		rater.directions.CloneFrom(basis)
	} else {
		rater.directions.Mul(basis, z)
		floats.Mul(scales, scales)
	}
	for i := range rater.Rank {
		floats.Scale(1/scales[i], rater.directions.RawRowView(i))
	}
	return nil
}

// stackRows returns the matrix Z that stacks Xc and X̃c, each divided by its norm.
func stackRows(source, target centredRows) *mat.Dense {
	z, at := mat.NewDense(source.n+target.n, source.d, nil), 0
	for _, c := range []centredRows{source, target} {
		norm := math.Sqrt(c.squaredNorm())
		for i := range c.n {
			c.writeRow(z.RawRowView(at), i)
			floats.Scale(1/norm, z.RawRowView(at))
			at++
		}
	}
	return z
}

// countDirections counts the ω_i that do not count as zero, but at most maxDirections. roots has the
// √ω_i in descending order.
func countDirections(roots []float64) int {
	count := 0
	for count < min(maxDirections, len(roots)) && roots[count]*roots[count] > negligible*roots[0]*roots[0] {
		count++
	}
	return count
}

// projectCorrelations returns the products (count×c) of the first count rows of directions and the rows
// of correlations (c×d), divided by norm.
func projectCorrelations(directions *mat.Dense, count int, correlations *mat.Dense, norm float64) *mat.Dense {
	classes, _ := correlations.Dims()
	products := mat.NewDense(count, classes, nil)
	for i := range count {
		row := products.RawRowView(i)
		for class := range row {
			if classes == 2 && class == 1 {
				row[1] = -row[0] // the correlations of all classes add up to zero
				continue
			}
			row[class] = floats.Dot(directions.RawRowView(i), correlations.RawRowView(class)) / norm
		}
	}
	return products
}

// RateWeights rates the predictions of weights w (d×c), with target alignment at kTilde. It returns
// UnknownRating if w is nil. RateWeights is safe for concurrent use.
func (rater *Rater) RateWeights(w *mat.Dense, kTilde int) Rating {
	if w == nil {
		return UnknownRating()
	}
	return rater.RatePredictions(rater.Predict(w), kTilde)
}

// Predict returns the label that weights w (d×c) predict for each row of Target.X.
func (rater *Rater) Predict(w *mat.Dense) []float64 {
	return rater.problem.Task.Predict(rater.problem.TargetScores(w))
}

// RatePredictions rates the predicted labels of the rows of Target.X, with target alignment at
// kTilde.
func (rater *Rater) RatePredictions(labels []float64, kTilde int) Rating {
	predicted := newClassAssignment(rater.problem.Task, labels, rater.classes)
	r := Rating{JLA: math.NaN(), TargetAlignment: math.NaN(), SmallestShare: floats.Min(predicted.shares), Vetoed: true}
	if predicted.spread == 0 {
		return r
	}
	correlations := rater.target.sumByClass(predicted)
	r.TargetAlignment = rater.targetAlignment(correlations, predicted, kTilde)
	if rater.directions != nil {
		r.JLA = floats.Sum(rater.cumulativeAlignment(correlations, predicted)) / alignmentCount
		r.Vetoed = r.SmallestShare < rater.VetoBelow
	}
	return r
}

// cumulativeAlignment returns A(j) in the formulas of Rating for j = 1, 2, 4, …, 512. correlations
// is ŶcᵀX̃c for the centred predictions Ŷc and target rows X̃c.
func (rater *Rater) cumulativeAlignment(correlations *mat.Dense, predicted classAssignment) []float64 {
	g := projectCorrelations(rater.directions, rater.Rank, correlations, rater.norm*math.Sqrt(predicted.spread))
	g.Add(g, rater.source)
	a, sum, rung := make([]float64, 0, alignmentCount), 0.0, 1
	for i := range maxDirections {
		if i < rater.Rank {
			sum += floats.Dot(g.RawRowView(i), g.RawRowView(i)) / 2
		}
		if i+1 == rung {
			a, rung = append(a, sum), 2*rung
		}
	}
	return a
}

// targetAlignment returns target alignment from ũ_iᵀŶc = (ṽ_i/σ̃_i)ᵀX̃ᵀŶc. correlations is ŶcᵀX̃c
// for the centred predictions Ŷc and target rows X̃c. It equals ŶcᵀX̃, because the columns of Ŷc
// have mean zero. If the target holds only some rows, the result is scaled to all rows.
func (rater *Rater) targetAlignment(correlations *mat.Dense, predicted classAssignment, kTilde int) float64 {
	if kTilde > rater.problem.Tgt.Rank {
		return math.NaN()
	}
	rows := float64(rater.target.n)
	norm := mat.Norm(projectCorrelations(rater.components, kTilde, correlations, math.Sqrt(rows*predicted.spread)), 2)
	return norm * norm * float64(rater.problem.Tgt.N) / rows
}
