package frame

import (
	"slices"
	"strings"
	"testing"

	"larui/tui/chart"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// Row and arrow of a direction light up together: where the mouse points at one of them, and
// where keys move over the rows of the selected panel.
func TestDirectionsLightUp(t *testing.T) {
	s := newStage(t, "rotated-gaussian", stagetest.Small())
	s.Scene.Width, s.Scene.Height = 120, 36
	cellOf := func(panel string, source bool, mark string) (x, y int) {
		regions := s.Scene.PanelRegions(120, 36)
		in := regions[slices.IndexFunc(regions, func(r panelRegion) bool { return r.Name == panel && r.Source == source })].Inner()
		for y, line := range in.of(s.Scene.Frame(120, 36)).Plain() {
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
		for _, region := range s.Scene.PanelRegions(120, 36) {
			for _, mark := range []string{"[1]", "[2]", "›1", "›2"} {
				if strings.Contains(strings.ReplaceAll(strings.Join(region.of(s.Scene.Frame(120, 36)).Plain(), "\n"), "› ", "›"), mark) {
					found += mark
				}
			}
		}
		return found
	}
	x, y := cellOf(stage.TargetName, false, "▸2")
	s.Hover(x, y)
	if got := lit(); got != "[2][2]›2" {
		t.Errorf("at the tip of the target's second arrow %q lights up", got)
	}
	x, y = cellOf(stage.SpectrumName, false, "1 ")
	s.Hover(x, y)
	if got := lit(); got != "[1][1]›1" {
		t.Errorf("at the row of the first direction %q lights up", got)
	}
	if s.Hover(0, 0); lit() != "" || s.Hover(0, 1) {
		t.Error("beside all panels something lights up")
	}
	selectPanel(&s.Scene, stage.SpectrumName)
	for _, step := range [][2]string{{"J", "[1][1]›1"}, {"J", "[2][2]›2"}, {"K", "[1][1]›1"}} {
		s.press(step[0])
		if got := lit(); got != step[1] {
			t.Errorf("%s lights %q up, want %q", step[0], got, step[1])
		}
	}
}
