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

// pathsOf lists the files of a pair: source, target, validation.
func pathsOf(spec Spec) []string {
	switch {
	case spec.SourceOnly:
		return []string{spec.Source}
	case spec.Validation == "":
		return []string{spec.Source, spec.Target}
	}
	return []string{spec.Source, spec.Target, spec.Validation}
}

// filesRead lists the files of a pair and the label files beside them.
func filesRead(spec Spec) []string {
	paths := pathsOf(spec)
	for _, path := range paths {
		paths = append(paths, table.Beside(path)...)
	}
	return paths
}

// openFiles reads a pair from files: the source, whose labels fix the task and the classes, the
// target and an optional validation set. It opens all files and compares their columns before it
// reads the first one in full. It does not read the source again if source remembers it.
func openFiles(report *table.Reporter, spec Spec, source *Source) (*Pair, error) {
	if err := checkFilesSpec(spec); err != nil {
		return nil, err
	}
	auto := ""
	if spec.Columns == "auto" {
		v, err := review(report, spec, pathsOf(spec))
		if err != nil {
			return nil, err
		}
		spec, auto = v.Spec(), v.Flags
	}
	pair, err := openPaths(report, spec, source)
	if err != nil {
		err = cmp.Or(table.Damage(report, pathsOf(spec)...), err)
	}
	switch {
	case err == nil && auto != "":
		pair.note("the uses of the columns are as proposed: %s", auto)
		pair.Guesses = append(pair.Guesses, pair.Notes[len(pair.Notes)-1])
	case errors.Is(err, ErrNotNumber), errors.Is(err, ErrNotFinite), errors.Is(err, ErrWidth), errors.Is(err, ErrNoLabel):
		return nil, refused(report, spec, err)
	}
	return pair, err
}

// openPaths opens the files and reads the pair. Unlike openFiles it leaves the columns as given.
func openPaths(report *table.Reporter, spec Spec, source *Source) (*Pair, error) {
	paths := pathsOf(spec)
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

// openTables reads the pair from opened files.
func openTables(report *table.Reporter, tables []*table.Table, spec Spec, source *Source) (*Pair, error) {
	var paths []string
	for _, t := range tables {
		paths = append(paths, t.Path)
	}
	means, err := settle(tables, spec)
	if err != nil {
		return nil, err
	}
	if err := checkRecipes(tables, means); err != nil {
		return nil, err
	}
	read := source.at(tables[0], means[0], spec)
	made, err := prepare(report, tables, means, spec, read)
	if err != nil {
		return nil, err
	}
	pair := &Pair{
		Name:       FilesName,
		Title:      title(paths),
		SourceName: wording.DisplayName(filepath.Base(paths[0])),
		Features:   featureNames(tables[0], means[0], made),
		Bias:       spec.Bias,
		Shape:      pictureShape(tables, means),
	}
	if at, guessed, err := labelColumn(tables[0], spec); err == nil && guessed != "" {
		pair.GuessedLabel = tables[0].PlainName(at)
		if read.part == nil {
			tables[0].Guess(": the label is taken to be column %s, %s (--label names another)", tables[0].ColumnName(at), guessed)
		}
	}
	if !spec.SourceOnly {
		pair.TargetName = wording.DisplayName(filepath.Base(paths[1]))
	}
	parts, err := pair.readRows(report, tables, means, spec, read)
	if err != nil {
		return nil, err
	}
	for _, d := range parts {
		if err := d.In.Unchanged(); err != nil {
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
	source.remember(read)
	for _, d := range parts {
		if d.Sums != nil {
			d.domain.Sums = d.sums(pair)
		}
		l := d.layout()
		l.Recipe, l.Gaps, l.Options = made, d.gaps, spec.Options
		l.takeColumns(d)
		l.Options.ID = nil
		for _, i := range d.pick.Carry {
			l.Options.ID = append(l.Options.ID, d.PlainName(i))
		}
		pair.Layouts = append(pair.Layouts, l)
	}
	marked, err := pair.setValidationAside(spec)
	if err != nil {
		return nil, err
	}
	if marked != nil && parts[1].kept.sampled {
		parts[1].without = map[int]bool{}
		for i, origin := range parts[1].kept.origins {
			parts[1].without[origin] = marked[i]
		}
	}
	return pair, nil
}

// checkFilesSpec checks spec before any file is opened.
func checkFilesSpec(spec Spec) error {
	if !slices.Contains([]string{"", "auto", "binary", "multiclass", "regression"}, spec.Task) {
		return table.NewFault(ErrSpec, "unknown task %s: there are auto, binary, multiclass and regression", wording.Excerpt(spec.Task))
	}
	if wrong := spec.Options.Wrong(); wrong != "" {
		return table.NewFault(ErrSpec, "%s", wrong)
	}
	for _, fit := range []Fit{spec.Standardize, spec.Scale} {
		if fit < FitNone || fit > FitDomain {
			return table.NewFault(ErrSpec, "unknown fit %d of a change of scale", fit)
		}
	}
	switch {
	case spec.Source == "":
		return table.NewFault(ErrMissingFile, "no source file: name one with --source")
	case spec.Target == "" && !spec.SourceOnly:
		return table.NewFault(ErrMissingFile, "no target file: name one with --target")
	}
	return checkAside(min(spec.ValidationSize, 0), 0)
}

// Columns lists the columns of a text or Parquet table by reading only its beginning. Each entry is
// the reference that options use; if that is a position, a tab and the name follow. It returns nil
// if the table can't be read or has no header.
func Columns(ctx context.Context, path string) (names []string) {
	t := table.OpenHeader(ctx, path)
	if t == nil {
		return nil
	}
	for i, name := range t.Columns {
		flag := t.ColumnFlag(i)
		if flag != name && name != "" {
			flag += "\t" + wording.DisplayName(name)
		}
		names = append(names, flag)
	}
	return names
}

// title returns a title such as "source.csv → target.csv", with folders if both names are equal.
func title(paths []string) string {
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

// featureNames returns the names of the columns of X; nil if the source has no header and there is
// no recipe.
func featureNames(t *table.Table, r table.Pick, made recipe.Recipe) []string {
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

// pictureShape returns the shape of the pictures that the features form, the same in all tables;
// the zero Shape if there are no pictures.
func pictureShape(tables []*table.Table, means []table.Pick) Shape {
	for i, t := range tables {
		features := means[i].Features
		if means[i].Make != nil || t.Picture != tables[0].Picture || len(features) != t.Cols || !slices.IsSorted(features) {
			return Shape{}
		}
	}
	return Shape{Rows: tables[0].Picture[0], Cols: tables[0].Picture[1]}
}

// readRows reads the domains from their tables. The source, which comes first, fixes the meaning of
// the labels.
func (p *Pair) readRows(report *table.Reporter, tables []*table.Table, means []table.Pick, spec Spec, read *readSource) ([]*loading, error) {
	var parts []*loading
	domains := []*model.Domain{&p.Source, &p.Target, &p.Validation}
	streams := []stream{streamSampleSource, streamSampleTarget, streamSampleValidation}
	for i, t := range tables {
		if i == 0 && read.part != nil {
			d := read.loadingFor(&p.Source)
			p.noteSource(d, read.code, spec)
			p.set(d, spec)
			parts = append(parts, d)
			continue
		}
		d := &loading{Table: t, pick: means[i], domain: domains[i], labels: &labels{na: t.In.Options.NA}}
		d.labels.mayLack = i == 1 && spec.Missing == "unlabelled"
		if t.Columns != nil && d.pick.Label >= 0 {
			d.labels.name = t.Columns[d.pick.Label]
		}
		if i > 0 {
			d.labels.known = &read.code
		}
		memory := cmp.Or(spec.Memory, defaultMemory)
		if !t.IsText() && (t.N <= t.Cols || t.Info() == nil) {
			memory = math.MaxInt64 // with fewer rows than features all rows are needed; a pipe can't be read again
		}
		d.kept = newKeptRows(d.pick.Width(), memory, newStream(spec.Seed, streams[i]), d.labels)
		if spec.Standardize != FitNone || spec.Scale != FitNone {
			d.kept.features = d.features()
		}
		if err := d.readRows(); err != nil {
			return nil, err
		}
		noteMade(t, d.pick, i == 0)
		for j, made := range d.pick.Make {
			m := made.(*recipe.Maker)
			d.gaps = append(d.gaps, m.Filled())
			if i > 0 && m.AllUnknown(t.N) {
				return nil, t.Fault(ErrUnknownClass, "no word of column %s is a level of the source: leave the column out with --drop, or spell the words alike", t.ColumnName(d.pick.Features[j]))
			}
		}
		if err := doubtMarks(report.Ctx, t, d.pick, d.kept.x); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(d.labels.texts, func(text string) bool { return !utf8.ValidString(text) }) {
			t.Guess(" is not UTF-8, so that some letters of its classes are not known: save it as UTF-8")
		}
		if t.Dropped > 0 {
			t.Guess(": left out: %s without a label", wording.Plural(t.Dropped, "row"))
		}
		if i == 0 {
			var err error
			read.code, err = settleTask(d, spec)
			if err != nil {
				return nil, err
			}
			d.labels.known = &read.code
			p.noteSource(d, read.code, spec)
			read.part = d
			d.sayNumbered(spec)
		} else {
			p.note("%s%s", d, d.targetLabels())
		}
		p.set(d, spec)
		d.rows = hashRows(d.domain.X)
		p.dropPlaceholderLabels(d, i)
		parts = append(parts, d)
	}
	checkRoles(parts)
	return parts, nil
}

// sayNumbered says which features of the source number its rows, also where the first rows of the file
// did not show it (pickSource), and which have a level for more than every second row.
func (d *loading) sayNumbered(spec Spec) {
	if d.Sums != nil || len(spec.Features) > 0 || spec.Index == "keep" {
		return
	}
	at := 0 // in the rows kept
	for j, i := range d.pick.Features {
		width := 1
		if d.pick.Make != nil {
			width = d.pick.Make[j].Width()
		}
		switch {
		case width > recipe.MostLevels && 2*width > d.kept.count:
			d.Guess(": column %s has %d levels in %d rows, each of them a feature (--drop leaves it out)", d.ColumnName(i), width, d.kept.count)
		case width == 1 && d.kept.numbersRows(at):
			d.Guess(": column %s numbers its rows, and is a feature (--drop leaves it out, --index keep says that it is one)", d.ColumnName(i))
		}
		at += width
	}
}

// dropPlaceholderLabels says of the target, which is part 1, or the validation set that all labels are one value. Those
// of the target are taken away: a placeholder, by which nothing is to be scored.
func (p *Pair) dropPlaceholderLabels(d *loading, part int) {
	const few = 5 // rows, which say little
	l := d.labels
	if part == 0 || !l.noted || l.low != l.high || d.kept.count-l.missing < few {
		return
	}
	value := wording.Number(l.low)
	if p.Task != model.Regression {
		value = p.ClassNames[p.Task.Class(l.low)]
	}
	if part > 1 {
		d.Guess(": every label is %s, so that scores on this validation set say nothing of other labels", wording.Excerpt(value))
		return
	}
	d.Guess(": every label is %s, a placeholder as it seems, so that nothing is scored by it", wording.Excerpt(value))
	l.values, l.noted, d.domain.Y = nil, false, nil
}

// settleTask decides the task and the classes by the labels of the source.
func settleTask(d *loading, spec Spec) (labelCode, error) {
	code, err := d.labels.code(spec.Task, filepath.Base(d.Path))
	if err != nil {
		line, column := 0, 0
		if errors.Is(err, ErrNotNumber) {
			line, column = d.labels.wordLine, d.pick.Label+1
		}
		return code, d.In.FaultAt(line, column, err)
	}
	if automatic := spec.Task == "" || spec.Task == "auto"; automatic && code.task == model.Regression && d.labels.areWhole() {
		d.Guess(": the labels are more than %d different whole numbers, taken for measurements: --task multiclass makes classes of them", maxAutoClasses)
	}
	if code.task != model.Regression && !d.kept.sampled {
		for _, slip := range d.labels.slipWarnings() {
			d.Guess(": %s", slip)
		}
	}
	d.labels.encode(code)
	return code, nil
}

// noteSource sets the task and the classes of the pair and adds notes about the source.
func (p *Pair) noteSource(d *loading, code labelCode, spec Spec) {
	p.Task, p.ClassNames = code.task, code.classes
	p.note("%s; %s", d, d.labelText())
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

// set fills in the domain of d.
func (p *Pair) set(d *loading, spec Spec) {
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
		p.note("%s", d.sampleText())
		return
	}
	d.domain.Blocks = d.blocks
	about := "%s is large: the fit takes in all of its %d rows, but only %d of them, drawn by seed %d, are scored and shown"
	if d.domain == &p.Validation {
		about = "%s is large: of its %d rows, %d, drawn by seed %d, are scored"
	}
	p.note(about, filepath.Base(d.Path), d.kept.count, d.kept.size, spec.Seed)
	if d.labels.groups != nil {
		p.note("%s is large, so that rows held out of it are not kept apart by id: other rows of theirs are among those fitted, and the score on new ids may be lower", filepath.Base(d.Path))
	}
}
