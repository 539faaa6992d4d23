package session

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// A Plane is that of two of the target's directions, on which more than two features can be
// looked at: one that k̃ leaves free, and one that λ holds small.
type Plane struct {
	// Across and Up are the directions, from 0: of those up to k̃ and of those beyond it the
	// one along which no adaptation's predictions on the target are largest. Where k̃ leaves
	// none on one side they are the two of largest predictions of all, and Split is false.
	Across, Up int
	Split      bool
	// Target are the coordinates of its rows along both, Source those of the source rows of
	// the ScoreView.
	Target, Source [2][]float64
	// Axes are the directions (d long each), of the sign that model.Problem.Leading gives.
	Axes [2][]float64
	// Leading are the two of the source's directions that lie most within the plane, long as
	// σ, the first of which ends at Seen[0].
	Leading [2]int
	Seen    [2][2]float64
}

// newPlane returns the plane for weights of one output; nil where the target has fewer than
// two directions.
func newPlane(p *model.Problem, s *model.Solution, rows []int) *Plane {
	if min(p.Src.Rank, p.Tgt.Rank) < 2 {
		return nil
	}
	judged := s.None.Weights
	if judged == nil {
		judged = s.Descent.Weights
	}
	sizes := p.AlongTarget(judged)
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
		v.Axes[at] = p.Leading(&p.Tgt, i)
		v.Target[at], v.Source[at] = p.Along(v.Axes[at], rows)
	}
	v.see(p)
	return v
}

// Trace returns a and b of the line ax + by = 0 in which weights (d×1) divide the plane.
func (v *Plane) Trace(w *mat.Dense) (a, b float64) {
	along := mat.Col(nil, 0, w)
	return floats.Dot(v.Axes[0], along), floats.Dot(v.Axes[1], along)
}

// see finds the source's directions that lie most within the plane.
func (v *Plane) see(p *model.Problem) {
	const most = 32 // of the leading ones
	var long [2]float64
	for i := range min(most, p.Src.Rank) {
		direction := p.Leading(&p.Src, i)
		seen := [2]float64{p.Src.Sigma[i] * floats.Dot(direction, v.Axes[0]), p.Src.Sigma[i] * floats.Dot(direction, v.Axes[1])}
		switch size := math.Hypot(seen[0], seen[1]); {
		case size > long[0]:
			long, v.Leading, v.Seen = [2]float64{size, long[0]}, [2]int{i, v.Leading[0]}, [2][2]float64{seen, v.Seen[0]}
		case size > long[1]:
			long[1], v.Leading[1], v.Seen[1] = size, i, seen
		}
	}
}
