package spectrum

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/stage/stagetest"
)

// The legend of the list is right that head and tail of k(0.1) are where the shares first pass 81 %
// and 99 %.
func TestLabelSharesMeetRanks(t *testing.T) {
	stages := map[string]*stagetest.Desk{"unlabelled": stagetest.Open(t, &View{}, datasets.FilesName, stagetest.FilePair(t, 30, 4, "binary", false, stagetest.BinaryLabel))}
	for _, info := range datasets.ListPairs() {
		if slices.Contains(info.Options, "n") {
			stages[info.Name] = stagetest.Open(t, &View{}, info.Name, stagetest.SmallPair())
		}
	}
	for name, s := range stages {
		for _, side := range spectrumSides(&s.Stage) {
			shares := side.cumulatedShares
			if shares == nil {
				if side.HeadRank != 0 || side.TailRank != 0 || side.Projection != nil {
					t.Errorf("%s, %s: ranks %d, %d without shares", name, side.name, side.HeadRank, side.TailRank)
				}
				continue
			}
			passes := func(share float64) int {
				return 1 + slices.IndexFunc(shares, func(v float64) bool { return v > share })
			}
			head, tail, last := passes(0.81), passes(0.99), shares[len(shares)-1]
			if head != side.HeadRank || tail != side.TailRank || math.Abs(last-1) > 1e-12 {
				t.Errorf("%s, %s: shares pass at %d and %d and end at %v, the ranks are %d and %d", name, side.name, head, tail, last, side.HeadRank, side.TailRank)
			}
		}
	}
}

// Any keys keep the cursor within the components. c and C set k and k̃ to the cursor's component,
// which undo reverts.
func TestSpectrumCursor(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, "glyphs", map[string]string{"n": "100", "m": "100"})
	last := countComponents(&s.Stage) - 1
	for _, step := range []struct {
		key  string
		want int
	}{{"K", 0}, {"J", 1}, {"J", 2}, {"pgdown", 12}, {"pgup", 2}, {"pgup", 0}} {
		s.Press(step.key)
		if v.cursorComponent(&s.Stage) != step.want {
			t.Fatalf("%s leads to component %d, not %d", step.key, v.cursorComponent(&s.Stage), step.want)
		}
	}
	want := []int{0, last}
	for _, m := range visibleMarks(&s.Stage) {
		want = append(want, m.component)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	for _, mark := range append(want[1:], last) {
		s.Press("z")
		testutil.Equal(t, v.cursorComponent(&s.Stage), mark, want)
	}
	if s.Message == "" {
		t.Error("beyond the last mark z says nothing")
	}
	s.Press(slices.Repeat([]string{"Z"}, len(want))...)
	testutil.Equal(t, v.cursorComponent(&s.Stage), 0)
	v.Wheel(&s.Stage, 1<<30)
	testutil.Equal(t, v.cursorComponent(&s.Stage), last)

	v.cursor = 4
	before := s.State
	for _, c := range []struct {
		keys      string
		k, kTilde int
	}{{"c", 5, before.Params.KTilde}, {"K C", 5, 4}} {
		s.Press(strings.Fields(c.keys)...)
		if p := s.Solution.Params; p.K != c.k || p.KTilde != c.kTilde {
			t.Errorf("%s solves k = %d, k̃ = %d", c.keys, p.K, p.KTilde)
		}
	}
	s.Undo()
	s.Undo()
	if !s.State.Equal(before) {
		t.Errorf("undo leads to %+v", s.State.Params)
	}
}

// With fewer rows than features the engine computes the vectors at the cursor. Each domain
// stretches its own vector by the singular value.
func TestDirectionsFollowCursor(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, datasets.FilesName, stagetest.FilePair(t, 8, 40, "binary", true, stagetest.BinaryLabel))
	p := s.Session.Problem
	for _, key := range []string{"J", "J", "K", "pgdown"} {
		s.Press(key)
		i, d := v.cursorComponent(&s.Stage), v.cursorVectors(&s.Stage)
		if d == nil {
			t.Fatalf("no vectors at component %d", i)
		}
		for at, side := range spectrumSides(&s.Stage) {
			var image mat.VecDense
			image.MulVec([]*mat.Dense{p.Source.X, p.Target.X}[at], mat.NewVecDense(p.D, d.vectors[at]))
			// The square root of the rounding in the Gram matrix.
			if got, want := mat.Norm(&image, 2), side.Sigma[i]; math.Abs(got-want) > 1e-7*side.Sigma[0] {
				t.Errorf("component %d of the %s is stretched by %v, not %v", i, side.name, got, want)
			}
		}
	}
}

// The class named for a component is the one whose average digit has the higher score along it.
func TestLeaning(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, "glyphs", stagetest.SmallPair("classes", "3,8"))
	source := s.Session.Pair.Source
	s.Press("J")
	direction := mat.NewVecDense(s.Session.Problem.D, v.cursorVectors(&s.Stage).vectors[0])
	mean := [2]float64{}
	rows := [2]float64{}
	for i, label := range source.Y {
		class := int(label+1) / 2
		rows[class]++
		mean[class] += mat.Dot(direction, source.X.RowView(i))
	}
	mean[0], mean[1] = mean[0]/rows[0], mean[1]/rows[1]
	want := "samples far along v2 tend to be 8, in the opposite direction 3"
	if mean[0] > mean[1] {
		want = "samples far along v2 tend to be 3, in the opposite direction 8"
	}
	testutil.Equal(t, labelSentence(&s.Stage, spectrumSides(&s.Stage)[0], 1), want, mean)
}

// The view keeps its numbers beside pictures at every size.
func TestSpectrumKeepsNumbers(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, "glyphs", map[string]string{"n": "200", "m": "200"})
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.ASCII} {
			s.Glyphs = glyphs
			text := s.Picture(size[0], size[1])
			narrow := size[0] < 100
			want := []string{s.Spell("source v1: σ"), s.Spell("target ṽ1: σ̃")}
			for _, side := range spectrumSides(&s.Stage) {
				for i := range 3 {
					want = append(want, formatSigma(side.Sigma[i], narrow)+" ", formatProjection(side.ProjectionNorms()[i], slices.Max(side.ProjectionNorms()), narrow)+" ")
				}
			}
			testutil.Contains(t, text, want...)
		}
	}
}

// Eight rows of full rank span eight directions.
func TestDirectionsBeyondRows(t *testing.T) {
	s := stagetest.Open(t, &View{}, datasets.FilesName, stagetest.FilePair(t, 8, 40, "binary", true, stagetest.BinaryLabel))
	for _, side := range spectrumSides(&s.Stage) {
		for i := range side.Sigma {
			testutil.Equal(t, side.sigmaText(i) == "≈ 0", i >= 8, side.name, i)
		}
	}
}

// Singular values have four digits, in narrow columns at most five characters.
func TestFormatSigma(t *testing.T) {
	for _, tt := range []struct {
		v           float64
		wide, short string
	}{
		{0, "0", "0"}, {1.234e-4, "1.234e-4", "1e-4"}, {0.01234, "0.01234", "0.012"}, {0.42341, "0.4234", "0.423"},
		{1, "1", "1"}, {31.046, "31.05", "31"}, {94.26, "94.26", "94.3"}, {121.23, "121.2", "121"}, {1234.5, "1234", "1234"}, {123456, "1.235e5", "1.2e5"},
	} {
		if wide, short := formatSigma(tt.v, false), formatSigma(tt.v, true); wide != tt.wide || short != tt.short {
			t.Errorf("%v becomes %q and %q, want %q and %q", tt.v, wide, short, tt.wide, tt.short)
		}
	}
	testutil.Equal(t, formatProjection(1e-15, 40, false), "0")
	rapid.Check(t, func(t *rapid.T) {
		v := math.Pow(10, rapid.Float64Range(-200, 200).Draw(t, "log10"))
		most := 5
		if v < 1e-99 {
			most = 6 // one digit, and an exponent of three with its sign
		}
		if got := formatSigma(v, true); len(got) > most {
			t.Fatalf("%v takes %d columns: %q", v, len(got), got)
		}
	})
}

// The visible components are as many as there are rows, ascending, with the first, the last within
// k and, with more rows, both neighbours of each cut.
func TestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, d := rapid.IntRange(0, 20).Draw(t, "rows"), rapid.IntRange(1, 60).Draw(t, "d")
		k := rapid.IntRange(1, d).Draw(t, "k")
		head := rapid.IntRange(0, d).Draw(t, "head")
		shown := visibleComponents(rows, d, k, head)
		if len(shown) != min(rows, d) {
			t.Fatalf("%v in %d rows of %d", shown, rows, d)
		}
		for i, least := range map[int]int{0: 1, k - 1: 3, min(k, d-1): 7, max(0, head-1): 5, min(head, d-1): 7} {
			if rows >= least && !slices.Contains(shown, i) {
				t.Fatalf("%d is not in %v at k = %d, head %d", i, shown, k, head)
			}
		}
		listed := slices.DeleteFunc(slices.Clone(shown), func(i int) bool { return i < 0 })
		if !slices.IsSorted(listed) || len(slices.Compact(listed)) < len(shown)-2 {
			t.Fatalf("the components shown are %v", shown)
		}
	})
}

// At 80 columns no sentence on a component is truncated, in any glyphs.
func TestSentencesAreWhole(t *testing.T) {
	v := &View{}
	s := stagetest.Open(t, v, "subspace", stagetest.SmallPair("k", "9", "ktilde", "5"))
	for _, s.Glyphs = range []chart.Glyphs{chart.Braille, chart.ASCII} {
		for i := range countComponents(&s.Stage) {
			v.cursor = i
			for _, size := range [][2]int{{80, 24}, {100, 30}} {
				body := strings.Join(strings.Split(s.Picture(size[0], size[1]), "\n")[3:], "\n")
				if strings.Contains(body, s.Spell("…")) || size[0] == 80 && strings.Count(body, "apart") != 1 {
					t.Fatalf("component %d:\n%s", i+1, body)
				}
			}
		}
	}
}
