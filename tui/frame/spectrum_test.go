package frame

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// What is known of the target is on the first screen at every size: how many rows LAR has
// wrong or, without labels, how many of its predictions are others than without it, how many
// rows it gives the class it gives most seldom, and what it comes to in the end where that
// is far off. A pin stands in no other row.
func TestTargetIsTold(t *testing.T) {
	sizes := [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 36}, {200, 60}}
	expect := func(s *desk, size [2]int, texts ...string) {
		t.Helper()
		s.ShowView(stage.FirstScreenName)
		rows := s.sized(size[0], size[1]).Draw().Plain()[:s.Body().Y+1]
		head := strings.Join(strings.Fields(strings.Join(rows, " ")), " ")
		testutil.Contains(t, head, texts...)
	}
	labelled, bare := newStage(t, "rotated-gaussian", stagetest.SmallPair()), newStage(t, "files", stagetest.FilePair(t, 60, 5, "binary", false, func(i int) float64 { return float64(i / 3 % 2) }))
	bare.set("k", "1")
	bare.set("ktilde", "2")
	bare.set("lambda", "100")
	bare.set("epochs", "100") // far from the end
	for _, s := range []*desk{labelled, bare} {
		p, solution := s.Session.Problem, s.Solution
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
			texts := []string{"changed " + changed, "predicted 0 ", "(source 50.0 %)"}
			if size[0] < stage.PairWidth {
				texts = []string{"LAR changes " + changed + " of predictions"}
			} else {
				texts = append(texts, map[bool]string{true: "overlap ", false: "pseudo-inverse"}[size[0] >= stage.FullWidth])
			}
			expect(s, size, texts...)
		}
		s.press("m")
		if row := regexp.MustCompile(`.*pin a .*, now += ±0.*`).FindString(s.picture()); row == "" {
			t.Errorf("the pin stands in %q", row)
		}
	}
}

// A target of which some labels are known says how many are missing for its projection.
func TestMissingLabelsAreCounted(t *testing.T) {
	s := newStage(t, datasets.FilesName, partly(t, stagetest.FilePair(t, 30, 2, "binary", true, stagetest.BinaryLabel)))
	testutil.Contains(t, s.picture(), " 10 labels missing")
}
