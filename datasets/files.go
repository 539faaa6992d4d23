package datasets

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"
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
	code, err := readSource(pair, tables[0], schemas[0], spec)
	if err != nil {
		return nil, err
	}
	domains := []*Domain{&pair.Source, &pair.Target, &pair.Validation}
	for i, t := range tables[1:] {
		if err := readTarget(pair, domains[i+1], t, schemas[i+1], code, spec.Bias); err != nil {
			return nil, err
		}
	}
	pair.Shape = pictureShape(tables, schemas)
	pair.noteArrays(tables)
	if !spec.SourceOnly {
		pair.TargetName = filepath.Base(spec.Target)
	}
	if err := rescale(pair, len(schemas[0].features), spec); err != nil {
		return nil, err
	}
	if err := setValidationAside(pair, spec); err != nil {
		return nil, err
	}
	return pair, nil
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
		return oneLine(source)
	}
	target := filepath.Base(paths[1])
	if source == target && paths[0] != paths[1] {
		source, target = paths[0], paths[1]
	}
	return oneLine(source + " → " + target)
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
func readSource(pair *Pair, t *table, s schema, spec Spec) (labelCode, error) {
	tally := &labelTally{}
	x, err := readRows(t, s, spec.Bias, tally)
	if err != nil {
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
	pair.Task, pair.Classes = code.task, code.classes
	pair.Source = Domain{X: x, Y: tally.encoded(code)}
	pair.note("%s; %s", describe(t, s), t.labelText(s))
	switch code.task {
	case Binary:
		pair.note("binary task: %s is negative, %s positive", excerpt(code.classes[0]), excerpt(code.classes[1]))
	case MultiClass:
		pair.note("multiclass task with %d classes", len(code.classes))
	case Regression:
		pair.note("regression task")
	}
	if spec.Bias {
		pair.note("a constant 1 is appended to the features")
	}
	return code, nil
}

// readTarget reads the target or the validation set into domain.
func readTarget(pair *Pair, domain *Domain, t *table, s schema, code labelCode, bias bool) error {
	labels := &codedLabels{code: code}
	x, err := readRows(t, s, bias, labels)
	if err != nil {
		return err
	}
	*domain = Domain{X: x, Y: labels.values}
	about := describe(t, s)
	switch {
	case s.label < 0:
		about += "; it has no label column"
	case t.array != nil:
		about += "; " + t.labelText(s)
	case labels.empty > 0:
		about += "; its label column is empty"
	}
	pair.note("%s", about)
	return nil
}

// describe says what has been read from t.
func describe(t *table, s schema) string {
	return fmt.Sprintf("%s: %s, %s, %s", filepath.Base(t.path), t.form(), plural(t.rows, "row"), plural(len(s.features), "feature"))
}

// rescale applies Standardize, Scale and ScaleLabel.
func rescale(pair *Pair, features int, spec Spec) error {
	for _, change := range []struct {
		fit  Fit
		what string
		of   func(x *mat.Dense, features int) rescaling
		left string
	}{
		{spec.Standardize, "standardized", fitStandard, "constant, so only centred"},
		{spec.Scale, "divided by their largest magnitude", fitScale, "zero throughout, so left as they are"},
	} {
		if change.fit == FitNone {
			continue
		}
		source := change.of(pair.Source.X, features)
		target, fitted := source, pair.SourceName
		constant := source.constant
		if change.fit == FitDomain && pair.Target.X != nil {
			// The validation set belongs to the target domain.
			target = change.of(pair.Target.X, features)
			fitted = "each domain by itself"
		}
		pair.note("features are %s, fitted on %s", change.what, fitted)
		pair.noteConstant(pair.SourceName, constant, change.left)
		if change.fit == FitDomain && pair.Target.X != nil {
			pair.noteConstant(pair.TargetName, target.constant, change.left)
		}
		for _, part := range []struct {
			domain Domain
			by     rescaling
			path   string
		}{
			{pair.Source, source, spec.Source},
			{pair.Target, target, spec.Target},
			{pair.Validation, target, spec.Validation},
		} {
			if part.domain.X == nil {
				continue
			}
			if j := part.by.apply(part.domain.X); j >= 0 {
				return &FormatError{File: part.path, Err: newFault(ErrNotFinite, "feature %s becomes too large when rescaled", pair.featureName(j))}
			}
		}
	}
	if spec.ScaleLabel {
		return scaleLabels(pair, spec)
	}
	return nil
}

// scaleLabels maps the labels of a regression so that those of the source fill
// [−1, 1].
func scaleLabels(pair *Pair, spec Spec) error {
	if pair.Task != Regression {
		pair.note("labels are classes, so they are not rescaled")
		return nil
	}
	low, high := fitRange(pair.Source.Y)
	if low == high {
		pair.note("every label of %s is %v, so labels are not rescaled", pair.SourceName, low)
		return nil
	}
	for _, part := range []struct {
		y    []float64
		path string
	}{{pair.Source.Y, spec.Source}, {pair.Target.Y, spec.Target}, {pair.Validation.Y, spec.Validation}} {
		if !scaleRange(part.y, low, high) {
			return &FormatError{File: part.path, Err: newFault(ErrNotFinite, "a label becomes too large when rescaled")}
		}
	}
	pair.note("labels are mapped linearly, from [%v, %v] in %s to [−1, 1]", low, high, pair.SourceName)
	return nil
}

// setValidationAside takes spec.ValidationSize rows out of a labelled target
// that has no validation set of its own.
func setValidationAside(pair *Pair, spec Spec) error {
	size := spec.ValidationSize
	if size == 0 || pair.Target.X == nil || pair.Validation.X != nil {
		return nil
	}
	if pair.Target.Y == nil {
		pair.note("%s has no labels, so no rows are set aside for validation", pair.TargetName)
		return nil
	}
	if err := checkAside(size, pair.Target.Rows()); err != nil {
		return err
	}
	pair.Target, pair.Validation = setAside(pair.Target, size, newStream(spec.Seed, streamSplit))
	pair.note("%s of %s, drawn by seed %d, are set aside for validation", plural(size, "row"), pair.TargetName, spec.Seed)
	return nil
}

// note adds a sentence about what was done to the data.
func (p *Pair) note(format string, args ...any) {
	p.Notes = append(p.Notes, oneLine(fmt.Sprintf(format, args...)))
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
