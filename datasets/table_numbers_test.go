package datasets

import (
	"errors"
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// Whatever is read as a plain decimal is what strconv reads, to the bit.
func TestParseDecimal(t *testing.T) {
	compare := func(t rapid.TB, text string) {
		t.Helper()
		want, err := strconv.ParseFloat(text, 64)
		got, ok := parseDecimal([]byte(text))
		if ok && (err != nil || math.Float64bits(got) != math.Float64bits(want)) {
			t.Fatalf("%q: %v, want %v, %v", text, got, want, err)
		}
		if got, parseErr := parseField([]byte(" " + text)); err == nil && !math.IsNaN(want) && !math.IsInf(want, 0) {
			if parseErr != nil || math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("%q: %v, %v, want %v", text, got, parseErr, want)
			}
		} else if !errors.Is(parseErr, ErrNotNumber) && !errors.Is(parseErr, ErrNotFinite) {
			t.Fatalf("%q: %v, %v", text, got, parseErr)
		}
	}
	for _, text := range []string{
		"", "-", ".", "-.", "+1", "0", "-0", "-0.0", "1.", ".5", "-.5", "1.2.3", "1e5", "0x10", "1_000", "inf", "nan", "--1", "1-",
		"9007199254740991", "9007199254740992", "9007199254740993", "0.000000000000000001", "123456789012345678", "1234567890123456789",
		"12345678901234567.8", ".000000000000000001", "00000000000000000000000000001", "1.7976931348623157e308", "1e309", "5e-324",
	} {
		compare(t, text)
	}
	rapid.Check(t, func(t *rapid.T) {
		compare(t, rapid.OneOf(
			rapid.StringMatching(`-?[0-9]{0,20}(\.[0-9]{0,20})?`),
			rapid.StringMatching(`-?[0-9]{1,4}\.[0-9]{1,12}`),
			rapid.StringMatching(`[-+.e0-9]{0,8}`),
		).Draw(t, "text"))
	})
	// Six decimals, as most tables have them, take the short way.
	if _, ok := parseDecimal([]byte("-123.456789")); !ok {
		t.Error("a plain decimal is left to strconv")
	}
}
