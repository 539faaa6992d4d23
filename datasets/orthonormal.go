package datasets

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

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
