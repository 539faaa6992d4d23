package datasets

import (
	"cmp"
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

func listPaths(spec Spec) []string {
	switch {
	case spec.SourceOnly:
		return []string{spec.Source}
	case spec.Validation == "":
		return []string{spec.Source, spec.Target}
	}
	return []string{spec.Source, spec.Target, spec.Validation}
}

func listFilesAndLabelFiles(spec Spec) []string {
	paths := listPaths(spec)
	for _, path := range paths {
		paths = append(paths, table.LabelFilesBeside(path)...)
	}
	return paths
}

// openFiles opens the files of spec as a pair. It checks the columns of all files before it reads rows. It
// does not read the rows of the source if the SourceCache has them.
func openFiles(report *table.Reporter, spec Spec, source *SourceCache) (*Pair, error) {
	if err := checkFilesSpec(spec); err != nil {
		return nil, err
	}
	auto := ""
	if spec.Columns == "auto" {
		v, err := review(report, spec, listPaths(spec))
		if err != nil {
			return nil, err
		}
		spec, auto = v.Spec(), v.Flags
	}
	pair, err := openPaths(report, spec, source)
	if err != nil {
		err = cmp.Or(table.FindDamage(report, listPaths(spec)...), err)
	}
	switch {
	case err == nil && auto != "":
		pair.note("the columns are used as their review proposes, with these flags: %s", auto)
		pair.Guesses = append(pair.Guesses, pair.Notes[len(pair.Notes)-1])
	case errors.Is(err, ErrNotNumber), errors.Is(err, ErrNotFinite), errors.Is(err, ErrWidth), errors.Is(err, ErrNoLabel):
		return nil, newRefusal(report, spec, err)
	}
	return pair, err
}

// openPaths opens the files of spec. It does not propose uses for the columns.
func openPaths(report *table.Reporter, spec Spec, source *SourceCache) (*Pair, error) {
	paths := listPaths(spec)
	var tables []*table.Table
	for _, path := range paths {
		t, err := table.Open(report, path, spec.Options, tables...)
		if err != nil {
			return nil, err
		}
		defer t.In.Close()
		tables = append(tables, t)
	}
	return openTables(report, tables, spec, source)
}

func openTables(report *table.Reporter, tables []*table.Table, spec Spec, source *SourceCache) (*Pair, error) {
	var paths []string
	for _, t := range tables {
		paths = append(paths, t.Path)
	}
	picks, err := pickColumns(tables, spec)
	if err != nil {
		return nil, err
	}
	if err := checkRecipes(tables, picks); err != nil {
		return nil, err
	}
	read := source.findSource(tables[0], picks[0], spec)
	made, err := prepareRecipe(report, tables, picks, spec, read)
	if err != nil {
		return nil, err
	}
	pair := &Pair{
		Title:      pairTitle(paths),
		SourceName: wording.DisplayName(filepath.Base(paths[0])),
		Features:   listFeatureNames(tables[0], picks[0], made),
		Bias:       spec.Bias,
		Shape:      findPictureShape(tables, picks),
	}
	if at, guessed, err := chooseLabelColumn(tables[0], spec); err == nil && guessed != "" {
		pair.GuessedLabel = tables[0].PlainName(at)
		if read.reader == nil {
			tables[0].Guess(": column %s (%s) is assumed to be the label (--label names another)", tables[0].QuotedName(at), guessed)
		}
	}
	if !spec.SourceOnly {
		pair.TargetName = wording.DisplayName(filepath.Base(paths[1]))
	}
	parts, err := pair.readRows(report, tables, picks, spec, read)
	if err != nil {
		return nil, err
	}
	for _, d := range parts {
		if err := d.In.CheckUnchanged(); err != nil {
			return nil, err
		}
		pair.Guesses = append(pair.Guesses, d.Guesses...)
		for _, note := range d.Notes {
			pair.note("%s", note)
		}
	}
	if err := rescale(pair, parts, spec); err != nil {
		return nil, err
	}
	source.store(read)
	for _, d := range parts {
		if d.Sums != nil {
			d.domain.Sums = d.buildModelSums(pair)
		}
		l := d.layout()
		l.Recipe, l.Gaps, l.Options = made, d.gaps, spec.Options
		l.useSummedColumns(d)
		l.Options.ID = nil
		for _, i := range d.pick.Carried {
			l.Options.ID = append(l.Options.ID, d.PlainName(i))
		}
		pair.Layouts = append(pair.Layouts, l)
	}
	marked, err := pair.setValidationAside(spec)
	if err != nil {
		return nil, err
	}
	if marked != nil && parts[1].kept.sampled {
		parts[1].setAside = map[int]bool{}
		for i, origin := range parts[1].kept.origins {
			parts[1].setAside[origin] = marked[i]
		}
	}
	return pair, nil
}

func checkFilesSpec(spec Spec) error {
	if !slices.Contains([]string{"", "auto", "binary", "multiclass", "regression"}, spec.Task) {
		return table.NewFault(ErrSpec, "unknown task %s: there are auto, binary, multiclass and regression", wording.Excerpt(spec.Task))
	}
	if wrong := spec.Options.DescribeInvalid(); wrong != "" {
		return table.NewFault(ErrSpec, "%s", wrong)
	}
	for _, fit := range []ScaleFit{spec.Standardize, spec.Scale} {
		if fit < FitNone || fit > FitKept {
			return table.NewFault(ErrSpec, "unknown value %d of Standardize or Scale", fit)
		}
	}
	switch {
	case spec.Source == "":
		return table.NewFault(ErrMissingFile, "no source file: name one with --source")
	case spec.Target == "" && !spec.SourceOnly:
		return table.NewFault(ErrMissingFile, "no target file: name one with --target")
	}
	return checkValidationSize(min(spec.ValidationSize, 0), 0)
}

// ListColumns lists the columns of a text or Parquet table, and reads only the beginning of the table. An
// entry is the column's name, or its position, a tab and the name if options can't have the name. The list
// is nil if the table can't be read or has no header.
func ListColumns(ctx context.Context, path string) (names []string) {
	t := table.ReadHeader(ctx, path)
	if t == nil {
		return nil
	}
	for i, name := range t.Columns {
		flag := t.ColumnArgument(i)
		if flag != name && name != "" {
			flag += "\t" + wording.DisplayName(name)
		}
		names = append(names, flag)
	}
	return names
}

// pairTitle includes the folders if both files have the same name.
func pairTitle(paths []string) string {
	source := filepath.Base(paths[0])
	if len(paths) == 1 {
		return wording.DisplayName(source)
	}
	target := filepath.Base(paths[1])
	if source == target && paths[0] != paths[1] {
		return wording.OneLine(paths[0] + " → " + paths[1])
	}
	return wording.DisplayName(source) + " → " + wording.DisplayName(target)
}

// listFeatureNames returns nil for a table without header and recipe.
func listFeatureNames(t *table.Table, r table.Pick, made recipe.Recipe) []string {
	if t.Columns == nil && made == nil {
		return nil
	}
	names := made.Names()
	for i := 0; made == nil && i < len(r.Features); i++ {
		names = append(names, t.Columns[r.Features[i]])
	}
	if r.Bias {
		names = append(names, "1")
	}
	return names
}

// findPictureShape returns the zero PictureShape unless the features of all tables are pictures of the same
// shape.
func findPictureShape(tables []*table.Table, picks []table.Pick) PictureShape {
	for i, t := range tables {
		features := picks[i].Features
		if picks[i].Converters != nil || t.Picture != tables[0].Picture || len(features) != t.Cols || !slices.IsSorted(features) {
			return PictureShape{}
		}
	}
	return PictureShape{Rows: tables[0].Picture[0], Cols: tables[0].Picture[1]}
}

// readRows reads the source first, because the labels of the source determine the task and the classes.
func (p *Pair) readRows(report *table.Reporter, tables []*table.Table, picks []table.Pick, spec Spec, read *loadedSource) ([]*domainReader, error) {
	var parts []*domainReader
	domains := []*model.Domain{&p.Source, &p.Target, &p.Validation}
	streams := []stream{streamSampleSource, streamSampleTarget, streamSampleValidation}
	for i, t := range tables {
		if i == 0 && read.reader != nil {
			d := read.copyReader(&p.Source)
			p.setTask(d, read.code, spec)
			p.fillDomain(d, spec)
			parts = append(parts, d)
			continue
		}
		d := &domainReader{Table: t, pick: picks[i], domain: domains[i], labels: &labels{naWords: t.In.Options.NA}}
		d.labels.mayLack = i == 1 && spec.Missing == "unlabelled"
		if t.Columns != nil && d.pick.Label >= 0 {
			d.labels.name = t.Columns[d.pick.Label]
		}
		if i > 0 {
			d.labels.known = &read.code
		}
		memory := cmp.Or(spec.Memory, defaultMemory)
		if !t.IsText() && (t.N <= t.Cols || t.Info() == nil) {
			memory = math.MaxInt64 // with fewer rows than features a sample is too small; a pipe can't be read again
		}
		d.kept = newKeptRows(d.pick.Width(), memory, newStream(spec.Seed, streams[i]), d.labels)
		if spec.Standardize.IsRescaling() || spec.Scale.IsRescaling() {
			d.kept.features = d.featureCount()
		}
		if err := d.readRows(); err != nil {
			return nil, err
		}
		noteRecipe(t, d.pick, i == 0)
		for j, made := range d.pick.Converters {
			m := made.(*recipe.Converter)
			d.gaps = append(d.gaps, m.CountFilledGaps())
			if i > 0 && m.HasOnlyUnknown(t.N) {
				return nil, t.Fault(ErrUnknownClass, "no word of column %s occurs in the source: leave the column out with --drop, or spell the words as in the source", t.QuotedName(d.pick.Features[j]))
			}
		}
		thousands := newThousandsSearch(t, d.pick)
		thousands.add(d.kept.x)
		if err := thousands.noteThousands(report.Ctx, t); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(d.labels.texts, func(text string) bool { return !utf8.ValidString(text) }) {
			t.Guess(" is not UTF-8, so some letters of its class names are unknown: save it as UTF-8")
		}
		if t.Dropped > 0 {
			t.Guess(": left out: %s without a label", wording.Plural(t.Dropped, "row"))
		}
		if i == 0 {
			var err error
			read.code, err = decideTask(d, spec)
			if err != nil {
				return nil, err
			}
			d.labels.known = &read.code
			p.setTask(d, read.code, spec)
			read.reader = d
			if t.Sums == nil {
				noteSuspiciousColumns(t, d.pick, d.kept.searchRowNumbers(), spec)
			}
		} else {
			p.note("%s%s", d, d.describeTargetLabels())
		}
		p.fillDomain(d, spec)
		d.rowHashes = hashRows(d.domain.X)
		p.dropPlaceholderLabels(d, i)
		parts = append(parts, d)
	}
	noteSharedRows(parts)
	return parts, nil
}

// noteSuspiciousColumns adds a note to t about each column that numbers the rows, which search has found,
// and about each column of words that has more distinct words than half the number of rows.
func noteSuspiciousColumns(t *table.Table, r table.Pick, search *rowNumberSearch, spec Spec) {
	if len(spec.Features) > 0 || spec.Index == "keep" {
		return
	}
	at := 0 // the index of the column in X
	for j, i := range r.Features {
		width := 1
		if r.Converters != nil {
			width = r.Converters[j].Width()
		}
		switch {
		case width > recipe.MostLevels && 2*width > t.N:
			t.Guess(": column %s has %d levels in %d rows, and each level is a feature (--drop leaves the column out)", t.QuotedName(i), width, t.N)
		case width == 1 && search.isRowNumber(at):
			noteRowNumbers(t, i)
		}
		at += width
	}
}

// dropPlaceholderLabels removes the labels of the target if all are equal and so probably a placeholder.
// Equal labels of the validation set only get a note. part is 0 for the source, 1 for the target, 2 for the
// validation set.
func (p *Pair) dropPlaceholderLabels(d *domainReader, part int) {
	const few = 5 // labels that may be equal by chance
	l := d.labels
	if part == 0 || !l.isSet || l.low != l.high || d.kept.count-l.missing < few {
		return
	}
	value := wording.FormatNumber(l.low)
	if p.Task != model.Regression {
		value = p.ClassNames[p.Task.Class(l.low)]
	}
	if part > 1 {
		d.Guess(": every label is %s, so scores on this validation set show nothing about other labels", wording.Excerpt(value))
		return
	}
	d.Guess(": every label is %s, probably a placeholder, so these labels are not used for scores", wording.Excerpt(value))
	l.values, l.isSet, d.domain.Y = nil, false, nil
}

// decideTask also encodes the labels of the source d.
func decideTask(d *domainReader, spec Spec) (labelCode, error) {
	code, err := d.labels.decideCode(spec.Task, filepath.Base(d.Path))
	if err != nil {
		line, column := 0, 0
		if errors.Is(err, ErrNotNumber) {
			line, column = d.labels.wordLine, d.pick.Label+1
		}
		return code, d.In.FaultAt(line, column, err)
	}
	if automatic := spec.Task == "" || spec.Task == "auto"; automatic && code.task == model.Regression && d.labels.areIntegers() {
		d.Guess(": the labels are more than %d different integers, so they count as measurements: --task multiclass makes them classes", maxAutoClasses)
	}
	if code.task != model.Regression && !d.kept.sampled {
		for _, slip := range d.labels.describeTypos() {
			d.Guess(": %s", slip)
		}
	}
	d.labels.encode(code)
	return code, nil
}

func (p *Pair) setTask(d *domainReader, code labelCode, spec Spec) {
	p.Task, p.ClassNames = code.task, code.classes
	p.note("%s; %s", d, d.describeLabels())
	switch code.task {
	case model.Binary:
		p.note("binary task: %s is negative, %s positive", wording.Excerpt(code.classes[0]), wording.Excerpt(code.classes[1]))
	case model.MultiClass:
		p.note("multiclass task with %d classes", len(code.classes))
	case model.Regression:
		p.note("regression task")
	}
	if spec.Bias {
		p.note("a constant 1 is appended to the features")
	}
}

func (p *Pair) fillDomain(d *domainReader, spec Spec) {
	if d.domain.X == nil {
		*d.domain = model.Domain{X: d.kept.matrix(), Y: d.labels.values}
	}
	if d.domain == &p.Source {
		p.Groups = d.labels.groups
	}
	if !d.kept.sampled {
		return
	}
	d.domain.N = d.kept.count
	if d.Sums != nil {
		p.note("%s", d.describeSample())
		return
	}
	d.domain.Blocks = d.visitBlocks
	about := "%s is large: the fit uses all %d rows, but only %d of them, drawn by seed %d, are scored and shown"
	if d.domain == &p.Validation {
		about = "%s is large: of its %d rows only %d, drawn by seed %d, are scored"
	}
	p.note(about, filepath.Base(d.Path), d.kept.count, d.kept.sampleSize, spec.Seed)
	if d.labels.groups != nil {
		p.note("%s is large, so rows with the same id may be both fitted and held out: the score on new ids may be lower", filepath.Base(d.Path))
	}
}
