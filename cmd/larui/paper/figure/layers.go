package figure

import (
	"fmt"
	"slices"
	"strings"
)

// An item is an element of a drawing and the frames that show it.
type item struct {
	text  string
	shown []bool
}

// A layer has the items of one style. Later layers cover earlier ones.
type layer struct {
	style string
	items []*item
}

// layers are the elements of several SVGs of the same size, each element once.
type layers struct {
	head   string
	all    []*layer
	known  map[string]*item
	shapes map[string]int
	frames int
}

var (
	opening   = pattern(`(?s)^.*?(<svg.*?>\n<g transform="[^"]*">)\n`)
	element   = pattern(`(?s)<g [^>]*>.*?</g>\n|<text .*?</text>\n|<path [^>]*/>\n`)
	pathStart = pattern(`^<path d="([^"]*)"`)
	styled    = pattern(`style="([^"]*)"`)
	pathPart  = pattern(`M(-?[\d.]+)(?: |(-))([\d.]+)([^M]+)`)
)

// add adds the elements of the SVG of a frame. Each part of a path becomes an element, so that one
// point can change without the others.
func (l *layers) add(frame int, svg []byte) {
	open := opening().FindSubmatch(svg)
	l.head = string(open[1])
	var all []drawn
	for _, text := range element().FindAllString(string(svg[len(open[0]):]), -1) {
		style := ""
		if m := styled().FindStringSubmatch(text); m != nil {
			style = m[1]
		}
		whole := pathStart().FindStringSubmatch(text)
		if whole == nil || strings.Count(whole[1], "M") < 2 {
			all = append(all, drawn{text, style})
			continue
		}
		for _, p := range pathPart().FindAllStringSubmatch(whole[1], -1) {
			shape := p[4] + `" style="` + style
			if _, known := l.shapes[shape]; !known {
				l.shapes[shape] = len(l.shapes)
			}
			all = append(all, drawn{fmt.Sprintf("<use href=\"#s%d\" x=\"%s\" y=\"%s\"/>\n", l.shapes[shape], p[1], p[2]+p[3]), style})
		}
	}
	of := l.order(all)
	for _, d := range all {
		on := l.known[d.text]
		if on == nil {
			on = &item{d.text, make([]bool, l.frames)}
			l.known[d.text] = on
			of[d.style].items = append(of[d.style].items, on)
		}
		on.shown[frame] = true
	}
}

// A drawn is an element of an SVG with its style.
type drawn struct{ text, style string }

// order returns the layers of the styles of elements in drawing order, and creates missing layers. The
// last element of a style decides the order, because earlier elements may belong to a legend.
func (l *layers) order(all []drawn) map[string]*layer {
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

// items returns the items of all layers, the lowest layer first.
func (l *layers) items() (all []*item) {
	for _, on := range l.all {
		all = append(all, on.items...)
	}
	return all
}

// svg returns an SVG of all items. Items that the frame does not show are hidden.
func (l *layers) svg(frame int) string {
	var b strings.Builder
	b.WriteString(l.head + "\n<defs>\n")
	shapes := make([]string, len(l.shapes))
	for shape, i := range l.shapes {
		shapes[i] = shape
	}
	for i, shape := range shapes {
		fmt.Fprintf(&b, "<path id=\"s%d\" d=\"M0 0%s\"/>\n", i, shape)
	}
	b.WriteString("</defs>\n")
	for _, on := range l.items() {
		text := on.text
		if !on.shown[frame] {
			text = strings.Replace(text, " ", ` display="none" `, 1)
		}
		b.WriteString(text)
	}
	return b.String() + "</g>\n</svg>"
}

// changes returns, for each frame, the indices of the items that appear or disappear between the
// previous frame and that frame.
func (l *layers) changes() [][]int {
	changes := make([][]int, l.frames)
	for i, on := range l.items() {
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
