package frame

import (
	"regexp"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/stage"
)

// The first screen has at most 90 words, before and after a turn, and fewer on a small screen.
func TestFewWords(t *testing.T) {
	testutil.SkipInShort(t)
	words := regexp.MustCompile(`\p{Latin}{2,}`)
	for _, size := range [][3]int{{120, 36, 90}, {80, 24, 60}, {60, 20, 45}} {
		s := newStage(t, "rotated-gaussian", nil)
		for range 2 {
			picture := s.sized(size[0], size[1]).picture()
			if n := len(words.FindAllString(picture, -1)); n > size[2] {
				t.Errorf("%d words on %d×%d:\n%s", n, size[0], size[1], picture)
			}
			s.press("right")
			s.settle()
		}
	}
}

// The legend of the target has the names of both classes at every size.
func TestClassesAreNamed(t *testing.T) {
	testutil.SkipInShort(t)
	for _, pair := range [][2]string{{"penguins", "○ Adelie  ● Chinstrap"}, {"rotated-gaussian", "○ −  ● +"}} {
		s := newStage(t, pair[0], nil)
		for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {120, 30}, {120, 36}, {200, 60}} {
			testutil.Contains(t, s.sized(size[0], size[1]).picture(), pair[1])
		}
	}
}

// An overlay has the whole screen: its box begins in the first line, and only its hints and
// messages stand below it.
func TestOverlaysHaveTheScreen(t *testing.T) {
	testutil.SkipInShort(t)
	s := newStage(t, "rotated-gaussian", nil)
	s.press("m")
	for _, key := range []string{"o", "L", "R", "M", ":", "?"} {
		s.press("esc")
		s.press(key)
		for _, size := range sizes {
			lines := s.sized(size[0], size[1]).Draw().Plain()
			below := strings.Trim(lines[size[1]-2], " ")
			if s.TopOverlay() == nil || !strings.HasPrefix(lines[0], "╭") || !strings.HasPrefix(lines[size[1]-3], "╰") || below != s.Message {
				t.Errorf("%s at %v: %q stands below the box in\n%s", key, size, below, strings.Join(lines, "\n"))
			}
		}
		if len(s.ControlRegions()) > 0 {
			t.Errorf("%s: controls can be clicked below the overlay", key)
		}
	}
}

// In the map, whose arrows move the cursor, the sentence names the keys that turn λ.
func TestSentenceOfTheMap(t *testing.T) {
	s := newStage(t, "rotated-gaussian", nil)
	s.ShowView(stage.MapName)
	if text := s.sentence(); !strings.HasPrefix(text, "Press > to raise λ") {
		t.Errorf("the sentence is %q", text)
	}
}
