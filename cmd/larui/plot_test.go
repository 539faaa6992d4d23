package main

import (
	"bytes"
	"encoding/xml"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// plotTo draws a figure and returns its bytes.
func plotTo(t *testing.T, file string, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), file)
	if out := mustRun(t, append(append([]string{"plot"}, args...), "--out", path)...); out != "" {
		t.Errorf("larui plot printed %q", out)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// svgTexts returns what an SVG, which must be well-formed, says: one text a line.
func svgTexts(t *testing.T, svg []byte) string {
	t.Helper()
	if err := xml.Unmarshal(svg, new(any)); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for _, text := range regexp.MustCompile(`<text[^>]*>([^<]*)</text>`).FindAllSubmatch(svg, -1) {
		said.WriteString(html.UnescapeString(string(text[1])) + "\n")
	}
	return said.String()
}

func TestPlotSays(t *testing.T) {
	unlabelled := write(t, "target.csv", "x1,x2\n1,2\n2,1\n-1,0.5\n3,-1\n")
	source := write(t, "source.csv", plane)
	for _, c := range []struct {
		name string
		args []string
		says []string
	}{
		{"spectrum", []string{"spectrum"}, []string{"rotated Gaussian 45°: spectrum", "source: singular values", "|y^U|", "cut at k = 1", "cut at k̃ = 1", "k(0.1) of the target 1 (head), 1 (tail)"}},
		{"spectrum, long", []string{"subspace", "spectrum", "--k", "5"}, []string{"first 32 of 40 components", "cut at k = 5"}},
		{"spectrum, no labels", []string{"spectrum", "--source", source, "--target", unlabelled}, []string{"the target has no labels"}},
		{"target, plane", []string{"target", "--lambda", "1000"}, []string{"LAR", "no adaptation", "closed form", "target, class +", "target, class −", "misclassified by LAR", "λ = 1000", "x1", "x2"}},
		{"target, diverging", []string{"target", "--rate", "10"}, []string{"closed form", "predicted right"}[:1]},
		{"target, many features", []string{"subspace", "target"}, []string{"score wᵀx", "strongest component beside w", "LAR, the boundary"}},
		{"target, classes", []string{"glyphs", "target", "--epochs", "10"}, []string{"class", "target rows predicted right", "no adaptation", "LAR"}},
		{"target, regression", []string{"rotated-regression", "target"}, []string{"prediction wᵀx", "label", "prediction = label"}},
		{"target, no labels", []string{"target", "--source", source, "--target", unlabelled}, []string{"target, predicted "}},
		{"convergence", []string{"convergence", "--epochs", "500"}, []string{"epoch", "target accuracy", "objective J/n", "LAR", "no adaptation", "closed form", "500 epochs"}},
		{"convergence, no labels", []string{"convergence", "--source", source, "--target", unlabelled}, []string{"objective J/n"}},
		{"lambda", []string{"lambda", "--epochs", "20000"}, []string{"LAR, 20000 epochs", "closed form", "no adaptation", "λ = 1", "0.01", "10000"}},
		{"lambda, regression", []string{"rotated-regression", "lambda"}, []string{"target error (MSE)"}},
		{"map", []string{"subspace", "map"}, []string{"target accuracy over k and k̃", "k, of the source", "k̃, of the target", "accuracy", "best", "k = "}},
		{"map, plane", []string{"map"}, []string{"k = 1, k̃ = 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			svg := plotTo(t, "figure.svg", c.args...)
			said := svgTexts(t, svg)
			for _, want := range c.says {
				if !strings.Contains(said, want) {
					t.Errorf("it does not say %q but\n%s", want, said)
				}
			}
			if bytes.Contains(svg, []byte("NaN")) {
				t.Error("coordinates that are not numbers")
			}
		})
	}
}

func TestPlotIsDeterministic(t *testing.T) {
	for _, file := range []string{"figure.svg", "figure.png", "figure.PDF"} {
		if !bytes.Equal(plotTo(t, file, "subspace", "map", "--size", "8x6cm"), plotTo(t, file, "subspace", "map", "--size", "80x60mm")) {
			t.Errorf("%s: the same call writes other bytes", file)
		}
	}
}

func TestPlotShowsWhatSolveSays(t *testing.T) {
	solved := decode[object](t, "solve", "--lambda", "1000")
	// The closed form of λ = 1000 right of no adaptation: the number of crosses is
	// that of the misclassified rows.
	svg := string(plotTo(t, "figure.svg", "target", "--lambda", "1000"))
	wrong := 1000 - int(solved.at("descent.targetAccuracy")*1000+0.5)
	// Two strokes a cross, and one in the legend.
	if got := strings.Count(svg, "stroke:#C01C28"); got != 2*(wrong+1) {
		t.Errorf("%d strokes for %d misclassified rows", got, wrong)
	}
}
