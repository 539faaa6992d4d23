package rivals

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// TransferComponents is transfer component analysis with a linear kernel: Pan, Tsang, Kwok and
// Yang, "Domain Adaptation via Transfer Component Analysis" (IEEE Transactions on Neural Networks
// 2011). X has the rows of both domains, K = XXᵀ, H is the centring matrix, and L is the matrix
// with XᵀLX = δδᵀ, where δ is the difference of the means. The leading eigenvectors W of (KLK +
// μI)⁻¹KHK, scaled to WᵀKHKW = (n + m)·I, map rows x to x·XᵀW, whose components have variance 1.
// Then ridge regression is fitted to the mapped rows. That paper also has other kernels, and an SVM
// as classifier. TransferComponents uses Hyper.L2, Hyper.Components and μ = Hyper.Coefficient.
func TransferComponents() Method {
	return newEmbeddingMethod(Method{
		Name: "transfer components", Command: "tca", About: "maps both domains to components with similar means, then fits ridge regression (Pan et al. 2011)",
		Grid: componentGrid(Hyper{L2: 1, Coefficient: 1}),
	}, embeddingLearner{adapt: fitTransferMap})
}

// fitTransferMap returns V = XᵀW as the maps of both domains. In the symbols of TransferComponents,
// V solves, with a diagonal matrix N of eigenvalues,
//
//	XᵀHX·V = (XᵀLX + μ·(XᵀX)⁺)·V·N,  VᵀXᵀHXV = (n + m)·I.
func fitTransferMap(ctx context.Context, source, target blas64.General, h Hyper) (e embedding, err error) {
	gram := crossProduct(ctx, source, source)
	floats.Add(gram.Data, crossProduct(ctx, target, target).Data)
	// The coordinates are the eigenvectors Q of XᵀX with nonzero eigenvalues Λ.
	values, q, err := linalg.LeadingEigenvectors(ctx, symmetrize(gram, 1, 0), gram.Rows)
	if err != nil {
		return e, err
	}
	rank := 0
	for rank < len(values) && values[rank] > values[0]*float64(gram.Rows)*1e-15 {
		rank++
	}
	if rank == 0 {
		e.source = identity(gram.Rows) // all rows are zero, so any map will do
		e.target = e.source
		return e, nil
	}
	to := zeros(gram.Rows, rank)
	toDense(to).Copy(q)
	means := [2][]float64{}
	for i, x := range []blas64.General{source, target} {
		means[i] = make([]float64, rank)
		mean := make([]float64, x.Cols)
		for r := range x.Rows {
			floats.AddScaled(mean, 1/float64(x.Rows), row(x, r))
		}
		blas64.Gemv(blas.Trans, 1, to, newVector(mean), 0, newVector(means[i]))
		for j := range means[i] {
			means[i][j] /= math.Sqrt(values[j]) // the rows x·Q·Λ^(−1/2) of both domains have the Gram matrix I
		}
	}
	n, m := float64(source.Rows), float64(target.Rows)
	pooled, apart := make([]float64, rank), make([]float64, rank)
	for j := range rank {
		pooled[j], apart[j] = (n*means[0][j]+m*means[1][j])/math.Sqrt(n+m), means[0][j]-means[1][j]
	}
	// With V = Q·Λ^(−1/2)·Z, XᵀHX becomes I − pooled·pooledᵀ, XᵀLX becomes apart·apartᵀ, and (XᵀX)⁺
	// becomes Λ^(−2). pooled is the scaled mean of all rows, and apart the difference of the means.
	// The entries of μΛ^(−2) + apart·apartᵀ = RRᵀ vary by as many powers of ten as Λ², so R is not
	// computed. R^(−1) is known: (I + uuᵀ)^(−1/2)·Λ/√μ with u = Λ·apart/√μ.
	if h.Coefficient == 0 {
		return e, fmt.Errorf("%w: coefficient is 0; it must be positive", ErrHyper)
	}
	scale, u := make([]float64, rank), make([]float64, rank)
	for i := range rank {
		scale[i] = values[i] / math.Sqrt(h.Coefficient)
		u[i] = scale[i] * apart[i]
	}
	step := 0.0
	if length := floats.Norm(u, 2); length > 0 {
		floats.Scale(1/length, u)
		step = 1 - 1/math.Hypot(1, length)
	}
	inverse := zeros(rank, rank)
	for i := range rank {
		for j := range rank {
			row(inverse, i)[j] = -step * u[i] * u[j] * scale[j]
		}
		row(inverse, i)[i] += scale[i]
	}
	within, moved := symmetrize(multiply(ctx, blas.Trans, inverse, inverse), 1, 0), mat.NewVecDense(rank, nil)
	blas64.Gemv(blas.NoTrans, 1, inverse, newVector(pooled), 0, moved.RawVector())
	within.SymRankOne(within, -1, moved)
	eigenvalues, z, err := linalg.LeadingEigenvectors(ctx, within, h.Components)
	if err != nil {
		return e, err
	}
	v := crossProduct(ctx, inverse, z.RawMatrix())
	for j := range v.Cols {
		for i := range v.Rows {
			if eigenvalues[j] > eigenvalues[0]*1e-12 {
				row(v, i)[j] *= math.Sqrt((n + m) / (eigenvalues[j] * values[i]))
			} else {
				row(v, i)[j] = 0 // the component of the mean, which centring removes
			}
		}
	}
	e.source = multiply(ctx, blas.NoTrans, to, v)
	e.target = e.source
	return e, nil
}
