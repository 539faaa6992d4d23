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

// pattern returns a function that compiles a regular expression at its first call, so that other
// commands do not wait for it.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// compact writes each SVG path of several parts relative to the beginning of each part, rounded to
// a tenth of a point. The marks of many points are such a path.
func compact(svg []byte) []byte {
	return pathElement().ReplaceAllFunc(svg, func(path []byte) []byte {
		if bytes.Count(path, []byte("M")) < 2 {
			return path
		}
		d := pathElement().FindSubmatch(path)[1]
		return fmt.Appendf(nil, `<path d="%s"`, strings.Join(parts(string(d)), ""))
	})
}

// parts returns the parts of a path of absolute commands. Each part has commands relative to its
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
		letter := strings.ToLower(command[:1])
		if letter == "m" {
			if part.Len() > 0 {
				all = append(all, part.String())
				part.Reset()
			}
			x, y, letter = 0, 0, "M"
		}
		part.WriteString(letter)
		switch letter {
		case "a":
			part.WriteString(strings.Join(numbers[:5], " ") + " " + to(numbers[5], numbers[6]))
		default: // the last of the points is the end
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

// tenth parses a coordinate and rounds it to a tenth.
func tenth(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64) // the canvas writes valid numbers
	return math.Round(10*v) / 10
}

func short(v float64) string { return strconv.FormatFloat(math.Round(10*v)/10+0, 'f', -1, 64) }
