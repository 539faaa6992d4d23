package lesson

import (
	"errors"
	"strings"
	"testing"

	"larui/model/testutil"
)

// kinds returns the kind of a test's name: words begin with w, switches with is.
func kinds(name string) (kind, error) {
	switch {
	case name == "nothing":
		return 0, errors.New("there is no \"nothing\"")
	case strings.HasPrefix(name, "w"):
		return textual, nil
	case strings.HasPrefix(name, "is"):
		return truth, nil
	}
	return numeric, nil
}

func TestExpressions(t *testing.T) {
	facts := map[string]value{
		"a": {number: 3, known: true}, "b": {number: 4, known: true, text: "4"}, "s": {number: 0.876, unit: share, known: true},
		"t": {number: 0.976, unit: share, known: true}, "angle": {number: 12, unit: degrees, known: true},
		"word": {kind: textual, text: "map", known: true}, "is": {kind: truth, true: true, known: true},
		"lost": {}, "later": {pending: true}, "a at lambda=1": {number: 7, known: true},
	}
	of := func(name, at string) value {
		if at != "" {
			name += " at " + at
		}
		return facts[name]
	}
	for _, row := range testutil.ParseTable(`
		1 + 2 * 3 | 7
		(1 + 2) * 3 | 9
		2 - 3 - 4 | -5
		-a | -3
		8 / 4 / 2 | 1
		b | 4
		a < b | yes
		a <= 3 | yes
		a >= b | no
		a == 3 | yes
		a != 3 | no
		b == 4 | yes
		a < b and b < a | no
		a < b or b < a | yes
		not a < b | no
		not (a < b and is) | no
		is | yes
		is == is | yes
		a < b and b < a or is | yes
		s | 87.6 %
		t - s | 10.0 points
		s + 5 % | 92.6 %
		s > 87 % | yes
		angle | 12.0°
		s * s | 76.7 %
		a * s | 2.63
		word == map | yes
		word != map | no
		word == lambda | no
		a at lambda=1 | 7
		a at lambda=1 - a | 4
		lost | –
		lost > 1 | –
		lost > 1 or is | yes
		later | …
		later > 1 and is | …
		1e3 | 1000
		.5 | 0.5`) {
		source, want := row[0], row[1]
		e, err := parseExpr(source, kinds, func(map[string]string) error { return nil })
		if err != nil {
			t.Errorf("%s: %v", source, err)
		} else if got := e.evaluate(of).String(); got != want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
	// A condition on an unknown value is never true.
	for _, source := range []string{"lost > 1", "not lost > 1", "lost != 1", "later == 1", "lost < 1 and is"} {
		if e, _ := parseExpr(source, kinds, nil); e.evaluate(of).true {
			t.Errorf("%s holds", source)
		}
	}
}

func TestBrokenExpressions(t *testing.T) {
	for _, row := range testutil.ParseTable(`
		 | missing
		a < | missing
		(a < b | closing bracket
		a b | "b" can't follow "a"
		a = b | ==
		a < word | a number and a word
		a < b < 3 | between two comparisons
		nothing > 1 | no "nothing"
		a and b | true or false
		a at 3 | unknown option
		a at lambda | needs a value
		a + is | a number
		a ) b | ")"
		# 1 | "#"
		not a | "not" needs`) {
		source, want := row[0], row[1]
		if _, err := parseExpr(source, kinds, func(map[string]string) error { return nil }); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want something about %q", source, err, want)
		}
	}
}
