package help

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/chart"
)

// pages returns three pages. The second page is longer than any screen, and one word is on the
// first and on the third page.
func pages() []Page {
	var long []Entry
	for i := range 90 {
		long = append(long, Entry{fmt.Sprintf("key%d", i), "does the thing of number " + fmt.Sprint(i)})
	}
	return []Page{
		{"first", [][]Entry{{{"a", "a rotation"}, {"b", "another"}}, {{"", "Heading"}, {"c", "more"}}}},
		{"second", [][]Entry{long[:60], long[60:]}},
		{"third", [][]Entry{{{"λ", "the Rotation of all"}}}},
	}
}

func shown(b *Book, w, h int) string {
	g := chart.NewGrid(w, h)
	b.Draw(g, pages(), chart.Braille)
	return strings.Join(g.Plain(), "\n")
}

// TestSearch types queries, which select the first match from the present page on, in small or
// capital letters. n and Enter select the next match, N the match before it, in a circle, and the
// match is always visible.
func TestSearch(t *testing.T) {
	const w, h = 120, 20
	b := Book{Page: 1}
	press := func(keys ...string) (says string) {
		for _, key := range keys {
			says, _ = b.Press(key, pages(), chart.Braille, w, h)
		}
		return says
	}
	testutil.Contains(t, press("n"), "press / to search")
	press("/")
	for _, c := range []struct {
		typed string
		page  int
		sees  string
	}{{"r", 1, "4 of 94"}, {"rotation", 2, "2 of 2"}, {"number 57", 1, "key57"}, {"number 88", 1, "key88"}, {"nowhere", 1, "not found"}, {"LAMBDA", 2, ""}} {
		gl := chart.Braille
		if c.typed == "LAMBDA" {
			gl = chart.ASCII
		}
		b.Type(c.typed, pages(), gl, w, h)
		if text := shown(&b, w, h); b.Page != c.page || !strings.Contains(text, c.sees) {
			t.Errorf("%q leads to page %d:\n%s", c.typed, b.Page, text)
		}
	}
	b.Type("Rotation", pages(), chart.Braille, w, h)
	if _, known := b.Press("n", pages(), chart.Braille, w, h); known || !b.Searching {
		t.Error("Press handles n while the user types a query")
	}
	press("enter")
	for _, c := range []struct {
		key  string
		page int
	}{{"n", 0}, {"n", 2}, {"N", 0}, {"N", 2}, {"enter", 0}} {
		press(c.key)
		if b.Page != c.page || b.Searching {
			t.Errorf("%s leads to page %d, want %d", c.key, b.Page, c.page)
		}
	}
	// Every match is visible, on a screen with one column and with two.
	for _, size := range [][2]int{{58, 13}, {78, 17}, {118, 28}} {
		for i := range 90 {
			b := Book{Searching: true}
			text := fmt.Sprintf("number %d", i)
			b.Type(text, pages(), chart.Braille, size[0], size[1])
			testutil.Contains(t, shown(&b, size[0], size[1]), text)
		}
	}
}

// TestPages checks that keys and clicks on titles show another page from its beginning, in a
// circle.
func TestPages(t *testing.T) {
	const w, h = 120, 20
	var b Book
	for _, c := range []struct {
		key  string
		page int
	}{{"tab", 1}, {"G", 1}, {"g", 1}, {"j", 1}, {"k", 1}, {"end", 1}, {"right", 2}, {"l", 0}, {"left", 2}, {"shift+tab", 1}, {"h", 0}} {
		top := b.Top
		if _, known := b.Press(c.key, pages(), chart.Braille, w, h); !known || b.Page != c.page || (b.Top > 0) != strings.Contains("end G j", c.key) {
			t.Errorf("%s leads to page %d at line %d (was %d)", c.key, b.Page, b.Top, top)
		}
	}
	first, _, _ := strings.Cut(shown(&b, w, h), "\n")
	for i, page := range pages() {
		b.ClickAt(strings.Index(first, page.Title), 0, pages(), chart.Braille)
		testutil.Equal(t, b.Page, i, page.Title)
	}
	if _, known := b.Press("x", pages(), chart.Braille, w, h); known {
		t.Error("Press handles x")
	}
}

// TestWords checks that each word has one explanation of four words or more, without a full stop.
func TestWords(t *testing.T) {
	var names []string
	for _, w := range Terms() {
		if slices.Contains(names, w.Name) || strings.HasSuffix(w.Text, ".") || len(strings.Fields(w.Text)) < 4 {
			t.Errorf("%s: %q", w.Name, w.Text)
		}
		for _, sign := range append(w.Spellings, w.Name) {
			if found := FindTerms("x "+sign+", y", chart.Braille); len(found) == 0 {
				t.Errorf("%q is not found", sign)
			}
			if found := FindTerms("x"+sign+"y", chart.Braille); slices.ContainsFunc(found, func(f Term) bool { return f.Name == w.Name }) && strings.ContainsAny(sign, "aeiouk") {
				t.Errorf("%q is found within another word", sign)
			}
		}
		names = append(names, w.Name)
	}
}
