package frame

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// The keys and the wheel scroll as far as there is something, and not at all where all
// of it shows; and the frames.
func TestTheoryView(t *testing.T) {
	s := newStage(t, "rotated-gaussian", nil)
	s.Width, s.Height = 80, 24
	s.show(stage.TheoryName)
	s.requireFrame(t, "wide", 200, 60)
	s.requireFrame(t, "narrow", 80, 24)
	s.sized(80, 24).picture()
	var first, last, all int
	if _, err := fmt.Sscanf(regexp.MustCompile(`lines \d.*`).FindString(s.sized(80, 24).picture()), "lines %d–%d of %d", &first, &last, &all); err != nil {
		t.Fatal(err)
	}
	most := all - last
	for _, c := range []struct {
		keys string
		top  int
		says string
	}{
		{"down", 1, ""}, {"J", 2, ""}, {"up", 1, ""}, {"pgdown", 11, ""}, {"K", 10, ""}, {"pgup", 0, ""}, {"end", most, ""}, {"home", 0, ""},
		{"up", 0, "this is the first statement"}, {strings.Repeat("pgdown ", 20), most, "this is the last statement"},
	} {
		s.press(strings.Fields(c.keys)...)
		if top := s.recall(stage.TheoryName, "top"); top != c.top || s.Message != c.says {
			t.Fatalf("%s scrolls to line %d, want %d, and says %q", c.keys, top, c.top, s.Message)
		}
	}
	s.Message = ""
	testutil.Contains(t, s.sized(80, 24).picture(), "features like the labels")
	s.FindView(stage.TheoryName).Wheel(&s.Stage, -1)
	testutil.Equal(t, s.recall(stage.TheoryName, "top"), most-stage.WheelLines, most)
	testutil.Contains(t, s.sized(200, 90).picture(), "premises of")
	s.press("down")
	testutil.Equal(t, s.Message, "all statements are visible")
}

// judged says what becomes of the statement of that name.
func (s *desk) judged(name string) string {
	for _, line := range s.FindView(stage.TheoryName).Lines(&s.Stage) {
		if said, ok := strings.CutPrefix(line, name+": "); ok {
			return said
		}
	}
	return ""
}

// Remedies do what they say: pressing them makes a premise hold.
func TestTheoryRemedies(t *testing.T) {
	testutil.SkipInShort(t)
	s := inView(t, stage.TheoryName, "subspace", nil)
	for _, c := range []struct{ turn, premise, remedy string }{
		{"]", "as many components", "press } until k̃ = 6"},
		{"}", "as many components", "press { until k̃ = 5"},
		{"}", "A has full rank", "press { until k̃ = 5"},
		{"[", "source labels end at k", "press ] until k = 5"},
		{"{", "target labels end at k̃", "press } until k̃ = 5"},
		{"i", "the paper's objective", "press i"},
	} {
		s.run("r", c.turn)
		if said := s.judged(c.premise); !strings.HasPrefix(said, "does not hold; ") || !strings.HasSuffix(said, "; now: "+c.remedy) {
			t.Errorf("after %s, %s %s", c.turn, c.premise, said)
			continue
		}
		s.run(strings.Fields(c.remedy)[1])
		if said := s.judged(c.premise); !strings.HasPrefix(said, "holds; ") {
			t.Errorf("after %s and %s, %s %s", c.turn, c.remedy, c.premise, said)
		}
	}
}

// No number beside the theory's is cut in the middle, whatever the width and however
// long its symbols are when spelled out.
func TestTheoryNotesKeepTheirNumbers(t *testing.T) {
	testutil.SkipInShort(t)
	rate, cut := regexp.MustCompile(`(?m)^.*rate (α|alpha) in.*$`), regexp.MustCompile(`[0-9][0-9.e-]*(…|\.\.)`)
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair("lambda", "1000"))
	s.ShowAll = true
	for _, s.Glyphs = range []chart.Glyphs{chart.Braille, chart.ASCII} {
		for w := stage.FullWidth; w <= 200; w++ {
			if row := rate.FindString(s.sized(w, 40).picture()); row == "" || cut.MatchString(row) {
				t.Errorf("%d columns, %v: %s", w, s.Glyphs, row)
			}
		}
	}
}

// The remedies agree: to obey the first one again and again makes the theorem apply.
func TestTheoryRemediesAgree(t *testing.T) {
	s := inView(t, stage.TheoryName, "subspace", nil)
	key := regexp.MustCompile(`press (.) until`)
	for _, at := range [][2]string{{"3", "7"}, {"7", "3"}, {"3", "4"}} {
		s.set("k", at[0])
		s.set("ktilde", at[1])
		for range 9 {
			if press := key.FindStringSubmatch(s.judged("w in the target's span")); press != nil {
				s.run(press[1])
			}
		}
		if said := s.judged("w in the target's span"); !strings.HasPrefix(said, "holds; ") {
			t.Errorf("from k, k̃ = %v: %s", at, said)
		}
	}
}
