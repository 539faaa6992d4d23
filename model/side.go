package model

import (
	"context"
	"math"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A Side is what LAR knows of one domain. Matrices are in the coordinates in
// which the problem is solved: r = d features or, where the pair has fewer rows
// than features, the r = n + m dimensions of the joint row space.
type Side struct {
	// N is the number of samples, D that of features.
	N, D int
	// Gram is XᵀX (r×r), not divided by N.
	Gram *mat.SymDense
	Spectrum
	// Drowned lists the features, from 0, that are so small beside the largest that
	// eigenvectors of Gram can't tell them from rounding. Then the spectrum comes from a
	// factor of Gram that can, but where the problem is solved in fewer dimensions.
	Drowned []int
	// graded counts the singular values of that spectrum that are not zero; 0 for the
	// usual one.
	graded int
	// space is that of the matrices.
	space space
	// offsets are what the moments without is short of in Gram, nil where they are the same; the
	// spectrum comes from them, after which without is dropped.
	offsets *offsets
	without *mat.SymDense
	// Rank is the numerical rank at single precision.
	Rank int
	// XtY is Xᵀy (r×c) and Projection the label projection y^U (r×c); both nil where
	// the labels of some rows are not known, as u_i has an entry for every row.
	XtY, Projection *mat.Dense
	// LabelNorm2 is ‖y‖² (‖Y‖² over all outputs).
	LabelNorm2 float64
	// HeadRank and TailRank are the two readings of k(ε) at Epsilon; 0 without
	// Projection, and in a first look.
	HeadRank, TailRank int
	// Known is how many components are known: all of Sigma or, in a first look, the leading ones
	// that have converged, which are its Rank too.
	Known int
	// beyond is nil but in a first look.
	beyond *beyond
}

// Leads tells that the components are but the leading ones, of a first look. Then Rank is how many
// are known, and what they hold of all is not.
func (s *Side) Leads() bool { return s.beyond != nil }

// Norms returns |y^U_i| of every component that is known, over all outputs; nil without labels.
func (s *Side) Norms() []float64 {
	if s.Projection == nil {
		return nil
	}
	norms := make([]float64, s.Known)
	for i := range norms {
		norms[i] = floats.Norm(s.Projection.RawRowView(i), 2)
	}
	return norms
}

// A Component is a singular value with the label projection y^U_i on it (of several
// outputs their norm), and the Share ‖y^U_{1..i}‖/‖y^U‖ of the label that it and all
// before it hold; both NaN without labels, and the Share where they lead.
type Component struct{ Sigma, Projection, Share float64 }

// Leading returns the first count components, as far as they are known.
func (s *Side) Leading(count int) []Component {
	norms, held := s.Norms(), 0.0
	list := make([]Component, min(count, s.Known))
	for i := range list {
		list[i] = Component{s.Sigma[i], math.NaN(), math.NaN()}
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

// Direction returns the singular vector of component i, 0 ≤ i < r, v_i or ṽ_i, in features (d
// long), whatever the coordinates in which the problem is solved.
func (s *Side) Direction(i int) []float64 {
	column := mat.NewDense(len(s.Sigma), 1, mat.Col(nil, i, s.V))
	return mat.Col(nil, 0, s.space.lift(column))
}

// Predicted returns how the predictions Xw of weights w (d×c) project on the left singular
// vectors, u_iᵀXw = σ_i v_iᵀw (r×c): for predictions what Projection is for labels.
func (s *Side) Predicted(w *mat.Dense) *mat.Dense {
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

// describe computes the spectrum of a side, whose rows are work (n×r) and x (n×d, in
// features), and what follows from it.
func (s *Side) describe(ctx context.Context, work, x *mat.Dense) (err error) {
	switch n, r := work.Dims(); {
	case s.offsets != nil:
		s.Spectrum, s.graded, err = gradedSpectrum(ctx, s.without, s.N, s.offsets)
		s.without = nil
	case n == s.N && 4*n <= 3*r: // of so few rows, it takes less time
		s.Spectrum, err = rowSpectrum(ctx, work)
	default:
		s.Spectrum, err = NewSpectrum(ctx, s.Gram)
	}
	if err != nil {
		return err
	}
	s.Drowned = s.drowned(x)
	if s.offsets == nil && s.space.basis == nil && (len(s.Drowned) > 0 || s.unequal(x)) {
		resolved := 0
		s.Spectrum, resolved, err = gradedSpectrum(ctx, s.Gram, s.N, nil)
		if err != nil {
			return err
		}
		if len(s.Drowned) > 0 {
			s.graded = resolved
		}
	}
	s.align()
	return nil
}

// align computes how the labels lie along the spectrum.
func (s *Side) align() {
	s.Rank = numericalRank(s.Sigma, max(s.N, s.D), SinglePrecision)
	if s.XtY != nil {
		s.Projection = s.project(s.XtY, max(s.Rank, s.graded))
	}
	s.Known = len(s.Sigma)
	if s.beyond != nil {
		s.converge()
	} else if s.XtY != nil {
		s.HeadRank = HeadRank(s.Projection, Epsilon)
		s.TailRank = TailRank(s.Projection, Epsilon)
	}
}

// resolved returns how many of the squared singular values stand above the
// rounding of the Gram matrix and its eigenvalues, max(n, d, 16)·ε·σ₁²; those
// below are taken for zero.
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

// Largest returns λ_max(XᵀX), the square of the largest singular value.
func (s *Side) Largest(ctx context.Context) (float64, error) {
	times := func(dst, x []float64) {
		mat.NewVecDense(len(dst), dst).MulVec(s.Gram, mat.NewVecDense(len(x), x))
	}
	return largestEigenvalue(ctx, generic(s.D), times, largestResidual)
}
