package palette

import (
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/chart"
)

func items() []Item {
	return []Item{
		{Name: "undo", Key: "u", Text: "undo the last turn"}, {Name: "redo", Key: "U", Text: "redo what was undone", Refusal: "nothing was undone"},
		{Name: "pin", Key: "m", Text: "keep it while you turn"}, {Name: "next-panel", Key: "w", Text: "select the next panel"},
		{Name: "view-map", Key: "5", Text: "view: map"}, {Name: "lambda", Key: "< >", Text: "how strongly the target pulls", Synonyms: "λ"}, {Name: "map.best", Key: "5 b", Text: "to the best cell"},
	}
}

// TestMatching checks the order of the items: an exact name, the key or a synonym, a part of the
// name, its beginning, a piece of it, a piece of the description. Among equal matches, items
// without a refusal come first.
func TestMatching(t *testing.T) {
	for typed, want := range map[string]string{
		"":           "undo pin next-panel view-map lambda map.best redo",
		"undo":       "undo redo",
		"UN":         "undo redo",
		"u":          "undo redo pin lambda",
		"w":          "next-panel view-map pin lambda redo",
		"λ":          "lambda",
		"best":       "map.best",
		"panel next": "next-panel",
		"do":         "undo redo",
		"turn":       "undo pin",
		"turn last":  "undo",
		"nothing":    "",
		"m":          "pin map.best view-map lambda",
		"map":        "view-map map.best",
	} {
		var p Palette
		p.Show(items())
		p.SetText(typed)
		var got []string
		for _, item := range p.MatchingItems() {
			got = append(got, item.Name)
		}
		testutil.Equal(t, strings.Join(got, " "), want, typed, got)
	}
}

// TestChoosing presses Enter, which chooses the selected item and hides the overlay. For an item
// with a refusal the overlay stays and shows the refusal. A direct item is the only item.
func TestChoosing(t *testing.T) {
	var p Palette
	p.Show(items())
	if chosen, known := p.Press("x"); chosen != nil || known {
		t.Error("Press handles a letter")
	}
	p.SetText("redo")
	if chosen, _ := p.Press("enter"); chosen != nil || !p.Shown {
		t.Error("an item with a refusal is chosen")
	}
	g := chart.NewGrid(60, 12)
	p.Draw(g, chart.Braille)
	if !strings.Contains(strings.Join(g.Plain(), "\n"), "nothing was undone") || g.At(1, 10).Style != chart.Warning {
		t.Errorf("the refusal does not show:\n%s", strings.Join(g.Plain(), "\n"))
	}
	p.SetText("")
	for h, more := range map[int]bool{listY + footLines + 1: true, 30: false} {
		g = chart.NewGrid(60, h)
		p.Draw(g, chart.Braille)
		testutil.Equal(t, strings.Contains(strings.Join(g.Plain(), "\n"), " ↓ more"), more, h, strings.Join(g.Plain(), "\n"))
	}
	p.Press("down")
	p.Press("down")
	p.Press("up")
	if chosen, _ := p.Press("enter"); chosen == nil || chosen.Name != "pin" || p.Shown {
		t.Errorf("%v is chosen", chosen)
	}
	p.Show(items())
	p.SetText("lam")
	p.Press("tab")
	testutil.Equal(t, p.Text(), "lambda ")
	p.SetText("lambda 5", Item{Name: "lambda 5"})
	if chosen, _ := p.Press("enter"); chosen == nil || chosen.Name != "lambda 5" {
		t.Errorf("%v is chosen", chosen)
	}
	p.Show(nil)
	if chosen, known := p.Press("enter"); chosen != nil || !known {
		t.Error("Enter chooses from an empty list")
	}
}
