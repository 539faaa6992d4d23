package datasets

import "math"

// A resizer changes the size of pictures by bilinear interpolation: pixels are
// points at half-integers, (i + ½)·from/to − ½ is where pixel i comes from, and
// places beyond the outermost centres take the edge's value. There is no
// smoothing when pictures shrink.
type resizer struct {
	from, to Shape
	// rows and cols say, for each row and column of the result, what it is
	// mixed from.
	rows, cols []mixture
	// stretched holds a picture whose columns have been resized.
	stretched []float64
}

// A mixture is [low] + share·([high] − [low]), which leaves a constant picture
// exactly as it is.
type mixture struct {
	low, high int
	share     float64
}

func newResizer(from, to Shape) *resizer {
	return &resizer{
		from: from, to: to,
		rows:      mixtures(from.Rows, to.Rows),
		cols:      mixtures(from.Cols, to.Cols),
		stretched: make([]float64, from.Rows*to.Cols),
	}
}

func mixtures(from, to int) []mixture {
	list := make([]mixture, to)
	for i := range list {
		at := (float64(i)+0.5)*float64(from)/float64(to) - 0.5
		at = min(max(at, 0), float64(from-1))
		low := int(math.Floor(at))
		list[i] = mixture{low: low, high: min(low+1, from-1), share: at - float64(low)}
	}
	return list
}

// resize appends the picture, row by row, in its new size to dst. The weights
// are products of one for the row and one for the column, so columns are mixed
// first, then rows.
func (r *resizer) resize(dst, picture []float64) []float64 {
	if r.from == r.to {
		return append(dst, picture...)
	}
	for i := range r.from.Rows {
		row := picture[i*r.from.Cols : (i+1)*r.from.Cols]
		for j, m := range r.cols {
			r.stretched[i*r.to.Cols+j] = row[m.low] + m.share*(row[m.high]-row[m.low])
		}
	}
	for _, m := range r.rows {
		low := r.stretched[m.low*r.to.Cols:][:r.to.Cols]
		high := r.stretched[m.high*r.to.Cols:][:r.to.Cols]
		for j := range low {
			dst = append(dst, low[j]+m.share*(high[j]-low[j]))
		}
	}
	return dst
}
