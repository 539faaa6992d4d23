package figure

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"strings"
)

// A Page is an HTML document with two sliders and a figure for each pair of their values. The
// document loads no other files.
type Page struct {
	// Controls has the two sliders. The frame for value a of the first slider and value b of the
	// second is Frames[b·len(Controls[0].Values) + a].
	Controls []Slider
	Frames   []Frame
}

// A Slider is a control of a page with a list of values. Start is the index of the initial value.
type Slider struct {
	Label  string   `json:"label"`
	Values []string `json:"values"`
	Start  int      `json:"start"`
}

// A Frame is what a page shows at one position of the sliders: a figure, a text about the figure,
// and the command that draws the figure.
type Frame struct {
	Figure        Figure
	Text, Command string
}

//go:embed page.html
var pageHTML string

// Encode returns the document with figures of the given size. Equal SVG elements of several figures
// occur once, and moving a slider changes only elements that differ. Equal pages give equal bytes.
// Errors wrap ErrSize.
func (p Page) Encode(size Size) ([]byte, error) {
	all := &layers{known: map[string]*svgElement{}, shapes: map[string]int{}, frames: len(p.Frames)}
	var says, commands []string
	for f, frame := range p.Frames {
		svg, err := Encode(frame.Figure, "svg", size)
		if err != nil {
			return nil, err
		}
		all.addFrame(f, svg)
		says, commands = append(says, frame.Text), append(commands, frame.Command)
	}
	start := p.Controls[1].Start*len(p.Controls[0].Values) + p.Controls[0].Start
	// There is no error, because strings and whole numbers can always be encoded.
	data, _ := json.Marshal(map[string]any{
		"controls": p.Controls, "start": start, "changes": all.listChanges(), "says": says, "commands": commands,
	})
	var sliders strings.Builder
	for i, c := range p.Controls {
		fmt.Fprintf(&sliders, `<label for="c%[1]d">%[2]s</label>
<input id="c%[1]d" type="range" min="0" max="%[3]d" value="%[4]d">
<output for="c%[1]d">%[5]s</output>
`, i, html.EscapeString(c.Label), len(c.Values)-1, c.Start, html.EscapeString(c.Values[c.Start]))
	}
	opens := p.Frames[start]
	page := strings.NewReplacer(
		"TITLE", html.EscapeString(replaceUnprintable(opens.Figure.Title)), "DRAWING", all.encodeFrame(start), "SLIDERS", sliders.String(),
		"SAYS", html.EscapeString(opens.Text), "COMMAND", html.EscapeString(opens.Command), "DATA", string(data),
	).Replace(pageHTML)
	return []byte(page), nil
}
