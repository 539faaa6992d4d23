package datasets

import "math"

// A resizer resizes pictures by bilinear interpolation. Pixels are points at half-integers: pixel i
// of the result comes from (i + ½)·from/to − ½. Places beyond the outermost centres take the value
// of the edge. Pictures that shrink are not smoothed.
type resizer struct {
	from, to PictureShape
	// rows and cols are the mixtures for each row and column of the result.
	rows, cols []mixture
	// stretched is a picture whose columns have been resized.
	stretched []float64
}

// A mixture is [low] + share·([high] − [low]). It leaves a constant picture exactly unchanged.
type mixture struct {
	low, high int
	share     float64
}

func newResizer(from, to PictureShape) *resizer {
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

// resize appends the resized picture to dst, row by row. The weights are products of a row weight
// and a column weight, so columns are mixed first, then rows.
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
