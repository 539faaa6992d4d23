package frame

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"larui/model"
	"larui/model/labelfree"
	"larui/model/testutil"
	"larui/tui/stage/stagetest"
)

// The table of pins says of each its settings, its score, how many predictions it changes and
// how joint label alignment sees them, each counted anew here, and Enter goes back to one.
func TestPinsCompared(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	pinned := []string{"1", "100"}
	for _, lambda := range pinned {
		s.set("lambda", lambda)
		s.run("m")
	}
	s.set("lambda", "1000")
	s.run("M")
	lines := s.Draw().Plain()
	u := s.Update
	judge := testutil.Must(labelfree.NewRater(context.Background(), u.Session.Problem))
	for i, lambda := range append([]string{"1000", "0"}, pinned...) {
		params := u.State.Params
		if _, err := fmt.Sscan(lambda, &params.Lambda); err != nil {
			t.Fatal(err)
		}
		if lambda == "0" { // no adaptation
			params = params.WithoutAdaptation()
			params.K = 2
		}
		sol := testutil.Must(model.NewSolver(u.Session.Problem).Solve(context.Background(), params))
		changed, target := 0, u.Session.Pair.Target.X
		rows, _ := target.Dims()
		score := func(w *[2]float64, row []float64) bool { return w[0]*row[0]+w[1]*row[1] > 0 }
		lar := [2]float64{sol.Descent.Weights.At(0, 0), sol.Descent.Weights.At(1, 0)}
		none := [2]float64{sol.None.Weights.At(0, 0), sol.None.Weights.At(1, 0)}
		for r := range rows {
			if row := target.RawRowView(r); score(&lar, row) != score(&none, row) {
				changed++
			}
		}
		rating := judge.RateWeights(sol.Descent.Weights, params.KTilde)
		want := []string{fmt.Sprint(params.K), "1", lambda, fmt.Sprint(params.Epochs), fmt.Sprintf("%.1f %%", 100*sol.Descent.Target.Accuracy),
			fmt.Sprintf("%.1f %%", 100*float64(changed)/float64(rows)), fmt.Sprintf("%.4f", rating.JLA)}
		testutil.Contains(t, strings.Join(strings.Fields(lines[2+i]), " "), strings.Join(want, " "))
	}
	s.run("down", "enter")
	if s.State.Params.Lambda != 100 || s.TopOverlay() != nil {
		t.Errorf("Enter leads to λ %v", s.State.Params.Lambda)
	}
	s.press("u")
	testutil.Equal(t, s.State.Params.Lambda, 1000)
}

// Pins are told apart by style and by dash.
func TestPinLooks(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	for _, lambda := range []string{"1", "10", "100", "1000"} {
		s.set("lambda", lambda)
		s.press("m")
	}
	var styles, dashes []string
	for _, p := range s.Pins {
		look := p.LineStyle()
		styles, dashes = append(styles, fmt.Sprint(look.Style)), append(dashes, fmt.Sprint(look.Dash))
	}
	slices.Sort(styles)
	slices.Sort(dashes)
	if len(slices.Compact(styles)) != 4 || len(slices.Compact(dashes)) != 4 {
		t.Errorf("styles %v, dashes %v", styles, dashes)
	}
}
