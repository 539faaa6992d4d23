package tui

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
)

// anySpectrumView is what the view of the spectrum may remember, also of a pair
// with more components.
func anySpectrumView(t *rapid.T) spectrumView {
	return spectrumView{
		cursor: rapid.IntRange(0, 300).Draw(t, "component"),
		layout: spectrumLayout(rapid.IntRange(0, int(spectrumLayouts)-1).Draw(t, "layout")),
	}
}

// glyphsScene has pictures for features.
func glyphsScene(t testing.TB) Scene {
	spec := datasets.DefaultSpec("glyphs")
	spec.N, spec.M = 200, 200
	return sceneOf(t, spec, nil)
}

// inView shows the view of that name.
func inView(t testing.TB, sc Scene, name string) Scene {
	t.Helper()
	if !sc.showView(name) {
		t.Fatalf("there is no view %q", name)
	}
	return sc
}

func TestSpectrumView(t *testing.T) {
	sc := inView(t, glyphsScene(t), "spectrum")
	sc.Views.spectrum.cursor = 3
	other := map[string]Scene{}
	for name, layout := range map[string]spectrumLayout{"curves": spectrumCurves, "list": spectrumList, "vectors": spectrumAlone} {
		laid := sc
		laid.Views.spectrum.layout = layout
		other[name] = laid
	}
	all := scenes(t)
	for _, name := range []string{"gaussian", "line", "scores", "classes", "unlabelled", "wide"} {
		other[name] = inView(t, all[name], "spectrum")
	}
	requireFrames(t, sc, other)
}

// The legend of the list says that head and tail of k(0.1) are where the shares
// first pass 81 % and 99 %.
func TestLabelSharesMeetRanks(t *testing.T) {
	for name, sc := range scenes(t) {
		if sc.Update.Session == nil {
			continue
		}
		p := sc.Update.Session.Problem
		for at, side := range []struct{ head, tail int }{{p.Src.HeadRank, p.Src.TailRank}, {p.Tgt.HeadRank, p.Tgt.TailRank}} {
			shares := labelShares([]*model.Side{&p.Src, &p.Tgt}[at])
			if shares == nil {
				if side.head != 0 || side.tail != 0 {
					t.Errorf("%s, side %d: ranks %v without shares", name, at, side)
				}
				continue
			}
			if last := shares[len(shares)-1]; math.Abs(last-1) > 1e-12 {
				t.Errorf("%s, side %d: shares end at %v", name, at, last)
			}
			passes := func(share float64) int {
				return 1 + slices.IndexFunc(shares, func(v float64) bool { return v > share })
			}
			if passes(0.81) != side.head || passes(0.99) != side.tail {
				t.Errorf("%s, side %d: shares pass at %d and %d, the ranks are %v", name, at, passes(0.81), passes(0.99), side)
			}
		}
	}
}

// The cursor moves within the components, whatever the keys.
func TestSpectrumCursor(t *testing.T) {
	spec := datasets.DefaultSpec("glyphs")
	spec.N, spec.M = 100, 100
	d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
	d.press1("2")
	d.settle()
	last := d.scene.components() - 1
	for _, step := range []struct {
		key  string
		want int
	}{{"K", 0}, {"J", 1}, {"J", 2}, {"pgdown", 12}, {"pgup", 2}, {"pgup", 0}} {
		d.press1(step.key)
		if got := d.scene.component(); got != step.want {
			t.Fatalf("%s leads to component %d, not %d", step.key, got, step.want)
		}
	}
	seen := []int{0}
	for range 20 {
		d.press1("z")
		seen = append(seen, d.scene.component())
	}
	if at := d.scene.component(); at != last {
		t.Errorf("the last mark is at %d, not at the last component %d", at, last)
	}
	for _, m := range d.scene.spectrumMarks() {
		if !slices.Contains(seen, m.component) {
			t.Errorf("the keys for marks pass %v, but not %s at %d", seen, m.name, m.component)
		}
	}
	for range 20 {
		d.press1("Z")
	}
	if at := d.scene.component(); at != 0 {
		t.Errorf("back over all marks leads to %d", at)
	}
	d.moveComponent(1 << 30)
	if at := d.scene.component(); at != last {
		t.Errorf("far beyond the end is %d", at)
	}
}

// c and C set k and k̃ to the component at the cursor, and undo knows.
func TestCutAtCursor(t *testing.T) {
	spec := datasets.DefaultSpec("glyphs")
	spec.N, spec.M = 100, 100
	d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
	d.press1("2", "J", "J", "J", "J")
	before := d.scene.State
	d.press1("c")
	d.settle()
	if p := d.scene.solution().Params; p.K != 5 || p.KTilde != before.Params.KTilde {
		t.Errorf("c solves k = %d, k̃ = %d", p.K, p.KTilde)
	}
	d.press1("K", "C")
	d.settle()
	if p := d.scene.solution().Params; p.K != 5 || p.KTilde != 4 {
		t.Errorf("C solves k = %d, k̃ = %d", p.K, p.KTilde)
	}
	d.press1("u", "u")
	if !d.scene.State.Equal(before) {
		t.Errorf("undo leads to %+v", d.scene.State.Params)
	}
}

// With fewer rows than features the vectors at the cursor come from the engine,
// and belong to it.
func TestDirectionsFollowCursor(t *testing.T) {
	spec := fileSpec(t, 8, 40, "binary", func(i int) float64 { return float64(i%2*2 - 1) })
	d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
	d.press1("2")
	for _, key := range []string{"J", "J", "K", "pgdown"} {
		d.press1(key)
		d.settle()
		v := d.scene.directionsHere()
		if v == nil {
			t.Fatalf("no vectors at component %d", d.scene.component())
		}
		p := d.scene.Update.Session.Problem
		for _, side := range []struct {
			*model.Side
			v []float64
			x *mat.Dense
		}{{&p.Src, v.source, p.Source.X}, {&p.Tgt, v.target, p.Target.X}} {
			var image mat.VecDense
			image.MulVec(side.x, mat.NewVecDense(p.D, side.v))
			// The square root of rounding in the Gram matrix.
			if got, want := mat.Norm(&image, 2), side.Sigma[d.scene.component()]; math.Abs(got-want) > 1e-7*side.Sigma[0] {
				t.Errorf("component %d is stretched by %v, not %v", d.scene.component(), got, want)
			}
		}
	}
}

// The ASCII set draws the view in 7 bits, whatever the pair.
func TestViewsInASCII(t *testing.T) {
	for name, sc := range scenes(t) {
		sc.Glyphs = chart.ASCII
		for _, view := range []string{"spectrum", "data"} {
			sc := inView(t, sc, view)
			for layout := range spectrumLayouts {
				if layout == spectrumAlone {
					// As the views are before the engine has come to them.
					sc.Update.Facts, sc.Update.Directions = nil, nil
				}
				sc.Views.spectrum.layout, sc.Views.data.section = layout, dataSection(layout)%dataSections
				for i, line := range sc.Frame(130, 40).Plain() {
					if strings.ContainsFunc(line, func(r rune) bool { return r >= 0x80 }) {
						t.Fatalf("%s, view %s, line %d: %q", name, view, i, line)
					}
				}
			}
		}
	}
}

// What the vectors of real digits say: the second component of MNIST's threes and
// eights carries half of the label.
func TestDigitSpectrum(t *testing.T) {
	session := openDigits(t, 3, 8)
	state, err := session.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	sc := Scene{State: state, Limits: session.Limits(), Update: Update{Session: session}}
	sc.Views.spectrum.cursor = 1
	extras := sc.dataExtras()
	e := &Engine{session: session, notify: func(Update) {}}
	if err := e.runExtras(context.Background(), extras, &sc.Update); err != nil {
		t.Fatal(err)
	}
	// The label files count 6131 threes and 5851 eights.
	if f := sc.Update.Facts.source; len(f.byClass[0]) != 6131 || len(f.byClass[1]) != 5851 {
		t.Errorf("%d threes and %d eights", len(f.byClass[0]), len(f.byClass[1]))
	}
	// An average eight must score on the side of eights along the component.
	direction := mat.NewVecDense(session.Problem.D, sc.directionsHere().source)
	mean := [2]float64{}
	for class, rows := range sc.Update.Facts.source.byClass {
		for _, i := range rows {
			mean[class] += mat.Dot(direction, session.Pair.Source.X.RowView(i)) / float64(len(rows))
		}
	}
	want := "samples along it tend to be 8, against it 3"
	if mean[0] > mean[1] {
		want = "samples along it tend to be 3, against it 8"
	}
	if got := sc.leaning(1); got != want {
		t.Errorf("%q, but the means are %v", got, mean)
	}
}

// BenchmarkSpectrumFrame is a frame of the view on real digits.
func BenchmarkSpectrumFrame(b *testing.B) {
	session := openDigits(b, 3, 8)
	state, err := session.Begin(nil)
	if err != nil {
		b.Fatal(err)
	}
	sc := solved(b, session, state)
	for _, name := range []string{"spectrum", "data"} {
		sc := inView(b, sc, name)
		for _, size := range []struct{ w, h int }{{120, 36}, {200, 60}} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size.w, size.h), func(b *testing.B) {
				for range b.N {
					sc.Frame(size.w, size.h)
				}
			})
		}
	}
	b.Run("facts", func(b *testing.B) {
		for range b.N {
			if _, err := describeDomain(context.Background(), session.Pair, session.Pair.Source); err != nil {
				b.Fatal(err)
			}
		}
	})
}
