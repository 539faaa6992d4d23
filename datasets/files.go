package datasets

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"larui/model"
)

// openFiles reads a pair from tables: the source, whose labels fix the task and
// the classes, the target and, where there is one, the validation set. All are
// opened and their columns compared before the first is read through.
func openFiles(report *reporter, spec Spec) (*Pair, error) {
	if err := checkFilesSpec(spec); err != nil {
		return nil, err
	}
	paths := []string{spec.Source}
	if !spec.SourceOnly {
		paths = append(paths, spec.Target)
		if spec.Validation != "" {
			paths = append(paths, spec.Validation)
		}
	}
	var tables []*table
	defer func() {
		for _, t := range tables {
			t.Close()
		}
	}()
	for _, path := range paths {
		var source *table
		if len(tables) > 0 {
			source = tables[0]
		}
		t, err := openTable(report, path, spec.Label, source)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	if err := settleWidths(tables); err != nil {
		return nil, err
	}
	schemas := make([]schema, len(tables))
	var err error
	if schemas[0], err = sourceSchema(tables[0], spec); err != nil {
		return nil, err
	}
	for i, t := range tables[1:] {
		if schemas[i+1], err = matchSchema(tables[0], schemas[0], t, spec); err != nil {
			return nil, err
		}
	}
	if err := checkDropped(spec.Drop, tables); err != nil {
		return nil, err
	}

	pair := &Pair{
		Name:       FilesName,
		Title:      title(paths),
		SourceName: filepath.Base(spec.Source),
		Features:   featureNames(tables[0], schemas[0], spec.Bias),
		Bias:       spec.Bias,
		Start:      Start{Lambda: 1, Epochs: 5000},
	}
	if !spec.SourceOnly {
		pair.TargetName = filepath.Base(spec.Target)
	}
	domains := []*model.Domain{&pair.Source, &pair.Target, &pair.Validation}
	streams := []stream{streamSampleSource, streamSampleTarget, streamSampleValidation}
	var parts []*loading
	var code labelCode
	for i, t := range tables {
		p := &loading{Domain: domains[i], table: t, schema: schemas[i]}
		p.kept = newKeptRows(p.width(spec), spec.memory(), newStream(spec.Seed, streams[i]))
		if spec.Standardize != FitNone || spec.Scale != FitNone {
			p.kept.features = len(p.features)
		}
		if i == 0 {
			code, err = readSource(pair, p, spec)
		} else {
			err = readTarget(pair, p, spec, code)
		}
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	pair.Shape = pictureShape(tables, schemas)
	pair.noteArrays(tables)
	if err := rescale(pair, parts, spec); err != nil {
		return nil, err
	}
	marked, err := drawValidation(pair, spec)
	if err != nil {
		return nil, err
	}
	if marked != nil && parts[1].again != nil {
		parts[1].again.leaveOut(parts[1].kept.origins, marked)
	}
	return pair, nil
}

// A loading is a domain of a pair while it is read from its table.
type loading struct {
	*model.Domain
	*table
	schema
	kept *keptRows
	// labels are from the lowest to the highest.
	labels labelRange
	// again reads all rows once more where only a sample of them was kept; nil
	// where all were.
	again *again
}

// width returns how many columns X gets.
func (p *loading) width(spec Spec) int {
	if spec.Bias {
		return len(p.features) + 1
	}
	return len(p.features)
}

// read reads the rows and their labels.
func (p *loading) read(spec Spec, labels labelSink) error {
	if p.array != nil {
		x, err := readArray(p.table, p.schema, spec.Bias, labels)
		if err == nil {
			p.kept.take(x)
		}
		return err
	}
	return p.kept.read(&scan{table: p.table, schema: p.schema, bias: spec.Bias}, labels)
}

// set fills in the domain, once labels and code are known.
func (p *loading) set(pair *Pair, spec Spec, code labelCode, y []float64, labels labelRange) {
	p.labels = labels
	*p.Domain = model.Domain{X: p.kept.matrix(), Y: y}
	if !p.kept.sampled {
		return
	}
	p.again = newAgain(p, spec, code, y != nil)
	p.N, p.Blocks = p.kept.count, p.again.blocks
	about := "%s is large: the fit takes in all of its %d rows, but only %d of them, drawn by seed %d, are scored and shown"
	if p.Domain == &pair.Validation {
		about = "%s is large: of its %d rows, %d, drawn by seed %d, are scored"
	}
	pair.note(about, filepath.Base(p.path), p.N, p.kept.size, spec.Seed)
}

// checkFilesSpec finds what is wrong with spec before any file is touched.
func checkFilesSpec(spec Spec) error {
	switch spec.Task {
	case "", "auto", "binary", "multiclass", "regression":
	default:
		return unknownTask(spec.Task)
	}
	for _, fit := range []Fit{spec.Standardize, spec.Scale} {
		if fit < FitNone || fit > FitDomain {
			return newFault(ErrSpec, "unknown fit %d of a change of scale", fit)
		}
	}
	switch {
	case spec.Source == "":
		return newFault(ErrMissingFile, "no source file: name one with --source")
	case spec.Target == "" && !spec.SourceOnly:
		return newFault(ErrMissingFile, "no target file: name one with --target")
	case spec.ValidationSize < 0:
		return checkAside(spec.ValidationSize, 0)
	}
	return nil
}

// title is "source.csv → target.csv", with folders where the names are the same.
func title(paths []string) string {
	source := filepath.Base(paths[0])
	if len(paths) == 1 {
		return OneLine(source)
	}
	target := filepath.Base(paths[1])
	if source == target && paths[0] != paths[1] {
		source, target = paths[0], paths[1]
	}
	return OneLine(source + " → " + target)
}

// featureNames names the columns of X; nil where the source has no header.
func featureNames(t *table, s schema, bias bool) []string {
	if t.names == nil {
		return nil
	}
	var names []string
	for _, f := range s.features {
		names = append(names, t.names[f])
	}
	if bias {
		names = append(names, "1")
	}
	return names
}

// readSource reads the source and decides about task and classes.
func readSource(pair *Pair, p *loading, spec Spec) (labelCode, error) {
	t, s := p.table, p.schema
	tally := &labelTally{}
	if err := p.read(spec, tally); err != nil {
		return labelCode{}, err
	}
	code, err := tally.code(spec.Task, filepath.Base(t.path))
	if err != nil {
		line, column := 0, 0
		if errors.Is(err, ErrNotNumber) {
			line, column = tally.wordLine, s.label+1
		}
		return code, t.faultAt(line, column, err)
	}
	pair.Task, pair.ClassNames = code.task, code.classes
	pair.note("%s; %s", describe(t, s), t.labelText(s))
	switch code.task {
	case model.Binary:
		pair.note("binary task: %s is negative, %s positive", excerpt(code.classes[0]), excerpt(code.classes[1]))
	case model.MultiClass:
		pair.note("multiclass task with %d classes", len(code.classes))
	case model.Regression:
		pair.note("regression task")
	}
	if spec.Bias {
		pair.note("a constant 1 is appended to the features")
	}
	p.set(pair, spec, code, tally.encoded(code), tally.labelRange)
	return code, nil
}

// readTarget reads the target or the validation set.
func readTarget(pair *Pair, p *loading, spec Spec, code labelCode) error {
	labels := &codedLabels{code: code}
	if err := p.read(spec, labels); err != nil {
		return err
	}
	about := describe(p.table, p.schema)
	switch {
	case p.label < 0:
		about += "; it has no label column"
	case p.array != nil:
		about += "; " + p.labelText(p.schema)
	case labels.empty > 0:
		about += "; its label column is empty"
	}
	pair.note("%s", about)
	p.set(pair, spec, code, labels.values, labels.labelRange)
	return nil
}

// describe says what has been read from t.
func describe(t *table, s schema) string {
	return fmt.Sprintf("%s: %s, %s, %s", filepath.Base(t.path), t.form(), plural(t.rows, "row"), plural(len(s.features), "feature"))
}

// setValidationAside takes spec.ValidationSize rows out of a labelled target
// that has no validation set of its own.
func setValidationAside(pair *Pair, spec Spec) error {
	_, err := drawValidation(pair, spec)
	return err
}

// drawValidation does that, and marks which rows of the target's X it took; nil
// for none.
func drawValidation(pair *Pair, spec Spec) (marked []bool, err error) {
	size := spec.ValidationSize
	if size == 0 || pair.Target.X == nil || pair.Validation.X != nil {
		return nil, nil
	}
	if pair.Target.Y == nil {
		pair.note("%s has no labels, so no rows are set aside for validation", pair.TargetName)
		return nil, nil
	}
	all := pair.Target
	if size >= all.Rows() && size < all.N {
		return nil, newFault(ErrSpec, "of the %d target rows that are kept of %d, %d cannot be set aside for validation: some have to be left", all.Rows(), all.N, size)
	}
	if err := checkAside(size, all.Rows()); err != nil {
		return nil, err
	}
	marked = markRows(all.Rows(), size, newStream(spec.Seed, streamSplit))
	pair.Target, pair.Validation = takeOut(all, marked)
	if all.N > 0 {
		pair.Target.N, pair.Target.Blocks = all.N-size, all.Blocks
	}
	pair.note("%s of %s, drawn by seed %d, are set aside for validation", plural(size, "row"), pair.TargetName, spec.Seed)
	return marked, nil
}

// note adds a sentence about what was done to the data.
func (p *Pair) note(format string, args ...any) {
	p.Notes = append(p.Notes, OneLine(fmt.Sprintf(format, args...)))
}

// noteConstant says which features of a domain have a single value.
func (p *Pair) noteConstant(domain string, features []int, left string) {
	if len(features) == 0 {
		return
	}
	const listed = 5
	var names []string
	for _, j := range features[:min(listed, len(features))] {
		names = append(names, p.featureName(j))
	}
	if len(features) > listed {
		names = append(names, "…")
	}
	p.note("%s: %s (%s) %s", domain, plural(len(features), "feature"), strings.Join(names, ", "), left)
}

// featureName names feature j for people.
func (p *Pair) featureName(j int) string {
	if p.Features == nil {
		return fmt.Sprint(j + 1)
	}
	return p.Features[j]
}

// plural is "1 row" or "2 rows".
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
