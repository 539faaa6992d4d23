package datasets

import "math"

// A resizer resizes pictures by bilinear interpolation between pixel centres. If an axis of p pixels
// becomes q pixels long, new pixel i is at (i + ½)·p/q − ½. Beyond the outermost centres the value is
// constant. A picture that shrinks is not smoothed.
type resizer struct {
	from, to   PictureShape
	rows, cols []interpolation
	// stretched is the picture with its rows resized, but not yet its columns.
	stretched []float64
}

// An interpolation is the value p[low] + share·(p[high] − p[low]) between two pixels of a row or column p.
// The value is exact if both pixels are equal.
type interpolation struct {
	low, high int
	share     float64
}

func newResizer(from, to PictureShape) *resizer {
	return &resizer{
		from: from, to: to,
		rows:      newInterpolations(from.Rows, to.Rows),
		cols:      newInterpolations(from.Cols, to.Cols),
		stretched: make([]float64, from.Rows*to.Cols),
	}
}

func newInterpolations(from, to int) []interpolation {
	list := make([]interpolation, to)
	for i := range list {
		at := (float64(i)+0.5)*float64(from)/float64(to) - 0.5
		at = min(max(at, 0), float64(from-1))
		low := int(math.Floor(at))
		list[i] = interpolation{low: low, high: min(low+1, from-1), share: at - float64(low)}
	}
	return list
}

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
