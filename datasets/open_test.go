package datasets

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func mustOpen(t rapid.TB, spec Spec) *Pair {
	t.Helper()
	pair, err := Open(context.Background(), spec, nil)
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	return pair
}

// checkOneLine checks what holds for every error of this package.
func checkOneLine(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	text := err.Error()
	if text == "" || strings.ContainsAny(text, "\n\r") {
		t.Errorf("the error is not one line: %q", text)
	}
	known := []error{
		ErrUnknownPair, ErrSpec, ErrNotNumber, ErrNotFinite, ErrRagged, ErrEmpty, ErrOneClass, ErrWidth, ErrNoLabel,
		ErrUnknownClass, ErrNoColumn, ErrSyntax, ErrTruncated, ErrTooLarge, ErrChanged, ErrMissingFile,
	}
	for _, sentinel := range known {
		if errors.Is(err, sentinel) {
			return
		}
	}
	t.Errorf("the error wraps no sentinel: %v", err)
}

func TestOpenUnknownName(t *testing.T) {
	for name, want := range map[string]string{
		"mnits-usps": "did you mean mnist-usps?",
		"rotated":    "did you mean rotated-gaussian?",
		"zebra":      "there are rotated-gaussian, wide-gaussian, rotated-regression, subspace, correlated-features, glyphs, mnist-usps, usps-mnist, files",
		"":           "there are rotated-gaussian, wide-gaussian, rotated-regression, subspace, correlated-features, glyphs, mnist-usps, usps-mnist, files",
	} {
		_, err := Open(context.Background(), DefaultSpec(name), nil)
		if !errors.Is(err, ErrUnknownPair) {
			t.Errorf("%q: %v", name, err)
			continue
		}
		checkOneLine(t, err)
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q lacks %q", name, err, want)
		}
		if guessed := strings.Contains(err.Error(), "did you mean"); guessed != strings.Contains(want, "did you mean") {
			t.Errorf("%q: %q", name, err)
		}
	}
}

func TestListedPairsAreKnown(t *testing.T) {
	empty := t.TempDir()
	var names []string
	for _, info := range List() {
		names = append(names, info.Name)
		if info.Summary == "" || (info.Needs == "") != info.BuiltIn {
			t.Errorf("%+v", info)
		}
		spec := DefaultSpec(info.Name)
		spec.Data = empty
		_, err := Open(context.Background(), spec, nil)
		if info.BuiltIn && err != nil {
			t.Errorf("%s: %v", info.Name, err)
		}
		if !info.BuiltIn && !errors.Is(err, ErrMissingFile) {
			t.Errorf("%s without data: %v", info.Name, err)
		}
	}
	if got := strings.Join(names, " "); got != "rotated-gaussian wide-gaussian rotated-regression subspace correlated-features glyphs mnist-usps usps-mnist" {
		t.Errorf("order %s", got)
	}
}

func TestOpenStopsWhenCancelled(t *testing.T) {
	specs := map[string]Spec{"files": fixtureSpec(0)}
	for _, name := range generatedNames() {
		specs[name] = DefaultSpec(name)
	}
	if folder := os.Getenv("LARUI_DATA"); folder != "" {
		specs["mnist-usps"] = DefaultSpec("mnist-usps")
		specs["usps-mnist"] = DefaultSpec("usps-mnist")
	}
	for name, spec := range specs {
		ctx, cancel := context.WithCancel(context.Background())
		// Cancelled in the midst of the work, at the second sign of progress.
		calls := 0
		pair, err := Open(ctx, spec, func(Progress) {
			if calls++; calls == 2 {
				cancel()
			}
		})
		cancel()
		if pair != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestProgress(t *testing.T) {
	specs := map[string]Spec{"files": fixtureSpec(0)}
	for _, name := range generatedNames() {
		specs[name] = DefaultSpec(name)
	}
	for name, spec := range specs {
		last := map[string]Progress{}
		_, err := Open(context.Background(), spec, func(p Progress) {
			if p.Stage == "" || p.Done < last[p.Stage].Done || p.Total > 0 && p.Done > p.Total {
				t.Errorf("%s: %+v after %+v", name, p, last[p.Stage])
			}
			last[p.Stage] = p
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(last) != 3 {
			t.Errorf("%s: stages %v", name, last)
		}
		if name == "files" {
			for _, p := range last {
				if p.Total == 0 || p.Done != p.Total {
					t.Errorf("%s ended at %+v", name, p)
				}
			}
		}
	}
}

// checkFormatError checks an error that a reader returned.
func checkFormatError(t testing.TB, err error) {
	t.Helper()
	var format *FormatError
	if !errors.As(err, &format) {
		t.Errorf("%v is no *FormatError", err)
	}
	checkOneLine(t, err)
}
