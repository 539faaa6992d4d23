package datasets

import (
	"context"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/phrase"
	"larui/datasets/recipe"
	"larui/datasets/table"
)

// A Review is what the columns of files hold, and what is proposed to become of them. The first
// file is the source, by which the proposals go.
type Review struct {
	Files   []ReviewedFile   `json:"files"`
	Columns []ReviewedColumn `json:"columns"`
	// Problems says what keeps the files from being opened as the Spec has it, a sentence each,
	// and Flags are those that settle all of it as proposed.
	Problems []string `json:"problems"`
	Flags    string   `json:"flags"`
	// spec is that of the review with the proposals, and doubtful tells of numbers written
	// otherwise, or of columns that can't be compared by name: it takes a person to settle these.
	spec     Spec
	doubtful bool
}

// A ReviewedFile is a file, and how many rows it has.
type ReviewedFile struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// A ReviewedColumn is a column of the first file, or one of another that the first has not.
type ReviewedColumn struct {
	Name string      `json:"name"`
	Kind recipe.Kind `json:"kind"`
	// Gaps are those in each file, nil where the file has no such column.
	Gaps    []*int `json:"gaps"`
	Example string `json:"example"`
	Levels  int    `json:"levels"`
	// Shift is how far the mean of the second file is from that of the first, in standard
	// deviations of that; nil where that is no number.
	Shift *float64 `json:"shift"`
	// Use is what becomes of the column: label, feature, encode, dates, id or drop. Filled
	// tells that its gaps are.
	Use    string `json:"use"`
	Filled bool   `json:"filled"`
	// Problem says why it can't be a feature as it stands; empty where it can.
	Problem string `json:"problem"`
}

// A Refusal is an error of opening files in which there is more than that to settle.
type Refusal struct {
	// Err is what was found first.
	Err error
	*Review
}

func (r *Refusal) Error() string { return r.Err.Error() }

// Text says all that keeps the files from being opened, in several lines, of which the last are
// the flags that settle it.
func (r *Refusal) Text() string {
	var names []string
	for _, f := range r.Files {
		names = append(names, phrase.Shown(f.Name))
	}
	lines := []string{fmt.Sprintf("%s; all there is to settle in %s:", phrase.OneLine(r.Error()), strings.Join(names, " and "))}
	for _, problem := range r.Problems {
		lines = append(lines, "  "+phrase.OneLine(problem))
	}
	return strings.Join(append(lines, "these flags settle it as proposed:", phrase.OneLine(r.Flags)), "\n")
}

func (r *Refusal) Unwrap() error { return r.Err }

// Inspect reads files through, the first as the source of the others, and reviews their
// columns, as far as spec has not settled what becomes of them.
func Inspect(ctx context.Context, spec Spec, paths []string, progress func(Progress)) (*Review, error) {
	return review(table.NewReporter(ctx, progress), spec, paths)
}

// A looked is a file with a look at each of its columns.
type looked struct {
	*table.Table
	looks []*recipe.Look
	// at finds the column of the first file's, −1 where there is none.
	at []int
}

func review(report *table.Reporter, spec Spec, paths []string) (*Review, error) {
	v := &Review{Problems: []string{}, spec: spec}
	var files []looked
	for _, path := range paths {
		var others []*table.Table
		for _, f := range files {
			others = append(others, f.Table)
		}
		t, err := table.Open(report, path, spec.Options, others...)
		if err != nil {
			return nil, err
		}
		defer t.In.Close()
		f, err := look(t, spec)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		v.Files = append(v.Files, ReviewedFile{filepath.Base(path), t.N})
	}
	source := files[0]
	label, _, err := labelColumn(source.Table, spec)
	if err != nil {
		return nil, err
	}
	for i := range files {
		files[i].at = columnsOf(source.Table, files[i].Table, label)
	}
	for i := range source.looks {
		v.add(files, i, i == label)
	}
	for k, f := range files[1:] {
		for i := range f.looks {
			if !slices.Contains(f.at, i) {
				v.addExtra(files, k+1, i)
			}
		}
	}
	if filled := slices.ContainsFunc(v.Columns, func(c ReviewedColumn) bool { return c.Filled }); filled && !v.imputes("") {
		v.spec.Impute = append(slices.Clone(v.spec.Impute), recipe.Median)
	}
	v.Flags = flagsSince(spec, v.spec)
	return v, nil
}

// look looks at all columns of t.
func look(t *table.Table, spec Spec) (looked, error) {
	f := looked{Table: t}
	read := table.Pick{Label: -1}
	for i := range t.Cols {
		f.looks = append(f.looks, recipe.NewLook(t.PlainName(i)))
		read.Carry = append(read.Carry, i)
	}
	parse := spec.Parser()
	return f, t.Each(read, func(b *table.Batch) error {
		for i, field := range b.Carried {
			f.looks[i%t.Cols].Add(field, b.Lines[i/t.Cols], parse)
		}
		return nil
	})
}

// columnsOf finds the columns of the source, of which one is the label, in t, by name or by
// order.
func columnsOf(source, t *table.Table, label int) (at []int) {
	names := uniqueNames(t.Columns)
	for i, key := range uniqueNames(plainNames(source)) {
		switch {
		case byName(source, t):
			i = slices.Index(names, key)
		case t.Cols == source.Cols-1 && i == label:
			i = -1
		case t.Cols == source.Cols-1 && i > label:
			i--
		case i >= t.Cols:
			i = -1
		}
		at = append(at, i)
	}
	return at
}

// plainNames are the names of all columns.
func plainNames(t *table.Table) (names []string) {
	for i := range t.Cols {
		if t.Columns != nil {
			names = append(names, t.Columns[i])
		} else {
			names = append(names, strconv.Itoa(i+1))
		}
	}
	return names
}

// add reviews column i of the source.
func (v *Review) add(files []looked, i int, isLabel bool) {
	of := files[0].looks[i]
	c := ReviewedColumn{Name: of.Name, Kind: of.Kind(), Example: of.Example, Levels: of.Distinct(), Use: "feature"}
	var other *recipe.Look // of the target
	var gaps, absent []string
	odd := ""
	for k, f := range files {
		if f.at[i] < 0 {
			c.Gaps = append(c.Gaps, nil)
			absent = append(absent, v.Files[k].Name)
			v.doubtful = v.doubtful || !byName(files[0].Table, f.Table)
			continue
		}
		l := f.looks[f.at[i]]
		if k == 1 {
			other = l
		}
		c.Gaps = append(c.Gaps, &l.Gaps)
		if l.Gaps > 0 {
			gaps = append(gaps, fmt.Sprintf("%s of %d rows of %s", phrase.Plural(l.Gaps, "gap"), l.Rows, v.Files[k].Name))
		}
		v.doubtful = v.doubtful || l.Like > 0
		if count := l.Rows - l.Gaps - l.Numbers; odd == "" && count > 0 {
			odd = fmt.Sprintf("%d of %d values of %s are no numbers, first %s in line %d",
				count, l.Rows-l.Gaps, v.Files[k].Name, phrase.Excerpt(l.Odd), l.OddLine)
		}
	}
	if other != nil && c.Kind == recipe.Number && other.Numbers > 0 && of.Deviation() > 0 {
		shift := (other.Mean - of.Mean) / of.Deviation()
		c.Shift = &shift
	}
	t := files[0].Table
	named := func(names []string) bool { return names != nil && t.Means(names, i) }
	empty := of.Rows == of.Gaps || 2*of.Gaps > of.Rows
	spec := &v.spec
	switch {
	case isLabel:
		c.Use = "label"
		v.missing(files, i)
	case named(spec.Drop), len(spec.Features) > 0 && !named(spec.Features), i == 0 && t.RowNames() != "" && spec.Index != "keep":
		c.Use = "drop"
	case named(spec.ID):
		c.Use = "id"
	case named(spec.Encode):
		c.Use, c.Filled = "encode", gaps != nil
	case named(spec.Dates):
		c.Use, c.Filled = "dates", gaps != nil
	case len(absent) > 0:
		c.Use, c.Problem = "drop", "is not in "+strings.Join(absent, ", ")
	case empty:
		c.Use, c.Problem = "drop", "is mostly gaps: "+strings.Join(gaps, ", ")
	case of.Like > 0:
		c.Use, c.Problem = "drop", odd+table.CommaHint(of.Odd)
	case c.Kind == recipe.Category:
		c.Use, c.Filled = "encode", gaps != nil
		c.Problem = fmt.Sprintf("has words, %s", phrase.Plural(c.Levels, "level"))
		if gaps != nil {
			c.Problem += ", and " + strings.Join(gaps, ", ")
		}
	case c.Kind == recipe.Identifier:
		c.Use = "id"
		if odd != "" {
			c.Problem = "has words, a value a row"
		}
	case c.Kind == recipe.Date:
		c.Use, c.Problem = "drop", "has dates (--dates makes numbers of them)"
	case c.Kind == recipe.Text:
		c.Use, c.Problem = "drop", fmt.Sprintf("has text, %d different ones", c.Levels)
	case odd != "" && c.Kind == recipe.Constant:
		c.Use, c.Problem = "drop", "has a single word"
	case odd != "":
		c.Use, c.Problem = "drop", odd
	case gaps != nil:
		c.Filled = true
		if !v.imputes(of.Name) {
			c.Problem = strings.Join(gaps, ", ")
		}
	}
	if c.Problem != "" {
		v.Problems = append(v.Problems, fmt.Sprintf("column %s: %s", phrase.Excerpt(c.Name), c.Problem))
	}
	v.propose(t, i, c.Use)
	v.Columns = append(v.Columns, c)
}

// addExtra reviews column i of a file that the source has not.
func (v *Review) addExtra(files []looked, k, i int) {
	t, l := files[k].Table, files[k].looks[i]
	c := ReviewedColumn{Name: l.Name, Kind: l.Kind(), Example: l.Example, Levels: l.Distinct(), Use: "drop", Gaps: make([]*int, len(files))}
	c.Gaps[k] = &l.Gaps
	switch {
	case t.Means(v.spec.ID, i):
		c.Use = "id"
	case !t.Means(v.spec.Drop, i) && !(i == 0 && t.RowNames() != ""):
		c.Problem = "is not in " + v.Files[0].Name
		v.Problems = append(v.Problems, fmt.Sprintf("column %s of %s: %s", phrase.Excerpt(c.Name), v.Files[k].Name, c.Problem))
		if len(files) == 2 && c.Kind == recipe.Identifier {
			c.Use = "id"
		}
	}
	v.propose(t, i, c.Use)
	v.Columns = append(v.Columns, c)
}

// propose adds what becomes of column i of t to the options that say so.
func (v *Review) propose(t *table.Table, i int, use string) {
	o := &v.spec.Options
	list := map[string]*[]string{"encode": &o.Encode, "id": &o.ID, "drop": &o.Drop}[use]
	if list == nil || t.Means(*list, i) || use == "drop" && i == 0 && t.RowNames() != "" || use == "drop" && len(o.Features) > 0 {
		return
	}
	name := t.PlainName(i)
	if at, ok := t.Column(name); !ok || at != i {
		name = strconv.Itoa(i + 1)
	}
	*list = append(slices.Clip(*list), name)
}

// missing reviews the label, which is column i of the source.
func (v *Review) missing(files []looked, i int) {
	for k, f := range files {
		if f.at[i] < 0 {
			continue
		}
		l := f.looks[f.at[i]]
		settled := v.spec.Missing == "unlabelled" || k != 1 && v.spec.Missing == "drop"
		if l.Gaps == 0 || settled || l.Gaps == l.Rows && (k == 1 || len(files) == 1) {
			continue
		}
		v.Problems = append(v.Problems, fmt.Sprintf("the label %s is missing from %d of %d rows of %s", phrase.Excerpt(l.Name), l.Gaps, l.Rows, v.Files[k].Name))
		v.spec.Missing = map[bool]string{false: "drop", true: "unlabelled"}[k == 1]
	}
}

// imputes tells whether the options fill the gaps of a column, or of all.
func (v *Review) imputes(name string) bool {
	return slices.ContainsFunc(v.spec.Impute, func(item string) bool {
		cut := strings.LastIndexByte(item, '=')
		return cut < 0 || name != "" && item[:cut] == name
	})
}

// flagsSince writes what after has beyond before.
func flagsSince(before, after Spec) string {
	var flags []string
	add := func(name string, before, after []string) {
		if more := after[len(before):]; len(more) > 0 {
			var b strings.Builder
			w := csv.NewWriter(&b)
			_ = w.Write(more) // a Builder takes all
			w.Flush()
			flags = append(flags, "--"+name+" "+phrase.Word(strings.TrimSuffix(b.String(), "\n")))
		}
	}
	add("encode", before.Encode, after.Encode)
	add("impute", before.Impute, after.Impute)
	add("id", before.ID, after.ID)
	add("drop", before.Drop, after.Drop)
	if before.Missing != after.Missing {
		flags = append(flags, "--missing "+after.Missing)
	}
	return strings.Join(flags, " ")
}

// refused returns what is wrong with the files of a pair beside err, if that is several things
// which can be settled.
func refused(report *table.Reporter, spec Spec, err error) error {
	v, wrong := review(report, spec, pathsOf(spec))
	if wrong != nil || len(v.Problems) < 2 || v.Flags == "" || v.doubtful {
		return err
	}
	if _, wrong := openPaths(report, v.spec); wrong != nil {
		return err
	}
	return &Refusal{err, v}
}
