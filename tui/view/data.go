package view

import (
	"fmt"

	"larui/tui/chart"
)

// dataView is what the view of the data remembers.
type dataView struct {
	still
	section dataSection
	// samples is which page of samples is shown and output which weight vector,
	// both counted round and round; top is the first line of the facts.
	samples, output, top int
}

// Info says what the view is called.
func (view *dataView) Info() ViewInfo {
	return ViewInfo{Key: "8", Name: "data", Title: "data", Alone: true, About: "say what is known of the data"}
}

// A dataSection says what fills the view of the data.
type dataSection int

const (
	dataOverview dataSection = iota // facts and, where there is room, samples
	dataSamples
	dataWeights
	dataSections
)

func (view *dataView) Keys() []Key {
	turnPage := func(n int) func(*Scene) Intent {
		return func(sc *Scene) Intent {
			if v := view; v.section == dataWeights {
				v.output += n
			} else {
				v.samples += n
			}
			return Intent{}
		}
	}
	scroll := func(n int) func(*Scene) Intent { return func(sc *Scene) Intent { return view.Wheel(sc, n) } }
	return []Key{
		{Keys: []string{"v"}, Sign: "v", Hint: "facts, samples, weights", Help: "facts, samples, weights of the data", Do: func(sc *Scene) Intent {
			v := view
			v.section = (v.section + 1) % dataSections
			return Intent{}
		}},
		{Keys: []string{"J"}, Sign: "J K", Hint: "others", Help: "other samples, weights of other classes", Do: turnPage(1)},
		{Keys: []string{"K"}, Do: turnPage(-1)},
		{Keys: []string{"pgdown"}, Sign: "PgDn PgUp", Help: "scroll the facts", Do: scroll(page)},
		{Keys: []string{"pgup"}, Do: scroll(-page)},
	}
}

// Wheel scrolls the facts by n lines.
func (view *dataView) Wheel(sc *Scene, n int) Intent {
	return scroll(&view.top, n, view.factsHidden(sc, sc.Width, sc.Height))
}

// Sizes from which the view of the data shows several things at once.
const (
	dataBesideWidth = 100
	dataBothHeight  = 38
)

// Draw draws what is known of both domains.
func (view *dataView) Draw(sc *Scene, g *chart.Grid) {
	w, h := g.Size()
	switch section := view.section; {
	case section == dataWeights:
		view.drawWeights(sc, g)
	case section == dataSamples:
		view.drawSamples(sc, g)
	case w < dataBesideWidth:
		view.drawFacts(sc, g)
	default:
		left := view.factsWidth(sc, w)
		view.drawFacts(sc, g.Sub(0, 0, left, h))
		beside := g.Sub(left+2, 0, w-left-2, h)
		if h < dataBothHeight {
			view.drawSamples(sc, beside)
			return
		}
		upper := h * 3 / 5
		view.drawSamples(sc, beside.Sub(0, 0, w-left-2, upper-1))
		view.drawWeights(sc, beside.Sub(0, upper, w-left-2, h-upper))
	}
}

// factsWidth returns how many of w columns the facts have beside the samples.
func (view *dataView) factsWidth(sc *Scene, w int) int {
	switch {
	case w < dataBesideWidth:
		return w
	case view.facts(sc).validation.rows == 0:
		return w / 2
	}
	return min(w*3/5, 100)
}

// className names class i of the task.
func (view *dataView) className(sc *Scene, i int) string {
	if classes := sc.Update.Session.Pair.ClassNames; i < len(classes) {
		return sc.Spell(classes[i])
	}
	return fmt.Sprint(i)
}
