package tui

import (
	"fmt"

	"larui/tui/chart"
)

// dataView is what the view of the data remembers.
type dataView struct {
	section dataSection
	// samples is which page of samples is shown and output which weight vector,
	// both counted round and round; top is the first line of the facts.
	samples, output, top int
}

// A dataSection says what fills the view of the data.
type dataSection int

const (
	dataOverview dataSection = iota // facts and, where there is room, samples
	dataSamples
	dataWeights
	dataSections
)

func dataActions() []Key {
	turnPage := func(n int) func(*Scene) Intent {
		return func(sc *Scene) Intent {
			if v := &sc.Views.data; v.section == dataWeights {
				v.output += n
			} else {
				v.samples += n
			}
			return Intent{}
		}
	}
	scroll := func(n int) func(*Scene) Intent { return func(sc *Scene) Intent { return sc.scrollFacts(n) } }
	return []Key{
		{Keys: []string{"v"}, Sign: "v", Hint: "facts, samples, weights", Help: "facts, samples, weights of the data", Do: func(sc *Scene) Intent {
			v := &sc.Views.data
			v.section = (v.section + 1) % dataSections
			return Intent{}
		}},
		{Keys: []string{"J"}, Sign: "J K", Hint: "others", Help: "other samples, weights of other classes", Do: turnPage(1)},
		{Keys: []string{"K"}, Do: turnPage(-1)},
		{Keys: []string{"pgdown"}, Sign: "PgDn PgUp", Help: "scroll the facts", Do: scroll(page)},
		{Keys: []string{"pgup"}, Do: scroll(-page)},
	}
}

// scrollFacts scrolls the facts by n lines.
func (sc *Scene) scrollFacts(n int) Intent {
	return scroll(&sc.Views.data.top, n, sc.factsHidden(sc.Width, sc.Height))
}

// Sizes from which the view of the data shows several things at once.
const (
	dataBesideWidth = 100
	dataBothHeight  = 38
)

// drawData draws what is known of both domains.
func (sc *Scene) drawData(g *chart.Grid) {
	w, h := g.Size()
	switch section := sc.Views.data.section; {
	case section == dataWeights:
		sc.drawWeights(g)
	case section == dataSamples:
		sc.drawSamples(g)
	case w < dataBesideWidth:
		sc.drawFacts(g)
	default:
		left := sc.factsWidth(w)
		sc.drawFacts(g.Sub(0, 0, left, h))
		beside := g.Sub(left+2, 0, w-left-2, h)
		if h < dataBothHeight {
			sc.drawSamples(beside)
			return
		}
		upper := h * 3 / 5
		sc.drawSamples(beside.Sub(0, 0, w-left-2, upper-1))
		sc.drawWeights(beside.Sub(0, upper, w-left-2, h-upper))
	}
}

// factsWidth returns how many of w columns the facts have beside the samples.
func (sc *Scene) factsWidth(w int) int {
	switch {
	case w < dataBesideWidth:
		return w
	case sc.facts().validation.rows == 0:
		return w / 2
	}
	return min(w*3/5, 100)
}

// className names class i of the task.
func (sc *Scene) className(i int) string {
	if classes := sc.Update.Session.Pair.ClassNames; i < len(classes) {
		return sc.spell(classes[i])
	}
	return fmt.Sprint(i)
}
