package number_test

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"larui/model/must"
	"larui/tui/number"
)

func TestWriting(t *testing.T) {
	writers := map[string]func(v float64, digits int) string{
		"short": func(v float64, _ int) string { return number.Short(v) }, "digits": number.Digits, "even": number.Even, "exponent": number.Exponent,
		"percent": number.Percent, "share": func(v float64, _ int) string { return number.Share(v) },
		"cumulated": func(v float64, _ int) string { return number.Cumulated(v) }, "degrees": func(v float64, _ int) string { return number.Degrees(v) },
		"ms": func(v float64, _ int) string { return number.Duration(time.Duration(v * float64(time.Millisecond))) },
	}
	// Cells are a number and the text written.
	for _, row := range must.Rows(`
		short 0 | 0 0 | 1000 1000 | 1e4 1e4 | 3e-4 3e-4 | 0.1 0.1 | -12345.5 -1.23455e4 | NaN – | +Inf ∞ | -Inf −∞
		digits 3 | 0.123456 0.123 | 1e-14 0 | 99999 1e5
		even 4 | 0.123 0.1230 | 9.235e-5 9.235e-5 | 2.544e-4 2.544e-4 | 1.2e-3 0.001200 | 1234 1234 | 0 0 | NaN –
		exponent 6 | 2.5e-7 2.5e-7
		exponent 3 | 123456 1.23e5 | 1 1 | -Inf −∞
		percent 1 | 0.998 99.8 % | NaN –
		share 0 | 0 0 % | 0.9999 100 % | 1e-5 < 0.1 % | 0.5 50.0 %
		cumulated 0 | 0.99951 100% | 0.9994 99.9% | NaN –
		degrees 0 | 11.6312 11.63°
		ms 0 | 0.4 0.4 ms | 12 12 ms | 1600 1.6 s`) {
		name, digits, _ := strings.Cut(row[0], " ")
		for _, cell := range row[1:] {
			value, want, _ := strings.Cut(cell, " ")
			must.Equal(t, writers[name](must.Numbers(value)[0], int(must.Numbers(digits)[0])), want, row[0], value)
		}
	}
}

func TestChanges(t *testing.T) {
	type change func(from, to float64) (string, number.Verdict)
	points := func(from, to float64) (string, number.Verdict) { return number.Points(from, to, 1) }
	for _, c := range []struct {
		change   change
		from, to float64
		want     string
		verdict  number.Verdict
	}{
		{points, 0.874, 0.985, "▲ +11.1", number.Better},
		{points, 0.876, 0.874, "▼ −0.2", number.Worse},
		{points, 0.87401, 0.87404, "= ±0", number.Same},
		{points, math.NaN(), 1, "", number.Same},
		{number.Relative, 0.6907, 0.4268, "▲ −38.2 %", number.Better},
		{number.Relative, 1, 12, "▼ ×12", number.Worse},
		{number.Relative, 0, 0, "= ±0", number.Same},
		{number.Relative, 1, math.Inf(1), "", number.Same},
	} {
		if got, verdict := c.change(c.from, c.to); got != c.want || verdict != c.verdict {
			t.Errorf("from %g to %g: %q (%d), want %q (%d)", c.from, c.to, got, verdict, c.want, c.verdict)
		}
	}
}

// The change is the difference of the rounded numbers, and its sign means better or worse: a higher
// share and a lower error are better.
func TestChangesAreOfWrittenNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		read := func(text string) float64 {
			v, err := strconv.ParseFloat(strings.NewReplacer("−", "-", " %", "").Replace(text), 64)
			if err != nil {
				t.Fatalf("%q is no number", text)
			}
			return v
		}
		// Shares of a few hundred rows differ by less than they are rounded to.
		from, to := rapid.Float64Range(1e-3, 1).Draw(t, "from"), rapid.Float64Range(1e-3, 1).Draw(t, "to")
		if rapid.Bool().Draw(t, "near") {
			to = math.Min(1, from*(1+rapid.Float64Range(-0.01, 0.01).Draw(t, "change")))
		}
		decimals := rapid.IntRange(1, 2).Draw(t, "decimals")
		text, verdict := number.Points(from, to, decimals)
		before, after := read(number.Percent(from, decimals)), read(number.Percent(to, decimals))
		want, better, rounding := after-before, after > before, 1e-9
		if rapid.Bool().Draw(t, "error") {
			text, verdict = number.Relative(from, to)
			before, after = read(number.Even(from, 4)), read(number.Even(to, 4))
			want, better, rounding = 100*(after-before)/before, after < before, 0.05+1e-9
		}
		sign, rest, _ := strings.Cut(text, " ")
		withSign := map[string]number.Verdict{"=": number.Same, "▲": number.Better, "▼": number.Worse}
		factor, grown := strings.CutPrefix(rest, "×")
		if grown {
			rest, want, rounding = factor, after/before, 0.06*after/before
		}
		right := sign == "=" || better == (sign == "▲")
		if math.Abs(read(strings.TrimPrefix(rest, "±"))-want) > rounding || !right || verdict != withSign[sign] {
			t.Fatalf("%v → %v is written as %q (%d), the change is %v", before, after, text, verdict, want)
		}
	})
}

// TestReadsBack checks that a number with all its digits reads back exactly.
func TestReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		text := number.Short(v)
		if back, err := strconv.ParseFloat(text, 64); err != nil || back != v {
			t.Errorf("%g is written %s and read %g (%v)", v, text, back, err)
		}
		if strings.Contains(text, "e+") || strings.Contains(text, "e0") {
			t.Errorf("%g is written %s", v, text)
		}
	})
}
