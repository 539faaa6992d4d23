package view

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// The axes stay where they are while the curves grow.
func TestAxesStayWhilePlaying(t *testing.T) {
	s := inView(t, convergenceName, "rotated-gaussian", map[string]string{"lambda": "1000"})
	// Two corners of each picture, as values.
	corners := func(sc *Scene) [2][4]float64 {
		const w, h = 100, 20
		v := &sc.Views.convergence
		var all [2][4]float64
		for i, plot := range []chart.Curves{v.scorePlot(sc), v.objectivePlot(sc)} {
			at := plot.Draw(chart.NewGrid(w, h), chart.Braille)
			all[i][0], all[i][1], _ = at.At(w-1, h-5)
			all[i][2], all[i][3], _ = at.At(w-10, 2)
		}
		return all
	}
	for _, view := range []convergenceView{{}, {logX: true}} {
		s.Views.convergence = view
		s.Views.Play = play{}
		want := corners(&s.Scene)
		for at := range session.TrackFrames {
			s.Views.Play = play{on: true, At: at}
			if got := corners(s.shown()); got != want {
				t.Fatalf("the axes of score and objective are %v at frame %d, %v at the end", got, at, want)
			}
		}
	}
}

// On a logarithmic axis the objective above its minimum only falls, until nothing
// but rounding is left.
func TestObjectiveAboveItsMinimum(t *testing.T) {
	values := map[string]string{"lambda": "1000", "epochs": "20000", "rate": "auto"}
	s := inView(t, convergenceName, "rotated-gaussian", values)
	s.Views.convergence.logY = true
	drawn := s.Views.convergence.objectivePlot(&s.Scene).Curves[0]
	left := map[float64]float64{}
	last := math.Inf(1)
	for i, y := range drawn.Y {
		left[drawn.X[i]] = y
		// From the rounding of the minimum on there is a gap.
		if math.IsNaN(last) && !math.IsNaN(y) || y >= last {
			t.Errorf("it goes from %v to %v at epoch %v", last, y, drawn.X[i])
		}
		last = y
	}
	least := s.Update.Session.Problem.LeastObjective(s.Update.Curves.Closed)
	compared := 0
	for _, c := range s.Update.Curves.Descent.Curve {
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

// Curves hold the points of their descent and the frames of the track between them, in
// order; playing shows them up to its epoch.
func TestWays(t *testing.T) {
	s := inView(t, convergenceName, "rotated-gaussian", nil)
	var want []int
	for _, c := range s.Update.Curves.Descent.Curve {
		want = append(want, c.Epoch)
	}
	for _, f := range s.track().Frames {
		want = append(want, f.Epoch)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	s.press(slices.Repeat([]string{","}, 30)...)
	on := s.shown()
	for i, way := range ways(on) {
		var got []int
		for _, c := range way.points {
			got = append(got, c.Epoch)
		}
		if !slices.Equal(got, want) {
			t.Errorf("way %d passes %v, not %v", i, got, want)
		}
		if n := len(way.shown); n == 0 || n == len(want) || way.shown[n-1].Epoch != on.Solution().Epochs {
			t.Errorf("way %d shows %d of %d points at epoch %d", i, n, len(want), on.Solution().Epochs)
		}
	}
}

// The keys of the view switch what their hints say.
func TestConvergenceKeys(t *testing.T) {
	s := inView(t, convergenceName, "rotated-gaussian", nil)
	if track := s.track(); track == nil || len(track.Frames) != session.TrackFrames {
		t.Fatal("the view does not ask for the track")
	}
	var logX, logY bool
	for _, key := range []string{"x", "X", "X", "x"} {
		s.press(key)
		logX, logY = logX != (key == "x"), logY != (key == "X")
		text := s.picture(120, 36)
		for label, shown := range map[string]bool{"epoch, log": logX, "1 − accuracy, log": logY, "J/n above its minimum, log": logY} {
			if strings.Contains(text, label) != shown {
				t.Errorf("after %s %q should show: %v\n%s", key, label, shown, text)
			}
		}
	}
	for _, height := range []int{36, 22} {
		before := s.picture(120, height)
		offered := strings.Contains(before, " v J/n ")
		s.press("v")
		s.Message = ""
		if works := s.picture(120, height) != before; offered != (height == 22) || works != offered {
			t.Errorf("at %d rows v is offered: %t, and works: %t", height, offered, works)
		}
	}
}

// The view of a divergence says by how much weights grow (which the model's tests compare
// with the plain loop), and pressing what it says ends it, and not sooner.
func TestDivergence(t *testing.T) {
	for _, rate := range []string{"0.7", "1", "1000"} {
		s := inView(t, convergenceName, "rotated-gaussian", map[string]string{"rate": rate})
		growth := number.Measure(s.Solution().Params.Growth(s.Solution().Descent)) + " times as large"
		if text := s.picture(120, 36); !strings.Contains(text, growth) {
			t.Errorf("%q is not in\n%s", growth, text)
		}
		text := growthRemedy(&s.Scene)
		var key string
		presses := 1
		if _, err := fmt.Sscanf(text, "press %s %d times", &key, &presses); err != nil {
			if _, err := fmt.Sscanf(text, "press %s once", &key); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
		for i := range presses {
			if !s.Solution().Descent.Diverges {
				t.Errorf("rate %s: %q, but %d are enough", rate, text, i)
			}
			s.press(key)
			s.settle()
		}
		if s.Solution().Descent.Diverges {
			t.Errorf("rate %s: %q does not help", rate, text)
		}
	}
}
