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

// A Review describes the columns of files and proposes a use for each. The first file is the source,
// whose fields decide the proposals.
type Review struct {
	Files   []ReviewedFile   `json:"files"`
	Columns []ReviewedColumn `json:"columns"`
	// Problems say why the files can't be opened with the Spec. Flags are the command-line flags for
	// the proposed uses, which solve all problems.
	Problems []string `json:"problems"`
	Flags    string   `json:"flags"`
	// Standardize is the proposed or chosen Spec.Standardize.
	Standardize ScaleFit `json:"-"`
	// Scales describes unequal scales of the features; it is empty if their ratio is below
	// UnequalScaleRatio.
	Scales string `json:"-"`
	// spec is the Spec under review.
	spec Spec
	// doubtful is true if a person must decide, for example because columns can't be matched by name.
	doubtful bool
	// guessed is true if the program chose the label column by its position.
	guessed bool
	// comma describes numbers with decimal commas; it is empty without such numbers.
	comma string
}

// A ReviewedFile is the name of a file and its number of rows.
type ReviewedFile struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// A ReviewedColumn is a column of the first file, or a column that only another file has.
type ReviewedColumn struct {
	Name string      `json:"name"`
	Kind recipe.Kind `json:"kind"`
	// Gaps has the number of gaps in each file, nil for a file without the column.
	Gaps    []*int `json:"gaps"`
	Example string `json:"example"`
	// Levels is the number of distinct words, counted up to 10,000; 0 for numbers.
	Levels int `json:"levels"`
	// Shift is the mean in the second file minus the mean in the first, in standard deviations of the
	// first. It is nil if one of the two files has no numbers, or if all numbers in the first file are
	// equal.
	Shift *float64 `json:"shift"`
	// Choice is the proposed or chosen use of the column.
	Choice
	// Problem says why the column can't be a feature without a change; it is empty if it can.
	Problem string `json:"problem"`
	// Note names words that another file has but the source lacks, or words that may be gaps.
	Note string `json:"note"`
	// choices are the possible uses. readableAs is a kind, such as recipe.Date, that all fields in the
	// source can be parsed as; empty if there is none.
	choices    []Choice
	readableAs recipe.Kind
	// table and index say where the column is. isDroppedWithoutOption is true if the column is left out
	// although no option names it, for example because Spec.Features names only other columns.
	table                  *table.Table
	index                  int
	isDroppedWithoutOption bool
	distinctInSource       int
}

// ErrReviewRequested is the Err of a Refusal if the files can be opened but the user asked for the
// Review.
var ErrReviewRequested = errors.New("no pair is open yet")

// A Refusal is the error of Open for files with several problems that flags can solve.
type Refusal struct {
	// Err is the first error found.
	Err error
	*Review
}

func (r *Refusal) Error() string { return r.Err.Error() }

// Text describes all problems in several lines. The last line has the flags that solve them.
func (r *Refusal) Text() string {
	var names []string
	for _, f := range r.Files {
		names = append(names, wording.DisplayName(f.Name))
	}
	lines := []string{fmt.Sprintf("%s; all problems in %s:", wording.OneLine(r.Error()), wording.JoinWithWord(names, "and"))}
	for _, problem := range r.Problems {
		lines = append(lines, "  "+wording.OneLine(problem))
	}
	return strings.Join(append(lines, "these flags solve all problems:", wording.OneLine(r.Flags)), "\n")
}

func (r *Refusal) Unwrap() error { return r.Err }

// Inspect reads all rows of the files at paths and reviews the columns whose use spec does not give.
// The first file is the source.
func Inspect(ctx context.Context, spec Spec, paths []string, progress func(Progress)) (*Review, error) {
	return review(table.NewReporter(ctx, progress), spec, paths)
}

type profiledTable struct {
	*table.Table
	profiles []*recipe.Profile
	// columns has, for each column of the source, the index of the same column in this file, or −1 if
	// the file lacks it.
	columns []int
	// given has, for each use, the columns that options name for this use. The option for UseFeature
	// is Spec.Features.
	given map[ColumnUse]map[int]bool
}

const maxReviewedColumns = 5000

// InspectPair reviews the files that spec names. It returns nil if a file can be read only once, or if
// there is nothing to choose because the source is an array without column names, has sums or pictures, or
// has too many columns.
func InspectPair(ctx context.Context, spec Spec, progress func(Progress)) (*Review, error) {
	if err := checkFilesSpec(spec); err != nil {
		return nil, err
	}
	report := table.NewReporter(ctx, progress)
	for _, path := range listPaths(spec) {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
			return nil, nil
		}
	}
	t, err := table.Open(report, spec.Source, spec.Options)
	if err != nil {
		return nil, err
	}
	t.In.Close()
	if t.Columns == nil && !t.IsText() || t.Sums != nil || t.Picture != [2]int{} || t.Cols > maxReviewedColumns {
		return nil, nil
	}
	return review(report, spec, listPaths(spec))
}

// review proposes --decimal "," if numbers have decimal commas.
func review(report *table.Reporter, spec Spec, paths []string) (*Review, error) {
	v, err := reviewPaths(report, spec, paths)
	if err != nil || v.comma == "" {
		return v, err
	}
	withCommas := spec
	withCommas.Decimal = ","
	second, err := reviewPaths(report, withCommas, paths)
	if err != nil || second.doubtful {
		return v, report.Ctx.Err()
	}
	second.Problems = append([]string{v.comma}, second.Problems...)
	second.Flags = formatChangedFlags(spec, second.Spec())
	return second, nil
}

func reviewPaths(report *table.Reporter, spec Spec, paths []string) (*Review, error) {
	v := &Review{Problems: []string{}, spec: spec, Standardize: spec.Standardize}
	var files []profiledTable
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
		if t.Cols > maxReviewedColumns {
			return nil, t.Fault(ErrTooLarge, "has %d columns, but a review can have at most %d", t.Cols, maxReviewedColumns)
		}
		path := paths[i]
		f, err := profileTable(t, spec)
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
	label, guessed, err := chooseLabelColumn(source.Table, spec)
	if err != nil {
		return nil, err
	}
	v.guessed = guessed != ""
	for i := range files {
		files[i].columns = findSameColumns(source.Table, files[i].Table, label)
	}
	for i, of := range source.profiles {
		words := of.HasWords()
		for _, f := range files {
			if f.columns[i] >= 0 {
				f.profiles[f.columns[i]].CountMarks(words)
			}
		}
		v.reviewColumn(files, i, i == label)
	}
	for k, f := range files[1:] {
		found := map[int]bool{}
		for _, i := range f.columns {
			found[i] = true
		}
		for i := range f.profiles {
			if !found[i] {
				f.profiles[i].CountMarks(f.profiles[i].HasWords())
				v.reviewExtraColumn(files, k+1, i)
			}
		}
	}
	v.compareScales(source.profiles)
	v.Flags = formatChangedFlags(spec, v.Spec())
	return v, nil
}

// compareScales proposes to standardize the features if the ratio of their scales in the source is at least
// UnequalScaleRatio. The scale of a column of n distinct words is 1/√n, the root mean square of n features
// of 0 and 1 with mean 1/n.
func (v *Review) compareScales(profiles []*recipe.Profile) {
	scales, highest := make([]float64, len(profiles)), make([]float64, len(profiles))
	for i, l := range profiles {
		switch v.Columns[i].Use {
		case UseFeature:
			scales[i], highest[i] = math.Hypot(l.Mean, l.StandardDeviation()), l.Largest
		case UseEncode:
			scales[i], highest[i] = 1/math.Sqrt(float64(l.CountDistinct())), 1
		}
	}
	ratio, largest, least := CompareScales(scales, highest)
	if !(ratio >= UnequalScaleRatio) {
		return
	}
	v.Scales = fmt.Sprintf("the scales of the features differ by a factor of %.0f, from %s to %s", ratio, wording.DisplayName(profiles[largest].Name), wording.DisplayName(profiles[least].Name))
	if v.spec.Standardize == FitNone && v.spec.Scale == FitNone {
		v.Standardize = FitSource
	}
}

func profileTable(t *table.Table, spec Spec) (profiledTable, error) {
	f := profiledTable{Table: t, given: map[ColumnUse]map[int]bool{}}
	for use, refs := range map[ColumnUse][]string{UseDrop: spec.Drop, UseID: spec.ID, UseEncode: spec.Encode, UseDates: spec.Dates, UseFeature: spec.Features} {
		f.given[use] = t.FindColumns(refs)
	}
	read := table.Pick{Label: -1}
	for i := range t.Cols {
		f.profiles = append(f.profiles, recipe.NewProfile(t.PlainName(i), spec.NA, dateOrder(spec)))
		read.Carried = append(read.Carried, i)
	}
	parse := spec.Parser()
	return f, t.Each(read, func(b *table.Batch) error {
		for i, field := range b.Carried {
			f.profiles[i%t.Cols].Add(field, b.Lines[i/t.Cols], parse)
		}
		return nil
	})
}

// findSameColumns returns, for each column of the source, the index of the same column in t, or −1. Columns
// match by name if possible, otherwise by order. label is the source's label column, which t may lack.
func findSameColumns(source, t *table.Table, label int) (at []int) {
	names := map[string]int{}
	for i, key := range numberRepeatedNames(t.Columns) {
		names[key] = i
	}
	keys := numberRepeatedNames(source.Columns)
	for i := range source.Cols {
		ok := i < t.Cols
		switch {
		case canMatchByName(source, t):
			i, ok = names[keys[i]]
		case t.Cols == source.Cols-1:
			ok = i != label
			if i > label {
				i--
			}
		}
		if !ok {
			i = -1
		}
		at = append(at, i)
	}
	return at
}

type columnReview struct {
	ReviewedColumn
	profile *recipe.Profile // of the column in the source
	isLabel bool
	// given has, for each use, the source's columns that options name for this use.
	given map[ColumnUse]map[int]bool
	// gaps has a text for each file in which the column has gaps. absent has the names of the files
	// that lack the column.
	gaps, absent []string
	// odd describes the first fields that are not numbers; it is empty if all fields are numbers.
	odd string
	// isReadable is true if all fields of the column, in every file, can be parsed as readableAs.
	// isNotation is true if isReadable is true and readableAs is a notation of numbers; it is false for a
	// label and for a column in Options.Encode. isAmbiguous is true if the column has dates, and no file
	// shows whether the day or the month comes first.
	isReadable, isNotation, isAmbiguous bool
}

func (v *Review) reviewColumn(files []profiledTable, i int, isLabel bool) {
	of := files[0].profiles[i]
	c := &columnReview{profile: of, isLabel: isLabel, given: files[0].given}
	c.ReviewedColumn = ReviewedColumn{Name: of.Name, Kind: of.Kind(), Example: of.Example, readableAs: of.FindReadableKind(), table: files[0].Table, index: i, distinctInSource: of.CountDistinct()}
	v.compareFiles(c, files)
	if isLabel && c.Kind == recipe.Truth {
		c.Kind = recipe.Category
	}
	v.doubtful = v.doubtful || c.Kind == recipe.Truth && !c.isNotation
	if c.odd != "" {
		c.Levels = c.distinctInSource
	}
	v.listChoices(c)
	c.Use, c.Problem = v.proposeUse(c)
	if c.gaps != nil {
		c.Fill = c.Use.chooseFillMethod(cmp.Or(v.findFillMethod(c.Name), recipe.Median))
	}
	if c.Problem != "" {
		v.Problems = append(v.Problems, fmt.Sprintf("column %s: %s", wording.Excerpt(c.Name), c.Problem))
	}
	v.Columns = append(v.Columns, c.ReviewedColumn)
}

func (v *Review) compareFiles(c *columnReview, files []profiledTable) {
	of, i := c.profile, c.index
	c.isReadable, c.isAmbiguous = c.readableAs != "", of.HasAmbiguousDates()
	for _, f := range files {
		c.isReadable = c.isReadable && (f.columns[i] < 0 || f.profiles[f.columns[i]].IsReadableAs(c.readableAs))
	}
	c.isNotation = c.isReadable && c.readableAs.PartNames() == nil && !c.isLabel && !c.given[UseEncode][i]
	for k, f := range files {
		name := v.Files[k].Name
		if f.columns[i] < 0 {
			c.Gaps = append(c.Gaps, nil)
			c.absent = append(c.absent, name)
			v.doubtful = v.doubtful || !canMatchByName(c.table, f.Table)
			continue
		}
		l := f.profiles[f.columns[i]]
		if k == 1 && c.Kind == recipe.Number && l.Numbers > 0 && of.StandardDeviation() > 0 {
			shift := (l.Mean - of.Mean) / of.StandardDeviation()
			c.Shift = &shift
		}
		c.Gaps = append(c.Gaps, &l.Gaps)
		if marks := recipe.MissingWordsNote(l.Marks); marks != "" && !c.isLabel {
			c.Note = name + ": " + marks
		}
		if levels := l.ListValuesMissingIn(of); k > 0 && c.Kind == recipe.Category && !c.isLabel && len(levels) > 0 {
			c.Note = fmt.Sprintf("%s has words that %s lacks: %s", name, v.Files[0].Name, wording.JoinFirst(quoteExcerpts(levels), 5))
		}
		if l.Gaps > 0 {
			c.gaps = append(c.gaps, fmt.Sprintf("%s of %d rows of %s", wording.Plural(l.Gaps, "gap"), l.Rows, name))
		}
		v.doubtful = v.doubtful || l.NumberLike > 0 && !c.isNotation
		if l.NumberLike > 0 && v.comma == "" && table.HasDecimalComma(l.Odd) && v.spec.Decimal != "," {
			v.comma = fmt.Sprintf("numbers have decimal commas, first %s in line %d of %s", wording.Excerpt(l.Odd), l.OddLine, name)
		}
		c.isAmbiguous = c.isAmbiguous && l.HasAmbiguousDates()
		if count := l.Rows - l.Gaps - l.Numbers; c.odd == "" && count > 0 && !c.isNotation {
			c.odd = fmt.Sprintf("%d of %d values of %s are not numbers, first %s in line %d",
				count, l.Rows-l.Gaps, name, wording.Excerpt(l.Odd), l.OddLine)
		}
	}
}

// listChoices lists the possible uses of the column c, and sets c.isDroppedWithoutOption. If c is the
// label, c has no choices; listChoices then adds the problems of missing labels to v.Problems.
func (v *Review) listChoices(c *columnReview) {
	of, t, i := c.profile, c.table, c.index
	keepsIndex := v.spec.Index == "keep"
	hasRowNames := i == 0 && t.ExplainRowNames() != "" && !keepsIndex
	c.isDroppedWithoutOption = hasRowNames || len(v.spec.Features) > 0 && !c.given[UseFeature][i]
	switch {
	case c.isLabel:
		_, problems := v.proposeMissingOption(c.ReviewedColumn)
		if len(of.Marks) > 0 && t.In.Options.NA == nil {
			v.doubtful = true
			problems = append(problems, ambiguousLabelError(slices.Sorted(maps.Keys(of.Marks))[0]).Error())
		}
		v.Problems = append(v.Problems, problems...)
	case hasRowNames, len(c.absent) > 0, of.Rows == of.Gaps:
		c.choices = []Choice{{Use: UseDrop}}
	case of.HasIDName() && (t.HasRowCounter(i) || t.HasRowNumbers(i)) && !keepsIndex:
		c.choices = []Choice{{Use: UseID}, {Use: UseDrop}}
	default:
		c.choices = c.listPossibleChoices()
	}
}

// proposeUse prefers the use that options give to c. problem is the problem that the proposed use solves,
// or "".
func (v *Review) proposeUse(c *columnReview) (use ColumnUse, problem string) {
	of, i := c.profile, c.index
	if c.isLabel {
		return UseLabel, ""
	}
	if c.isDroppedWithoutOption {
		return UseDrop, ""
	}
	for _, use := range []ColumnUse{UseDrop, UseID, UseEncode, UseDates} {
		if c.given[use][i] {
			return use, ""
		}
	}
	switch {
	case len(c.absent) > 0:
		return UseDrop, "is not in " + strings.Join(c.absent, ", ")
	case of.Rows == of.Gaps, 2*of.Gaps > of.Rows:
		return UseDrop, "is mostly gaps: " + strings.Join(c.gaps, ", ")
	case of.NumberLike > 0 && !c.isNotation, c.Kind == recipe.Truth && !c.isNotation:
		return UseDrop, c.odd + table.NotationHint(of.Odd)
	case of.Codes > 0 && c.Kind != recipe.Number && c.Kind != recipe.Identifier && c.odd == "":
		return map[bool]ColumnUse{true: UseEncode, false: UseDrop}[c.Kind == recipe.Category], "has codes: numbers that begin with zeros"
	case c.Kind == recipe.Category:
		problem = fmt.Sprintf("has words, %s", wording.Plural(c.Levels, "level"))
		if c.gaps != nil {
			problem += ", and " + strings.Join(c.gaps, ", ")
		}
		return UseEncode, problem
	case c.Kind == recipe.Identifier && c.odd != "":
		return UseID, "has identifiers"
	case c.Kind == recipe.Identifier:
		return UseID, ""
	case c.Kind == c.readableAs && c.isAmbiguous:
		return UseDrop, "has dates whose order is unknown: --date-order day/month or month/day reads them"
	case c.Kind == c.readableAs && c.readableAs.PartNames() != nil:
		return UseDrop, fmt.Sprintf("has %s (--dates makes numbers of them)", c.readableAs.FieldNoun())
	case c.Kind == recipe.Text:
		return UseDrop, fmt.Sprintf("has text, %d different ones", c.Levels)
	case c.odd != "" && c.Kind == recipe.Constant:
		return UseDrop, "has only one word"
	case c.odd != "":
		return UseDrop, c.odd
	case c.gaps != nil && v.findFillMethod(of.Name) == "":
		return UseFeature, strings.Join(c.gaps, ", ")
	}
	return UseFeature, ""
}

func quoteExcerpts(words []string) (quoted []string) {
	for _, word := range words {
		quoted = append(quoted, wording.Excerpt(word))
	}
	return quoted
}

// reviewExtraColumn reviews a column that the source lacks: column i of file k.
func (v *Review) reviewExtraColumn(files []profiledTable, k, i int) {
	t, l := files[k].Table, files[k].profiles[i]
	c := ReviewedColumn{Name: l.Name, Kind: l.Kind(), Example: l.Example, Levels: l.CountDistinct(), Choice: Choice{Use: UseDrop}, Gaps: make([]*int, len(files)), table: t, index: i}
	c.Gaps[k] = &l.Gaps
	c.choices = []Choice{{Use: UseID}, {Use: UseDrop}}
	rowNames := i == 0 && t.ExplainRowNames() != ""
	c.isDroppedWithoutOption = len(v.spec.Features) > 0 || rowNames
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

// proposeMissingOption returns a value of Options.Missing that allows the missing labels in the label
// column c. problems describe the missing labels that the present value does not allow.
func (v *Review) proposeMissingOption(c ReviewedColumn) (method string, problems []string) {
	method = v.spec.Missing
	for k, gaps := range c.Gaps {
		settled := method == "unlabelled" || k != 1 && method == "drop"
		rows := v.Files[k].Rows
		if gaps == nil || *gaps == 0 || settled || *gaps == rows && (k == 1 || len(c.Gaps) == 1) {
			continue
		}
		problems = append(problems, fmt.Sprintf("the label %s is missing from %d of %d rows of %s", wording.Excerpt(c.Name), *gaps, rows, v.Files[k].Name))
		method = map[bool]string{false: "drop", true: "unlabelled"}[k == 1]
	}
	return method, problems
}

func (v *Review) findFillMethod(name string) (method string) {
	for _, item := range slices.Backward(v.spec.Impute) {
		cut := strings.LastIndexByte(item, '=')
		switch {
		case cut < 0:
			method = item // the loop is backward: the first item is valid
		case item[:cut] == name:
			return item[cut+1:]
		}
	}
	return method
}

// newRefusal returns err itself unless the files of spec have several problems that flags solve.
func newRefusal(report *table.Reporter, spec Spec, err error) error {
	v, wrong := review(report, spec, listPaths(spec))
	if wrong != nil || len(v.Problems) < 2 || v.Flags == "" || v.doubtful {
		return err
	}
	if _, wrong := openPaths(report, v.Spec(), &SourceCache{}); wrong != nil {
		return err
	}
	return &Refusal{err, v}
}
