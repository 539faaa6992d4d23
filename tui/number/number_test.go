package number_test

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"larui/tui/number"
)

func TestWriting(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{number.Short(0), "0"}, {number.Short(1000), "1000"}, {number.Short(1e4), "1e4"}, {number.Short(3e-4), "3e-4"},
		{number.Short(0.1), "0.1"}, {number.Short(-12345.5), "-1.23455e4"}, {number.Short(math.NaN()), "–"},
		{number.Short(math.Inf(1)), "∞"}, {number.Short(math.Inf(-1)), "−∞"},
		{number.Digits(0.123456, 3), "0.123"}, {number.Digits(1e-14, 3), "0"}, {number.Digits(99999, 3), "1e5"},
		{number.Even(0.123, 4), "0.1230"}, {number.Even(9.235e-5, 4), "9.235e-5"}, {number.Even(1234, 4), "1234"}, {number.Even(0, 4), "0"},
		{number.Exponent(2.5e-7, 6), "2.5e-7"}, {number.Exponent(123456, 3), "1.23e5"}, {number.Exponent(1, 3), "1"},
		{number.Percent(0.998, 1), "99.8 %"}, {number.Percent(math.NaN(), 1), "–"},
		{number.Share(0), "0 %"}, {number.Share(0.9999), "100 %"}, {number.Share(1e-5), "< 0.1 %"}, {number.Share(0.5), "50.0 %"},
		{number.Cumulated(0.99951), "100%"}, {number.Cumulated(0.9994), "99.9%"}, {number.Cumulated(math.NaN()), "–"},
		{number.Degrees(11.6312), "11.63°"}, {number.Exponent(math.Inf(-1), 3), "−∞"}, {number.Even(math.NaN(), 3), "–"},
		{number.Duration(400 * time.Microsecond), "0.4 ms"}, {number.Duration(12 * time.Millisecond), "12 ms"}, {number.Duration(1600 * time.Millisecond), "1.6 s"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
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

// TestReadsBack holds that what is written in full can be read again, exactly.
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
