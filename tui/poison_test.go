package tui

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/muesli/termenv"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// poisoned returns a deep copy of v in which every number that was computed is what
// spoil makes of it.
func poisoned(v reflect.Value, spoil func(float64) float64) reflect.Value {
	if dense, ok := v.Interface().(*mat.Dense); ok {
		if dense == nil {
			return v
		}
		clone := mat.DenseCopyOf(dense)
		clone.Apply(func(_, _ int, x float64) float64 { return spoil(x) }, clone)
		return reflect.ValueOf(clone)
	}
	clone := reflect.New(v.Type()).Elem()
	clone.Set(v)
	if _, ok := v.Interface().(model.Params); ok {
		return clone
	}
	switch v.Kind() {
	case reflect.Float64:
		clone.SetFloat(spoil(v.Float()))
	case reflect.Pointer:
		if !v.IsNil() {
			clone.Set(poisoned(v.Elem(), spoil).Addr())
		}
	case reflect.Slice:
		if !v.IsNil() {
			clone.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				clone.Index(i).Set(poisoned(v.Index(i), spoil))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			// λ is given, not computed.
			if f := v.Type().Field(i); f.IsExported() && f.Name != "Lambda" {
				clone.Field(i).Set(poisoned(v.Field(i), spoil))
			}
		}
	}
	return clone
}

// Whatever numbers a solution may come with, unknown, infinite or enormous, every view
// draws it in the space that it is given, and writes no word for what is none.
func TestFramesOfPoisonedNumbers(t *testing.T) {
	all := scenes(t)
	var names []string
	for name, sc := range all {
		if sc.solution() != nil {
			names = append(names, name)
		}
	}
	encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
	rapid.Check(t, func(t *rapid.T) {
		sc := all[rapid.SampledFrom(names).Draw(t, "scene")]
		often := rapid.SampledFrom([]int{1, 3, 30}).Draw(t, "one number of")
		poisons := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 0, -1}
		count := rapid.IntRange(0, often-1).Draw(t, "from")
		spoil := func(v float64) float64 {
			if count++; count%often > 0 {
				return v
			}
			return poisons[count/often%len(poisons)]
		}
		u := &sc.Update
		u.Solution = poisoned(reflect.ValueOf(u.Solution), spoil).Interface().(*model.Solution)
		u.Curves = poisoned(reflect.ValueOf(u.Curves), spoil).Interface().(*model.Solution)
		u.View = poisoned(reflect.ValueOf(u.View), spoil).Interface().(*ScoreView)
		u.Theory = poisoned(reflect.ValueOf(u.Theory), spoil).Interface().(*model.Theory)
		u.Path = poisoned(reflect.ValueOf(u.Path), spoil).Interface().([]model.PathPoint)
		sc.Panel, sc.Zoom = rapid.SampledFrom(panels()).Draw(t, "panel").id, rapid.Bool().Draw(t, "zoom")
		w, h := rapid.IntRange(0, 210).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		frame := encoder.Encode(sc.Frame(w, h))
		requireFits(t, frame, w, h)
		for _, word := range []string{"NaN", "%!"} {
			if strings.Contains(frame, word) {
				t.Fatalf("%s in %q", word, frame)
			}
		}
	})
}

// The smallest and the flattest data that can be opened are drawn; what can't be is
// said.
func TestFramesOfDegenerateData(t *testing.T) {
	sign := func(i int) float64 { return float64(i%2*2 - 1) }
	table := func(rows ...[]float64) string { return writeTable(t, "table.csv", rows) }
	files := func(source, target string) datasets.Spec {
		spec := datasets.DefaultSpec(datasets.FilesName)
		spec.Source, spec.Target = source, target
		return spec
	}
	one, flat, empty := table([]float64{2, 1}), table([]float64{1, 1, -1}, []float64{1, 1, 1}, []float64{1, 1, -1}), table()
	nan := table([]float64{math.NaN(), 1}, []float64{1, -1})
	for name, c := range map[string]struct {
		spec  datasets.Spec
		task  string
		opens bool
	}{
		"one by one":  {files(one, one), "regression", true},
		"constant":    {files(flat, flat), "binary", true},
		"two rows":    {fileSpec(t, 2, 1, "binary", sign), "binary", true},
		"empty":       {files(empty, one), "auto", false},
		"not numbers": {files(nan, one), "auto", false},
	} {
		t.Run(name, func(t *testing.T) {
			c.spec.Task = c.task
			session, err := session.Open(context.Background(), c.spec, nil, nil)
			if (err == nil) != c.opens {
				t.Fatalf("opens: %v", err)
			}
			sc := Scene{}
			if sc.Update.Err = err; err == nil {
				state, err := session.Begin(nil)
				if err != nil {
					t.Fatal(err)
				}
				sc = solved(t, session, state)
			}
			for _, view := range ViewNames() {
				sc.showView(view)
				for _, size := range []struct{ w, h int }{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
					frame := strings.Join(sc.Frame(size.w, size.h).Plain(), "\n")
					requireFits(t, frame, size.w, size.h)
					if c.opens && (strings.Contains(frame, "NaN") || strings.Contains(frame, "Inf")) {
						t.Errorf("%s at %d×%d: %q", view, size.w, size.h, frame)
					}
				}
			}
		})
	}
}
