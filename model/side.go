package model

import (
	"context"
	"math"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// A Side holds the moments and the spectrum of one domain X, in the coordinates in which the
// problem is solved. If both domains together have fewer rows than features, these are r = n + m
// coordinates of the row space of both. Otherwise they are the r = d features.
type Side struct {
	// N is the number of samples, D the number of features.
	N, D int
	// Gram is XᵀX (r×r), not divided by N.
	Gram *mat.SymDense
	Spectrum
	// Drowned lists the features, from 0, that eigenvectors of Gram do not separate from rounding,
	// because they are so small relative to the largest. If r = d, gradedSpectrum then computes the
	// spectrum.
	Drowned []int
	// graded is the number of nonzero singular values if gradedSpectrum has computed the spectrum,
	// else 0.
	graded int
	space  space
	// If a feature needs offsets, gramWithoutOffsets has the moments of the features minus offsets,
	// until computeSpectrum has used them. Otherwise both fields are nil.
	offsets            *offsets
	gramWithoutOffsets *mat.SymDense
	// Rank is the numerical rank at single precision.
	Rank int
	// XtY is Xᵀy (r×c), and row i of Projection is the label projection y^U_i = u_iᵀy (r×c). Both are
	// nil if the label of some row is unknown.
	XtY, Projection *mat.Dense
	// LabelNorm2 is ‖y‖² (‖Y‖² over all outputs).
	LabelNorm2 float64
	// HeadRank and TailRank are the results of the functions of the same names for Projection and
	// Epsilon. Both are 0 if Projection is nil or if HasOnlyLeading is true.
	HeadRank, TailRank int
	// Known is the number of known components: the length of Sigma or, if HasOnlyLeading, the number
	// of leading components that have converged, which is then also Rank.
	Known int
	// beyond has upper bounds of the moments outside the directions of a FirstLook; nil if all
	// directions are known.
	beyond *outsideMoments
}

// HasOnlyLeading reports whether only leading components are known, as after FirstLook. The rank is
// then at least Rank.
func (s *Side) HasOnlyLeading() bool { return s.beyond != nil }

// ProjectionNorms returns ‖y^U_i‖ over all outputs for each known component i; nil without labels.
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

// A Component i has the singular value Sigma, the label projection y^U_i (for several outputs, the
// norm), and the Share ‖y^U_{1..i}‖/‖y^U‖. Without labels, Projection and Share are NaN. If
// HasOnlyLeading, Share is NaN.
type Component struct{ Sigma, Projection, Share float64 }

// LeadingComponents returns the first count components, or all known components if these are fewer.
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

// Direction returns the right singular vector of component i, 0 ≤ i < r, in feature coordinates.
func (s *Side) Direction(i int) []float64 {
	column := mat.NewDense(len(s.Sigma), 1, mat.Col(nil, i, s.V))
	return mat.Col(nil, 0, s.space.toFeatures(column))
}

// ProjectPredictions returns u_iᵀXw = σ_i v_iᵀw (r×c), the projections of the predictions of w
// (d×c) on the left singular vectors. Side.Projection is the same for labels.
func (s *Side) ProjectPredictions(w *mat.Dense) *mat.Dense {
	along := linalg.ProductT(s.V, s.space.fromFeatures(w))
	resolved := s.ResolvedCount()
	for i, sigma := range s.Sigma {
		if i >= resolved {
			sigma = 0
		}
		floats.Scale(sigma, along.RawRowView(i))
	}
	return along
}

// computeSpectrum sets the spectrum and all fields that follow from it. The rows of the side are
// work (n×r) in the coordinates of the side, and x (n×d) in features.
func (s *Side) computeSpectrum(ctx context.Context, work, x *mat.Dense) (err error) {
	switch n, r := work.Dims(); {
	case s.offsets != nil:
		s.Spectrum, s.graded, err = gradedSpectrum(ctx, s.gramWithoutOffsets, s.N, s.offsets)
		s.gramWithoutOffsets = nil
	case n == s.N && 4*n <= 3*r: // with so few rows, the products of rows are the smaller problem
		s.Spectrum, err = rowSpectrum(ctx, work)
	default:
		s.Spectrum, err = NewSpectrum(ctx, s.Gram)
	}
	if err != nil {
		return err
	}
	s.Drowned = s.drownedFeatures(x)
	if s.offsets == nil && s.space.basis == nil && (len(s.Drowned) > 0 || s.needsGradedSpectrum(x)) {
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

func (s *Side) computeProjection() {
	s.Rank = numericalRank(s.Sigma, max(s.N, s.D), SinglePrecision)
	if s.XtY != nil {
		s.Projection = s.projectLabels(s.XtY, max(s.Rank, s.graded))
	}
	s.Known = len(s.Sigma)
	if s.beyond != nil {
		s.countConverged()
	} else if s.XtY != nil {
		s.HeadRank = HeadRank(s.Projection, Epsilon)
		s.TailRank = TailRank(s.Projection, Epsilon)
	}
}

// ResolvedCount returns the number of σ_i² above max(n, d, 16)·ε·σ₁², the rounding error of
// eigenvalues of the Gram matrix. Smaller σ_i count as zero.
func (s *Side) ResolvedCount() int {
	if s.graded > 0 {
		return s.graded
	}
	limit := roundoffBound(max(s.N, s.D)) * s.squaredSigma(0)
	return sort.Search(len(s.Sigma), func(i int) bool { return !(s.squaredSigma(i) > limit) })
}

func (s *Side) squaredSigma(i int) float64 { return s.Sigma[i] * s.Sigma[i] }

func (s *Side) squaredSigmas(from, to int) []float64 {
	return floats.MulTo(make([]float64, to-from), s.Sigma[from:to], s.Sigma[from:to])
}

// LargestEigenvalue returns λ_max(XᵀX), the square of the largest singular value.
func (s *Side) LargestEigenvalue(ctx context.Context) (float64, error) {
	times := func(dst, x []float64) {
		mat.NewVecDense(len(dst), dst).MulVec(s.Gram, mat.NewVecDense(len(x), x))
	}
	return largestEigenvalue(ctx, irregularVector(s.D), times, largestResidual)
}
