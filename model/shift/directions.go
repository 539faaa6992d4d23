package shift

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"larui/model/linalg"
)

// leadingVectors returns the q leading right singular vectors (d×q) of all rows together, the
// largest singular value first, or fewer if the rank of the rows is below q. With more than
// mostSquare features it uses at most mostSquare rows.
func leadingVectors(ctx context.Context, q int, rows ...*mat.Dense) (*mat.Dense, error) {
	const mostSquare = 1024
	_, d := rows[0].Dims()
	if d <= mostSquare {
		gram := mat.NewSymDense(d, nil)
		for _, x := range rows {
			gram.SymRankK(gram, 1, x.T())
		}
		return leadingEigenvectors(ctx, gram, q)
	}
	x := mat.NewDense(mostSquare, d, nil)
	n := 0
	for i := 0; n < mostSquare; i++ { // row i of each matrix; the rows are in random order
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
	left, err := leadingEigenvectors(ctx, gram, q)
	if err != nil {
		return nil, err
	}
	v := linalg.ProductT(x, left)
	linalg.Orthonormalize(ctx, v)
	return v, ctx.Err()
}

// leadingEigenvectors returns the eigenvectors of the q largest eigenvalues as columns, the largest
// eigenvalue first. It omits negligible eigenvalues.
func leadingEigenvectors(ctx context.Context, gram *mat.SymDense, q int) (*mat.Dense, error) {
	values, v, err := linalg.LeadingEigenvectors(ctx, gram, max(1, q))
	if err != nil {
		return nil, err
	}
	const negligible = 1e-10 // relative to the largest eigenvalue
	q = len(values)
	for q > 1 && values[q-1] <= negligible*values[0] {
		q--
	}
	return linalg.SliceColumns(v, 0, q), nil
}
