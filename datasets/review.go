package datasets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// A Review describes the columns of files and proposes a use for each. The first file is the
// source, which decides the proposals.
type Review struct {
	Files   []ReviewedFile   `json:"files"`
	Columns []ReviewedColumn `json:"columns"`
	// Problems are sentences about what keeps the files from being opened with the Spec. Flags are
	// the command-line flags that settle all of them as proposed.
	Problems []string `json:"problems"`
	Flags    string   `json:"flags"`
	// Standardize is the proposed or chosen Spec.Standardize. Scales is a sentence if the features
	// differ UnequalScaleRatio-fold in scale; otherwise it is empty.
	Standardize ScaleFit `json:"-"`
	Scales      string   `json:"-"`
	// given is the Spec of the review. doubtful is true if a person has to decide: numbers are
	// written in an unusual way, or columns can't be compared by name. guessed is true if the label
	// is a guess.
	given    Spec
	doubtful bool
	guessed  bool
	// comma is a sentence about numbers with decimal commas; empty without such numbers.
	comma string
}

// A ReviewedFile is a file with its number of rows.
type ReviewedFile struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// A ReviewedColumn is a column of the first file, or a column of another file that the first one
// lacks.
type ReviewedColumn struct {
	Name string      `json:"name"`
	Kind recipe.Kind `json:"kind"`
	// Gaps counts the gaps in each file, nil for a file without the column.
	Gaps    []*int `json:"gaps"`
	Example string `json:"example"`
	// Levels counts the distinct words, at most 10,000; 0 for numbers.
	Levels int `json:"levels"`
	// Shift is the mean of the second file less the mean of the first, in standard deviations of
	// the first; nil if the column has no numbers.
	Shift *float64 `json:"shift"`
	// Use is the proposed use of the column, Fill the way to fill its gaps.
	Use  ColumnUse `json:"use"`
	Fill string    `json:"fill"`
	// Problem says why the column can't be a feature as it is; otherwise it is empty.
	Problem string `json:"problem"`
	// Note names words of another file that the source lacks; empty without such words.
	Note string `json:"note"`
	// choices are the possible uses. reads is the kind, such as dates, by which all fields can be
	// read; empty for none.
	choices []Choice
	reads   recipe.Kind
	// The column has index at in table of. unsaid is true if no option needs to state its use.
	of     *table.Table
	at     int
	unsaid bool
	// distinct counts the distinct fields of the source, also for numbers.
	distinct int
}

// ErrReviewRequested is the Err of a Refusal when the user asked to review the columns before the files open.
var ErrReviewRequested = errors.New("no pair is open yet")

// A Refusal is an error of opening files that have several problems to settle.
type Refusal struct {
	// Err is the first error found.
	Err error
	*Review
}

func (r *Refusal) Error() string { return r.Err.Error() }

// Text describes all problems in several lines; the last line has the flags that settle them.
func (r *Refusal) Text() string {
	var names []string
	for _, f := range r.Files {
		names = append(names, wording.DisplayName(f.Name))
	}
	lines := []string{fmt.Sprintf("%s; all problems in %s:", wording.OneLine(r.Error()), wording.JoinLast(names, "and"))}
	for _, problem := range r.Problems {
		lines = append(lines, "  "+wording.OneLine(problem))
	}
	return strings.Join(append(lines, "these flags settle it as proposed:", wording.OneLine(r.Flags)), "\n")
}

func (r *Refusal) Unwrap() error { return r.Err }

// Inspect reads the files in full, the first as the source of the others, and reviews those columns
// whose use spec leaves open.
func Inspect(ctx context.Context, spec Spec, paths []string, progress func(Progress)) (*Review, error) {
	return review(table.NewReporter(ctx, progress), spec, paths)
}

// A tableLooks is a file with a look at each of its columns.
type tableLooks struct {
	*table.Table
	looks []*recipe.Profile
	// at maps each column of the first file to a column of this file; −1 stands for a missing
	// column.
	at []int
	// given maps each use to the columns that the options name for it; Feature stands for
	// Spec.Features.
	given map[ColumnUse]map[int]bool
}

// mostReviewed bounds the columns of a file that can be reviewed.
const mostReviewed = 5000

// InspectPair reviews the files of a pair. It returns nil if there is nothing to choose: the source
// is an array without names, sums or pictures, it has too many columns, or a file can be read only
// once.
func InspectPair(ctx context.Context, spec Spec, progress func(Progress)) (*Review, error) {
	if err := checkFilesSpec(spec); err != nil {
		return nil, err
	}
	report := table.NewReporter(ctx, progress)
	for _, path := range pathsOf(spec) {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return nil, nil
		}
	}
	t, err := table.Open(report, spec.Source, spec.Options)
	if err != nil {
		return nil, err
	}
	t.In.Close()
	if t.Columns == nil && !t.IsText() || t.Sums != nil || t.Picture != [2]int{} || t.Cols > mostReviewed {
		return nil, nil
	}
	return review(report, spec, pathsOf(spec))
}

// review reviews files. If their numbers have decimal commas, it proposes to read them so.
func review(report *table.Reporter, spec Spec, paths []string) (*Review, error) {
	v, err := reviewPaths(report, spec, paths)
	if err != nil || v.comma == "" {
		return v, err
	}
	commas := spec
	commas.Decimal = ","
	with, err := reviewPaths(report, commas, paths)
	if err != nil || with.doubtful {
		return v, report.Ctx.Err()
	}
	with.Problems = append([]string{v.comma}, with.Problems...)
	with.Flags = flagsSince(spec, with.Spec())
	return with, nil
}

// reviewPaths reviews files with the options as given.
func reviewPaths(report *table.Reporter, spec Spec, paths []string) (*Review, error) {
	v := &Review{Problems: []string{}, given: spec, Standardize: spec.Standardize}
	var files []tableLooks
	var tables []*table.Table
	for _, path := range paths {
		t, err := table.Open(report, path, spec.Options, tables...)
		if err != nil {
			return nil, err
		}
		defer t.In.Close()
		tables = append(tables, t)
	}
	if err := table.AgreeOnWidth(tables); err != nil {
		return nil, err
	}
	for i, t := range tables {
		if t.Cols > mostReviewed {
			return nil, t.Fault(ErrTooLarge, "has %d columns: at most %d can be gone through one by one", t.Cols, mostReviewed)
		}
		path := paths[i]
		f, err := look(t, spec)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		name := filepath.Base(path)
		if alike := func(other string) bool { return other != path && filepath.Base(other) == name }; slices.ContainsFunc(paths, alike) {
			name = filepath.Join(filepath.Base(filepath.Dir(path)), name)
		}
		v.Files = append(v.Files, ReviewedFile{name, t.N})
	}
	source := files[0]
	label, guessed, err := labelColumn(source.Table, spec)
	if err != nil {
		return nil, err
	}
	v.guessed = guessed != ""
	for i := range files {
		files[i].at = columnsOf(source.Table, files[i].Table, label)
	}
	for i, of := range source.looks {
		words := of.HasWords()
		for _, f := range files {
			if f.at[i] >= 0 {
				f.looks[f.at[i]].Decide(words)
			}
		}
		v.add(files, i, i == label)
	}
	for k, f := range files[1:] {
		found := map[int]bool{}
		for _, i := range f.at {
			found[i] = true
		}
		for i := range f.looks {
			if !found[i] {
				f.looks[i].Decide(f.looks[i].HasWords())
				v.addExtra(files, k+1, i)
			}
		}
	}
	v.compareScales(source.looks)
	v.Flags = flagsSince(spec, v.Spec())
	return v, nil
}

// compareScales compares the scales of the features of the source, and proposes to standardize them
// if they differ too much. The most frequent of n levels has a share of at least 1/n.
func (v *Review) compareScales(looks []*recipe.Profile) {
	scales, highest := make([]float64, len(looks)), make([]float64, len(looks))
	for i, l := range looks {
		switch v.Columns[i].Use {
		case UseFeature:
			scales[i], highest[i] = math.Hypot(l.Mean, l.Deviation()), l.Largest
		case UseEncode:
			scales[i], highest[i] = 1/math.Sqrt(float64(l.Distinct())), 1
		}
	}
	ratio, largest, least := CompareScales(scales, highest)
	if !(ratio >= UnequalScaleRatio) {
		return
	}
	v.Scales = fmt.Sprintf("the features differ %.0f-fold in scale, from %s to %s", ratio, wording.DisplayName(looks[largest].Name), wording.DisplayName(looks[least].Name))
	if v.given.Standardize == FitNone && v.given.Scale == FitNone {
		v.Standardize = FitSource
	}
}

// look looks at all columns of t.
func look(t *table.Table, spec Spec) (tableLooks, error) {
	f := tableLooks{Table: t, given: map[ColumnUse]map[int]bool{}}
	for use, refs := range map[ColumnUse][]string{UseDrop: spec.Drop, UseID: spec.ID, UseEncode: spec.Encode, UseDates: spec.Dates, UseFeature: spec.Features} {
		f.given[use] = t.ColumnsNamed(refs)
	}
	read := table.Pick{Label: -1}
	for i := range t.Cols {
		f.looks = append(f.looks, recipe.NewProfile(t.PlainName(i), spec.NA, dateOrder(spec)))
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

// columnsOf maps each column of the source to a column of t, by name or by order, or to −1. label
// is the source's label column, which t may lack.
func columnsOf(source, t *table.Table, label int) (at []int) {
	names := map[string]int{}
	for i, key := range uniqueNames(t.Columns) {
		names[key] = i
	}
	keys := uniqueNames(source.Columns)
	for i := range source.Cols {
		switch {
		case byName(source, t):
			var ok bool
			i, ok = names[keys[i]]
			if !ok {
				i = -1
			}
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

// add reviews column i of the source.
func (v *Review) add(files []tableLooks, i int, isLabel bool) {
	of, t := files[0].looks[i], files[0].Table
	c := ReviewedColumn{Name: of.Name, Kind: of.Kind(), Example: of.Example, Use: UseFeature, reads: of.Reads(), of: t, at: i, distinct: of.Distinct()}
	var other *recipe.Profile // of the target
	var gaps, absent []string
	odd, reads, ambiguous := "", c.reads != "", of.Ambiguous()
	for _, f := range files {
		reads = reads && (f.at[i] < 0 || f.looks[f.at[i]].ReadsAs(c.reads))
	}
	isNumber := reads && c.reads.Parts() == nil && !isLabel && !files[0].given[UseEncode][i] // in another notation
	for k, f := range files {
		if f.at[i] < 0 {
			c.Gaps = append(c.Gaps, nil)
			absent = append(absent, v.Files[k].Name)
			v.doubtful = v.doubtful || !byName(t, f.Table)
			continue
		}
		l := f.looks[f.at[i]]
		if k == 1 {
			other = l
		}
		c.Gaps = append(c.Gaps, &l.Gaps)
		if marks := recipe.MarksNote(l.Marks); marks != "" && !isLabel {
			c.Note = v.Files[k].Name + ": " + marks
		}
		if levels := l.New(of); k > 0 && c.Kind == recipe.Category && !isLabel && len(levels) > 0 {
			c.Note = fmt.Sprintf("%s has words that %s has not: %s", v.Files[k].Name, v.Files[0].Name, wording.JoinFirst(excerpts(levels), 5))
		}
		if l.Gaps > 0 {
			gaps = append(gaps, fmt.Sprintf("%s of %d rows of %s", wording.Plural(l.Gaps, "gap"), l.Rows, v.Files[k].Name))
		}
		v.doubtful = v.doubtful || l.Like > 0 && !isNumber
		if l.Like > 0 && v.comma == "" && table.IsComma(l.Odd) && v.given.Decimal != "," {
			v.comma = fmt.Sprintf("numbers have decimal commas, first %s in line %d of %s", wording.Excerpt(l.Odd), l.OddLine, v.Files[k].Name)
		}
		ambiguous = ambiguous && l.Ambiguous()
		if count := l.Rows - l.Gaps - l.Numbers; odd == "" && count > 0 && !isNumber {
			odd = fmt.Sprintf("%d of %d values of %s are no numbers, first %s in line %d",
				count, l.Rows-l.Gaps, v.Files[k].Name, wording.Excerpt(l.Odd), l.OddLine)
		}
	}
	if isLabel && c.Kind == recipe.Truth {
		c.Kind = recipe.Category
	}
	unlike := c.Kind == recipe.Truth && !isNumber // in the files
	v.doubtful = v.doubtful || unlike
	if odd != "" {
		c.Levels = of.Distinct()
	}
	if other != nil && c.Kind == recipe.Number && other.Numbers > 0 && of.Deviation() > 0 {
		shift := (other.Mean - of.Mean) / of.Deviation()
		c.Shift = &shift
	}
	given := files[0].given
	keeps := v.given.Index == "keep"
	rowNames := i == 0 && t.RowNames() != "" && !keeps
	chosen := len(v.given.Features) > 0 && !given[UseFeature][i]
	c.unsaid = rowNames || chosen
	switch {
	case isLabel:
		_, problems := v.missing(c)
		if len(of.Marks) > 0 && t.In.Options.NA == nil {
			v.doubtful = true
			problems = append(problems, ambiguousLabel(slices.Sorted(maps.Keys(of.Marks))[0]).Error())
		}
		v.Problems = append(v.Problems, problems...)
	case rowNames, len(absent) > 0, of.Rows == of.Gaps:
		c.choices = []Choice{{Use: UseDrop}}
	case of.HasIDName() && (t.CountsRows(i) || t.NumbersRows(i)) && !keeps:
		c.choices = []Choice{{Use: UseID}, {Use: UseDrop}}
	default:
		few := of.Distinct() <= recipe.MostLevels || odd != "" && of.Distinct() <= mostEncoded
		c.choices = choices(odd == "", few, reads && !isNumber, gaps != nil)
	}
	switch {
	case isLabel:
		c.Use = UseLabel
	case given[UseDrop][i], chosen, rowNames:
		c.Use = UseDrop
	case given[UseID][i]:
		c.Use = UseID
	case given[UseEncode][i]:
		c.Use = UseEncode
	case given[UseDates][i]:
		c.Use = UseDates
	case len(absent) > 0:
		c.Use, c.Problem = UseDrop, "is not in "+strings.Join(absent, ", ")
	case of.Rows == of.Gaps, 2*of.Gaps > of.Rows:
		c.Use, c.Problem = UseDrop, "is mostly gaps: "+strings.Join(gaps, ", ")
	case of.Like > 0 && !isNumber, unlike:
		c.Use, c.Problem = UseDrop, odd+table.MarkHint(of.Odd)
	case of.Codes > 0 && c.Kind != recipe.Number && c.Kind != recipe.Identifier && odd == "":
		c.Use = map[bool]ColumnUse{true: UseEncode, false: UseDrop}[c.Kind == recipe.Category]
		c.Problem = "has codes, numbers with zeros before them"
	case c.Kind == recipe.Category:
		c.Use = UseEncode
		c.Problem = fmt.Sprintf("has words, %s", wording.Plural(c.Levels, "level"))
		if gaps != nil {
			c.Problem += ", and " + strings.Join(gaps, ", ")
		}
	case c.Kind == recipe.Identifier:
		c.Use = UseID
		if odd != "" {
			c.Problem = "has words, a value a row"
		}
	case c.Kind == c.reads && ambiguous:
		c.Use, c.Problem = UseDrop, "has dates whose order is unknown: --date-order day/month or month/day reads them"
	case c.Kind == c.reads && c.reads.Parts() != nil:
		c.Use, c.Problem = UseDrop, fmt.Sprintf("has %s (--dates makes numbers of them)", c.reads.Fields())
	case c.Kind == recipe.Text:
		c.Use, c.Problem = UseDrop, fmt.Sprintf("has text, %d different ones", c.Levels)
	case odd != "" && c.Kind == recipe.Constant:
		c.Use, c.Problem = UseDrop, "has a single word"
	case odd != "":
		c.Use, c.Problem = UseDrop, odd
	case gaps != nil && v.way(of.Name) == "":
		c.Problem = strings.Join(gaps, ", ")
	}
	if gaps != nil {
		c.Fill = c.Use.fill(cmp.Or(v.way(of.Name), recipe.Median))
	}
	if c.Problem != "" {
		v.Problems = append(v.Problems, fmt.Sprintf("column %s: %s", wording.Excerpt(c.Name), c.Problem))
	}
	v.Columns = append(v.Columns, c)
}

func excerpts(words []string) (quoted []string) {
	for _, word := range words {
		quoted = append(quoted, wording.Excerpt(word))
	}
	return quoted
}

// addExtra reviews column i of file k that the source lacks.
func (v *Review) addExtra(files []tableLooks, k, i int) {
	t, l := files[k].Table, files[k].looks[i]
	c := ReviewedColumn{Name: l.Name, Kind: l.Kind(), Example: l.Example, Levels: l.Distinct(), Use: UseDrop, Gaps: make([]*int, len(files)), of: t, at: i}
	c.Gaps[k] = &l.Gaps
	c.choices = []Choice{{Use: UseID}, {Use: UseDrop}}
	rowNames := i == 0 && t.RowNames() != ""
	c.unsaid = len(v.given.Features) > 0 || rowNames
	switch {
	case files[k].given[UseID][i]:
		c.Use = UseID
	case !files[k].given[UseDrop][i] && !rowNames:
		c.Problem = "is not in " + v.Files[0].Name
		v.Problems = append(v.Problems, fmt.Sprintf("column %s of %s: %s", wording.Excerpt(c.Name), v.Files[k].Name, c.Problem))
		if len(files) == 2 && c.Kind == recipe.Identifier {
			c.Use = UseID
		}
	}
	v.Columns = append(v.Columns, c)
}

// missing returns the value of Options.Missing that settles the missing labels of label column c,
// and the problems they cause.
func (v *Review) missing(c ReviewedColumn) (way string, problems []string) {
	way = v.given.Missing
	for k, gaps := range c.Gaps {
		settled := way == "unlabelled" || k != 1 && way == "drop"
		rows := v.Files[k].Rows
		if gaps == nil || *gaps == 0 || settled || *gaps == rows && (k == 1 || len(c.Gaps) == 1) {
			continue
		}
		problems = append(problems, fmt.Sprintf("the label %s is missing from %d of %d rows of %s", wording.Excerpt(c.Name), *gaps, rows, v.Files[k].Name))
		way = map[bool]string{false: "drop", true: "unlabelled"}[k == 1]
	}
	return way, problems
}

// way returns how the given options fill the gaps of a column, or "".
func (v *Review) way(name string) (way string) {
	for _, item := range slices.Backward(v.given.Impute) {
		cut := strings.LastIndexByte(item, '=')
		switch {
		case cut < 0:
			way = item // the first one wins
		case item[:cut] == name:
			return item[cut+1:]
		}
	}
	return way
}

// refused returns a Refusal if the files of a pair have several problems that flags can settle;
// otherwise it returns err.
func refused(report *table.Reporter, spec Spec, err error) error {
	v, wrong := review(report, spec, pathsOf(spec))
	if wrong != nil || len(v.Problems) < 2 || v.Flags == "" || v.doubtful {
		return err
	}
	if _, wrong := openPaths(report, v.Spec(), &SourceCache{}); wrong != nil {
		return err
	}
	return &Refusal{err, v}
}
