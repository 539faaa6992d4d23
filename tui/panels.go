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
)

// A panel is one picture: drawn small beside others, or alone on the screen.
type panel struct {
	id panelID
	// key zooms it; it stands in the title.
	key, title string
	draw       func(*Scene, *chart.Grid)
}

// panels returns the table of panels in the order in which the focus moves.
func panels() []panel {
	return []panel{
		{panelSpectrum, "2", "spectrum and labels", (*Scene).drawSpectrum},
		{panelTarget, "0", "target domain", (*Scene).drawTarget},
		{panelConvergence, "3", "convergence", (*Scene).drawConvergence},
		{panelLambda, "4", "score over λ", (*Scene).drawLambda},
		{panelTheory, "7", "theory of the closed form", (*Scene).drawTheory},
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
		name = sc.scoreName() + " over λ"
	}
	name = p.key + " " + name
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
