package session

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Plane is a projection of many features on two directions of the target: one of the first k̃,
// which LAR leaves free, and one beyond k̃, along which λ shrinks the predictions.
type Plane struct {
	// Across and Up are the indices, from 0, of the horizontal direction (one of the first k̃) and
	// the vertical direction (one beyond k̃). In each range, the direction with the largest target
	// predictions by no adaptation (by LAR if no adaptation diverges) is chosen. If a range is
	// empty, Split is false, and both directions come from the other range.
	Across, Up int
	Split      bool
	// Target has the coordinates of all target rows along both directions, Source the coordinates of
	// the rows ScoreView.SourceRows.
	Target, Source [2][]float64
	// Axes are the two directions (length d), with the sign of model.Problem.Leading.
	Axes [2][]float64
	// Leading are the indices i of the two source directions whose vectors σ_i v_i have the longest
	// projections on the plane. LeadingEnds are these projections.
	Leading     [2]int
	LeadingEnds [2][2]float64
}

// newPlane returns nil if the rank of a domain is less than 2. The weights of s must have one
// output. rows are the source rows to project.
func newPlane(p *model.Problem, s *model.Solution, rows []int) *Plane {
	if min(p.Src.Rank, p.Tgt.Rank) < 2 {
		return nil
	}
	judged := s.None.Weights
	if judged == nil {
		judged = s.Descent.Weights
	}
	sizes := p.TargetCoordinates(judged)
	for i := range sizes {
		sizes[i] = math.Abs(sizes[i]) * p.Tgt.Sigma[i]
	}
	v := &Plane{Split: s.KTilde > 0 && s.KTilde < len(sizes)}
	if v.Split {
		v.Across, v.Up = floats.MaxIdx(sizes[:s.KTilde]), s.KTilde+floats.MaxIdx(sizes[s.KTilde:])
	} else {
		v.Across = floats.MaxIdx(sizes)
		sizes[v.Across] = -1
		v.Up = floats.MaxIdx(sizes)
	}
	for at, i := range [2]int{v.Across, v.Up} {
		v.Axes[at] = p.OrientedDirection(&p.Tgt, i)
		v.Target[at], v.Source[at] = p.CoordinatesAlong(v.Axes[at], rows)
	}
	v.setLeading(p)
	return v
}

// LineCoefficients returns a and b of the line ax + by = 0 in the plane on which weights (d×1)
// predict 0.
func (v *Plane) LineCoefficients(w *mat.Dense) (a, b float64) {
	along := mat.Col(nil, 0, w)
	return floats.Dot(v.Axes[0], along), floats.Dot(v.Axes[1], along)
}

func (v *Plane) setLeading(p *model.Problem) {
	const most = 32 // only so many leading source directions are compared
	var long [2]float64
	for i := range min(most, p.Src.Rank) {
		direction := p.OrientedDirection(&p.Src, i)
		seen := [2]float64{p.Src.Sigma[i] * floats.Dot(direction, v.Axes[0]), p.Src.Sigma[i] * floats.Dot(direction, v.Axes[1])}
		switch size := math.Hypot(seen[0], seen[1]); {
		case size > long[0]:
			long, v.Leading, v.LeadingEnds = [2]float64{size, long[0]}, [2]int{i, v.Leading[0]}, [2][2]float64{seen, v.LeadingEnds[0]}
		case size > long[1]:
			long[1], v.Leading[1], v.LeadingEnds[1] = size, i, seen
		}
	}
}
