package figure

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
)

// After any way through its frames a page shows the elements of the SVG of the current frame. The
// test reads the page as a browser does, and puts its shapes back in their places.
func TestPage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	page := Page{Controls: []Slider{{"λ", []string{"0", "1", "2"}, 1}, {"k", []string{"1", "2"}, 1}}}
	for f := range 6 {
		var p Panel
		for _, mark := range []Mark{Disc, Ring, Cross, Star} {
			points := Points{Name: fmt.Sprint("mark ", mark), Style: SeriesStyle(int(mark)), Mark: mark}
			for i := range 20 {
				points.X, points.Y = append(points.X, float64(i)), append(points.Y, float64((i*7+int(mark)+f/3)%20))
			}
			if rng.IntN(2) == 0 { // some come and go
				points.X, points.Y = points.X[:10], points.Y[:10]
			}
			p.Points = append(p.Points, points)
		}
		p.Lines = []Line{{Name: "line", Style: LAR, A: 1, B: float64(f), C: 4}}
		page.Frames = append(page.Frames, Frame{Figure{Title: "a <b> & c", Panels: []Panel{p}}, fmt.Sprint("says ", f), fmt.Sprint("larui ", f)})
	}
	size := Size{Width: 12, Height: 8}
	b := testutil.Must(page.Encode(size))
	text := string(b)
	var data struct {
		Changes        [][]int
		Says, Commands []string
	}
	testutil.NoError(t, json.Unmarshal([]byte(regexp.MustCompile(`(?m)^const page = (.*)$`).FindStringSubmatch(text)[1]), &data))
	shapes := map[string]string{}
	for _, m := range regexp.MustCompile(`<path id="(s\d+)" d="M0 0(.*?)" style="(.*?)"/>`).FindAllStringSubmatch(text, -1) {
		shapes[m[1]] = m[2] + "|" + m[3]
	}
	_, drawing, _ := strings.Cut(text, "</defs>\n")
	drawing, _, _ = strings.Cut(drawing, "</svg>")
	items := elementsOf(drawing, shapes)
	opens := regexp.MustCompile(` display="none"`)
	shown := make([]bool, len(items))
	for f, frame := range page.Frames {
		for _, i := range data.Changes[f] {
			shown[i] = !shown[i]
		}
		var got []string
		for i, item := range items {
			if f == 4 && strings.Contains(item, `display="none"`) == shown[i] {
				t.Errorf("as the page opens, on frame 4, shown is %v of %s", shown[i], item)
			}
			if shown[i] {
				got = append(got, opens.ReplaceAllString(item, ""))
			}
		}
		svg := testutil.Must(Encode(frame.Figure, "svg", size))
		want := elementsOf(string(svg), nil)
		slices.Sort(got)
		slices.Sort(want)
		want = slices.Compact(want)
		if !slices.Equal(got, want) {
			t.Errorf("frame %d shows %d elements, of %d", f, len(got), len(want))
		}
		if data.Says[f] != frame.Text || data.Commands[f] != frame.Command {
			t.Errorf("frame %d says %q by %q", f, data.Says[f], data.Commands[f])
		}
	}
	if strings.Contains(text, "a <b>") || regexp.MustCompile(`(src|href)="[^#]`).MatchString(text) {
		t.Error("the page needs another file, or takes a title for markup")
	}
}

// elementsOf returns the elements of a drawing, with paths split into parts. A use element counts
// as the part that it places.
func elementsOf(drawing string, shapes map[string]string) (all []string) {
	for _, text := range regexp.MustCompile(`(?s)<g [^>]*>\s*<text.*?</g>|<text .*?</text>|<path [^>]*/>|<use [^>]*/>`).FindAllString(drawing, -1) {
		if use := regexp.MustCompile(`<use( display="none")? href="#(s\d+)" x="(.*?)" y="(.*?)"/>`).FindStringSubmatch(text); use != nil {
			all = append(all, use[1]+"M"+use[3]+","+use[4]+shapes[use[2]])
			continue
		}
		path := regexp.MustCompile(`^<path d="(M[^"]*M[^"]*)" style="(.*?)"`).FindStringSubmatch(text)
		if path == nil {
			all = append(all, text)
			continue
		}
		for _, p := range strings.Split(path[1], "M")[1:] {
			m := regexp.MustCompile(`^(-?[\d.]+) ?(-?[\d.]+)(.*)`).FindStringSubmatch(p)
			all = append(all, "M"+m[1]+","+m[2]+m[3]+"|"+path[2])
		}
	}
	return all
}

// The marks of a class are one path, with each mark within a twentieth of a point of its place.
func TestCompact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		var d, want strings.Builder
		for range 2 + rng.IntN(5) {
			x, y := 400*rng.Float64()-20, 400*rng.Float64()-20
			args := []any{x, y, x + 3, y - 2, x, y, x + 1, y + 9, x + 5, y + 5, x - 4.4, y}
			fmt.Fprintf(&d, "M%.5g,%.5gL%.5g,%.5gC%.5g,%.5g %.5g,%.5g %.5g,%.5gA2.2,2.2 0 1 1 %.5g,%.5gZ", args...)
			fmt.Fprintf(&want, "M %.5g %.5g L %.5g %.5g C %.5g %.5g %.5g %.5g %.5g %.5g A %.5g %.5g Z ", args...)
		}
		got := absolute(t, strings.Join(splitPath(d.String()), ""))
		wanted := strings.Fields(want.String())
		if len(got) != len(wanted) {
			t.Fatalf("%d of %d: %v", len(got), len(wanted), got)
		}
		for i := range got {
			var a, b float64
			_, number := fmt.Sscan(wanted[i], &a)
			fmt.Sscan(got[i], &b)
			if number != nil && got[i] != wanted[i] || number == nil && !(a-b < 0.051 && b-a < 0.051) {
				t.Fatalf("%s is %s", wanted[i], got[i])
			}
		}
	}
}

// absolute reads a path of relative commands: letters, and points where they stand.
func absolute(t *testing.T, d string) (all []string) {
	number := regexp.MustCompile(`-?\d*\.?\d+`)
	var x, y float64
	for _, command := range regexp.MustCompile(`[A-Za-z][^A-Za-z]*`).FindAllString(d, -1) {
		var v []float64
		for _, text := range number.FindAllString(command[1:], -1) {
			var f float64
			fmt.Sscan(text, &f)
			v = append(v, f)
		}
		letter := command[:1]
		if letter == "M" {
			x, y = 0, 0
		}
		if letter == "a" {
			v = v[5:]
		}
		if len(v)%2 != 0 {
			t.Fatalf("%q has %d numbers", command, len(v))
		}
		all = append(all, strings.ToUpper(letter))
		fromX, fromY := x, y
		for i := 0; i < len(v); i += 2 {
			x, y = fromX+v[i], fromY+v[i+1]
			all = append(all, fmt.Sprint(x), fmt.Sprint(y))
		}
	}
	return all
}
