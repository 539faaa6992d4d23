package frame

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/panel/data"
	"larui/tui/panel/spectrum"
	"larui/tui/stage"
)

// What is known of the target is on the first screen at every size: how many rows LAR has
// wrong or, without labels, how many of its predictions are others than without it, how many
// rows it gives the class it gives most seldom, and what it comes to in the end where that
// is far off. A pin stands in no other row.
func TestTargetIsTold(t *testing.T) {
	sizes := [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 36}, {200, 60}}
	expect := func(s *desk, size [2]int, texts ...string) {
		t.Helper()
		s.ShowView(stage.FirstName)
		rows := strings.Split(s.picture(size[0], size[1]), "\n")[:s.Body(size[0], size[1]).Y+1]
		head := strings.Join(strings.Fields(strings.Join(rows, " ")), " ")
		for _, text := range texts {
			if !strings.Contains(head, text) {
				t.Errorf("%v: no %q in\n%s", size, text, strings.Join(rows, "\n"))
			}
		}
	}
	labelled, bare := newStage(t, "rotated-gaussian", small()), unlabelledPair(t)
	bare.set("k", "1")
	bare.set("ktilde", "2")
	bare.set("lambda", "100")
	bare.set("epochs", "100") // far from the end
	for _, s := range []*desk{labelled, bare} {
		p, solution := s.Update.Session.Problem, s.Solution()
		differ := func(w *mat.Dense, with func(i int) float64) (n int) {
			for i := range p.Tgt.N {
				if mat.Dot(p.Target.X.RowView(i), w.ColView(0))*with(i) <= 0 {
					n++
				}
			}
			return n
		}
		lar := func(i int) float64 { return mat.Dot(p.Target.X.RowView(i), solution.Descent.Weights.ColView(0)) }
		for _, size := range sizes {
			if s == labelled {
				wrong := differ(solution.Descent.Weights, func(i int) float64 { return p.Target.Y[i] })
				told := fmt.Sprintf("%d of 60 wrong", wrong)
				if size[0] >= stage.SideBySide {
					told = fmt.Sprintf("%.1f %%", 100-100*float64(wrong)/60)
				}
				expect(s, size, told)
				continue
			}
			changed := fmt.Sprintf("%.1f %%", 100*float64(differ(solution.None.Weights, lar))/float64(p.Tgt.N))
			if changed == "0.0 %" {
				t.Fatal("nothing changes")
			}
			texts := []string{"changed " + changed, "predicted 0 ", "(source 50.0 %)", "to the end"}
			if size[0] < stage.PairWidth {
				texts = []string{"LAR changes " + changed + " of predictions"}
			} else if size[0] != 100 { // where what is far off takes its place
				texts = append(texts, "overlap ")
			}
			expect(s, size, texts...)
		}
		s.press("m")
		if row := regexp.MustCompile(`.*pin a .*, now += ±0.*`).FindString(s.picture(120, 36)); row == "" || strings.Contains(row, stage.NoAdaptation) {
			t.Errorf("the pin stands in %q", row)
		}
	}
}

// The legend of the list says that head and tail of k(0.1) are where the shares
// first pass 81 % and 99 %.
func TestLabelSharesMeetRanks(t *testing.T) {
	stages := map[string]*desk{"unlabelled": unlabelled(t)}
	for _, info := range datasets.List() {
		if slices.Contains(info.Options, "n") {
			stages[info.Name] = newStage(t, info.Name, small())
		}
	}
	for name, s := range stages {
		for _, side := range spectrum.SpectrumSides(&s.Stage) {
			shares := side.Shares
			if shares == nil {
				if side.HeadRank != 0 || side.TailRank != 0 || side.Projection != nil {
					t.Errorf("%s, %s: ranks %d, %d without shares", name, side.Name, side.HeadRank, side.TailRank)
				}
				continue
			}
			passes := func(share float64) int {
				return 1 + slices.IndexFunc(shares, func(v float64) bool { return v > share })
			}
			head, tail, last := passes(0.81), passes(0.99), shares[len(shares)-1]
			if head != side.HeadRank || tail != side.TailRank || math.Abs(last-1) > 1e-12 {
				t.Errorf("%s, %s: shares pass at %d and %d and end at %v, the ranks are %d and %d", name, side.Name, head, tail, last, side.HeadRank, side.TailRank)
			}
		}
	}
}

// The cursor moves within the components, whatever the keys; c and C set k and k̃ to
// the one under it, and undo knows.
func TestSpectrumCursor(t *testing.T) {
	s := inView(t, stage.SpectrumName, "glyphs", map[string]string{"n": "100", "m": "100"})
	v := viewOf[*spectrum.View](s.Views)
	last := spectrum.Components(&s.Stage) - 1
	for _, step := range []struct {
		key  string
		want int
	}{{"K", 0}, {"J", 1}, {"J", 2}, {"pgdown", 12}, {"pgup", 2}, {"pgup", 0}} {
		if s.press(step.key); v.Component(&s.Stage) != step.want {
			t.Fatalf("%s leads to component %d, not %d", step.key, v.Component(&s.Stage), step.want)
		}
	}
	want := []int{0, last}
	for _, m := range spectrum.SpectrumMarks(&s.Stage) {
		want = append(want, m.Component)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	for _, mark := range append(want[1:], last) {
		if s.press("z"); v.Component(&s.Stage) != mark {
			t.Errorf("z leads to %d, not to %d of the marks %v", v.Component(&s.Stage), mark, want)
		}
	}
	if s.Message == "" {
		t.Error("beyond the last mark z says nothing")
	}
	s.press(slices.Repeat([]string{"Z"}, len(want))...)
	if at := v.Component(&s.Stage); at != 0 {
		t.Errorf("back over all marks leads to %d", at)
	}
	v.Wheel(&s.Stage, 1<<30)
	if at := v.Component(&s.Stage); at != last {
		t.Errorf("far beyond the end is %d", at)
	}

	v.Cursor = 4
	before := s.State
	for _, c := range []struct {
		keys      string
		k, kTilde int
	}{{"c", 5, before.Params.KTilde}, {"K C", 5, 4}} {
		s.press(strings.Fields(c.keys)...)
		s.settle()
		if p := s.Solution().Params; p.K != c.k || p.KTilde != c.kTilde {
			t.Errorf("%s solves k = %d, k̃ = %d", c.keys, p.K, p.KTilde)
		}
	}
	if s.press("u", "u"); !s.State.Equal(before) {
		t.Errorf("undo leads to %+v", s.State.Params)
	}
}

// With fewer rows than features the vectors at the cursor come from the engine,
// and belong to it: each domain stretches its own by the singular value.
func TestDirectionsFollowCursor(t *testing.T) {
	s := inView(t, stage.SpectrumName, datasets.FilesName, fileValues(t, 8, 40, "binary", true, signs))
	p := s.Update.Session.Problem
	for _, key := range []string{"J", "J", "K", "pgdown"} {
		s.press(key)
		s.settle()
		i, d := viewOf[*spectrum.View](s.Views).Component(&s.Stage), viewOf[*spectrum.View](s.Views).DirectionsHere(&s.Stage)
		if d == nil {
			t.Fatalf("no vectors at component %d", i)
		}
		for at, side := range spectrum.SpectrumSides(&s.Stage) {
			var image mat.VecDense
			image.MulVec([]*mat.Dense{p.Source.X, p.Target.X}[at], mat.NewVecDense(p.D, d.Vectors[at]))
			// The square root of rounding in the Gram matrix.
			if got, want := mat.Norm(&image, 2), side.Sigma[i]; math.Abs(got-want) > 1e-7*side.Sigma[0] {
				t.Errorf("component %d of the %s is stretched by %v, not %v", i, side.Name, got, want)
			}
		}
	}
}

// What a component is said to lean to is the class whose average digit scores higher
// along it.
func TestLeaning(t *testing.T) {
	s := inView(t, "data", "glyphs", small("classes", "3,8"))
	source := data.Domains(&s.Stage)[0]
	s.show(stage.SpectrumName)
	s.press("J")
	s.settle()
	direction := mat.NewVecDense(s.Update.Session.Problem.D, viewOf[*spectrum.View](s.Views).DirectionsHere(&s.Stage).Vectors[0])
	mean := [2]float64{}
	for class, rows := range source.ByClass {
		for _, i := range rows {
			mean[class] += mat.Dot(direction, source.X.RowView(i)) / float64(len(rows))
		}
	}
	want := "samples along it tend to be 8, against it 3"
	if mean[0] > mean[1] {
		want = "samples along it tend to be 3, against it 8"
	}
	if got := spectrum.Leaning(&s.Stage, spectrum.SpectrumSides(&s.Stage)[0], 1); got != want {
		t.Errorf("%q, but the means are %v", got, mean)
	}
}

// The view keeps its numbers beside pictures, and at every size.
func TestSpectrumKeepsNumbers(t *testing.T) {
	s := inView(t, stage.SpectrumName, "glyphs", map[string]string{"n": "200", "m": "200"})
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
			s.Glyphs = glyphs
			text := s.picture(size[0], size[1])
			narrow := size[0] < 100
			want := []string{s.Spell("source v1: σ"), s.Spell("target ṽ1: σ̃")}
			for _, side := range spectrum.SpectrumSides(&s.Stage) {
				for i := range 3 {
					want = append(want, spectrum.FormatSigma(side.Sigma[i], narrow)+" ", spectrum.FormatProjection(side.Norms()[i], slices.Max(side.Norms()), narrow)+" ")
				}
			}
			for _, number := range want {
				if !strings.Contains(text, number) {
					t.Errorf("%v, %v: no %q in\n%s", size, glyphs, number, text)
				}
			}
		}
	}
}

// Singular values have four digits, or as many as five columns bear.
func TestFormatSigma(t *testing.T) {
	for _, tt := range []struct {
		v           float64
		wide, short string
	}{
		{0, "0", "0"}, {1.234e-4, "1.234e-4", "1e-4"}, {0.01234, "0.01234", "0.012"}, {0.42341, "0.4234", "0.423"},
		{1, "1", "1"}, {31.046, "31.05", "31"}, {94.26, "94.26", "94.3"}, {121.23, "121.2", "121"}, {1234.5, "1234", "1234"}, {123456, "1.235e5", "1.2e5"},
	} {
		if wide, short := spectrum.FormatSigma(tt.v, false), spectrum.FormatSigma(tt.v, true); wide != tt.wide || short != tt.short {
			t.Errorf("%v becomes %q and %q, want %q and %q", tt.v, wide, short, tt.wide, tt.short)
		}
	}
	if got := spectrum.FormatProjection(1e-15, 40, false); got != "0" {
		t.Errorf("rounding is shown as %q", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		v := math.Pow(10, rapid.Float64Range(-200, 200).Draw(t, "log10"))
		most := 5
		if v < 1e-99 {
			most = 6 // one digit, and an exponent of three with its sign
		}
		if got := spectrum.FormatSigma(v, true); len(got) > most {
			t.Fatalf("%v takes %d columns: %q", v, len(got), got)
		}
	})
}

// The components shown are as many as there are rows, ascending, among them the first, the
// last within k, and with some more rows both beside each edge.
func TestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, d := rapid.IntRange(0, 20).Draw(t, "rows"), rapid.IntRange(1, 60).Draw(t, "d")
		k := rapid.IntRange(1, d).Draw(t, "k")
		head := rapid.IntRange(0, d).Draw(t, "head")
		shown := spectrum.Window(rows, d, k, head)
		if len(shown) != min(rows, d) {
			t.Fatalf("%v in %d rows of %d", shown, rows, d)
		}
		for i, least := range map[int]int{0: 1, k - 1: 3, min(k, d-1): 7, max(0, head-1): 5, min(head, d-1): 7} {
			if rows >= least && !slices.Contains(shown, i) {
				t.Fatalf("%d is not in %v at k = %d, head %d", i, shown, k, head)
			}
		}
		components := slices.DeleteFunc(slices.Clone(shown), func(i int) bool { return i < 0 })
		if !slices.IsSorted(components) || len(slices.Compact(components)) < len(shown)-2 {
			t.Fatalf("the components shown are %v", shown)
		}
	})
}

// At 80 columns no sentence on a component is cut, in any glyphs.
func TestSentencesAreWhole(t *testing.T) {
	s := newStage(t, "subspace", small("k", "9", "ktilde", "5"))
	s.show(stage.SpectrumName)
	for _, s.Glyphs = range []chart.Glyphs{chart.Braille, chart.ASCII} {
		for i := range spectrum.Components(&s.Stage) {
			viewOf[*spectrum.View](s.Views).Cursor = i
			for _, size := range [][2]int{{80, 24}, {100, 30}} {
				body := strings.Join(strings.Split(s.picture(size[0], size[1]), "\n")[3:], "\n")
				if strings.Contains(body, s.Spell("…")) || size[0] == 80 && strings.Count(body, "apart") != 1 {
					t.Fatalf("component %d:\n%s", i+1, body)
				}
			}
		}
	}
}
