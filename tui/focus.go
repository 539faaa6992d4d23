package tui

import "slices"

// What is selected, and which layer lies on top.

// focus selects the control of that name.
func (p *Program) focus(name string) {
	for i, c := range p.scene.controls() {
		if c.Name == name {
			p.scene.Focus = i
		}
	}
}

// moveFocus selects the control by that many further on, round and round.
func (p *Program) moveFocus(by int) {
	p.scene.Focus = wrapIndex(p.scene.Focus+by, len(p.scene.controls()))
}

// movePanel selects the panel by that many further on, round and round.
func (p *Program) movePanel(by int) {
	ps := slices.DeleteFunc(panels(), func(panel panel) bool { return panel.viewOnly && !p.scene.Zoom })
	for i, panel := range ps {
		if panel.id == p.scene.Panel {
			p.scene.Panel = ps[wrapIndex(i+by, len(ps))].id
			return
		}
	}
}

func (p *Program) zoomOn(id panelID) {
	p.scene.Panel, p.scene.Zoom, p.scene.Help = id, true, false
}

// showAll shows the dashboard as at first: the theory in its place, and not the map.
func (p *Program) showAll() {
	p.scene.leaveView()
	if p.scene.Panel == panelMap {
		p.scene.Panel = panelTarget
	}
}

func (p *Program) canGoBack() bool {
	return p.scene.Help || p.scene.Zoom || p.scene.Views.play.on || p.scene.Update.Progress != nil || p.scene.Opening != ""
}

// back goes one layer back.
func (p *Program) back() {
	switch sc := &p.scene; {
	case sc.Help:
		sc.Help, sc.HelpTop = false, 0
	case sc.Views.play.on:
		p.stopPlaying()
	case sc.Opening != "":
		p.cancelOpening()
	case sc.Update.Progress != nil:
		p.engine.Cancel()
		sc.Message = "cancelling …"
	default:
		sc.leaveView()
		if sc.Panel == panelMap && p.width >= fullWidth && p.height >= fullHeight {
			sc.Message = "the map stands in the place of the theory: w or 1 brings that back"
		}
	}
}

// wrapIndex counts round and round through n things, from any whole number.
func wrapIndex(i, n int) int {
	if n < 1 {
		return 0
	}
	return ((i % n) + n) % n
}
