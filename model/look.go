package model

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// FirstLook projects on a Krylov space of lookSteps blocks for each domain. A block has lookBlock
// columns, and one more for each column of Φᵀy.
const lookSteps, lookBlock = 4, 32

// LookEpochs is the largest number of epochs of descent in a problem from FirstLook, and in the
// paper. After so few epochs, descent has barely moved along the directions that FirstLook omits.
const LookEpochs = 5000

const notComputed = "it is not computed yet"

// FirstLookSize returns the number of directions on which FirstLook projects (0 if a domain holds no
// rows), and the total number of directions.
func (s *ProblemMoments) FirstLookSize() (directions, total int) {
	p := s.problem
	if p.Source.HasNoRows() || p.Target.HasNoRows() {
		return 0, p.dim
	}
	return min(p.firstLookSize(), p.dim), p.dim
}

// firstLookSize returns the number of directions on which FirstLook would project. It may exceed
// dim.
func (p *Problem) firstLookSize() int { return 2 * lookSteps * (lookBlock + p.C) }

// FirstLook returns the problem of the data projected on a few directions, in a fraction of the
// time of Complete. The directions span Φᵀy and block Krylov spaces of ΦᵀΦ and Φ̃ᵀΦ̃ that begin
// with Φᵀy and fixed random vectors (Musco and Musco 2015). So they contain leading singular
// vectors to many digits, and often the weights of some thousand epochs of descent.
//
// Components and weights count as known only if bounds show that their errors are small. The closed
// form and descent beyond LookEpochs are unknown. Call FirstLook only if FirstLookSize returns 0 <
// directions < total. Errors wrap ErrNoConvergence or the error of ctx.
func (s *ProblemMoments) FirstLook(ctx context.Context) (*Problem, error) {
	whole := s.problem
	moments := [2]*mat.Dense{fillSymmetric(whole.Src.Gram), fillSymmetric(whole.Tgt.Gram)}
	width := whole.firstLookSize() / 2
	begin, basis := whole.krylovStartBlock(), mat.NewDense(whole.dim, 2*width, nil)
	doForBothDomains(func(side int) {
		fillKrylovBlocks(ctx, moments[side], mat.DenseCopyOf(begin), linalg.SliceColumns(basis, side*width, (side+1)*width))
	})
	linalg.SliceColumns(basis, 2*width-whole.C, 2*width).Copy(whole.Src.XtY) // the Krylov blocks do not contain Φᵀy itself
	linalg.Orthonormalize(ctx, basis)
	p := &Problem{Data: whole.Data, D: whole.D, C: whole.C, work: whole.work, foldCache: &foldCache{}, isFirstLook: true}
	p.projectDomains(ctx, basis)
	if whole.space.basis != nil {
		p.space.basis = linalg.LargeProduct(ctx, blas.NoTrans, whole.space.basis, basis)
	}
	p.scoredDomains, p.Src, p.Tgt = newScoredDomains(p.work), whole.Src, whole.Tgt
	doForBothDomains(func(i int) {
		side := []*Side{&p.Src, &p.Tgt}[i]
		image := linalg.LargeProduct(ctx, blas.NoTrans, moments[i], basis)
		projected := linalg.ProductT(basis, image)
		side.Gram, side.space, side.offsets, side.gramWithoutOffsets = mat.NewSymDense(p.dim, projected.RawMatrix().Data), p.space, nil, nil
		side.beyond = newOutsideMoments(ctx, moments[i], basis, image, projected)
		if side.XtY != nil {
			side.XtY = linalg.ProductT(basis, side.XtY)
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return (&ProblemMoments{problem: p}).Complete(ctx)
}

// fillKrylovBlocks fills basis (d×r) with gram·B, gram²·B, …, where B is block. Before each
// multiplication it orthonormalizes the last block. It overwrites block.
func fillKrylovBlocks(ctx context.Context, gram, block, basis *mat.Dense) {
	_, all := basis.Dims()
	_, width := block.Dims()
	for at := 0; at < all; at += width {
		linalg.Orthonormalize(ctx, block)
		next := linalg.SliceColumns(basis, at, at+width)
		linalg.LargeProductTo(ctx, next, blas.NoTrans, gram, blas.NoTrans, block)
		block.Copy(next)
	}
}

// An outsideMoments bounds the part of a domain's second moments S (d×d) outside the directions of
// FirstLook, the columns of B (d×r).
type outsideMoments struct {
	// coupling is RᵀR (r×r) for R = (I − BBᵀ)SB. After setConvergedCount, B in this formula stands
	// for the components of the Side.
	coupling *mat.Dense
	// rest is an upper bound of ‖(I − BBᵀ)S(I − BBᵀ)‖. After setConvergedCount it also bounds σ² of
	// the components that have not converged.
	rest float64
}

// newOutsideMoments returns the moments of S outside of the span of B, from S = s (d×d), B = b (d×r),
// image = SB and projected = BᵀSB. It overwrites image.
func newOutsideMoments(ctx context.Context, s, b, image, projected *mat.Dense) *outsideMoments {
	square := func(x []float64) float64 { return floats.Dot(x, x) }
	rest := square(projected.RawMatrix().Data) - 2*square(image.RawMatrix().Data)
	d, _ := s.Dims()
	for i := range d { // entries above the diagonal count twice
		row := s.RawRowView(i)
		rest += 2*square(row[i:]) - row[i]*row[i]
	}
	image.Sub(image, linalg.LargeProduct(ctx, blas.NoTrans, b, projected))
	return &outsideMoments{linalg.ProductT(image, image), math.Sqrt(max(0, rest))}
}

// outsideNorm returns ‖(I − BBᵀ)SBz‖ for z (r×c), where S are the second moments, and the columns
// of B the directions of FirstLook. Rows of z outside the indices [from, to) count as zero.
func (b *outsideMoments) outsideNorm(z *mat.Dense, from, to int) float64 {
	if from >= to {
		return 0
	}
	part := linalg.SliceRows(z, from, to)
	return math.Sqrt(max(0, dot(part, linalg.Product(b.coupling.Slice(from, to, from, to).(*mat.Dense), part))))
}

// residual returns ‖Sv_i − σ_i²v_i‖ of component i, from 0.
func (b *outsideMoments) residual(i int) float64 { return math.Sqrt(max(0, b.coupling.At(i, i))) }

// setConvergedCount sets Rank and Known to the number of leading components that FirstLook knows.
// For these, the angle between v_i and the exact vector is at most 0.001, because ‖XᵀXv_i −
// σ_i²v_i‖ is far below the gaps to the neighbouring σ² (Davis and Kahan 1970).
func (s *Side) setConvergedCount() {
	const turned = 1e-3
	b := s.beyond
	b.coupling = linalg.ProductT(s.V, linalg.Product(b.coupling, s.V))
	above := math.Inf(1)
	for i, square := range s.squaredSigmas(0, s.Rank) {
		next := b.rest
		if i+1 < len(s.Sigma) {
			next = s.squaredSigma(i+1) + b.residual(i+1)
		}
		if !(b.residual(i) <= turned*min(above-square, square-next)) {
			s.Rank, b.rest = i, max(b.rest, square)
		}
		if s.Rank == i {
			break
		}
		above = square
	}
	s.Known = s.Rank
}

// truncatedBound returns an upper bound of the part of S_k w outside the directions of FirstLook.
// S_k is the part of the second moments in the first k components, and w (r×c) has coordinates of
// the components. The bound is large if σ_k² − σ_{k+1}² is small, or if k is above Known.
func (s *Side) truncatedBound(w *mat.Dense, k int) float64 {
	if k > s.Known {
		return s.beyond.outsideNorm(w, 0, len(s.Sigma)) + s.beyond.rest*math.Sqrt(floats.Sum(linalg.SquaredRowNorms(w)[s.Known:]))
	}
	last, next := s.squaredSigma(k-1), s.beyond.rest
	if k < len(s.Sigma) {
		next = s.squaredSigma(k) + s.beyond.residual(k)
	}
	return last / (last - next) * s.beyond.outsideNorm(w, 0, k)
}

// outsideBound returns an upper bound of the part of Aw outside the directions of FirstLook. source
// has w (r×c) in coordinates of the source's components, target in coordinates of the target's
// components.
func (p *Problem) outsideBound(params Params, source, target *mat.Dense) float64 {
	length := p.Src.beyond.outsideNorm(source, 0, p.dim)
	if !params.KeepImplicit && params.K < p.D {
		length = p.Src.truncatedBound(source, min(params.K, p.dim))
	}
	switch from := min(params.KTilde, p.dim); {
	case params.Tail == noTail, params.Lambda == 0, params.KTilde >= p.D:
		return length
	case params.Tail == SourceTail: // the term depends on all directions
		return math.Inf(1)
	default:
		return length + params.Lambda*(p.Tgt.beyond.outsideNorm(target, from, p.dim)+p.Tgt.truncatedBound(target, from))
	}
}

// isLargestEigenvalueKnown reports whether largest, computed in the directions of FirstLook, is
// λ_max(A): whether A is clearly smaller than largest outside these directions.
func (p *Problem) isLargestEigenvalueKnown(params Params, largest float64) bool {
	const smaller = 0.9
	rest := p.Src.beyond.rest
	if params.Tail != noTail {
		rest = max(rest, params.Lambda*p.Tgt.beyond.rest)
	}
	return p.Src.Known > 0 && rest <= smaller*(largest-params.L2)
}

// hasEnoughDigits reports whether the displayed digits of weights and scores are correct for
// weights w (r×c), in coordinates of the side's components. missing is an upper bound of the length
// of the error of w.
func (s *Side) hasEnoughDigits(w *mat.Dense, missing float64) bool {
	const most = 1e-3
	predicted, left := 0.0, s.LabelNorm2
	for i, sigma := range s.Sigma {
		row := w.RawRowView(i)
		square := sigma * sigma * floats.Dot(row, row)
		predicted += square
		left += square
		if s.Projection != nil {
			left -= 2 * sigma * floats.Dot(row, s.Projection.RawRowView(i))
		}
	}
	if s.Projection != nil {
		predicted = min(predicted, left)
	}
	return missing <= most*mat.Norm(w, 2) && s.beyond.rest*missing*missing <= most*most*predicted
}

func doForBothDomains(do func(side int)) {
	var wg sync.WaitGroup
	for side := range 2 {
		wg.Go(func() { do(side) })
	}
	wg.Wait()
}

func (p *Problem) krylovStartBlock() *mat.Dense {
	block := mat.NewDense(p.dim, lookBlock+p.C, nil)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range p.dim {
		row := block.RawRowView(i)
		for j := range lookBlock {
			row[p.C+j] = rng.NormFloat64()
		}
		copy(row, p.Src.XtY.RawRowView(i))
	}
	return block
}

// fillSymmetric returns s as a dense matrix that shares the storage of s. It fills the entries below
// the diagonal, which s does not use.
func fillSymmetric(s *mat.SymDense) *mat.Dense {
	raw := s.RawSymmetric()
	whole := mat.NewDense(raw.N, raw.N, raw.Data)
	linalg.ParallelRows(raw.N, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := whole.RawRowView(i)
			for j := range i {
				row[j] = raw.Data[j*raw.Stride+i]
			}
		}
	})
	return whole
}
