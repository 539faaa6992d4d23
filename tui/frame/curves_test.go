package frame

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

// The keys of the view switch what their hints say.
func TestConvergenceKeys(t *testing.T) {
	s := inView(t, stage.ConvergenceName, "rotated-gaussian", nil)
	if track := s.DrawnTrajectory(); track == nil || len(track.Frames) != session.TrajectoryFrames {
		t.Fatal("the view does not ask for the track")
	}
	var logX, logY bool
	for _, key := range []string{"x", "X", "X", "x"} {
		s.press(key)
		logX, logY = logX != (key == "x"), logY != (key == "X")
		text := s.picture()
		for label, shown := range map[string]bool{"epoch, log": logX, "(1 − accuracy), log": logY, "J/n above its minimum, log": logY} {
			testutil.Equal(t, strings.Contains(text, label), shown, key, label, text)
		}
	}
	for _, height := range []int{36, 22} {
		before := s.sized(120, height).picture()
		offered := strings.Contains(before, " v J/n ")
		s.press("v")
		s.Message = ""
		if works := s.picture() != before; offered != (height == 22) || works != offered {
			t.Errorf("at %d rows v is offered: %t, and works: %t", height, offered, works)
		}
	}
}

// The view of a divergence says by how much weights grow (which the model's tests compare
// with the plain loop), and pressing what it says ends it, and not sooner.
func TestDivergence(t *testing.T) {
	for _, rate := range []string{"0.7", "1", "1000"} {
		s := inView(t, stage.ConvergenceName, "rotated-gaussian", map[string]string{"rate": rate})
		growth := number.ThreeDigits(s.Solution.Params.ErrorGrowth(s.Solution.Descent)) + " times as large"
		testutil.Contains(t, s.picture(), growth)
		text := regexp.MustCompile(`press \S+ (?:once|\d+ times) for the stable rate`).FindString(s.picture())
		var key string
		presses := 1
		if _, err := fmt.Sscanf(text, "press %s %d times", &key, &presses); err != nil {
			if _, err := fmt.Sscanf(text, "press %s once", &key); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
		for i := range presses {
			if !s.Solution.Descent.Diverges {
				t.Errorf("rate %s: %q, but %d are enough", rate, text, i)
			}
			s.run(key)
		}
		if s.Solution.Descent.Diverges {
			t.Errorf("rate %s: %q does not help", rate, text)
		}
	}
}

// readLine is what is read off at the bottom of the view that fills the screen.
func (s *desk) readLine() string {
	s.t.Helper()
	pictures := stage.VisiblePictures(&s.Stage, s.FindView(s.Panel))
	at, ok := stage.SnapCursor(&s.Stage, pictures)
	if !ok {
		return ""
	}
	return chart.JoinGroups(stage.ReadValues(&s.Stage, pictures, at))
}

// Keys move the cursor from value to value, see less of the axis around it until no
// values are left between, and turn to where it stands; Esc goes back layer by layer.
func TestReading(t *testing.T) {
	s := inView(t, stage.LambdaName, "rotated-gaussian", map[string]string{"n": "80", "m": "70"})
	says := func(want string) {
		t.Helper()
		if got := s.readLine(); !strings.HasPrefix(got, want) || got == "" != (want == "") {
			t.Errorf("it reads %q, want %q", got, want)
		}
	}
	says("")
	for _, c := range []struct{ keys, want string }{
		{"enter", "λ = 1, LAR "}, {"right", "λ = 3, "}, {"left left left", "λ = 0.1, "}, {"home", "λ = 0, "}, {"shift+right", "λ = 3, "}, {"end", "λ = 1e4, "},
	} {
		s.press(strings.Fields(c.keys)...)
		says(c.want)
		testutil.Contains(t, s.picture(), strings.SplitN(c.want, ",", 2)[0]+"   LAR ")
	}
	s.press("right")
	if s.Message == "" {
		t.Error("at the end → is silent")
	}
	s.press("down")
	if s.FocusedControl().Name != "lambda" || !strings.Contains(s.Message, "all curves at once") {
		t.Errorf("down selects %s and says %q", s.FocusedControl().Name, s.Message)
	}
	s.press("left", "left", "left", "left")
	before := ""
	for range 20 {
		s.press("+")
		says("λ = 100, ")
		if s.Message == "" && s.picture() == before {
			t.Fatalf("+ is silent:\n%s", before)
		}
		before = s.picture()
	}
	if r := s.VisibleCursor(); !(r.Low < 100 && r.High > 100 && r.High/r.Low < 30) || s.Message == "" {
		t.Errorf("+ comes to %v…%v and says %q", r.Low, r.High, s.Message)
	}
	s.press("-", "esc")
	if r := s.VisibleCursor(); !r.Active || r.Low != r.High {
		t.Errorf("Esc leaves %+v", r)
	}
	s.run("enter")
	says("λ = 100, ")
	testutil.Equal(t, s.State.Params.Lambda, 100)
	s.run("u", "esc")
	says("")
	if strings.Contains(s.picture(), "λ = 100   LAR") {
		t.Errorf("Esc leaves\n%s", s.picture())
	}
}
