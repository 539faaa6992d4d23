package scores

import (
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
