package help

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/chart"
)

// pages returns three pages. The second page is longer than any screen.
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

func shown(b *Viewer, w, h int) string {
	g := chart.NewGrid(w, h)
	b.Draw(g, pages(), chart.Braille)
	return strings.Join(g.Plain(), "\n")
}

// TestPages checks that keys and clicks on titles show another page from its beginning, in a
// circle.
func TestPages(t *testing.T) {
	const w, h = 120, 20
	var b Viewer
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
