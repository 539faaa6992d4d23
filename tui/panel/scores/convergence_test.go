package scores

import (
	"math"
	"slices"
	"testing"

	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// The axes do not change while the curves grow.
func TestAxesStayWhilePlaying(t *testing.T) {
	v := &Convergence{}
	s := stagetest.Open(t, v, "rotated-gaussian", map[string]string{"lambda": "1000"})
	// Two corners of each picture as values.
	corners := func(st *stage.Stage) [2][4]float64 {
		const w, h = 100, 20
		var all [2][4]float64
		for i, plot := range []chart.Curves{v.scorePlot(st), v.objectivePlot(st)} {
			at := plot.Draw(chart.NewGrid(w, h))
			all[i][0], all[i][1], _ = at.ValuesAt(w-1, h-5)
			all[i][2], all[i][3], _ = at.ValuesAt(w-10, 2)
		}
		return all
	}
	for _, view := range []Convergence{{}, {logX: true}} {
		*v = view
		s.Playback = stage.Playback{}
		want := corners(&s.Stage)
		for at := range session.TrajectoryFrames {
			s.Playback = stage.Playback{On: true, At: at}
			if got := corners(s.AtPlayedFrame()); got != want {
				t.Fatalf("the axes of score and objective are %v at frame %d, %v at the end", got, at, want)
			}
		}
	}
}

// On a logarithmic axis the excess of the objective over its minimum falls until only rounding is
// left.
func TestObjectiveAboveItsMinimum(t *testing.T) {
	values := map[string]string{"lambda": "1000", "epochs": "20000", "rate": "auto"}
	v := &Convergence{}
	s := stagetest.Open(t, v, "rotated-gaussian", values)
	v.logY = true
	drawn := v.objectivePlot(&s.Stage).Curves[0]
	left := map[float64]float64{}
	last := math.Inf(1)
	for i, y := range drawn.Y {
		left[drawn.X[i]] = y
		// The curve has a gap where only rounding is left.
		if math.IsNaN(last) && !math.IsNaN(y) || y >= last {
			t.Errorf("it goes from %v to %v at epoch %v", last, y, drawn.X[i])
		}
		last = y
	}
	least := s.Session.Problem.LeastObjective(s.Curves.Closed)
	compared := 0
	for _, c := range s.Curves.Descent.Curve {
		y, ok := left[float64(c.Epoch)]
		if !ok || !math.IsNaN(y) && y != c.Objective-least {
			t.Errorf("%v is left at epoch %d, want %v", y, c.Epoch, c.Objective-least)
		} else if !math.IsNaN(y) {
			compared++
		}
	}
	if !math.IsNaN(last) || compared < 3 {
		t.Errorf("%d points compared, %v left in the end", compared, last)
	}
}

// Curves have the points of their descent and the frames of the track in order. Playing shows them
// up to its epoch.
func TestDescentPaths(t *testing.T) {
	v := &Convergence{}
	s := stagetest.Open(t, v, "rotated-gaussian", nil)
	var want []int
	for _, c := range s.Curves.Descent.Curve {
		want = append(want, c.Epoch)
	}
	for _, f := range s.DrawnTrajectory().Frames {
		want = append(want, f.Epoch)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	s.Playback = stage.Playback{On: true, At: 30}
	on := s.AtPlayedFrame()
	for i, path := range descentPaths(on) {
		var got []int
		for _, c := range path.points {
			got = append(got, c.Epoch)
		}
		if !slices.Equal(got, want) {
			t.Errorf("path %d passes %v, not %v", i, got, want)
		}
		if n := len(path.shown); n == 0 || n == len(want) || path.shown[n-1].Epoch != on.Solution.Epochs {
			t.Errorf("path %d shows %d of %d points at epoch %d", i, n, len(want), on.Solution.Epochs)
		}
	}
}
