package frame

import (
	"context"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"larui/model"
	"larui/model/labelling"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/overlay/export"
	"larui/tui/session"
	"larui/tui/stage/stagetest"
)

// R asks for one label after the other. The answers are in the file, can be undone and gone back to.
// Labelling continues after it was left, and in another explorer. Backspace before the first answer asks
// for another file. Pins are compared as well.
func TestLabels(t *testing.T) {
	golden, _ := os.Getwd()
	folder := t.TempDir()
	t.Chdir(folder)
	const file = "rotated-gaussian-labels.csv"
	open := func() *desk {
		s := newStage(t, "rotated-gaussian", map[string]string{"lambda": "100"})
		s.run("R")
		return s
	}
	s := open()
	sees := func(texts ...string) {
		t.Helper()
		testutil.Contains(t, s.picture(), texts...)
	}
	answers := func(want string) {
		t.Helper()
		text, _ := os.ReadFile(file)
		var got strings.Builder
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
			fields := strings.Split(line, ",")
			got.WriteString(fields[len(fields)-2] + " ")
		}
		testutil.Equal(t, strings.TrimSpace(got.String()), want)
	}
	requireWhole := func(name string, w, h int) {
		t.Helper()
		t.Chdir(golden)
		s.requireWhole(t, name, w, h)
		t.Chdir(folder)
	}
	sees("row 842, answers 0, rows predicted differently 100", "one says +1, the other -1", "Bksp file", file)
	s.press("backspace")
	requireWhole("plan", 80, 24)
	s.press("tab")
	testutil.Contains(t, s.Message, "pin a solution with m")
	s.settle()
	if _, err := os.Stat(file); err == nil {
		t.Error("a file is written before the first answer")
	}
	s.press("enter")
	s.press("-", "+", " ", "?")
	testutil.Contains(t, s.picture(), "space  unsure")
	s.press("esc", "-")
	answers("-1 +1 ? -1")
	requireWhole("row", 80, 24)
	requireWhole("small", 60, 20)
	s.press("up", "up", "+", "backspace", "backspace")
	answers("-1 +1 ?")
	sees("row 726, answers 2,")
	s.press("x")
	testutil.Contains(t, s.Message, "no class")
	s.press("tab")
	sees("LAR -1, no adaptation +1")
	s.press("esc", "R")
	sees("row 726, answers 2,")
	s.press("backspace")
	answers("-1 +1")
	s = open()
	sees("row 176, answers 2", "2 rows answered")
	s.press("esc")
	s.run("m")
	s.run(">")
	s.run("R", "tab")
	sees("LAR or pin a", "LAR and pin a differ in")
	s.press("enter")
	sees("exists already, and the answers can't be added to it")
}

// TestRefusedSetting labels rows after choosing has refused a setting: the key turns to this setting in one
// turn. Choosing again says that the answers are not used, and a later opening finds them.
func TestRefusedSetting(t *testing.T) {
	t.Chdir(t.TempDir())
	pair := stagetest.FilePair(t, 60, 12, "binary", false, func(i int) float64 { return map[bool]float64{true: 1}[i%2 == 0] })
	s := newStage(t, "files", pair)
	want := testutil.Must(s.Session.Choose(t.Context(), s.State.Params, session.LabelFree, nil))
	s.run("*")
	none := s.State
	if !want.Doubtful || none.Params == want.LeaderParams {
		t.Fatalf("no setting is refused: %+v", want)
	}
	s.run("R")
	testutil.Equal(t, s.State.Params, want.LeaderParams)
	testutil.Contains(t, s.picture(), "testing "+session.FormatSetting(want.LeaderParams)+": not chosen without labels", "LAR and no adaptation differ in")
	s.press("1", "esc")
	testutil.Contains(t, s.picture(), "by your 1 answer, 90 %: ")
	s.press("u")
	s.settle()
	testutil.Equal(t, s.State.Equal(none), true)
	testutil.Contains(t, zeroLambdaText(s.Scene, s.Solution), "press R to test "+session.FormatSetting(want.LeaderParams))
	s.run("*")
	testutil.Contains(t, s.Message, "To go on with your 1 answer (verdict: open), press R")
	answers := testutil.Must(os.ReadFile("target-labels.csv"))
	earlier := regexp.MustCompile(`,lar-setting|,--k=[^,]*`).ReplaceAll(answers, nil) // as earlier versions wrote it
	testutil.NoError(t, os.WriteFile("target-labels.csv", earlier, 0o600))
	s = newStage(t, "files", pair)
	testutil.Contains(t, s.Message, "found your 1 answer in target-labels.csv: set k, k̃ and λ as for these answers, by hand or by *, then press R to go on")
	other := regexp.MustCompile("--seed=0").ReplaceAll(answers, []byte("--seed=5"))
	testutil.NoError(t, os.WriteFile("target-labels.csv", other, 0o600))
	testutil.Contains(t, newStage(t, "files", pair).Message, "found your 1 answer in target-labels.csv: set k, k̃ and λ as for these answers")
	testutil.NoError(t, os.WriteFile("target-labels.csv", answers, 0o600))
	s = newStage(t, "files", pair)
	testutil.Contains(t, s.Message, "found your 1 answer in target-labels.csv for "+session.FormatSetting(want.LeaderParams)+": press R to go on")
	s.Writer.Kinds = []export.Kind{{Content: export.Predictions}}
	testutil.Contains(t, ExportKinds(s.Scene)[0].About, "predictions of this setting, ignoring your 1 answer in target-labels.csv: press R first")
	s.run("R")
	testutil.Equal(t, s.State.Params, want.LeaderParams)
	testutil.Contains(t, s.Message, "going on with your 1 answer in target-labels.csv")
	s.press("esc", "u")
	s.settle()
	s.run("*")
	testutil.Contains(t, s.Message, "To go on with your 1 answer (verdict: open), press R")
}

// A number is typed, and what is none is refused.
func TestLabelsOfNumbers(t *testing.T) {
	t.Chdir(t.TempDir())
	s := newStage(t, "rotated-regression", map[string]string{"lambda": "100"})
	s.run("R")
	o := OverlayOf[*LabelOverlay](s.Scene)
	answer := func(text string) {
		o.SetText(s.Host, text)
		s.press("enter")
	}
	answer("half")
	if text := s.sized(80, 24).picture(); o.Round().At != 0 || !strings.Contains(text, "half") {
		t.Errorf("what is no number leads to row %d in\n%s", o.Round().At, text)
	}
	for range 9 {
		answer("0.5")
	}
	s.press(" ")
	testutil.Contains(t, s.sized(80, 24).picture(), "9 rows answered, 1 unsure", "squared error falls by")
}

// The drawn interval ends where its numbers say, on an axis that the interval without answers fills.
// Once it leaves zero, it is green or red, the last line names the file to join, and the exported
// predictions are those of the better model.
func TestGainIsDrawn(t *testing.T) {
	for _, c := range []struct {
		lar   int // the share of answers that agree with LAR
		says  string
		model string
		style chart.Style
	}{{1, "keep LAR: it", "LAR", chart.Good}, {0, "drop LAR: no adaptation", "no adaptation", chart.Bad}} {
		t.Chdir(t.TempDir())
		s := newStage(t, "rotated-gaussian", map[string]string{"lambda": "100"})
		s.Width, s.Height = 80, 24
		s.run("R")
		signs, _ := gainDrawn(t, s)
		testutil.Equal(t, fmt.Sprint(signs), fmt.Sprint(map[rune]int{'├': 0, '┼': 30, '┤': 60}))
		r := OverlayOf[*LabelOverlay](s.Scene).Round()
		for r.Verdict.Decision == labelling.Open {
			said, first := r.Predictions()
			s.press(said[(first+1-c.lar)%2][:1])
			signs, style := gainDrawn(t, s)
			share := r.NewSample().Share
			for sign, gain := range map[rune]float64{'├': r.Verdict.Anytime.Low, '┤': r.Verdict.Anytime.High, '●': r.Verdict.Gain} {
				want := int(math.Round(30 + 30*gain/share))
				if at, ok := signs[sign]; ok && at != want || !ok && sign == '●' {
					t.Errorf("%c is at %d, want %d of 60", sign, at, want)
				}
			}
			testutil.Equal(t, style, map[bool]chart.Style{true: chart.Plain, false: c.style}[r.Verdict.Decision == labelling.Open])
		}
		testutil.Contains(t, s.sized(80, 24).picture(), c.says, "Enter writes the predictions of "+c.model+" to", "↓ label more")
		answered := r.Tally.Answered
		s.press("+")
		testutil.Equal(t, r.Tally.Answered, answered)
		testutil.Contains(t, s.Message, "the answers have decided: press ↓ to label more rows")
		s.press("down")
		testutil.Contains(t, s.sized(80, 24).picture(), "one says ", "Esc, then O writes the predictions of "+c.model+" to")
		s.press("esc", "R")
		params := make(chan model.Params, 1)
		s.Writer.Kinds = []export.Kind{{Content: export.Predictions, Suffix: "-predictions.csv", Ending: ".csv", Write: func(_ context.Context, r export.Request) (string, error) {
			params <- r.State.Params
			return "", nil
		}}}
		s.press("enter")
		p := s.State.Params
		testutil.Equal(t, <-params, map[int]model.Params{0: p.WithoutAdaptation(), 1: p}[c.lar])
		s.Writer.Kinds = []export.Kind{{About: "of LAR and no adaptation", Content: export.Predictions}}
		testutil.Contains(t, ExportKinds(s.Scene)[0].About, map[int]string{0: "the predictions of no adaptation, as", 1: "of LAR"}[c.lar])
	}
}

// gainDrawn returns the columns of the signs of the drawn interval, and its style.
func gainDrawn(t *testing.T, s *desk) (signs map[rune]int, style chart.Style) {
	t.Helper()
	g := s.sized(80, 24).Draw()
	for y, line := range g.Plain() {
		before, axis, found := strings.Cut(line, "worse ")
		if !found {
			continue
		}
		signs = map[rune]int{}
		axis, _, _ = strings.Cut(axis, " better")
		for x, sign := range []rune(axis) {
			if sign != '─' && sign != ' ' {
				signs[sign], style = x, g.At(chart.TextWidth(before)+6+x, y).Style
			}
		}
		return signs, style
	}
	t.Fatal("no interval is drawn")
	return nil, 0
}
