package datasets

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

const (
	// maxClasses bounds the classes of a classification task.
	maxClasses = 1000
	// maxAutoClasses is the number of distinct labels above which numbers count as measurements.
	maxAutoClasses = 20
)

// labels collects the labels of a domain row by row, as they are written. The labels of the source
// decide the labelCode: numbers, classes named by numbers, or classes named by words. Other domains
// parse their labels by it. All labels of a target may be missing, and some if mayLack allows it.
// The counts include rows that are not kept.
type labels struct {
	// known is the code that the source has fixed; nil for the source itself.
	known *labelCode
	// values are the labels of the kept rows, in the encoding of known. For the source they are
	// indices of texts, or numbers if there are too many texts.
	values []float64
	// groups are the groups of the kept rows (groupsOf).
	groups []int
	labelRange
	// texts are the distinct labels of the source as written, dropped beyond maxClasses (many).
	// index maps a text to its index; numbers are the values of texts, NaN for words.
	texts   []string
	index   map[string]int
	numbers []float64
	many    bool
	// word is the first label that is not a number, on line wordLine; wordRows counts the rows of
	// such labels. name is the name of the label column, if it has one.
	word, name         string
	wordLine, wordRows int
	// others counts the rows that are known only by sums and have no entry in values.
	others int
	// missing counts the rows without a label; missingLine is the first such line.
	missing, missingLine int
	// na are the words for a missing label (Options.NA). marks are the usual marks of missing
	// values among the labels of the source, the first on line markLine. Their entries in values
	// are −1 − the index in marks, until decideMarks makes them classes or missing labels.
	na       []string
	marks    []string
	markLine int
	// mayLack allows a target to lack some of its labels.
	mayLack bool
}

// add adds the label of the next row. The caller adds the place to an error.
func (l *labels) add(text string, line int) error {
	text = strings.TrimSpace(text)
	isGap := table.IsNull(text) || slices.Contains(l.na, text)
	isMark := !isGap && table.IsMissing(text)
	switch {
	case isGap && l.known == nil, isMark && l.many:
		l.values = append(l.values, 0) // an index; the row is refused later
		l.addMissing(1, line)
		return nil
	case isMark && l.known == nil:
		l.mark(text, line)
		return nil
	case l.known == nil:
		return l.tally(text, line)
	}
	value, err := math.NaN(), error(nil)
	if !isGap {
		value, err = l.known.parse(text)
	}
	switch {
	case isGap, isMark && err != nil:
		value = math.NaN()
		l.addMissing(1, line)
	case err != nil:
		return err
	default:
		l.note(value)
	}
	l.values = append(l.values, value)
	return nil
}

// addMissing counts rows without a label, the first on the given line.
func (l *labels) addMissing(rows, line int) {
	if l.missing == 0 || line < l.missingLine {
		l.missingLine = line
	}
	l.missing += rows
}

// mark adds a label of the source that is a usual mark of missing values.
func (l *labels) mark(text string, line int) {
	at := slices.Index(l.marks, text)
	if at < 0 {
		at, l.marks = len(l.marks), append(l.marks, strings.Clone(text))
	}
	if l.markLine == 0 {
		l.markLine = line
	}
	l.values = append(l.values, float64(-1-at))
}

// decideMarks makes the marks missing labels if the other labels are numbers. Among words they are
// classes if na is set, or if "-" stands beside "+"; otherwise they are ambiguous, an error.
func (l *labels) decideMarks() error {
	marks, words := l.marks, l.wordRows > 0
	if marks == nil {
		return nil
	}
	l.marks = nil
	isSign := len(marks) == 1 && marks[0] == "-" && slices.Contains(l.texts, "+")
	if words && l.na == nil && !isSign {
		l.missingLine = l.markLine
		return ambiguousLabel(marks[0])
	}
	rows := 0
	for i, at := range l.values {
		switch {
		case at >= 0:
		case words:
			values := l.values
			l.values = values[:i]
			err := l.tally(marks[int(-1-at)], l.markLine)
			l.values = values
			if err != nil {
				return err
			}
		default:
			l.values[i] = 0
			rows++
		}
	}
	if rows > 0 {
		l.addMissing(rows, l.markLine)
	}
	return nil
}

func ambiguousLabel(mark string) error {
	return table.NewFault(ErrNoLabel, "the label %s may be a class or a missing label: --na %s makes it missing, --na empty a class", wording.Excerpt(mark), wording.ShellQuote(mark))
}

// gap returns an error if labels are missing that must not be. A target may lack all of its labels.
func (l *labels) gap() error {
	if err := l.decideMarks(); err != nil {
		return err
	}
	switch {
	case l.missing == 0, l.mayLack && l.noted:
		return nil
	case l.known != nil && !l.noted:
		l.values = nil
		return nil
	case l.known != nil:
		return table.NewFault(ErrNoLabel, "the label is missing from %s, here first: keep these rows, and score the others, with --missing unlabelled",
			wording.Plural(l.missing, "row"))
	}
	return table.NewFault(ErrNoLabel, "the label is missing from %s, here first: leave them out with --missing drop", wording.Plural(l.missing, "row"))
}

// tally adds a label of the source that is not missing.
func (l *labels) tally(text string, line int) error {
	if l.index == nil {
		l.index = map[string]int{}
	}
	if at, known := l.index[text]; known {
		if math.IsNaN(l.numbers[at]) {
			l.wordRows++
		}
		l.values = append(l.values, float64(at))
		return nil
	}
	number := math.NaN()
	if table.IsNumeric(text) && !table.IsMissing(text) {
		var err error
		number, err = table.ParseNumber(text)
		if err != nil {
			return err
		}
	} else {
		l.wordRows++
		if l.wordLine == 0 {
			l.word, l.wordLine = strings.Clone(text), line
		}
	}
	l.note(number)
	if len(l.texts) == maxClasses {
		if l.wordRows == 0 {
			_ = l.decideMarks() // marks among numbers are missing labels
		}
		for i, at := range l.values {
			if at >= 0 {
				l.values[i] = l.numbers[int(at)]
			}
		}
		l.many, l.texts, l.numbers = true, nil, nil
		clear(l.index)
	}
	if l.many {
		l.values = append(l.values, number)
		return nil
	}
	text = strings.Clone(text) // a copy, so that the row is not kept in memory
	l.index[text] = len(l.texts)
	l.values = append(l.values, float64(len(l.texts)))
	l.texts, l.numbers = append(l.texts, text), append(l.numbers, number)
	return nil
}

// move overwrites label to with label from; truncate drops all labels beyond the first count.
func (l *labels) move(to, from int) {
	if len(l.values) > 0 {
		l.values[to] = l.values[from]
	}
	if len(l.groups) > 0 {
		l.groups[to] = l.groups[from]
	}
}

func (l *labels) truncate(count int) {
	if len(l.values) > 0 {
		l.values = l.values[:count]
	}
	if len(l.groups) > 0 {
		l.groups = l.groups[:count]
	}
}

// A labelRange is the range of the labels noted so far.
type labelRange struct {
	low, high float64
	noted     bool
}

func (r *labelRange) note(label float64) {
	if !r.noted {
		*r = labelRange{label, label, true}
	}
	r.low, r.high = min(r.low, label), max(r.high, label)
}

// scale maps y linearly in place, low to −1 and high to 1. It reports whether all results are
// finite.
func (r labelRange) scale(y []float64) bool {
	_, width := r.affine()
	for i, v := range y {
		y[i] = (v/2-r.low/2)/width*2 - 1
		if math.IsInf(y[i], 0) || math.IsNaN(y[i]) {
			return false
		}
	}
	return true
}

// affine returns the mean and the width of the range: scale maps y to (y − mean)/width.
func (r labelRange) affine() (mean, width float64) {
	// Halving first avoids overflow.
	return r.low/2 + r.high/2, r.high/2 - r.low/2
}

// A labelCode is the encoding of labels that the source fixes for every domain.
type labelCode struct {
	task model.Task
	// classes are the sorted names of the classes; numbers are their values in ascending order, nil
	// if the names are words.
	classes []string
	numbers []float64
	// source is the name of the source's file, for messages.
	source string
}

// code decides the code of the source's labels, given Spec.Task.
func (l *labels) code(task, source string) (labelCode, error) {
	c := labelCode{source: source}
	words := l.wordLine > 0
	if words {
		c.classes = slices.Sorted(slices.Values(l.texts))
	} else {
		for _, v := range l.numbers {
			c.numbers = append(c.numbers, v+0) // −0 is 0
		}
		slices.Sort(c.numbers)
		c.numbers = slices.Compact(c.numbers)
		for _, v := range c.numbers {
			c.classes = append(c.classes, strconv.FormatFloat(v, 'f', -1, 64))
		}
	}
	count := len(c.classes)
	if l.many {
		count = maxClasses + 1
	}
	integers := !slices.ContainsFunc(c.numbers, isFraction)
	if i := slices.IndexFunc(c.numbers, func(v float64) bool { return math.Abs(v) >= 1<<53 }); i >= 0 && integers && task != "regression" {
		return c, table.NewFault(ErrTooLarge, "class %s is too large to be distinguished from its neighbours: write a letter before such labels, or say --task regression", wording.Excerpt(c.classes[i]))
	}
	automatic := task == "" || task == "auto"
	if err := l.checkClasses(count, words || integers); automatic && err != nil {
		return c, err
	}
	switch {
	case count == 1 && task != "regression":
		return c, table.NewFault(ErrOneClass, "every label is %s: classification needs two classes", wording.Excerpt(c.classes[0]))
	case count == 2 && (automatic || task == "binary"):
		c.task = model.Binary
	case automatic && count <= maxAutoClasses && (words || integers), task == "multiclass" && !l.many:
		c.task = model.MultiClass
	case automatic && words:
		return c, table.NewFault(ErrNotNumber, "%s is not a number; with more than %d distinct labels the task is regression, unless --task multiclass says otherwise%s", wording.Excerpt(l.word), maxAutoClasses, table.MarkHint(l.word))
	case task == "binary" && l.many:
		return c, table.NewFault(ErrSpec, "a binary task has two distinct labels, here are more than %d", maxClasses)
	case task == "binary":
		return c, table.NewFault(ErrSpec, "a binary task has two distinct labels, here are %d", count)
	case task == "multiclass":
		return c, table.NewFault(ErrTooLarge, "more than %d distinct labels are too many for a multiclass task", maxClasses)
	case words:
		return c, table.NewFault(ErrNotNumber, "%s is not a number, as labels for regression have to be%s", wording.Excerpt(l.word), table.MarkHint(l.word))
	default:
		c.task = model.Regression
		c.classes, c.numbers = nil, nil
	}
	return c, nil
}

// checkClasses returns an error if the labels hardly are classes: a few words among numbers, or nearly as
// many distinct words or whole numbers as rows. count is the number of distinct labels.
func (l *labels) checkClasses(count int, whole bool) error {
	const few = 10 // word rows in 100 among numbers
	rows := len(l.values) + l.others
	var odd, numbers []string
	mistyped := false
	for i, text := range l.texts {
		if !math.IsNaN(l.numbers[i]) {
			numbers = append(numbers, text)
			continue
		}
		odd = append(odd, wording.Excerpt(text))
		mistyped = mistyped || table.IsNumberLike(text) || text == l.name
	}
	switch {
	case mistyped, len(numbers) > 0 && l.wordRows > 0 && 100*l.wordRows <= few*rows:
		return table.NewFault(ErrNotNumber, "%s of %d rows, here first, no number but %s: mend them, or say --task multiclass%s",
			wording.Plural(l.wordRows, "label"), rows, wording.JoinFirst(odd, 5), table.MarkHint(l.word))
	case count >= 5 && count <= maxAutoClasses && 5*count >= 4*rows && whole:
		return table.NewFault(ErrSpec, "%d rows have %d distinct labels (%s): name their column with --label, or say --task multiclass or regression",
			rows, count, wording.JoinFirst(append(odd, numbers...), 5))
	}
	return nil
}

// areWhole reports whether all labels of the source are whole numbers.
func (l *labels) areWhole() bool {
	values := l.numbers
	if l.many {
		values = l.values
	}
	return len(values) > 0 && !slices.ContainsFunc(values, isFraction)
}

func isFraction(v float64) bool { return v != math.Trunc(v) }

// slipWarnings describes classes that look like slips of the pen: classes of a single row beside
// classes of many rows, and classes that differ only in case, quotes or blanks. It must be called
// before encode.
func (l *labels) slipWarnings() (said []string) {
	const many = 10 // rows
	counts := make([]int, len(l.texts))
	for _, at := range l.values {
		counts[int(at)]++
	}
	var alone []string
	alike := map[string][]string{}
	for i, text := range l.texts {
		if counts[i] == 1 {
			alone = append(alone, wording.Excerpt(text))
		}
		bare := strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune("\"'`“”‘’", r) {
				return -1
			}
			return unicode.ToLower(r)
		}, text)
		if math.IsNaN(l.numbers[i]) {
			alike[bare] = append(alike[bare], wording.Excerpt(text))
		}
	}
	for _, bare := range slices.Sorted(maps.Keys(alike)) {
		if same := alike[bare]; len(same) > 1 {
			slices.Sort(same)
			said = append(said, "classes "+wording.JoinFirst(same, 5)+" are alike but for capitals, quotes or blanks")
		}
	}
	if len(alone) > 0 && slices.Max(counts) >= many {
		slices.Sort(alone)
		said = append(said, "classes with a single row, beside classes with many: "+wording.JoinFirst(alone, 5))
	}
	return said
}

// encode replaces the labels of the source by their encoding.
func (l *labels) encode(c labelCode) {
	if l.many {
		return // already numbers, for regression
	}
	encoded := make([]float64, len(l.texts))
	for i, text := range l.texts {
		encoded[i], _ = c.parse(text) // a label of the source parses
	}
	for i, at := range l.values {
		l.values[i] = encoded[int(at)]
	}
}

// encode returns the label of the class at the given index of c.classes.
func (c labelCode) encode(position int) float64 {
	if c.task == model.Binary {
		return float64(2*position - 1)
	}
	return float64(position)
}

// parse returns the encoded label of a text.
func (c labelCode) parse(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if c.task == model.Regression {
		return table.ParseNumber(text)
	}
	var position int
	var known bool
	if c.numbers == nil {
		position, known = slices.BinarySearch(c.classes, text)
	} else if value, err := table.ParseFloat(text); err == nil {
		position, known = slices.BinarySearch(c.numbers, value)
	}
	if !known {
		return 0, table.NewFault(ErrUnknownClass, "label %s is not among the classes of %s: %s",
			wording.Excerpt(text), c.source, wording.JoinFirst(c.classes, 12))
	}
	return c.encode(position), nil
}
