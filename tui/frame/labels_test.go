package frame

import (
	"os"
	"strings"
	"testing"

	"larui/model/must"
)

// R says what labels will tell, and asks for one after the other once the file is named; what
// is answered is in the file, undone and gone back to; it goes on after it was left, and in
// another explorer; pins are compared as well.
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
		must.Say(t, s.Scene.picture(120, 36), texts...)
	}
	answers := func(want string) {
		t.Helper()
		text, _ := os.ReadFile(file)
		var got strings.Builder
		for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
			fields := strings.Split(line, ",")
			got.WriteString(fields[len(fields)-2] + " ")
		}
		must.Equal(t, strings.TrimSpace(got.String()), want)
	}
	requireWhole := func(name string, w, h int) {
		t.Helper()
		t.Chdir(golden)
		s.requireWhole(t, name, w, h)
		t.Chdir(folder)
	}
	requireWhole("plan", 80, 24)
	s.press("tab")
	must.Say(t, s.Scene.Message, "two pins")
	s.settle()
	s.press("enter")
	sees("row 842, 1 of 20", "one says +1, the other -1", file)
	s.press("-", "+", "?", "-")
	answers("-1 +1 ? -1")
	requireWhole("row", 80, 24)
	requireWhole("small", 60, 20)
	s.press("up", "up", "+", "backspace", "backspace")
	answers("-1 +1 ?")
	sees("row 726, 4 of 20")
	s.press("x")
	must.Say(t, s.Scene.Message, "no class")
	s.press("tab")
	sees("LAR -1, no adaptation +1")
	s.press("esc", "R")
	sees("row 726, 4 of 20")
	s.press("backspace")
	answers("-1 +1")
	s = open()
	s.press("enter")
	sees("3 of 20", "2 rows answered")
	s.press("esc")
	s.run("m")
	s.run(">")
	s.run("R", "tab")
	sees("LAR or pin a", "LAR and pin a differ in")
	s.press("enter")
	sees("is there already, and these answers can't go into it")
}

// A number is typed, and what is none is refused.
func TestLabelsOfNumbers(t *testing.T) {
	t.Chdir(t.TempDir())
	s := newStage(t, "rotated-regression", map[string]string{"lambda": "100"})
	s.run("R")
	s.press("enter")
	o := OverlayOf[*Labels](&s.Scene)
	answer := func(text string) {
		o.Type(s.Host, text)
		s.press("enter")
	}
	answer("half")
	if text := s.Scene.picture(80, 24); o.Round().At != 0 || !strings.Contains(text, "half") {
		t.Errorf("what is no number leads to row %d in\n%s", o.Round().At, text)
	}
	for range 9 {
		answer("0.5")
	}
	s.press("?")
	if text := s.Scene.picture(80, 24); !strings.Contains(text, "9 rows answered, 1 unsure") || !strings.Contains(text, "squared error falls by") {
		t.Errorf("after nine answers\n%s", text)
	}
}
