package figure

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

var (
	pathElement = pattern(`<path d="([^"]*)"`)
	pathCommand = pattern(`[MLACQZ][^MLACQZ]*`)
)

// pattern returns a regular expression that is compiled when it is first wanted: no other command
// than one that draws should wait for it.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// compact writes the paths of an SVG that have several parts, as the marks of many points are,
// relative to where each part begins: a tenth of a point is more than an eye sees.
func compact(svg []byte) []byte {
	return pathElement().ReplaceAllFunc(svg, func(path []byte) []byte {
		if bytes.Count(path, []byte("M")) < 2 {
			return path
		}
		d := pathElement().FindSubmatch(path)[1]
		return fmt.Appendf(nil, `<path d="%s"`, strings.Join(parts(string(d)), ""))
	})
}

// parts are the parts of a path of absolute commands, each with commands relative to its
// first point.
func parts(d string) (all []string) {
	var part strings.Builder
	var x, y float64
	to := func(px, py string) string {
		fromX, fromY := x, y
		x, y = tenth(px), tenth(py)
		dy := short(y - fromY)
		if !strings.HasPrefix(dy, "-") {
			dy = " " + dy
		}
		return short(x-fromX) + dy
	}
	for _, command := range pathCommand().FindAllString(d, -1) {
		numbers := strings.FieldsFunc(command[1:], func(r rune) bool { return r == ',' || r == ' ' })
		switch command[0] {
		case 'M':
			if part.Len() > 0 {
				all = append(all, part.String())
				part.Reset()
			}
			x, y = 0, 0
			part.WriteString("M" + to(numbers[0], numbers[1]))
		case 'Z':
			part.WriteString("z")
		case 'A':
			part.WriteString("a" + strings.Join(numbers[:5], " ") + " " + to(numbers[5], numbers[6]))
		default: // points, the last of them the end
			part.WriteString(strings.ToLower(command[:1]))
			fromX, fromY := x, y
			for i := 0; i < len(numbers); i += 2 {
				x, y = fromX, fromY
				if i > 0 {
					part.WriteString(" ")
				}
				part.WriteString(to(numbers[i], numbers[i+1]))
			}
		}
	}
	return append(all, part.String())
}

// tenth rounds a coordinate.
func tenth(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // which the canvas has written
	return math.Round(10*v) / 10
}

// short writes a multiple of a tenth.
func short(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10+0, 'f', -1, 64) }
