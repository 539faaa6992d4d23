package datasets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"larui/datasets/recipe"
	"larui/model/testutil"
)

// The proposed options open files of many kinds.
func TestProposals(t *testing.T) {
	rows := func(head string, row func(i int) string) string {
		text := head + "\n"
		for i := range 30 {
			text += row(i) + "\n"
		}
		return text
	}
	for name, c := range map[string]struct {
		source, flags string
	}{
		"numbers": {rows("a,b,y", func(i int) string { return fmt.Sprintf("%d,%d.5,%d", i*i%7, i, i%2) }), ""},
		"decimal commas": {rows("a;b;y", func(i int) string { return fmt.Sprintf("%d,%d;x%d;%d", i*i%7, i, i%3, i%2) }),
			"--decimal , --encode b"},
		"thousands, perhaps": {rows("a;b;y", func(i int) string { return fmt.Sprintf("%d,%03d;%d;%d", 1+i, i*7, i*i%11, i%2) }),
			"--drop a"},
		"counted from 5001": {rows("sample,b,y", func(i int) string { return fmt.Sprintf("%d,%d.5,%d", 5001+i, i*i%7, i%2) }), "--id sample"},
		"some codes":        {rows("zip,b,y", func(i int) string { return fmt.Sprintf("%05d,%d.5,%d", i%3*4000, i*i%7, i%2) }), "--encode zip"},
		"many codes":        {rows("zip,b,y", func(i int) string { return fmt.Sprintf("%05d,%d.5,%d", i*i%29*40, i*i%7, i%2) }), "--encode zip"},
		"gaps and words": {rows("a,b,c,y", func(i int) string {
			return fmt.Sprintf("%s,%d,%s,%d", []string{"", "1", "2"}[i%3], i*i%7, []string{"?", "u", "v"}[i%3], i%2)
		}), "--encode c --impute median"},
		"dates, text": {rows("at,note,b,y", func(i int) string {
			return fmt.Sprintf("2024-01-%02d,%s,%d,%d", i+1, strings.Repeat("some words and more of them ", i%29+1), i*i%7, i%2)
		}), "--drop at,note"},
	} {
		spec := DefaultSpec(FilesName)
		spec.Source = write(t, t.TempDir(), "s.csv", c.source)
		spec.Target = spec.Source
		v, err := InspectPair(t.Context(), spec, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		v.spec.Drop, v.spec.Encode = []string{"y"}, []string{"y"}
		given := v.spec
		given.Decimal = spec.Decimal
		if flags := formatChangedFlags(given, v.Spec()); flags != c.flags {
			t.Errorf("%s: proposed is %s beside uses of the label, not %s", name, flags, c.flags)
		}
		v.spec.Drop, v.spec.Encode = nil, nil
		if v.Flags != c.flags {
			t.Errorf("%s: proposed is %s, not %s: %q", name, v.Flags, c.flags, v.Problems)
		}
		if _, err := Open(t.Context(), v.Spec(), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The choices of a person become options that open the files; a full turn leads back to the first
// choice.
func TestChoices(t *testing.T) {
	source, target := "id,day,plan,a,b,y\n", "id,day,plan,a,b,extra\n"
	for i := range 30 {
		source += fmt.Sprintf("s%d,2024-01-%02d,%s,%s,%d,%d\n", i, i+1, []string{"basic", "pro"}[i%2], []string{"", "1.5", "2.5"}[i%3], i*i%7, i/15)
		target += fmt.Sprintf("t%d,2024-02-%02d,%s,%s,%d,%d\n", i, i%28+1, []string{"basic", "pro"}[i%2], []string{"", "1.5", "3.5"}[i%3], i*i%5, i*i%11)
	}
	folder := t.TempDir()
	spec := DefaultSpec(FilesName)
	spec.Source, spec.Target = write(t, folder, "s.csv", source), write(t, folder, "t.csv", target)
	v := testutil.Must(InspectPair(t.Context(), spec, nil))
	at := func(name string) int {
		return slices.IndexFunc(v.Columns, func(c ReviewedColumn) bool { return c.Name == name })
	}
	until := func(name, becomes string) {
		t.Helper()
		i, first := at(name), v.Columns[at(name)].UseText()
		seen := false
		for range v.Columns[i].choices {
			v.ChangeChoice(i, 1)
			seen = seen || v.Columns[i].UseText() == becomes
		}
		if !seen || v.Columns[i].UseText() != first {
			t.Fatalf("%s becomes %s of %v, never %s", name, v.Columns[i].UseText(), v.Columns[i].choices, becomes)
		}
		for v.Columns[i].UseText() != becomes {
			v.ChangeChoice(i, -1)
		}
	}
	for _, c := range []struct {
		name, becomes, flags string
	}{
		{"", "", "--encode plan --impute median --id id --drop day,extra"},
		{"day", "days, weekday, month", "--encode plan --impute median --id id --drop extra"},
		{"a", "feature, gaps: mean", "--encode plan --impute mean --id id --drop extra"},
		{"a", "one-hot, gaps: frequent", "--encode plan,a --impute median --id id --drop extra"},
		{"a", "left out", "--encode plan --id id --drop a,extra"},
		{"a", "feature, gaps: frequent", "--encode plan --impute frequent --id id --drop extra"},
		{"plan", "id", "--impute frequent --id id,plan --drop extra"},
		{"extra", "id", "--impute frequent --id id,plan,extra"},
	} {
		if c.name != "" {
			until(c.name, c.becomes)
		}
		chosen := v.Spec()
		if flags := formatChangedFlags(spec, chosen); flags != c.flags {
			t.Errorf("%s becomes %s by %s, not %s", c.name, c.becomes, flags, c.flags)
		}
		pair, err := Open(t.Context(), chosen, nil)
		if err != nil {
			t.Fatalf("%s becomes %s: %v", c.name, c.becomes, err)
		}
		again := testutil.Must(InspectPair(t.Context(), chosen, nil))
		for i, column := range again.Columns {
			if column.UseText() != v.Columns[i].UseText() {
				t.Errorf("%s is to become %s, and is reviewed as %s", column.Name, v.Columns[i].UseText(), column.UseText())
			}
		}
		if slices.Contains(pair.Features, "day days") != (v.Columns[at("day")].Use == UseDates) || slices.Contains(pair.Features, "a") != (v.Columns[at("a")].Use == UseFeature) {
			t.Errorf("%q are the features", pair.Features)
		}
	}
	if v.ChangeChoice(at("y"), 1) {
		t.Error("the label becomes something else")
	}
	// Another label takes the part of the first, which the target has not.
	labelled, ok := v.SpecWithLabel(at("b"))
	if again, err := InspectPair(t.Context(), labelled, nil); err != nil || !ok || labelled.Label != "b" || again.Columns[at("b")].Use != UseLabel || again.Columns[at("y")].Use != UseDrop {
		t.Errorf("%v, %v: %+v", ok, err, labelled.Options)
	}
	if _, ok := v.SpecWithLabel(at("extra")); ok {
		t.Error("a column of the target alone is the label")
	}
}

// Columns with names that options would take for something else are named by their places.
func TestOddNames(t *testing.T) {
	text := "\"a,b\",2,x=y,\"\",y\n"
	for i := range 20 {
		text += fmt.Sprintf("%s,%d,%s,w%d,%d\n", []string{"u", "v"}[i%2], i*i%7, []string{"", "1", "3"}[i%3], i%2, i/10)
	}
	spec := DefaultSpec(FilesName)
	spec.Source = write(t, t.TempDir(), "s.csv", text)
	spec.Target = spec.Source
	v := testutil.Must(InspectPair(t.Context(), spec, nil))
	for range 3 { // to the mean
		if v.Columns[2].Fill != recipe.Mean {
			v.ChangeChoice(2, 1)
		}
	}
	pair, err := Open(t.Context(), v.Spec(), nil)
	if err != nil || !slices.Contains(pair.Features, "x=y") || !slices.Contains(pair.Features, "a,b=u") {
		t.Fatalf("%v: %+v", err, v.Spec().Options)
	}
}

// Files of one name are told apart by their folders.
func TestReviewedNames(t *testing.T) {
	folder := t.TempDir()
	text := "a,y\n1,0\n2,1\n3,0\n"
	first, second := write(t, folder, "2023.csv", text), write(t, folder, "2024.csv", text)
	for want, paths := range map[string][]string{"2023.csv 2024.csv": {first, second}, "2023.csv": {first}} {
		v := testutil.Must(Inspect(t.Context(), DefaultSpec(FilesName), paths, nil))
		var names []string
		for _, f := range v.Files {
			names = append(names, f.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	other := write(t, t.TempDir(), "2023.csv", text)
	v, err := Inspect(t.Context(), DefaultSpec(FilesName), []string{first, other}, nil)
	if err != nil || v.Files[0].Name != filepath.Join(filepath.Base(folder), "2023.csv") || v.Files[0].Name == v.Files[1].Name {
		t.Errorf("%v: %+v", err, v)
	}
}
