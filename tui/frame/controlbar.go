package frame

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// The bar of controls is always in sight. It takes at most barRows rows: the
// main controls with the longest sliders that fit, then the advanced ones, which
// narrow screens show only while they are selected or changed.
const (
	barRows = 3
	barGap  = 3
)

// sliders are the lengths to try, longest first.
var sliders = []int{10, 7, 5, 0}

// A controlCell is one control as the bar shows it: label, value, slider.
type controlCell struct {
	// Index is the control's place among those of the scene.
	Index int
	label string
	// Text is its value; value how many columns that gets.
	text  string
	value int
	// Slider is its length; arrows tells whether ◂ and ▸ stand beside the value.
	Slider int
	Arrows bool
	// Place is the position of the knob.
	place float64
	// typing tells that text is what is being typed, in place of all behind the label.
	typing bool
	// focused controls stand out, changed ones say that they just moved; spare ones are
	// advanced, and neither selected nor other than usual.
	focused, changed, advanced, spare bool
}

// newCell returns the cell of control i, with a slider of that length. Usual is what the
// pair opens with.
func newCell(sc *Scene, i int, c session.Option, slider int, usual session.State) controlCell {
	cell := controlCell{
		Index: i, label: sc.Label(c), text: c.Get(sc.State), Slider: slider, Arrows: true,
		place: c.Place(sc.State, sc.Limits), focused: i == sc.Focus, advanced: c.Advanced,
	}
	cell.spare = c.Advanced && !cell.focused && cell.text == c.Get(usual)
	cell.changed = sc.Before != nil && cell.text != c.Get(sc.BeforeState)
	if c.Name == "angle" {
		cell.text += sc.Spell("°")
	}
	cell.value = max(c.WidthIn(sc.Limits), chart.TextWidth(cell.text))
	if c.Advanced {
		cell.Slider, cell.Arrows = 0, cell.focused
	}
	if cell.focused && sc.Typing {
		// What is typed takes the place of arrows and slider: the bar stays.
		cell.typing = true
		cell.text = entryWindow([]rune(sc.Entry), sc.Cursor, cell.width()-chart.TextWidth(cell.label)-1)
	}
	return cell
}

// A cellLayout says in which columns of a controlCell its parts begin, and how many it
// takes; -1 stands for a part that it has not.
type cellLayout struct{ Down, value, Up, Slider, width int }

func (c controlCell) Layout() cellLayout {
	at := cellLayout{Down: -1, value: chart.TextWidth(c.label) + 1, Up: -1, Slider: -1}
	if c.Arrows {
		at.Down = at.value
		at.value += 2
		at.Up = at.value + c.value + 1
	}
	at.width = at.value + c.value
	if c.Arrows {
		at.width += 2
	}
	if c.Slider > 0 {
		at.Slider = at.width + 1
		at.width = at.Slider + c.Slider
	}
	return at
}

func (c controlCell) width() int { return c.Layout().width }

// A controlRegion is where a control lies, in the bar or in a frame.
type controlRegion struct {
	controlCell
	rect
}

// ControlRegions places the bar of controls in a frame of w×h cells, above the line
// of hints.
func (sc *Scene) ControlRegions(w, h int) []controlRegion {
	l := layoutOf(sc, w, h)
	regions := quietRow(sc, w)
	if !l.quiet {
		regions = slices.Concat(controlRows(sc, w)...)
	}
	for i := range regions {
		regions[i].Y += h - 1 - l.said - l.bar
	}
	return regions
}

// controlRows lays out the bar for a screen of w columns. The focused control is
// always in it, and where others are not, there is room to say so.
func controlRows(sc *Scene, w int) [][]controlRegion {
	var cells []controlCell
	usual := session.State{Spec: datasets.DefaultSpec(sc.State.Spec.Name)}
	for _, slider := range sliders {
		cells = cells[:0]
		for i, c := range sc.Controls() {
			cells = append(cells, newCell(sc, i, c, slider, usual))
		}
		if rows := pack(cells, w, true); len(rows) <= barRows {
			return rows
		}
	}
	// What has no room gives way from the end, the spare ones first.
	isSpare := func(c controlCell) bool { return c.spare }
	for {
		rows := pack(cells, w, slices.ContainsFunc(cells, isSpare))
		text, x := moreText(sc, rows)
		if len(cells) < 2 || len(rows) <= barRows && (text == "" || x+chart.TextWidth(text) <= w-1) {
			return rows
		}
		at := len(cells) - 1
		for i, c := range cells {
			if c.spare {
				at = i
			}
		}
		if cells[at].focused {
			at--
		}
		cells = slices.Delete(cells, at, at+1)
	}
}

// pack puts cells into rows of w columns; where apart is set, advanced ones begin a row.
func pack(cells []controlCell, w int, apart bool) (rows [][]controlRegion) {
	x := 1
	for i, cell := range cells {
		last, width := len(rows)-1, cell.width()
		if last < 0 || x+width > w-1 || apart && cell.advanced && !cells[i-1].advanced {
			rows = append(rows, nil)
			last, x = last+1, 1
		}
		rows[last] = append(rows[last], controlRegion{cell, rect{x, last, width, 1}})
		x += width + barGap
	}
	return rows
}

// moreText tells how many controls the rows leave out, and how to see them, and from
// which column on; empty where they are all there.
func moreText(sc *Scene, rows [][]controlRegion) (text string, x int) {
	shown := slices.Concat(rows...)
	if len(shown) == 0 || len(shown) == len(sc.Controls()) {
		return "", 0
	}
	last := shown[len(shown)-1]
	return fmt.Sprintf("+%d: Tab", len(sc.Controls())-len(shown)), last.X + last.W + barGap
}

// drawControls draws the bar over the last rows of g but the one of the hints.
func drawControls(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	l, regions := layoutOf(sc, w, h), sc.ControlRegions(w, h)
	for _, r := range regions {
		if r.focused {
			g.Set(r.X-1, r.Y, chart.FocusMark, chart.Accent)
		}
		r.draw(r.of(g))
	}
	if l.quiet {
		x := regions[0].X + regions[0].W + 2
		for _, p := range meaning(sc, w, w-1-x) {
			x += g.Text(x, regions[0].Y, p.Text, p.Style)
		}
		return
	}
	text, x := moreText(sc, controlRows(sc, w))
	g.Text(x, h-2-l.said, chart.Truncate(text, w-1-x), chart.Key)
}

func (c controlCell) draw(g *chart.Grid) {
	label, value := chart.Plain, chart.Bold
	switch {
	case c.focused:
		label, value = chart.Inverse, chart.Inverse
	case c.changed:
		value = chart.Changed
	case !c.Arrows:
		label, value = chart.Dim, chart.Dim
	}
	at := c.Layout()
	g.Text(0, 0, c.label, label)
	if !c.Arrows || c.typing {
		g.Text(chart.TextWidth(c.label)+1, 0, c.text, value)
		return
	}
	g.Text(at.Down, 0, "◂", chart.Dim)
	padding := strings.Repeat(" ", c.value-chart.TextWidth(c.text))
	g.Text(at.value, 0, padding+c.text, value)
	g.Text(at.Up, 0, "▸", chart.Dim)
	knob := at.Slider + int(math.Round(c.place*float64(c.Slider-1)))
	for x := at.Slider; c.Slider > 0 && x < at.width; x++ {
		switch {
		case x == knob && c.focused:
			g.Set(x, 0, '●', chart.Accent)
		case x == knob:
			g.Set(x, 0, '●', chart.Plain)
		case x < knob:
			g.Set(x, 0, '━', chart.Dim)
		default:
			g.Set(x, 0, '─', chart.Dim)
		}
	}
}

// entryWindow returns the part around the cursor, which it marks, of a text that is
// typed, in at most w columns.
func entryWindow(entry []rune, cursor, w int) string {
	at := max(0, min(cursor, len(entry)))
	all := slices.Insert(slices.Clone(entry), at, '▏')
	from := max(0, min(at-w/2, len(all)-w))
	return chart.Truncate(string(all[from:min(len(all), from+w)]), w)
}

// FocusOn selects the control of that name.
func (sc *Scene) FocusOn(name string) {
	for i, c := range sc.Controls() {
		if c.Name == name {
			sc.Focus = i
		}
	}
}

// moveFocus selects the control by that many further on, round and round.
func moveFocus(sc *Scene, by int) stage.Intent {
	before := sc.Focus
	if sc.Focus = stage.WrapIndex(sc.Focus+by, len(sc.Controls())); sc.Focus == before {
		return stage.Intent{Kind: stage.Say}
	}
	return tellSelected(sc)
}

// TurnBy turns a control by n steps, or says that it is at its end.
func (sc *Scene) TurnBy(c session.Option, n int) stage.Intent {
	next := c.Turned(sc.State, sc.Limits, n)
	if next.Equal(sc.State) && n != 0 {
		return stage.Tell("%s", c.EndText(next, sc.Limits, n))
	}
	return stage.Intent{Kind: stage.Turn, State: next}
}

// directKeys returns the keys that controls have for themselves. A control that the pair
// has not says where it belongs.
func directKeys(sc *Scene) (table []stage.Key) {
	for _, c := range session.Controls() {
		applies := func(st *stage.Stage) bool { return c.Applies(st.Limits) }
		turn := func(name, key, help string, n int) stage.Key {
			k := stage.Key{Name: c.Name + name, Help: help, Here: applies,
				Idle: func(st *stage.Stage) string {
					return cmp.Or(stage.Closed(st), stage.Unless(applies, c.Label+" belongs to "+fewPairs(c)+": this pair has none")(st))
				},
				Do: func(*stage.Stage) stage.Intent {
					sc.FocusOn(c.Name)
					return sc.TurnBy(c, n)
				}}
			if key != "" {
				k.Keys = []string{key}
			}
			return k
		}
		table = append(table, turn(stage.Downs, c.Down, c.Label+": "+c.Help, -1), turn(stage.Ups, c.Up, "", 1))
	}
	return table
}

// nothingHere says that a key stands for nothing.
func nothingHere(key string) stage.Intent {
	const longest = 12
	if len(key) > longest || strings.ContainsFunc(key, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return stage.Tell("this does nothing here ({help} lists the keys)")
	}
	return stage.Tell(stage.ThisKey + " does nothing here ({help} lists the keys)")
}

// fewPairs names a few pairs for which the control does something.
func fewPairs(c session.Option) string {
	const most = 3
	names := c.Pairs()
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// startEntry begins to type an exact value for the focused control.
func startEntry(sc *Scene) stage.Intent {
	sc.Typing, sc.Entry, sc.Cursor, sc.EntryErr = true, "", 0, nil
	return stage.Intent{}
}

// LeaveEntry leaves the control as it was.
func (sc *Scene) LeaveEntry() { sc.Typing, sc.Entry, sc.EntryErr = false, "", nil }

// TypeEntry takes the text as it is typed so far, with the cursor before that rune; it
// is checked at once. Where entered is set, a value that is right becomes the
// control's.
func (h *Host) TypeEntry(text string, cursor int, entered bool) {
	h.Scene.Entry, h.Scene.Cursor, h.Scene.EntryErr = text, cursor, nil
	if text == "" {
		if entered {
			h.Scene.LeaveEntry()
		}
		return
	}
	next, err := setControl(&h.Scene, h.Scene.Focused(), text)
	if h.Scene.EntryErr = err; err == nil && entered {
		h.Scene.LeaveEntry()
		h.TurnTo(next)
	}
}

// Assign reads what gives a control a value, "k 8" or "k=8": the control, and the state in
// which it has that. Of a text that names no control it returns the zero option.
func (sc *Scene) Assign(text string) (c session.Option, next session.State, err error) {
	text = strings.TrimSpace(text)
	name, value, ok := strings.Cut(text, "=")
	if at := strings.LastIndexAny(text, " \t"); !ok && at > 0 {
		name, value, ok = text[:at], text[at+1:], true
	}
	if !ok {
		return c, next, fmt.Errorf("%q is neither a command nor a control: type help", text)
	}
	if c, err = sc.Called(name); err == nil {
		next, err = setControl(sc, c, value)
	}
	return c, next, err
}

// setControl returns the state in which a control has a value.
func setControl(sc *Scene, c session.Option, value string) (session.State, error) {
	next, err := c.Set(sc.State, strings.TrimSpace(value))
	if err == nil {
		err = next.Params.Check(sc.Limits.D)
	}
	return next, err
}

// Called finds a control by its name or by what the screen calls it.
func (sc *Scene) Called(name string) (session.Option, error) {
	var names []string
	for _, c := range sc.Controls() {
		for _, known := range []string{c.Name, c.Label, sc.Label(c)} {
			if strings.EqualFold(strings.TrimSpace(name), known) {
				return c, nil
			}
		}
		names = append(names, c.Name)
	}
	return session.Option{}, fmt.Errorf("there is no control %q: there are %s", strings.TrimSpace(name), strings.Join(names, ", "))
}
