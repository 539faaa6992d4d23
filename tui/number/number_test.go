package number_test

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"larui/model/testutil"
	"larui/tui/number"
)

func TestWriting(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{number.AllDigits(0), "0"}, {number.AllDigits(1000), "1000"}, {number.AllDigits(1e4), "1e4"}, {number.AllDigits(3e-4), "3e-4"},
		{number.AllDigits(0.1), "0.1"}, {number.AllDigits(-12345.5), "-1.23455e4"}, {number.AllDigits(math.NaN()), "–"},
		{number.AllDigits(math.Inf(1)), "∞"}, {number.AllDigits(math.Inf(-1)), "−∞"},
		{number.Digits(0.123456, 3), "0.123"}, {number.Digits(1e-14, 3), "0"}, {number.Digits(99999, 3), "1e5"},
		{number.PaddedDigits(0.123, 4), "0.1230"}, {number.PaddedDigits(9.235e-5, 4), "9.235e-5"}, {number.PaddedDigits(2.544e-4, 4), "2.544e-4"}, {number.PaddedDigits(1.2e-3, 4), "0.001200"}, {number.PaddedDigits(1234, 4), "1234"}, {number.PaddedDigits(0, 4), "0"},
		{number.WithExponent(2.5e-7, 6), "2.5e-7"}, {number.WithExponent(123456, 3), "1.23e5"}, {number.WithExponent(1, 3), "1"},
		{number.Percent(0.998, 1), "99.8 %"}, {number.Percent(math.NaN(), 1), "–"},
		{number.Share(0), "0 %"}, {number.Share(0.9999), "> 99.9 %"}, {number.Share(1), "100 %"}, {number.Share(1 - 1e-9), "100 %"}, {number.Share(1e-5), "< 0.1 %"}, {number.Share(0.5), "50.0 %"},
		{number.CumulativeShare(0.99951), "100%"}, {number.CumulativeShare(0.9994), "99.9%"}, {number.CumulativeShare(math.NaN()), "–"},
		{number.Degrees(11.6312), "11.63°"}, {number.WithExponent(math.Inf(-1), 3), "−∞"}, {number.PaddedDigits(math.NaN(), 3), "–"},
		{number.Duration(400 * time.Microsecond), "0.4 ms"}, {number.Duration(12 * time.Millisecond), "12 ms"}, {number.Duration(1600 * time.Millisecond), "1.6 s"},
	} {
		testutil.Equal(t, c.got, c.want)
	}
}

func TestChanges(t *testing.T) {
	type change func(from, to float64) (string, number.Verdict)
	points := func(from, to float64) (string, number.Verdict) { return number.PointsChange(from, to, 1) }
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
		{number.RelativeChange, 0.6907, 0.4268, "▲ −38.2 %", number.Better},
		{number.RelativeChange, 1, 12, "▼ ×12", number.Worse},
		{number.RelativeChange, 0, 0, "= ±0", number.Same},
		{number.RelativeChange, 1, math.Inf(1), "", number.Same},
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
		text, verdict := number.PointsChange(from, to, decimals)
		before, after := read(number.Percent(from, decimals)), read(number.Percent(to, decimals))
		want, better, rounding := after-before, after > before, 1e-9
		if rapid.Bool().Draw(t, "error") {
			text, verdict = number.RelativeChange(from, to)
			before, after = read(number.PaddedDigits(from, 4)), read(number.PaddedDigits(to, 4))
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
		text := number.AllDigits(v)
		if back, err := strconv.ParseFloat(text, 64); err != nil || back != v {
			t.Errorf("%g is written %s and read %g (%v)", v, text, back, err)
		}
		if strings.Contains(text, "e+") || strings.Contains(text, "e0") {
			t.Errorf("%g is written %s", v, text)
		}
	})
}
