package frame

import (
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// Row and arrow of a direction light up together: where the mouse points at one of them, and
// where keys move over the rows of the selected panel.
func TestDirectionsLightUp(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
	s.Width, s.Height = 120, 36
	cellOf := func(panel string, source bool, mark string) (x, y int) {
		regions := s.PanelRegions()
		in := regions[slices.IndexFunc(regions, func(r panelRegion) bool { return r.Name == panel && r.Source == source })].Inner()
		for y, line := range in.gridOf(s.Draw()).Plain() {
			if before, _, ok := strings.Cut(line, mark); ok {
				return in.X + chart.TextWidth(before), in.Y + y
			}
		}
		t.Fatalf("no %q in %s", mark, panel)
		return 0, 0
	}
	lit := func() string {
		s.t.Helper()
		found := ""
		for _, region := range s.PanelRegions() {
			for _, mark := range []string{"[1]", "[2]", "›1", "›2"} {
				if strings.Contains(strings.ReplaceAll(strings.Join(region.gridOf(s.Draw()).Plain(), "\n"), "› ", "›"), mark) {
					found += mark
				}
			}
		}
		return found
	}
	x, y := cellOf(stage.TargetName, false, "▸2")
	s.Hover(x, y)
	testutil.Equal(t, lit(), "[2][2]›2")
	x, y = cellOf(stage.SpectrumName, false, "1 ")
	s.Hover(x, y)
	testutil.Equal(t, lit(), "[1][1]›1")
	s.Hover(0, 0)
	if lit() != "" || s.Hover(0, 1) {
		t.Error("beside all panels something lights up")
	}
	selectPanel(s.Scene, stage.SpectrumName)
	for _, step := range [][2]string{{"J", "[1][1]›1"}, {"J", "[2][2]›2"}, {"K", "[1][1]›1"}} {
		s.press(step[0])
		testutil.Equal(t, lit(), step[1], step[0])
	}
}

// A click on a hint does what its key does, on each of several keys what that one does, and
// at no other place of the line anything.
func TestHintsAreClicked(t *testing.T) {
	for _, gl := range []chart.Glyphs{chart.Braille, chart.ASCII} {
		s := newStage(t, "rotated-gaussian", stagetest.SmallPair())
		s.Width, s.Height, s.Glyphs = 120, 36, gl
		click := func(text string) {
			t.Helper()
			line := s.Draw().Plain()[35]
			before, _, ok := strings.Cut(line, s.Spell(text))
			if !ok {
				t.Fatalf("no %q in %q", text, line)
			}
			s.Click(chart.TextWidth(before), 35)
			s.settle()
		}
		lambda := s.State.Params.Lambda
		click("→ turn")
		if s.State.Params.Lambda <= lambda {
			t.Errorf("→ turns λ from %v to %v", lambda, s.State.Params.Lambda)
		}
		click("← →")
		testutil.Equal(t, s.State.Params.Lambda, lambda)
		click("all panels")
		if !s.ShowAll {
			t.Error("the words of d do not show all panels")
		}
		before := s.picture()
		s.Click(0, 35)
		if s.picture() != before {
			t.Error("beside the hints a click does something")
		}
		click("? ")
		if !*s.book().VisibleFlag() {
			t.Error("? shows no help")
		}
		click("Esc")
		if *s.book().VisibleFlag() {
			t.Error("Esc leaves the help there")
		}
	}
}
