package data

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"larui/datasets"
	"larui/datasets/recipe"
	"larui/model/testutil"
	"larui/tui/panel"
	"larui/tui/stage/stagetest"
)

// The table has the gaps of the files and the shift in the units of the files, computed by plain
// loops, for every scaling of the features. Weights are drawn at their distance from zero.
func TestFeatures(t *testing.T) {
	const n = 40
	folder := t.TempDir()
	var values [2]map[string][]float64
	files := map[string]string{"encode": "plan", "impute": "median", "standardize": "domain", "label": "y"}
	for i, name := range []string{"source", "target"} {
		values[i] = map[string][]float64{}
		text := "a feature of a long name,b,plan,y\n"
		for r := range n {
			a, b, plan := float64(r*r%17)+3*float64(i), float64(r%7)-float64(i), []string{"plus", "pro"}[r*r%3%2]
			values[i]["a feature of a long name"] = append(values[i]["a feature of a long name"], a)
			values[i]["plan=pro"] = append(values[i]["plan=pro"], map[string]float64{"pro": 1}[plan])
			if r%(9-i) == 0 {
				b = 3 // the median of the source
				text += fmt.Sprintf("%v,,%s,%d\n", a, plan, r%2)
			} else {
				text += fmt.Sprintf("%v,%v,%s,%d\n", a, b, plan, r%2)
			}
			values[i]["b"] = append(values[i]["b"], b)
		}
		files[name] = filepath.Join(folder, name+".csv")
		testutil.NoError(t, os.WriteFile(files[name], []byte(text), 0o600))
	}
	v := &View{}
	s := stagetest.Open(t, v, datasets.FilesName, files)
	for name, value := range map[string]string{"k": "2", "lambda": "30"} {
		s.Set(name, value)
	}
	for by := range featureOrders {
		list := featureRows(&s.Stage, 0, by)
		var names []string
		for i, f := range list {
			names = append(names, f.name)
			before := list[max(0, i-1)]
			sorted := map[featureOrder]bool{
				byWeight: math.Abs(before.lar) >= math.Abs(f.lar), byName: before.name <= f.name, byFileOrder: true,
				byShift: math.IsNaN(f.shift) || math.Abs(before.shift) >= math.Abs(f.shift), byGaps: before.gaps[0]+before.gaps[1] >= f.gaps[0]+f.gaps[1],
			}
			if !sorted[by] {
				t.Errorf("by %s %+v comes before %+v", by, before, f)
			}
			source, known := values[0][f.name]
			if !known {
				continue
			}
			mean, deviation := stat.PopMeanStdDev(source, nil)
			if want := (stat.Mean(values[1][f.name], nil) - mean) / deviation; math.Abs(f.shift-want) > 1e-12 {
				t.Errorf("%s is shifted by %v, not %v", f.name, f.shift, want)
			}
			gaps := []int{0, 0}
			if f.name == "b" {
				gaps = []int{5, 5}
			}
			kind := recipe.Number
			if f.name == "plan=pro" {
				kind = recipe.Category
			}
			testutil.Equal(t, f.kind, kind, f.name)
			if !slices.Equal(f.gaps, gaps) {
				t.Errorf("%s has %v gaps, not %v", f.name, f.gaps, gaps)
			}
		}
		if by == byFileOrder && !slices.Equal(names, s.Session.Pair.Features) {
			t.Errorf("%q are the features, not %q", names, s.Session.Pair.Features)
		}
	}
	s.Press("b")
	if v.order != byShift || v.section != dataWeights {
		t.Errorf("b sorts by %s in section %d", v.order, v.section)
	}
	list := featureRows(&s.Stage, 0, byShift)
	if last := list[len(list)-1]; last.name != "1" || last.kind != recipe.Constant {
		t.Errorf("%+v comes last by shift, not the constant 1", last)
	}
	said := v.Lines(&s.Stage)
	said = said[slices.Index(said, "features by shift:")+1:]
	for i, f := range list {
		want := fmt.Sprintf("%s: %s, ", f.name, f.kind)
		if f.name == "b" {
			want += "gaps 5 to 5, "
		}
		if f.name != "1" {
			want += fmt.Sprintf("shift %+.2f, ", f.shift)
		}
		if want += "weight of no adaptation " + panel.FormatSigned(f.none) + ", of LAR " + panel.FormatSigned(f.lar); said[i] != want {
			t.Errorf("%q is said, not %q", said[i], want)
		}
	}
	longest := 0.0
	for _, f := range list {
		longest = max(longest, math.Abs(f.none), math.Abs(f.lar))
	}
	lines := strings.Split(s.Picture(120, 24), "\n")
	head := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "● by shift (b)") })
	start, zero := slices.Index([]rune(lines[head]), '○'), slices.Index([]rune(lines[head+1]), '│')
	for i, f := range list {
		row := []rune(lines[head+1+i])
		place := func(v float64) int { return zero + int(math.Round(v/longest*float64(zero-start))) }
		none, lar := place(f.none), place(f.lar)
		if !strings.Contains(string(row), f.name) || row[lar] != '●' || none != lar && row[none] != '○' || none == lar && f.name != "1" {
			t.Errorf("%+v is drawn as %s, about %d", f, string(row), zero)
		}
	}
	for _, size := range [][2]int{{60, 20}, {40, 8}, {200, 60}} {
		s.Picture(size[0], size[1])
	}
	// An infinite weight is not drawn.
	s.Solution.None.Weights.Set(0, 0, math.Inf(-1))
	if f := featureRows(&s.Stage, 0, byFileOrder)[0]; !math.IsNaN(f.none) || math.IsNaN(f.lar) {
		t.Errorf("%+v of an infinite weight", f)
	}
	s.Picture(120, 24)
}
