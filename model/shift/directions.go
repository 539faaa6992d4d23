package shift

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// leadingVectors returns the q leadingVectors right singular vectors (d×q, descending) of all rows together, and
// fewer if the rank of the rows is lower, because the other vectors would be rounding noise. With
// more than mostSquare features it uses at most mostSquare rows.
func leadingVectors(ctx context.Context, q int, rows ...*mat.Dense) (*mat.Dense, error) {
	const mostSquare = 1024
	_, d := rows[0].Dims()
	if d <= mostSquare {
		gram := mat.NewSymDense(d, nil)
		for _, x := range rows {
			gram.SymRankK(gram, 1, x.T())
		}
		return largestEigenvectors(ctx, gram, q)
	}
	x := mat.NewDense(mostSquare, d, nil)
	n := 0
	for i := 0; n < mostSquare; i++ { // rows are in random order; take them from the matrices in turn
		before := n
		for _, of := range rows {
			if all, _ := of.Dims(); i < all && n < mostSquare {
				x.SetRow(n, of.RawRowView(i))
				n++
			}
		}
		if n == before {
			break
		}
	}
	x = linalg.SliceRows(x, 0, n)
	gram := mat.NewSymDense(n, nil)
	gram.SymOuterK(1, x)
	left, err := largestEigenvectors(ctx, gram, q)
	if err != nil {
		return nil, err
	}
	v := linalg.ProductT(x, left)
	linalg.Orthonormalize(ctx, v)
	return v, ctx.Err()
}

// largestEigenvectors returns the eigenvectors of the q largest eigenvalues, in descending order, without those
// outside the rank.
func largestEigenvectors(ctx context.Context, gram *mat.SymDense, q int) (*mat.Dense, error) {
	n := gram.SymmetricDim()
	values, all, err := linalg.Eigenvectors(ctx, gram)
	if err != nil {
		return nil, err
	}
	const negligible = 1e-10 // of σ², which has 16 digits
	q = max(1, min(q, n))
	for q > 1 && values[n-q] <= negligible*values[n-1] {
		q--
	}
	v := mat.NewDense(n, q, nil)
	for j := range q {
		v.SetCol(j, mat.Col(nil, n-1-j, all))
	}
	return v, nil
}
