package tui

import "larui/tui/chart"

// A panelID names a panel of the explorer.
type panelID int

const (
	panelTarget panelID = iota
	panelSpectrum
	panelConvergence
	panelLambda
	panelTheory
	panelData
	panelMap
	panelRivals
)

// A panel is one picture: drawn small beside others, or alone on the screen.
type panel struct {
	id panelID
	// key zooms it; it stands in the title.
	key, title string
	// name is what --view calls it.
	name string
	draw func(*Scene, *chart.Grid)
	// keys are its own keys while it fills the screen, extras what it then
	// needs of the engine; nil for none.
	keys   func() []Key
	extras func(*Scene) []Extra
	// viewOnly keeps it off the dashboard.
	viewOnly bool
	// click is what a click into it does while it fills the screen, at a cell of
	// the grid that draw is given; wheel what n turns of the wheel down (up where
	// n < 0) over it do. nil for nothing.
	click func(sc *Scene, x, y int) Intent
	wheel func(sc *Scene, n int) Intent
	// lines says in words what it shows, for --plain.
	lines func(*Scene) []string
}

// panels returns the table of panels in the order in which the focus moves.
func panels() []panel {
	return []panel{
		{id: panelSpectrum, key: "2", name: "spectrum", title: "spectrum and labels", draw: (*Scene).drawSpectrum, keys: spectrumActions, extras: (*Scene).spectrumExtras, wheel: (*Scene).moveComponent, lines: (*Scene).spectrumLines},
		{id: panelTarget, key: "0", name: "target", title: "target domain", draw: (*Scene).drawTarget, lines: (*Scene).targetLines},
		{id: panelConvergence, key: "3", name: "convergence", title: "convergence", draw: (*Scene).drawConvergence,
			keys: convergenceActions, extras: (*Scene).convergenceExtras, lines: (*Scene).convergenceLines},
		{id: panelLambda, key: "4", name: "lambda", title: "score over λ", draw: (*Scene).drawLambda, keys: lambdaActions, extras: (*Scene).lambdaExtras, click: (*Scene).clickLambda, lines: (*Scene).lambdaLines},
		{id: panelMap, key: "5", name: "map", title: "map of k and k̃", draw: (*Scene).drawMap, keys: mapActions, extras: (*Scene).mapExtras, click: (*Scene).clickMap, lines: (*Scene).mapInWords},
		{id: panelRivals, key: "6", name: "rivals", title: "rivals of LAR", draw: (*Scene).drawRivals, keys: rivalActions, click: (*Scene).clickRival, wheel: (*Scene).moveRival, viewOnly: true, lines: (*Scene).rivalsInWords},
		{id: panelTheory, key: "7", name: "theory", title: "theory of the closed form", draw: (*Scene).drawTheory, keys: theoryActions, wheel: (*Scene).turnTheory, lines: (*Scene).theoryLines},
		{id: panelData, key: "8", name: "data", title: "data", draw: (*Scene).drawData, keys: dataActions, extras: (*Scene).dataExtras, wheel: (*Scene).scrollFacts, viewOnly: true, lines: (*Scene).factsInWords},
	}
}

func panelByID(id panelID) panel {
	for _, p := range panels() {
		if p.id == id {
			return p
		}
	}
	return panels()[0]
}

// drawPanel draws a framed panel over all of g.
func (sc *Scene) drawPanel(id panelID, g *chart.Grid) {
	p := panelByID(id)
	border, title := chart.Border, chart.Title
	if id == sc.Panel {
		border, title = chart.Focus, chart.Focus
	}
	name := p.title
	if id == panelLambda {
		name = sc.lambdaTitle()
	}
	name = p.key + " " + name
	if id == panelMap && !sc.Zoom {
		name += " (w: 7 theory)"
	}
	if id == sc.Panel {
		name = string(focusMark) + " " + name
	}
	inner := g.Box(sc.spell(name), border, title, sc.Glyphs)
	switch {
	case sc.solution() != nil:
		p.draw(sc, inner)
	case sc.Update.Err == nil:
		inner.Text(1, 0, "not solved yet", chart.Dim)
	}
}

// ViewNames returns what Options.View may be: the dashboard's name, then those of
// the panels.
func ViewNames() []string {
	names := []string{dashboardName}
	for _, p := range panels() {
		names = append(names, p.name)
	}
	return names
}

// dashboardName is what --view calls the screen with all panels.
const dashboardName = "explore"

// viewName returns what --view calls the present screen.
func (sc *Scene) viewName() string {
	if !sc.Zoom {
		return dashboardName
	}
	return panelByID(sc.Panel).name
}

// showView shows the view of that name. It reports false where there is none.
func (sc *Scene) showView(name string) bool {
	if name == dashboardName {
		sc.leaveView()
		return true
	}
	for _, p := range panels() {
		if p.name == name {
			sc.Panel, sc.Zoom = p.id, true
			return true
		}
	}
	return false
}
