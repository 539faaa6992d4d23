package datasets

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/phrase"
)

// What the readers found is settled here, before any row is read: which table of a
// file holds the features, where its labels are, what its columns mean (columns.go),
// and how the files of a pair agree. What the labels mean is settled in labels.go.

// settle says what the columns of the tables of a pair mean, of which the source is the
// first.
func settle(tables []*table, spec Spec) (means []roles, err error) {
	if err := settleWidths(tables); err != nil {
		return nil, err
	}
	for i, t := range tables {
		var r roles
		if i == 0 {
			r, err = sourceRoles(t, spec)
		} else {
			r, err = match(tables[0], means[0], t, spec)
		}
		if err != nil {
			return nil, err
		}
		r.drop = i != 1 && (spec.Missing == "drop" || spec.Missing == "unlabelled") // a target may be without labels
		means = append(means, r)
	}
	return means, checkDropped(spec.Drop, tables)
}

// match says what the columns of t mean, given those of the source.
func match(source *table, from roles, t *table, spec Spec) (roles, error) {
	if byName(source, t) {
		return matchByName(source, from, t, spec)
	}
	return matchByOrder(source, from, t, spec)
}

// byName tells whether the columns of both tables have names.
func byName(source, t *table) bool {
	return source.apart == nil && t.apart == nil && source.columns != nil && t.columns != nil
}

// A Layout says which columns of a file became the features of a domain, and what was
// done to them: all that is needed to read other files alike. Positions count from 0.
type Layout struct {
	// File is the name of the file, without its folder, and Names are those of all its
	// Width columns, nil where it has none.
	File  string
	Names []string
	Width int
	// Features are the columns of the features, in their order, which Bias follows by a
	// constant 1; Label is that of the label, −1 where there is none. Apart tells that
	// labels stand apart from the columns: Label is then Width.
	Features    []int
	Bias, Apart bool
	Label       int
	// Mean and Scale are the changes of scale, (x − mean)/scale, of each feature but the
	// constant; nil where there are none. A label y of the pair is LabelMean + LabelScale·y
	// in the file; LabelScale is 0 where labels are as they were.
	Mean, Scale           []float64
	LabelMean, LabelScale float64
	// Format is what people call the format of the file. Of text, Comma is the delimiter,
	// ' ' for blanks, and Before counts the lines before its first row; of LIBSVM text,
	// FromZero tells that it counts features from 0.
	Format   string
	Comma    rune
	Before   int
	FromZero bool
	// Array is the name of the array of features, LabelArray that of the labels which
	// stand apart, in the file LabelFile beside this one if that is not empty.
	Array, LabelArray, LabelFile string
	// Compressed is set where the file is, and Dropped counts the rows left out.
	Compressed bool
	Dropped    int
	// opened is what the file looked like, nil where it can be read but once.
	opened fs.FileInfo
}

// Unchanged tells whether the file at path, that of the layout, is as it was when it was
// opened; a pipe never is.
func (l Layout) Unchanged(path string) bool { return l.opened != nil && looksLike(l.opened, path) }

// layout returns the layout of the domain's file.
func (d *loading) layout() Layout {
	l := Layout{
		File: filepath.Base(d.path), Names: d.columns, Width: d.cols,
		Features: d.features, Bias: d.bias, Apart: d.apart != nil, Label: d.label,
		Format: d.format.name, Array: d.called, Compressed: d.in.compressed, Dropped: d.dropped, opened: d.in.info,
	}
	l.Mean, l.Scale = d.affine()
	if r := d.labelScale; r != nil {
		l.LabelMean, l.LabelScale = r.low/2+r.high/2, r.high/2-r.low/2
	}
	if d.text != nil {
		l.Comma, l.Before = d.text.comma, d.text.before
	}
	if d.svm != nil {
		l.FromZero = d.svm.first == 0
	}
	if l.Apart {
		if l.LabelArray = d.apart.array; d.apart.path != d.path {
			l.LabelFile = filepath.Base(d.apart.path)
		}
	}
	return l
}

// table returns a table without rows of that layout, and what its columns mean.
func (l Layout) table(in *input, spec Spec) (*table, roles) {
	t := &table{in: in, part: part{path: l.File}, columns: l.Names, cols: l.Width}
	switch {
	case l.Apart:
		t.apart = &labelsApart{}
	case l.Comma != 0:
		t.text = &textRows{}
	}
	if l.FromZero {
		t.svm = &svmRows{zero: true, width: l.Width}
	}
	return t, roles{features: l.Features, label: l.Label, bias: l.Bias, comma: spec.Decimal == ","}
}

// The names that arrays of features and of labels usually have in NPZ and MAT
// files, the likeliest first.
var (
	featureArrays = [...]string{"fts", "feas", "feats", "features", "X", "data", "xx", "X_train"}
	labelArrays   = [...]string{"labels", "label", "y", "target", "targets", "gnd", "yy", "y_train"}
)

// chooseTable returns the table of features among those that a file holds, with its
// labels where these stand apart: in another table, or in a file beside this one.
// label is what the user calls the labels of the source, a column or an array. Where
// the source, before which there are no others, is text or has its labels apart, a
// column that is named so need not concern other files.
func chooseTable(held []*table, label string, others []*table) (*table, error) {
	column := label
	if len(others) > 0 && (others[0].text != nil || others[0].apart != nil) {
		column = ""
	}
	t := held[0]
	if t.called != "" {
		var err error
		if t, err = chooseArray(held, label, column); err != nil {
			return nil, err
		}
	}
	switch {
	case t.words != nil:
		return nil, t.fault(ErrSyntax, "holds text, but features are numbers: save them with .astype(float)")
	case t.text != nil:
		if isHeader(t.text.ahead, label) {
			t.takeHeader()
		}
		return t, nil
	case t.apart != nil:
		if column != "" {
			t.note("%s is LIBSVM text, whose labels stand first: --label %s does not concern it", filepath.Base(t.path), column)
		}
	case column == "":
		if err := t.readSibling(); err != nil {
			return nil, err
		}
	default:
		t.lacking = ""
	}
	if t.svm != nil {
		return t, nil // its size depends on the other files
	}
	if t.apart != nil && t.turnable && t.rows != len(t.apart.texts) && t.cols == len(t.apart.texts) {
		t.transpose()
		t.note("%s: %s is transposed, as it has a column for each label", filepath.Base(t.path), t.called)
	}
	if t.rows == 0 || t.cols == 0 {
		return nil, t.fault(ErrEmpty, "is empty: its size is %d×%d", t.rows, t.cols)
	}
	if err := t.checkColumns(); err != nil {
		return nil, err
	}
	if t.apart != nil && len(t.apart.texts) != t.rows {
		return nil, t.apart.fault(ErrSyntax, "holds %s for %s", phrase.Plural(len(t.apart.texts), "label"), phrase.Plural(t.rows, "row"))
	}
	return t, nil
}

// chooseArray picks the features and the labels among the arrays of a file:
// labels by the name label, where it is that of an array, both by their usual
// names otherwise, and as features what is left, if that is one. There are no labels
// where column, if not empty, is that of the label.
func chooseArray(held []*table, label, column string) (*table, error) {
	file := held[0].in
	var labels *table
	if i := slices.IndexFunc(held, func(t *table) bool { return t.called == label }); i >= 0 {
		labels = held[i]
	} else if column == "" && len(held) > 1 {
		labels = usual(held, labelArrays[:])
	}
	rest := slices.DeleteFunc(slices.Clone(held), func(t *table) bool { return t == labels || t.words != nil })
	features := usual(rest, featureArrays[:])
	if features == nil && len(rest) == 1 {
		features = rest[0]
	}
	switch _, err := strconv.Atoi(column); {
	case features == nil:
		return nil, file.fault(ErrNoColumn, "holds no array of a usual name for features (%s): there are %s",
			strings.Join(featureArrays[:], ", "), listArrays(held)+": of two, --label names the labels")
	case column != "" && labels == nil && err != nil:
		return nil, file.fault(ErrNoLabel, "holds no array %s for the labels: there are %s", phrase.Excerpt(column), listArrays(held))
	}
	if err := features.describe(features); err != nil {
		return nil, err
	}
	switch {
	case labels != nil:
		values, err := labels.vector()
		if err != nil {
			return nil, err
		}
		features.apart = &labelsApart{labels.part, "the " + labels.part.name + " of " + filepath.Base(file.path), values, labels.called}
	case slices.ContainsFunc(held, func(t *table) bool { return t != features && !t.aside }):
		// A sole array may have them as its last column.
		features.lacking = "holds no array of a usual name for labels (" + strings.Join(labelArrays[:], ", ") + "): there are " +
			listArrays(held) + ", name one with --label"
	}
	return features, nil
}

// usual returns the table that is called the first of names, if need be with other
// capitals; nil if none is.
func usual(held []*table, names []string) *table {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for _, name := range names {
			if i := slices.IndexFunc(held, func(t *table) bool { return same(t.called, name) }); i >= 0 {
				return held[i]
			}
		}
	}
	return nil
}

func listArrays(held []*table) string {
	var quoted []string
	for _, t := range held {
		quoted = append(quoted, phrase.Excerpt(t.called))
	}
	return phrase.Listed(quoted, 12)
}

// readSibling reads the labels from the file beside that of t which is named for them.
func (t *table) readSibling() error {
	for _, names := range t.format.siblings {
		sibling, named := siblingOf(t.path, names[0], names[1])
		switch {
		case sibling != "":
			return t.readLabels(sibling)
		case named:
			t.note("%s has no file of labels (…%s) beside it", filepath.Base(t.path), names[1])
			t.featuresOnly = true
			if t.lacking != "" {
				t.lacking = "has no labels: there is no …" + names[1] + " beside it"
			}
		}
	}
	return nil
}

func (t *table) readLabels(path string) error {
	in, err := openInput(t.in.report, path)
	if err != nil {
		return err
	}
	defer in.Close()
	held, err := t.format.open(in)
	if err != nil {
		return err
	}
	values, err := held[0].vector()
	t.apart = &labelsApart{in.part, "those of " + filepath.Base(path), values, ""}
	return cmp.Or(err, in.unchanged())
}

// siblingOf returns the file that belongs to path by its name: ending (which may
// be followed by that of a compression) is replaced. It tells whether path has
// that name; sibling is empty where there is no such file.
func siblingOf(path, ending, by string) (sibling string, named bool) {
	folder, name := filepath.Split(path)
	at := strings.LastIndex(name, ending)
	if at < 0 {
		return "", false
	}
	rest := name[at+len(ending):]
	if rest != "" && rest != ".gz" && rest != ".bz2" {
		return "", false
	}
	for _, rest := range []string{rest, "", ".gz", ".bz2"} {
		if candidate := filepath.Join(folder, name[:at]+by+rest); exists(candidate) {
			return candidate, true
		}
	}
	return "", true
}

// settleWidths gives the files of a pair whose width is not their own the one
// that they share: LIBSVM text is as wide as the widest of them, or as an array
// beside it, its missing features being 0, and numbers its features from 0 where
// any of them does; an array that may be turned is, if only so it fits the source.
func settleWidths(tables []*table) error {
	first, width := 1, 1
	for _, t := range tables {
		if t.svm != nil && t.svm.zero {
			first = 0
		}
	}
	for i, t := range tables {
		switch {
		case t.svm != nil:
			width = max(width, t.svm.width-first)
		case t.apart != nil, i == 0:
			width = max(width, t.width()-1)
		}
	}
	source := tables[0]
	for i, t := range tables {
		switch {
		case t.svm != nil:
			t.svm.first, t.cols = first, width
			if first == 0 {
				t.note("%s: features are numbered from 0", filepath.Base(t.path))
			}
			if own := max(t.svm.width-first, 1); width > own {
				t.note("%s names features up to %d and is padded with zeros to %d", filepath.Base(t.path), own-1+first, width-1+first)
			}
			if err := t.checkColumns(); err != nil {
				return err
			}
		case i > 0 && t.turnable && t.apart == nil && source.apart != nil && t.cols != source.cols && t.rows == source.cols:
			t.transpose()
			t.note("%s is transposed, to have a column for each feature of the source", filepath.Base(t.path))
		}
	}
	return nil
}

// guess adds a note about what was guessed or left out.
func (t *table) guess(format string, args ...any) {
	t.note(format, args...)
	t.guesses = append(t.guesses, phrase.OneLine(t.notes[len(t.notes)-1]))
}

// note adds a sentence about what was done to the table.
func (t *table) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}
