package datasets

import (
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// randomOrthogonal draws a d×d orthogonal matrix.
func randomOrthogonal(d int, random *rand.Rand) *mat.Dense {
	m := mat.NewDense(d, d, nil)
	data := m.RawMatrix().Data
	for i := range data {
		data[i] = random.NormFloat64()
	}
	orthonormalizeRows(m)
	return m
}

// orthonormalizeRows replaces the rows of m by an orthonormal basis of the spaces
// that they span one after the other, by Gram–Schmidt with every projection taken
// off twice: once may leave a remainder of rounding, twice is enough (Giraud,
// Langou, Rozložník and van den Eshof 2005). The first row keeps its direction.
// The rows have to be independent, as drawn ones are.
func orthonormalizeRows(m *mat.Dense) {
	rows, _ := m.Dims()
	for i := range rows {
		row := m.RawRowView(i)
		for range 2 {
			for j := range i {
				earlier := m.RawRowView(j)
				floats.AddScaled(row, -floats.Dot(earlier, row), earlier)
			}
			floats.Scale(1/floats.Norm(row, 2), row)
		}
	}
}

// reflectFirst reflects the rows of basis, k×n, among each other so that the
// coordinates of the old first row in the new ones are along a, not zero.
func reflectFirst(basis *mat.Dense, a []float64) {
	k, n := basis.Dims()
	norm := mat.Norm(mat.NewVecDense(k, a), 2)
	// The Householder reflection I − 2vvᵀ/vᵀv with v = e₁ − a/‖a‖ takes e₁ to
	// a/‖a‖.
	v := mat.NewVecDense(k, nil)
	for i := range k {
		v.SetVec(i, -a[i]/norm)
	}
	v.SetVec(0, 1+v.AtVec(0))
	square := mat.Dot(v, v)
	if square == 0 {
		return
	}
	var along mat.VecDense
	along.MulVec(basis.T(), v)
	for i := range k {
		row := basis.RawRowView(i)
		for j := range n {
			row[j] -= 2 * v.AtVec(i) / square * along.AtVec(j)
		}
	}
}
