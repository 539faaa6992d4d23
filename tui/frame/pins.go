package frame

import (
	"cmp"
	"slices"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/number"
	"larui/tui/overlay/help"
	"larui/tui/overlay/opener"
	"larui/tui/session"
	"larui/tui/stage"
)

// PinList is the overlay that lists the pins and the present solution, and returns to a pin.
type PinList struct {
	overlayWithoutInput
	shown    bool
	selected int
}

func (o *PinList) Key(h *Host) stage.Key {
	return stage.Key{Name: "pins", Keys: []string{"M"}, Help: "compare pinned solutions in a table; Enter goes back to a pin, m unpins it",
		IdleReason: func(st *stage.Stage) string {
			if why := stage.IdleWhileOpening(st); why != "" || len(st.Pins) > 0 {
				return why
			}
			return "no solution is pinned: {pin} pins this solution"
		},
		Do: func(*stage.Stage) stage.Intent {
			closeOverlay(&h.Scene)
			*o = PinList{shown: true, selected: max(0, findPin(&h.Stage))}
			return stage.Intent{Kind: stage.RequestJobs}
		}}
}

func (o *PinList) VisibleFlag() *bool  { return &o.shown }
func (o *PinList) Title(*Scene) string { return "pins" }

func (o *PinList) Hints(*Scene) []help.Entry {
	return help.NewEntries("↑ ↓", "select", "Enter", "go back to it", "m", "unpin", "Esc", "leave")
}

func (o *PinList) Wheel(h *Host, n int) {
	o.selected = max(0, min(len(h.Pins)-1, o.selected+n))
}

// Click selects a row; a second click returns to its pin.
func (o *PinList) Click(h *Host, _, y int) {
	at := y - pinsTop
	switch {
	case at < 0 || at >= len(h.Pins):
	case at == o.selected:
		o.Press(h, "enter")
	default:
		o.selected = at
	}
}

func (o *PinList) Press(h *Host, key string) bool {
	viKeys := map[string]string{"j": "down", "k": "up"}
	switch by := opener.SelectionStep(cmp.Or(viKeys[key], key), ""); {
	case key == "esc", key == "alt+esc", key == "M":
		o.shown = false
	case by != 0:
		o.selected = opener.MoveSelection(o.selected, by, len(h.Pins))
	case key == "enter":
		o.shown = false
		h.carryOut(stage.Intent{Kind: stage.ChangeState, State: h.Pins[o.selected].State}, key)
	case key == "m", key == "delete", key == "backspace":
		h.carryOut(unpin(&h.Stage, o.selected), key)
		o.selected = min(o.selected, len(h.Pins)-1)
		o.shown = len(h.Pins) > 0
	default:
		h.leaveOrRefuse(key, "does nothing in the table of pins: Enter goes back to a pin, Esc leaves the table")
	}
	return true
}

// pinsTop is the row of the first pin, below the heads of columns, the present solution and no
// adaptation.
const pinsTop = 3

// Draw draws the table and, below it, the meaning of two columns.
func (o *PinList) Draw(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	rows := pinRows(&sc.Stage)
	x := 2
	for _, column := range pinColumns(&sc.Stage) {
		cells, width := []chart.Piece{}, chart.TextWidth(sc.Spell(column.head))
		for _, row := range rows {
			cell := column.cell(row)
			cell.Text = sc.Spell(cell.Text)
			cells, width = append(cells, cell), max(width, chart.TextWidth(cell.Text))
		}
		if x+width > w-1 {
			break
		}
		write := func(y int, text string, style chart.Style) {
			if column.left {
				g.Text(x, y, text, style)
			} else {
				g.TextRight(x+width, y, text, style)
			}
		}
		write(0, sc.Spell(column.head), chart.Dim)
		for i, cell := range cells {
			write(1+i, cell.Text, cell.Style)
		}
		x += width + 2
	}
	g.Set(0, pinsTop+o.selected, chart.FocusMark, chart.Accent)
	about := "changed: the share of the target's rows that LAR predicts differently from no adaptation; JLA: joint label alignment, a rating without labels: more is better"
	lines := chart.Wrap(sc.Spell(about), w-3, max(0, h-pinsTop-len(sc.Pins)-1))
	g.Lines(2, h-len(lines), lines, chart.Dim)
}

// pinRows returns the rows of the table: the present solution and no adaptation as pins without a
// letter, and the pins.
func pinRows(st *stage.Stage) []stage.Pin {
	now := newPinUpdate(st)
	none, s := *now, *now.Solution
	none.State.Params = s.Params.WithoutAdaptation()
	none.State.Params.K = now.Session.Problem.D
	s.Descent = s.None
	none.Solution = &s
	return append([]stage.Pin{{Update: now}, {UserName: stage.NoAdaptation, Update: &none}}, st.Pins...)
}

type pinColumn struct {
	head string
	left bool
	cell func(stage.Pin) chart.Piece
}

// pinColumns returns the columns of the table, the most important ones first.
func pinColumns(st *stage.Stage) []pinColumn {
	columns := []pinColumn{{"", true, func(p stage.Pin) chart.Piece {
		switch {
		case p.Letter != 0:
			curve := stage.PinCurve(st, p)
			return curve.Style.Text(curve.LegendSample(st.Glyphs))
		case p.UserName != "":
			return chart.NoAdaptation.Text("none")
		}
		return chart.LAR.Text("now")
	}}}
	var others []pinColumn
	for _, c := range session.Controls() {
		column := pinColumn{st.ControlLabel(c), false, func(p stage.Pin) chart.Piece { return chart.Plain.Text(c.Get(p.State)) }}
		differs := func(p stage.Pin) bool { return c.Get(p.State) != c.Get(st.State) }
		switch {
		case slices.Contains([]string{"k", "ktilde", "lambda", "epochs"}, c.Name):
			columns = append(columns, column)
		case slices.ContainsFunc(st.Pins, differs):
			others = append(others, column)
		}
	}
	scored := func(m stage.Metric) pinColumn {
		return pinColumn{m.SubjectName(), false, func(p stage.Pin) chart.Piece {
			switch s := p.Solution; {
			case s == nil:
				return chart.Dim.Text("…")
			case s.Descent.Diverges:
				return chart.Bad.Text("diverges")
			default:
				return chart.Plain.Text(strings.TrimSpace(st.FormatScore(m.ValueOf(s.Descent.Evaluation))))
			}
		}}
	}
	columns = append(columns, scored(st.HeadlineMetric()))
	if st.Task() != model.Regression {
		judged := func(head string, text func(session.LabelFreeRating) string) pinColumn {
			return pinColumn{head, false, func(p stage.Pin) chart.Piece {
				if found, known := st.Update.LabelFreeRating(p.State); known {
					return chart.Plain.Text(text(found))
				}
				return chart.Dim.Text("…")
			}}
		}
		columns = append(columns,
			judged("changed", func(c session.LabelFreeRating) string { return number.Percent(c.Changed, 1) }),
			judged("JLA", func(c session.LabelFreeRating) string { return number.PaddedDigits(c.JLA, 4) }))
	}
	if st.IsKnown(stage.ValidationMetric) {
		columns = append(columns, scored(stage.ValidationMetric))
	}
	return slices.Concat(columns, others, []pinColumn{{"", true, func(p stage.Pin) chart.Piece { return chart.Dim.Text(p.UserName) }}})
}

// Jobs returns the computation of the columns "changed" and "JLA" (joint label alignment). A
// regression has neither column.
func (o *PinList) Jobs(st *stage.Stage) []session.Job {
	if st.Solution == nil || st.Task() == model.Regression {
		return nil
	}
	var solved []*session.Update
	for _, p := range pinRows(st) {
		if p.Solution != nil {
			solved = append(solved, p.Update)
		}
	}
	return []session.Job{session.LabelFreeJob(solved)}
}
