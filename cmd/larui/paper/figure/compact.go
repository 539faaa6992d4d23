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
	pathElement = compileLater(`<path d="([^"]*)"`)
	pathCommand = compileLater(`[MLACQZ][^MLACQZ]*`)
)

// compileLater returns a function that compiles a regular expression at its first call, so that
// programs without figures start faster.
func compileLater(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// compactPaths shortens SVG paths with several subpaths, such as the marks of many points.
// Coordinates become relative to the start of the subpath, and are rounded to a tenth of a point.
func compactPaths(svg []byte) []byte {
	return pathElement().ReplaceAllFunc(svg, func(path []byte) []byte {
		if bytes.Count(path, []byte("M")) < 2 {
			return path
		}
		d := pathElement().FindSubmatch(path)[1]
		return fmt.Appendf(nil, `<path d="%s"`, strings.Join(splitPath(string(d)), ""))
	})
}

// splitPath splits an SVG path with absolute commands into subpaths. A subpath starts with an
// absolute M command; its later commands are relative.
func splitPath(d string) (all []string) {
	var part strings.Builder
	var x, y float64
	to := func(px, py string) string {
		fromX, fromY := x, y
		x, y = parseRounded(px), parseRounded(py)
		dy := formatRounded(y - fromY)
		if !strings.HasPrefix(dy, "-") {
			dy = " " + dy
		}
		return formatRounded(x-fromX) + dy
	}
	for _, command := range pathCommand().FindAllString(d, -1) {
		numbers := strings.FieldsFunc(command[1:], func(r rune) bool { return r == ',' || r == ' ' })
		letter := strings.ToLower(command[:1])
		if letter == "m" {
			if part.Len() > 0 {
				all = append(all, part.String())
				part.Reset()
			}
			x, y, letter = 0, 0, "M"
		}
		part.WriteString(letter)
		if letter == "a" { // only the end of an arc has coordinates
			part.WriteString(strings.Join(numbers[:5], " ") + " ")
			numbers = numbers[5:]
		}
		fromX, fromY := x, y
		for i := 0; i < len(numbers); i += 2 { // the last point of the command is its end
			x, y = fromX, fromY
			if i > 0 {
				part.WriteString(" ")
			}
			part.WriteString(to(numbers[i], numbers[i+1]))
		}
	}
	return append(all, part.String())
}

func parseRounded(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // the canvas writes valid numbers
	return math.Round(10*v) / 10
}

func formatRounded(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10+0, 'f', -1, 64) }
