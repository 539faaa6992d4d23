package tui

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
)

// tracked adds the track of its state to a scene.
func tracked(t testing.TB, sc Scene) Scene {
	t.Helper()
	if sc.Update.Session == nil {
		return sc
	}
	err := follow(context.Background(), sc.Update.Session, sc.State.Params, func(track *Track) { sc.Update.Track = track })
	if err != nil {
		t.Fatal(err)
	}
	return sc
}

// convergenceScene opens the Gaussian in the view.
func convergenceScene(t testing.TB, set map[string]string) Scene {
	sc := tracked(t, sceneOf(t, datasets.DefaultSpec("rotated-gaussian"), set))
	sc.Panel, sc.Zoom = panelConvergence, true
	return sc
}

// randomWay puts what this view and playing and pinning remember into a random
// scene.
func randomWay(t *rapid.T, sc *Scene, pin *pin) {
	v := &sc.Views.convergence
	v.logX, v.logY, v.objective = rapid.Bool().Draw(t, "logX"), rapid.Bool().Draw(t, "logY"), rapid.Bool().Draw(t, "objective")
	sc.Views.play = play{on: rapid.Bool().Draw(t, "play"), running: rapid.Bool().Draw(t, "running"), at: rapid.IntRange(0, session.TrackFrames).Draw(t, "at")}
	if rapid.Bool().Draw(t, "pin") {
		sc.Views.pin = pin
	}
}

// No frame of a way is ever taller or wider than asked, in any scene, at any
// frame, beside any pin.
func TestWaysFit(t *testing.T) {
	all := scenes(t)
	pins := map[string]*pin{}
	var names []string
	for name, sc := range all {
		names = append(names, name)
		all[name] = tracked(t, sc)
		if sc.solution() != nil {
			pins[name] = newPin(&sc)
		}
	}
	diverging := all["diverging"]
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "scene")
		sc := all[name]
		pin := pins[name]
		if name == "gaussian" && rapid.Bool().Draw(t, "pinned divergence") {
			pin = newPin(&diverging)
		}
		randomWay(t, &sc, pin)
		w, h := rapid.IntRange(0, 210).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		sc.Panel = rapid.SampledFrom(panels()).Draw(t, "panel").id
		sc.Zoom = rapid.Bool().Draw(t, "zoom")
		sc.Glyphs = rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
		lines := sc.Frame(w, h).Plain()
		if len(lines) > max(1, h) {
			t.Fatalf("%d lines in a frame of %d", len(lines), h)
		}
		for i, line := range lines {
			if got := chart.TextWidth(line); got > w {
				t.Fatalf("line %d of a frame of %d columns has %d: %q", i, w, got, line)
			}
			if strings.Contains(line, "NaN") || strings.Contains(line, "Inf") {
				t.Fatalf("%s shows %q", name, line)
			}
			for _, r := range line {
				if sc.Glyphs == chart.ASCII && r >= 0x80 {
					t.Fatalf("%s, line %d: %q in %q", name, i, r, line)
				}
			}
		}
	})
}

func TestConvergenceFrames(t *testing.T) {
	plain := func(t *testing.T, sc Scene, w, h int) {
		t.Helper()
		golden.RequireEqual(t, []byte(strings.Join(sc.Frame(w, h).Plain(), "\n")+"\n"))
	}
	lambda := map[string]string{"lambda": "1000"}
	sc := convergenceScene(t, lambda)
	for _, size := range []struct{ w, h int }{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size.w, size.h), func(t *testing.T) { plain(t, sc, size.w, size.h) })
	}
	t.Run("ascii", func(t *testing.T) {
		sc := sc
		sc.Glyphs = chart.ASCII
		plain(t, sc, 120, 36)
	})
	t.Run("mono", func(t *testing.T) {
		golden.RequireEqual(t, []byte(chart.NewEncoder(chart.Mono, termenv.TrueColor).Encode(sc.Frame(80, 24))+"\n"))
	})
	t.Run("log-playing-pinned", func(t *testing.T) {
		sc := sc
		other := convergenceScene(t, map[string]string{"lambda": "1"})
		sc.Views.pin = newPin(&other)
		sc.Views.convergence = convergenceView{logX: true, logY: true}
		sc.Views.play = play{on: true, at: 60}
		plain(t, sc, 120, 36)
	})
	t.Run("objective", func(t *testing.T) {
		sc := sc
		sc.Views.convergence.objective = true
		plain(t, sc, 80, 24)
	})
	t.Run("diverging", func(t *testing.T) {
		plain(t, convergenceScene(t, map[string]string{"rate": "1"}), 120, 36)
	})
	all := scenes(t)
	for _, name := range []string{"wide", "regression", "unlabelled"} {
		t.Run(name, func(t *testing.T) {
			sc := tracked(t, all[name])
			sc.Panel, sc.Zoom = panelConvergence, true
			plain(t, sc, 120, 36)
		})
	}
	// In the small panels, on the way and beside a pin.
	t.Run("dashboard", func(t *testing.T) {
		sc := sc
		sc.Zoom = false
		other := convergenceScene(t, map[string]string{"lambda": "1"})
		sc.Views.pin = newPin(&other)
		sc.Views.play = play{on: true, at: 80}
		plain(t, sc, 120, 36)
	})
}

// The axes stay where they are while the curves grow.
func TestAxesStayWhilePlaying(t *testing.T) {
	sc := convergenceScene(t, map[string]string{"lambda": "1000"})
	for _, view := range []convergenceView{{}, {logX: true}} {
		sc.Views.convergence = view
		sc.Views.play = play{}
		wantScore, wantObjective := plotOf(&sc, (*Scene).scoresPlot), plotOf(&sc, (*Scene).objectivePlot)
		for at := range session.TrackFrames {
			sc.Views.play = play{on: true, at: at}
			on := sc.shown()
			if got := plotOf(on, (*Scene).scoresPlot); got != wantScore {
				t.Fatalf("the score's axes are %v at frame %d, %v at the end", got, at, wantScore)
			}
			if got := plotOf(on, (*Scene).objectivePlot); got != wantObjective {
				t.Fatalf("the objective's axes are %v at frame %d, %v at the end", got, at, wantObjective)
			}
		}
	}
}

// plotOf returns where the corners of a picture lie.
func plotOf(sc *Scene, plot func(*Scene) chart.Curves) [4]float64 {
	const w, h = 100, 20
	at := plot(sc).Draw(chart.NewGrid(w, h), chart.Braille)
	var corners [4]float64
	corners[0], corners[1], _ = at.At(w-1, h-4)
	corners[2], corners[3], _ = at.At(w-10, 2)
	return corners
}

// On a logarithmic axis the objective above its minimum only falls, until nothing
// but rounding is left.
func TestObjectiveAboveItsMinimum(t *testing.T) {
	sc := convergenceScene(t, map[string]string{"lambda": "1000", "epochs": "20000", "rate": "auto"})
	sc.Views.convergence.logY = true
	curve := sc.objectivePlot().Curves[0]
	values := sc.Update.Curves.Descent.Curve
	least := sc.Update.Session.Problem.LeastObjective(sc.Update.Curves.Closed)
	if len(curve.X) < len(values) {
		t.Fatalf("%d points drawn of %d", len(curve.X), len(values))
	}
	compared, rest := 0, false
	for i, y := range curve.Y {
		if rest = rest || math.IsNaN(y); rest {
			// From the rounding of the minimum on there is a gap.
			if !math.IsNaN(y) {
				t.Errorf("after a gap %v is left at epoch %v", y, curve.X[i])
			}
			continue
		}
		if i > 0 && y >= curve.Y[i-1] {
			t.Errorf("it rises from %v to %v at epoch %v", curve.Y[i-1], y, curve.X[i])
		}
		for _, c := range values {
			if float64(c.Epoch) == curve.X[i] {
				compared++
				if y != c.Objective-least {
					t.Errorf("%v is left at epoch %d, want %v", y, c.Epoch, c.Objective-least)
				}
			}
		}
	}
	if !rest || compared < 3 {
		t.Errorf("%d points compared, at rest in the end: %t", compared, rest)
	}
}

// The keys of the view switch what their hints say, and only there.
func TestConvergenceKeys(t *testing.T) {
	d := newDesk(t, gaussian())
	dashboard := d.View()
	if d.press1("x", "X", "v"); d.picture() != dashboard {
		t.Error("keys of the view work on the dashboard")
	}
	d.press1("3")
	d.settle()
	if d.scene.Update.Track == nil || len(d.scene.Update.Track.Frames) != session.TrackFrames {
		t.Fatal("the view does not ask for the track")
	}
	for _, c := range []struct{ key, shows string }{{"x", "epoch, log"}, {"X", "1 − accuracy, log"}, {"X", "J/n above its minimum, log"}} {
		before := d.View()
		if d.press1(c.key); c.shows != "J/n above its minimum, log" && !strings.Contains(d.View(), c.shows) {
			t.Errorf("%s does not show %q:\n%s", c.key, c.shows, d.View())
		}
		if d.View() == before {
			t.Errorf("%s changes nothing", c.key)
		}
	}
	d.Update(keyMessage("1"))
	d.settle()
	d.Update(keyMessage("3"))
	d.settle()
	for _, small := range []bool{false, true} {
		height := 36
		if small {
			height = 22
		}
		d.height, d.frame = height, ""
		offered := false
		for _, h := range d.hints() {
			offered = offered || h.key == "v"
		}
		before := d.View()
		if d.press1("v"); offered != small || (d.picture() != before) != small {
			t.Errorf("at %d rows v is offered: %t, and works: %t", height, offered, d.picture() != before)
		}
	}
}

// Pressing what the view of a divergence says to press ends it, and not sooner.
func TestGrowthRemedy(t *testing.T) {
	for _, rate := range []string{"0.7", "1", "1000"} {
		request := gaussian()
		request.Set = map[string]string{"rate": rate}
		d := newDesk(t, request)
		d.press1("3")
		d.settle()
		text := d.scene.growthRemedy()
		var key string
		presses := 1
		if _, err := fmt.Sscanf(text, "press %s %d times", &key, &presses); err != nil {
			if _, err := fmt.Sscanf(text, "press %s once", &key); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
		for i := range presses {
			if !d.scene.solution().Descent.Diverges {
				t.Errorf("rate %s: %q, but %d are enough", rate, text, i)
			}
			d.press1(key)
			d.settle()
		}
		if d.scene.solution().Descent.Diverges {
			t.Errorf("rate %s: %q does not help", rate, text)
		}
	}
}

// The factor that a divergence shows is by how much the plain loop's weights grow.
func TestGrowthShown(t *testing.T) {
	sc := convergenceScene(t, map[string]string{"rate": "1"})
	p := sc.Update.Session.Problem
	s := sc.solution()
	// A, for k = k̃ = 1: σ₁²v₁v₁ᵀ + λσ̃₂²ṽ₂ṽ₂ᵀ.
	a := make([]float64, 4)
	for i := range 2 {
		for j := range 2 {
			a[2*i+j] = p.Src.Sigma[0]*p.Src.Sigma[0]*p.Src.V.At(i, 0)*p.Src.V.At(j, 0) +
				s.Lambda*p.Tgt.Sigma[1]*p.Tgt.Sigma[1]*p.Tgt.V.At(i, 1)*p.Tgt.V.At(j, 1)
		}
	}
	h := 2 * s.Descent.Rate / float64(p.Src.N)
	w := []float64{0, 0}
	length := func() float64 { return math.Hypot(w[0], w[1]) }
	before := 0.0
	for range 200 {
		before = length()
		w = []float64{
			w[0] - h*(a[0]*w[0]+a[1]*w[1]-p.Src.XtY.At(0, 0)),
			w[1] - h*(a[2]*w[0]+a[3]*w[1]-p.Src.XtY.At(1, 0)),
		}
	}
	// After so many epochs only the top eigenvector is left.
	if got, want := s.Params.Growth(s.Descent), length()/before; math.Abs(got-want) > 1e-6*want {
		t.Errorf("growth %v, the loop grows by %v", got, want)
	}
	var frame bytes.Buffer
	for _, line := range sc.Frame(120, 36).Plain() {
		frame.WriteString(line + "\n")
	}
	if want := number.Measure(s.Params.Growth(s.Descent)) + " times as large"; !strings.Contains(frame.String(), want) {
		t.Errorf("%q is not shown", want)
	}
}

// The track's source scores are there for all frames where that is cheap, and for
// some where it is not.
func TestSourceScores(t *testing.T) {
	for _, c := range []struct{ n, d, outputs, want int }{
		{1000, 2, 1, session.TrackFrames}, {12000, 785, 1, session.TrackFrames}, {60000, 785, 10, 31}, {1000000, 785, 10, fewestSourceScores},
	} {
		p := &model.Problem{D: c.d, C: c.outputs}
		p.Src.N = c.n
		if got := sourceScores(p); got != c.want {
			t.Errorf("%d×%d, %d outputs: %d scores, want %d", c.n, c.d, c.outputs, got, c.want)
		}
	}
}
