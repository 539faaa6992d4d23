package model

import (
	"context"
	"math"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A Side holds the moments and the spectrum of one domain. Matrices are in the coordinates in
// which the problem is solved: r = d features or, if the pair has fewer rows than features, the
// r = n + m dimensions of the joint row space.
type Side struct {
	// N is the number of samples, D the number of features.
	N, D int
	// Gram is XᵀX (r×r), not divided by N.
	Gram *mat.SymDense
	Spectrum
	// Drowned lists the features, from 0, that are so small relative to the largest that
	// eigenvectors of Gram do not separate them from rounding. The spectrum then comes from a
	// factor of Gram that does, unless the problem is solved in fewer dimensions.
	Drowned []int
	// graded is the number of nonzero singular values if gradedSpectrum has computed the spectrum,
	// which is accurate for small ones too; else 0.
	graded int
	// space is the space of the matrices.
	space space
	// offsets are the offsets that the moments without exclude and Gram includes; nil if there are
	// none. The spectrum is computed from without, which is then set to nil.
	offsets *offsets
	without *mat.SymDense
	// Rank is the numerical rank at single precision.
	Rank int
	// XtY is Xᵀy (r×c) and Projection the label projection y^U (r×c). Both are nil if the labels
	// of some rows are unknown, as u_i has an entry for every row.
	XtY, Projection *mat.Dense
	// LabelNorm2 is ‖y‖² (‖Y‖² over all outputs).
	LabelNorm2 float64
	// HeadRank and TailRank are k(Epsilon) by the functions HeadRank and TailRank; 0 without
	// Projection, and in a first look.
	HeadRank, TailRank int
	// Known is the number of known components: all of Sigma or, in a first look, the leading ones
	// that have converged, which is also its Rank.
	Known int
	// beyond is not nil only in a first look.
	beyond *outsideMoments
}

// HasOnlyLeading reports whether only leading components are known, as in a first look. Then the rank is at
// least Rank, which is the number of known components, and their share of all is unknown.
func (s *Side) HasOnlyLeading() bool { return s.beyond != nil }

// ProjectionNorms returns |y^U_i| of every known component, over all outputs; nil without labels.
func (s *Side) ProjectionNorms() []float64 {
	if s.Projection == nil {
		return nil
	}
	norms := make([]float64, s.Known)
	for i := range norms {
		norms[i] = floats.Norm(s.Projection.RawRowView(i), 2)
	}
	return norms
}

// A Component has a singular value, its label projection y^U_i (the norm over several outputs),
// and the Share ‖y^U_{1..i}‖/‖y^U‖ of the labels in the components up to it. Projection and Share
// are NaN without labels, and Share is NaN for a side with OnlyLeading.
type Component struct{ Sigma, Projection, Share float64 }

// LeadingComponents returns the first count components, or fewer if fewer are known.
func (s *Side) LeadingComponents(count int) []Component {
	norms, held := s.ProjectionNorms(), 0.0
	list := make([]Component, min(count, s.Known))
	for i := range list {
		list[i] = Component{s.Sigma[i], nan, nan}
		if norms == nil {
			continue
		}
		list[i].Projection = norms[i]
		if row := s.Projection.RawRowView(i); len(row) == 1 {
			list[i].Projection = row[0]
		}
		held += norms[i] * norms[i]
		if s.beyond == nil {
			list[i].Share = math.Sqrt(held) / mat.Norm(s.Projection, 2)
		}
	}
	return list
}

// Direction returns the singular vector v_i or ṽ_i of component i, 0 ≤ i < r, as d features.
func (s *Side) Direction(i int) []float64 {
	column := mat.NewDense(len(s.Sigma), 1, mat.Col(nil, i, s.V))
	return mat.Col(nil, 0, s.space.lift(column))
}

// ProjectPredictions returns the projections u_iᵀXw = σ_i v_iᵀw (r×c) of the predictions Xw on the left
// singular vectors, for weights w (d×c). It is the analogue of Projection for labels.
func (s *Side) ProjectPredictions(w *mat.Dense) *mat.Dense {
	along := linalg.ProductT(s.V, s.space.coordinates(w))
	resolved := s.resolved()
	for i, sigma := range s.Sigma {
		if i >= resolved {
			sigma = 0
		}
		floats.Scale(sigma, along.RawRowView(i))
	}
	return along
}

// computeSpectrum computes the spectrum of a side and all fields derived from it. The rows of the side
// are work (n×r) and, in features, x (n×d).
func (s *Side) computeSpectrum(ctx context.Context, work, x *mat.Dense) (err error) {
	switch n, r := work.Dims(); {
	case s.offsets != nil:
		s.Spectrum, s.graded, err = gradedSpectrum(ctx, s.without, s.N, s.offsets)
		s.without = nil
	case n == s.N && 4*n <= 3*r: // faster for so few rows
		s.Spectrum, err = rowSpectrum(ctx, work)
	default:
		s.Spectrum, err = NewSpectrum(ctx, s.Gram)
	}
	if err != nil {
		return err
	}
	s.Drowned = s.coveredFeatures(x)
	if s.offsets == nil && s.space.basis == nil && (len(s.Drowned) > 0 || s.needsGraded(x)) {
		resolved := 0
		s.Spectrum, resolved, err = gradedSpectrum(ctx, s.Gram, s.N, nil)
		if err != nil {
			return err
		}
		if len(s.Drowned) > 0 {
			s.graded = resolved
		}
	}
	s.computeProjection()
	return nil
}

// computeProjection computes Rank, Known and the label projections from the spectrum.
func (s *Side) computeProjection() {
	s.Rank = numericalRank(s.Sigma, max(s.N, s.D), SinglePrecision)
	if s.XtY != nil {
		s.Projection = s.project(s.XtY, max(s.Rank, s.graded))
	}
	s.Known = len(s.Sigma)
	if s.beyond != nil {
		s.findConverged()
	} else if s.XtY != nil {
		s.HeadRank = HeadRank(s.Projection, Epsilon)
		s.TailRank = TailRank(s.Projection, Epsilon)
	}
}

// resolved returns the number of squared singular values above the rounding of the Gram matrix and
// its eigenvalues, max(n, d, 16)·ε·σ₁². The others count as zero.
func (s *Side) resolved() int {
	if s.graded > 0 {
		return s.graded
	}
	limit := roundoff(max(s.N, s.D)) * s.square(0)
	return sort.Search(len(s.Sigma), func(i int) bool { return !(s.square(i) > limit) })
}

// square returns σ_i².
func (s *Side) square(i int) float64 { return s.Sigma[i] * s.Sigma[i] }

// squares returns σ_i² for i from from to to−1.
func (s *Side) squares(from, to int) []float64 {
	return floats.MulTo(make([]float64, to-from), s.Sigma[from:to], s.Sigma[from:to])
}

// LargestEigenvalue returns λ_max(XᵀX), the square of the largest singular value.
func (s *Side) LargestEigenvalue(ctx context.Context) (float64, error) {
	times := func(dst, x []float64) {
		mat.NewVecDense(len(dst), dst).MulVec(s.Gram, mat.NewVecDense(len(x), x))
	}
	return largestEigenvalue(ctx, startVector(s.D), times, largestResidual)
}
