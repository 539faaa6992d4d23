package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTickLabels(t *testing.T) {
	for _, tt := range []struct {
		a    axis
		n    int
		want []string
	}{
		{newAxis(0, 2000), 4, []string{"0", "500", "1000", "1500", "2000"}},
		{newAxis(-0.3, 0.3), 6, []string{"-0.3", "-0.2", "-0.1", "0.0", "0.1", "0.2", "0.3"}},
		{newAxis(0.88, 1), 3, []string{"0.90", "0.95", "1.00"}},
		{newAxis(0, 3e6), 3, []string{"0", "1e6", "2e6", "3e6"}},
		{newAxis(0, 3e-7), 3, []string{"0", "1e-7", "2e-7", "3e-7"}},
		{newAxis(1e6, 1.3e6), 3, []string{"1e6", "1.1e6", "1.2e6", "1.3e6"}},
		{newAxis(0.25, 0.25), 5, []string{"0.25"}},
		{newLogAxis(1e-4, 1e4, false), 9, []string{"1e-4", "1e-3", "0.01", "0.1", "1", "10", "100", "1000", "1e4"}},
		{newLogAxis(1e-4, 1e4, true), 6, []string{"0", "1e-4", "0.01", "1", "100", "1e4"}},
		{newLogAxis(0.01, 100, false), 5, []string{"0.01", "0.1", "1", "10", "100"}},
		{newLogAxis(2, 10, false), 4, []string{"2", "4", "6", "8", "10"}},
	} {
		ticks := tt.a.ticks(tt.n)
		tt.a.label(ticks, nil)
		var got []string
		for _, tick := range ticks {
			got = append(got, tick.label)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %q, want %q", tt.a, got, tt.want)
		}
	}
}

// TestAnyAxis checks that whatever the ends are, there is an axis with its
// ticks on it in order.
func TestAnyAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo, hi := anyNumber().Draw(t, "lo"), anyNumber().Draw(t, "hi")
		a := newAxis(lo, hi)
		if rapid.Bool().Draw(t, "log") {
			a = newLogAxis(lo, hi, rapid.Bool().Draw(t, "zero"))
		}
		if !(a.lo < a.hi) || math.IsInf(a.hi-a.lo, 0) {
			t.Fatalf("axis from %g to %g", a.lo, a.hi)
		}
		last := math.Inf(-1)
		n := rapid.IntRange(1, 30).Draw(t, "n")
		ticks := a.ticks(n)
		a.label(ticks, nil)
		for _, tick := range ticks {
			// Up to rounding of the logarithms.
			if f := a.frac(tick.value); !(f >= -1e-9 && f <= 1+1e-9) || !(tick.value > last) {
				t.Fatalf("tick %g on [%g, %g] after %g stands at %g", tick.value, a.lo, a.hi, last, f)
			}
			if w := TextWidth(tick.label); w == 0 || w > 14 {
				t.Fatalf("the label of %g is %q", tick.value, tick.label)
			}
			last = tick.value
		}
		if len(ticks) > 4*n+1 {
			t.Fatalf("%d ticks for %d", len(ticks), n)
		}
	})
}

// anyNumber generates what data can hold, the nasty more often than chance
// would.
func anyNumber() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64Range(-10, 10), rapid.Float64(),
		rapid.SampledFrom([]float64{
			0, math.Copysign(0, -1), nan, math.Inf(1), math.Inf(-1), 5e-324, -5e-324, 1e-310,
			math.MaxFloat64, -math.MaxFloat64, largest, -largest, 1, 1 + 1e-12, 1e15, 0.1,
		}))
}

// TestExtremeAxes pins what chance seldom finds.
func TestExtremeAxes(t *testing.T) {
	for _, tt := range []struct {
		name string
		a    axis
	}{
		{"one denormal number", newAxis(5e-324, 5e-324)},
		{"denormal span", newAxis(0, 1e-310)},
		{"as wide as can be", newAxis(-largest, largest)},
		{"no data", newAxis(math.Inf(1), math.Inf(-1))},
		{"infinite", newAxis(0, math.Inf(1))},
		{"neighbours", newAxis(1, math.Nextafter(1, 2))},
		{"one denormal number by logarithm", newLogAxis(5e-324, 5e-324, false)},
		{"all positive numbers", newLogAxis(5e-324, largest, true)},
		{"no data by logarithm", newLogAxis(math.Inf(1), math.Inf(-1), true)},
	} {
		ticks := tt.a.ticks(5)
		if len(ticks) == 0 {
			t.Errorf("%s: no ticks on %+v", tt.name, tt.a)
		}
		for _, tick := range ticks {
			// Up to rounding of the logarithms.
			if f := tt.a.frac(tick.value); !(f >= -1e-9 && f <= 1+1e-9) {
				t.Errorf("%s: tick %g stands at %g", tt.name, tick.value, f)
			}
		}
	}
	x, y := equalUnits(newAxis(-1e290, 1e290), newAxis(0, 1e-280), 200, 1)
	if !(x.lo < x.hi && y.lo < y.hi) || math.IsInf(y.hi-y.lo, 0) {
		t.Errorf("equal units of extreme spans: [%g, %g]×[%g, %g]", x.lo, x.hi, y.lo, y.hi)
	}
}

// Round ends of an axis are labelled where there is room; others never are.
func TestAxisEnds(t *testing.T) {
	const cells = 20
	place := func(f float64) int { return int(math.Round(cells * f)) }
	for _, tt := range []struct {
		lo, hi float64
		gap    int
		want   string
	}{
		{0.4, 0.95, 5, "0.4 0.6 0.8 0.95"},
		{0.4, 0.9, 5, "0.4 0.6 0.8"},
		{0, 5000, 3, "0 1000 2000 3000 4000 5000"},
		{0, 5600, 5, "0 2000 4000 5600"},
		{-0.123456, 0.987654, 3, "0.0 0.2 0.4 0.6 0.8"},
		{2e-5, 9e-5, 5, "2e-5 4e-5 6e-5 8e-5"},
		{1e-5, 9e-5, 4, "2e-5 4e-5 6e-5 8e-5"},
		{1.5e-5, 9e-5, 1, "1.5e-5 2e-5 3e-5 4e-5 5e-5 6e-5 7e-5 8e-5 9e-5"},
	} {
		a := newAxis(tt.lo, tt.hi)
		apart := func(ticks []tick) bool {
			for i := 1; i < len(ticks); i++ {
				if ticks[i].cell-ticks[i-1].cell < tt.gap {
					return false
				}
			}
			return true
		}
		ticks := a.layout(9, place, nil, func(ticks []tick) []tick {
			if apart(ticks) {
				return ticks
			}
			return nil
		})
		var labels []string
		for _, at := range a.withEnds(ticks, place, nil, apart) {
			labels = append(labels, at.label)
		}
		if got := strings.Join(labels, " "); got != tt.want {
			t.Errorf("%g…%g, %d cells apart, is labelled %q, want %q", tt.lo, tt.hi, tt.gap, got, tt.want)
		}
	}
}
