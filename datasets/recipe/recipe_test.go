package recipe_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model/testutil"
)

type (
	plan = recipe.Plan
	made = map[string][]float64 // of a field
)

// learn has f learn from a field, a number as its reader makes it.
func learn(f *recipe.ColumnFit, field string) error {
	if !f.HasPlainNumbers() {
		return f.Add(field, table.ParseNumber)
	}
	x, err := recipe.NewNumberRecipe(1, nil).FieldConverters()[0].Append(nil, field, table.ParseNumber)
	if err == nil {
		f.AddNumber(x[0])
	}
	return err
}

// fitted returns the column that a plan learns from fields.
func fitted(t *testing.T, p plan, fields ...string) recipe.Column {
	t.Helper()
	f := recipe.NewColumnFit(p)
	for _, field := range fields {
		testutil.NoError(t, learn(f, field))
	}
	return testutil.Must(f.Column())
}

// The numbers of a fitted column equal numbers computed on paper.
func TestMakes(t *testing.T) {
	for _, test := range []struct {
		plan   plan
		source []string
		names  string
		fields made
	}{
		{plan{Name: "a"}, []string{"1"}, "a", made{"2.5": {2.5}}},
		{plan{Name: "a", Impute: "mean", Flag: true}, []string{"1", "NA", "4"}, "a,a missing",
			made{"": {2.5, 1}, "7": {7, 0}}},
		{plan{Name: "a", Impute: "median", Flag: true}, []string{"9", "1", "4", "2"}, "a", // no gaps: no flag
			made{"nan": {3}}},
		{plan{Name: "a", Impute: "frequent"}, []string{"9", "9", "4", "4", "2"}, "a", made{"?": {4}}},
		{plan{Name: "p", Encode: true, Impute: "mean"}, []string{"x", "y", "y"}, "p=x,p=y",
			made{" x ": {1, 0}, "": {0, 1}, "z": {0, 0}}},
		{plan{Name: "p", Encode: true, Rare: 2}, []string{"x", "y", "y", "z", "z"}, "p=y,p=z,p=other",
			made{"x": {0, 0, 1}, "y": {1, 0, 0}, "new": {0, 0, 1}}},
		// 2026-11-23 is a Monday.
		{plan{Name: "d", ParseDates: true}, []string{"2026-11-25", "2026-11-20"}, "d days,d weekday,d month",
			made{"2026-11-23": {3, 0, 11}, "23.11.2026": {3, 0, 11}, "2026-12-06T08:00:00Z": {16, 6, 12}}},
		{plan{Name: "d", ParseDates: true, Order: recipe.DayMonth}, []string{"25/11/2026", "20/11/2026 13:00"}, "d days,d weekday,d month",
			made{"23/11/2026": {3, 0, 11}, "23.11.2026": {3, 0, 11}, "2026-12-06": {16, 6, 12}, "6/12/2026": {16, 6, 12}}},
		{plan{Name: "d", ParseDates: true, Order: recipe.MonthDay}, []string{"11/25/2026", "2026-11-20"}, "d days,d weekday,d month",
			made{"11/23/2026": {3, 0, 11}, "23.11.2026": {3, 0, 11}, "12/6/2026": {16, 6, 12}}},
	} {
		c := fitted(t, test.plan, test.source...)
		r := recipe.Recipe{c}
		if names := strings.Join(r.Names(), ","); names != test.names || r.Check() != nil {
			t.Errorf("%+v: names %s, %v", test.plan, names, r.Check())
		}
		for field, want := range test.fields {
			x, err := r.FieldConverters()[0].Append(nil, field, table.ParseNumber)
			if err != nil || !slices.Equal(x, want) {
				t.Errorf("%+v makes %v of %q, %v, not %v", test.plan, x, field, err, want)
			}
		}
	}
}

// A number makes the same as its text.
func TestNumbers(t *testing.T) {
	for _, p := range []plan{{Name: "a"}, {Name: "a", Impute: "mean", Flag: true}, {Name: "a", Encode: true, Impute: "mean"}} {
		c := fitted(t, p, "1", "1", "", "3")
		for _, value := range []float64{1, 3, 8, math.NaN()} {
			if math.IsNaN(value) && p.Impute == "" {
				continue
			}
			maker := recipe.Recipe{c}.FieldConverters()[0]
			a, err := maker.AppendNumber(nil, value)
			b, other := maker.Append(nil, wording.FormatField(value), table.ParseNumber)
			if err != nil || other != nil || !slices.Equal(a, b) {
				t.Errorf("%+v of %v: %v and %v, %v, %v", p, value, a, b, err, other)
			}
		}
	}
}

// Without a way to fill it a gap is an error, and so is a word among numbers.
func TestRefuses(t *testing.T) {
	for _, p := range []plan{{Name: "a"}, {Name: "a", Encode: true}, {Name: "a", ParseDates: true}} {
		c := fitted(t, p, map[bool]string{true: "2026-01-01", false: "1"}[p.ParseDates])
		if _, err := (recipe.Recipe{c}).FieldConverters()[0].Append(nil, "", table.ParseNumber); !errors.Is(err, table.ErrNotNumber) {
			t.Errorf("%+v: a gap is %v", p, err)
		}
	}
	for _, p := range []plan{{Impute: "mean"}, {ParseDates: true}} {
		if err := learn(recipe.NewColumnFit(p), "word"); !errors.Is(err, table.ErrNotNumber) {
			t.Errorf("%+v: a word is %v", p, err)
		}
		if _, err := recipe.NewColumnFit(p).Column(); !errors.Is(err, table.ErrEmpty) {
			t.Errorf("%+v: nothing is %v", p, err)
		}
	}
	for _, c := range []recipe.Column{{Impute: "guess"}, {Levels: []string{"a"}, ReadKind: recipe.Date}, {Levels: []string{"a", "a"}}, {Other: true, ReadKind: recipe.Date}, {FillLevel: "a"}, {Flag: true}} {
		if (recipe.Recipe{c}).Check() == nil {
			t.Errorf("%+v passes", c)
		}
	}
}

// A kind that is read is a name of its own in JSON, which no text is taken for.
func TestKindInJSON(t *testing.T) {
	const text = `{"name":"<\"read\":\"date\"","date":true,"first":20463,"impute":"mean","fill":20651}` + "\n"
	var c, other recipe.Column
	testutil.NoError(t, json.Unmarshal([]byte(text), &c))
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(c)
	if want := (recipe.Column{Name: `<"read":"date"`, ReadKind: recipe.Date, First: 20463, Impute: recipe.Mean, Fill: 20651}); err != nil || !reflect.DeepEqual(c, want) || b.String() != text {
		t.Errorf("%v, %+v, %s", err, c, b.String())
	}
	if err := json.Unmarshal([]byte(`{"name":"a","read":"date"}`), &other); err != nil || other.ReadKind != "" {
		t.Errorf("%v, %+v", err, other)
	}
}

// The kind of a column follows from its fields.
func TestKinds(t *testing.T) {
	count := func(text func(i int) string) (fields []string) {
		for i := range 40 {
			fields = append(fields, text(i))
		}
		return fields
	}
	of := func(words ...string) func(int) string { return func(i int) string { return words[i%len(words)] } }
	digits := func(i int) string { return string(rune('0' + i%10)) }
	for _, test := range []struct {
		name   string
		fields []string
		want   recipe.Kind
	}{
		{"age", count(of("3.5", "4", "NA", "7")), recipe.Number},
		{"plan", count(of("pro", "", "basic")), recipe.Category},
		{"since", count(of("2026-01-02", "2026-01-05", "2025-01-01")), recipe.Date},
		{"region", count(of("", "north")), recipe.Constant},
		{"customer_id", count(func(i int) string { return "c" + digits(i/10) + digits(i) }), recipe.Identifier},
		{"n", count(func(i int) string { return strings.TrimLeft(digits((i+1)/10)+digits(i+1), "0") }), recipe.Identifier},
		{"note", count(func(i int) string { return "the bird " + digits(i/10) + digits(i) + " was seen upon its nest" }), recipe.Text},
		{"comment", count(func(i int) string { return "note " + digits(i/10) + digits(i) }), recipe.Text},
		{"tag", count(func(i int) string { return "N" + digits(i/10) + "-" + digits(i) }), recipe.Identifier},
		{"mass", append(count(of("1", "2.5")), "heavy"), recipe.Number},
	} {
		look := recipe.NewProfile(test.name, nil, "")
		for i, field := range test.fields {
			look.Add(field, i+2, table.ParseNumber)
		}
		if got := look.Kind(); got != test.want {
			t.Errorf("%s is %s, not %s", test.name, got, test.want)
		}
	}
}

// The median found without sorting equals the median of the sorted values in any order.
func TestMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.IntRange(-4, 4), 1, 40).Draw(t, "values")
		f := recipe.NewColumnFit(plan{Impute: recipe.Median})
		for _, v := range values {
			f.AddNumber(float64(v))
		}
		c, err := f.Column()
		slices.Sort(values)
		want := float64(values[len(values)/2]+values[(len(values)-1)/2]) / 2
		if err != nil || c.Fill != want {
			t.Fatalf("%v, %v, want %v", c.Fill, err, want)
		}
	})
}
