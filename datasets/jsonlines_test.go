package datasets

import (
	"fmt"
	"strings"
	"testing"
)

func TestJSONLines(t *testing.T) {
	files := map[string]string{
		"a":     `{"x": 1, "e": [0.5, -2e1], "ok": true, "y": "u"}` + "\n\n" + `{"y": "v, w", "e": [3, 4], "ok": false, "x": 2}` + "\n",
		"b":     `{"e": [1, 2], "x": 3, "ok": true}` + "\n" + `{"e": [1, 2], "x": 4, "ok": true}`,
		"gap":   `{"x": 1, "y": 0}` + "\n" + `{"x": null, "y": 1}` + "\n",
		"other": `{"x": 1, "y": 0}` + "\n" + `{"x": 1, "z": 0}` + "\n",
		"deep":  `{"x": {"a": 1}, "y": 0}` + "\n" + `{"x": {"a": 1}, "y": 1}` + "\n",
		"twice": `{"x": 1, "y": 0}` + "\n" + `{"x": 1, "x": 0, "y": 1}` + "\n",
		"words": `{"x": 1, "y": 0}` + "\n" + `{"x": "many", "y": 1}` + "\n",
		"cut":   `{"x": 1, "y": 0}` + "\n" + `{"x": 1, "y": 0}` + "\n" + `{"x": 1, "y"`,
	}
	for name, test := range map[string]meant{
		"values":        {target: "b", rows: [][]float64{{1, 0.5, -20, 1}, {2, 3, 4, 0}}, y: []float64{-1, 1}, notes: []string{"a: JSON lines, 2 rows, 4 features"}},
		"a gap":         {source: "gap", want: ErrNotNumber, at: ":2:1"},
		"another key":   {source: "other", want: ErrRagged, text: `"z" is not in the first line`, at: ":2"},
		"object inside": {source: "deep", want: ErrSyntax, text: "an object", at: ":1"},
		"a key twice":   {source: "twice", want: ErrSyntax, text: `"x" occurs twice`, at: ":2"},
		"a word":        {source: "words", want: ErrNotNumber, at: ":2:1"},
		"cut off":       {source: "cut", want: ErrSyntax, text: "no object", at: ":3"},
	} {
		test.files = files
		t.Run(name, test.check)
	}
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "{\"a\": %d, \"b\": [%v], \"y\": %d}\n", i, float64(i)/8, i%2)
	}
	spec := sourceSpec(t, t.TempDir(), text.String())
	spec.Bias = true
	checkStreams(t, "JSON lines", spec, 100*8*5)
}
