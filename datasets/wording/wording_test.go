package wording

import (
	"math"
	"strings"
	"testing"
)

func TestPhrases(t *testing.T) {
	for text, want := range map[string]string{
		"plain λ → k̃":                 "plain λ → k̃",
		"a\x1b[2Jb\tc\r\n":             `a\u001b[2Jb\tc\r\n`,
		"\u009b1m\x00\u202e\U000e0041": `\u009b1m\u0000\u202e\udb40\udc41`,
		"می\u200cخواهم":                "می\u200cخواهم",
		"\xff":                         "\uFFFD",
	} {
		if got := OneLine(text); got != want || OneLine(got) != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	for want, names := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := JoinWithWord(names, "or"); got != want {
			t.Errorf("%q become %q", names, got)
		}
	}
	for want, value := range map[string]float64{"1000000": 1e6, "-9007199254740991": 1 - 1<<53, "9.007199254740992e+15": 1 << 53, "2.5": 2.5, "1e-07": 1e-7, "NaN": math.NaN()} {
		if got := FormatNumber(value); got != want {
			t.Errorf("%v becomes %s, want %s", value, got, want)
		}
	}
	for text, want := range map[string]string{"a-b.csv": "a-b.csv", "": "''", "it's": `'it'\''s'`, "\x1b[2J\a'1": `$'\e[2J\007\'1'`, "\xff\\ λ": `$'\377\\ λ'`} {
		if got := ShellQuote(text); got != want {
			t.Errorf("%q becomes the word %s, want %s", text, got, want)
		}
	}
	if got := DisplayName(strings.Repeat("x", 1e5)); len([]rune(got)) > 60 || !strings.HasSuffix(got, "…") {
		t.Errorf("a long name becomes %q", got)
	}
}
