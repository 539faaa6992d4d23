package figure

import (
	"fmt"
	"slices"
	"strings"
)

// An svgElement is the text of an SVG element. shown[i] reports whether frame i of the page shows
// the element.
type svgElement struct {
	text  string
	shown []bool
}

// A layer has the elements with the same style attribute. Later layers cover earlier ones.
type layer struct {
	style string
	items []*svgElement
}

// layers merge the SVGs of several frames into one list in which each element occurs once. All
// frames must have the same size.
type layers struct {
	head   string
	all    []*layer
	known  map[string]*svgElement
	shapes map[string]int
	defs   strings.Builder
	frames int
}

var (
	svgHead        = compileLater(`(?s)^.*?(<svg.*?>\n<g transform="[^"]*">)\n`)
	element        = compileLater(`(?s)<g [^>]*>.*?</g>\n|<text .*?</text>\n|<path [^>]*/>\n`)
	pathStart      = compileLater(`^<path d="([^"]*)"`)
	styleAttribute = compileLater(`style="([^"]*)"`)
	pathPart       = compileLater(`M(-?[\d.]+)(?: |(-))([\d.]+)([^M]+)`)
)

// addFrame adds the elements of an SVG, which the frame then shows. Each subpath becomes an
// element, so that a frame can hide a single point.
func (l *layers) addFrame(frame int, svg []byte) {
	open := svgHead().FindSubmatch(svg)
	l.head = string(open[1])
	var all []styledElement
	for _, text := range element().FindAllString(string(svg[len(open[0]):]), -1) {
		style := ""
		if m := styleAttribute().FindStringSubmatch(text); m != nil {
			style = m[1]
		}
		whole := pathStart().FindStringSubmatch(text)
		if whole == nil || strings.Count(whole[1], "M") < 2 {
			all = append(all, styledElement{text, style})
			continue
		}
		for _, p := range pathPart().FindAllStringSubmatch(whole[1], -1) {
			shape := p[4] + `" style="` + style
			id, known := l.shapes[shape]
			if !known {
				id = len(l.shapes)
				l.shapes[shape] = id
				fmt.Fprintf(&l.defs, "<path id=\"s%d\" d=\"M0 0%s\"/>\n", id, shape)
			}
			all = append(all, styledElement{fmt.Sprintf("<use href=\"#s%d\" x=\"%s\" y=\"%s\"/>\n", id, p[1], p[2]+p[3]), style})
		}
	}
	of := l.layersByStyle(all)
	for _, d := range all {
		on := l.known[d.text]
		if on == nil {
			on = &svgElement{d.text, make([]bool, l.frames)}
			l.known[d.text] = on
			of[d.style].items = append(of[d.style].items, on)
		}
		on.shown[frame] = true
	}
}

type styledElement struct{ text, style string }

// layersByStyle returns the layer of each style attribute in all, and inserts missing layers. The
// last element of a style decides the place of a missing layer, because earlier elements of the
// style may belong to a legend.
func (l *layers) layersByStyle(all []styledElement) map[string]*layer {
	of := map[string]*layer{}
	at := len(l.all)
	for _, d := range slices.Backward(all) {
		if of[d.style] != nil {
			continue
		}
		i := slices.IndexFunc(l.all, func(on *layer) bool { return on.style == d.style })
		if i < 0 {
			l.all = slices.Insert(l.all, at, &layer{style: d.style})
			i = at
		}
		of[d.style], at = l.all[i], min(at, i)
	}
	return of
}

func (l *layers) elements() (all []*svgElement) {
	for _, on := range l.all {
		all = append(all, on.items...)
	}
	return all
}

// encodeFrame returns an SVG with the elements of all frames, and hides the elements that the given
// frame does not show.
func (l *layers) encodeFrame(frame int) string {
	var b strings.Builder
	b.WriteString(l.head + "\n<defs>\n" + l.defs.String() + "</defs>\n")
	for _, on := range l.elements() {
		text := on.text
		if !on.shown[frame] {
			text = strings.Replace(text, " ", ` display="none" `, 1)
		}
		b.WriteString(text)
	}
	return b.String() + "</g>\n</svg>"
}

// listChanges returns for each frame the indices of the elements to show or hide when the frame
// replaces the frame before it.
func (l *layers) listChanges() [][]int {
	changes := make([][]int, l.frames)
	for i, on := range l.elements() {
		before := false
		for frame, now := range on.shown {
			if now != before {
				changes[frame] = append(changes[frame], i)
			}
			before = now
		}
	}
	return changes
}
