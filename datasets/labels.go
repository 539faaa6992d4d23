package datasets

import (
	"cmp"
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
	maxClasses = 1000 // of a classification task
	// Numbers with more than maxAutoClasses distinct values count as measurements, unless Spec.Task
	// says multiclass.
	maxAutoClasses = 20
)

// labels collects the labels of a domain row by row. The labels of the source determine the labelCode that
// parses the labels of the other domains. A target may lack all labels; if mayLack is true, it may lack
// some. Counts include rows that are not in memory.
type labels struct {
	// known is the labelCode of the source; nil for the source itself.
	known *labelCode
	// values has a number for each row in memory: the encoded label. In the source, before encode, it is an
	// index into texts, or the label itself if tooMany is true.
	values []float64
	// groups has the hash of the ids (hashIDs) of each row in memory.
	groups []int
	labelRange
	// texts has the distinct labels of the source as written.
	texts []string
	// index maps each text to its position in texts.
	index map[string]int
	// numbers has the value of each label in texts, NaN for a word.
	numbers []float64
	// tooMany is true if there are more than maxClasses distinct labels. Then texts, index and numbers are
	// empty.
	tooMany bool
	// word is the first label that is not a number. name is the name of the label column, or "".
	word, name string
	// wordLine is the line of the first label that is not a number; 0 if all are numbers. wordRows counts
	// the rows with such labels.
	wordLine, wordRows int
	// sumsOnly counts the rows that are only in the sums of a file, and that have no entry in values.
	sumsOnly int
	// missing counts the rows without a label; missingLine is the line of the first one.
	missing, missingLine int
	// naWords are the words that mean a missing label (Options.NA).
	naWords []string
	// marks are labels of the source that may mean a missing value, such as "-", until decideMarks decides.
	marks []string
	// markRows counts the rows whose label is a mark of a missing value. markLine is the line of the first
	// one.
	markRows, markLine int
	mayLack            bool
}

// add adds the label of the next row, which is on the given line. The caller adds the line to an error.
func (l *labels) add(text string, line int) error {
	text = strings.TrimSpace(text)
	isGap := table.IsNull(text) || slices.Contains(l.naWords, text)
	isMark := !isGap && table.IsMissing(text)
	switch {
	case isGap && l.known == nil, isMark && l.tooMany:
		l.values = append(l.values, 0) // any value: checkMissing returns an error
		l.addMissing(1, line)
		return nil
	case l.known == nil:
		return l.addSourceLabel(text, line, isMark)
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
		l.include(value)
	}
	l.values = append(l.values, value)
	return nil
}

// addMissing counts rows without a label; line is the line of the first one.
func (l *labels) addMissing(rows, line int) {
	if l.missing == 0 || line < l.missingLine {
		l.missingLine = line
	}
	l.missing += rows
}

// decideMarks decides whether marks, such as "-", are missing labels or classes. If the other labels are
// numbers, marks are missing labels. If the other labels are words, marks are classes if naWords is set, or
// if "-" is the only mark and "+" is a label; otherwise decideMarks returns an error.
func (l *labels) decideMarks() error {
	marks, words := l.marks, l.wordRows > 0
	if marks == nil {
		return nil
	}
	l.marks = nil
	isSign := len(marks) == 1 && marks[0] == "-" && slices.Contains(l.texts, "+")
	if words && l.naWords == nil && !isSign {
		l.missingLine = l.markLine
		return ambiguousLabelError(marks[0])
	}
	if words {
		l.wordRows += l.markRows
	} else if l.markRows > 0 {
		l.addMissing(l.markRows, l.markLine)
	}
	return nil
}

func ambiguousLabelError(mark string) error {
	return table.NewFault(ErrNoLabel, "the label %s may be a class or a missing label: --na %s makes it a missing label, --na empty makes it a class", wording.Excerpt(mark), wording.ShellQuote(mark))
}

// checkMissing clears values if a target lacks all labels. In other cases it returns an error if labels are
// missing, unless mayLack is true.
func (l *labels) checkMissing() error {
	if err := l.decideMarks(); err != nil {
		return err
	}
	switch {
	case l.missing == 0, l.mayLack && l.isSet:
		return nil
	case l.known != nil && !l.isSet:
		l.values = nil
		return nil
	}
	hint := "leave these rows out with --missing drop"
	if l.known != nil {
		hint = "--missing unlabelled keeps these rows and scores the others"
	}
	return table.NewFault(ErrNoLabel, "the label is missing from %s, first from this one: %s", wording.Plural(l.missing, "row"), hint)
}

// addSourceLabel adds a label that is not missing. isMark is true for a label such as "-", which may mean a
// missing value.
func (l *labels) addSourceLabel(text string, line int, isMark bool) error {
	if l.index == nil {
		l.index = map[string]int{}
	}
	at, known := l.index[text]
	if isMark {
		l.markRows++
		if !known {
			l.marks, l.markLine = append(l.marks, strings.Clone(text)), cmp.Or(l.markLine, line)
		}
	}
	if known {
		if !isMark && math.IsNaN(l.numbers[at]) {
			l.wordRows++
		}
		l.values = append(l.values, float64(at))
		return nil
	}
	number := math.NaN()
	switch {
	case isMark:
	case table.IsNumeric(text):
		var err error
		number, err = table.ParseNumber(text)
		if err != nil {
			return err
		}
	default:
		l.wordRows++
		if l.wordLine == 0 {
			l.word, l.wordLine = strings.Clone(text), line
		}
	}
	l.include(number)
	if len(l.texts) == maxClasses {
		if l.wordRows == 0 {
			_ = l.decideMarks() // among numbers it returns no error
		}
		for i, at := range l.values {
			l.values[i] = l.numbers[int(at)]
		}
		l.tooMany, l.texts, l.numbers = true, nil, nil
		clear(l.index)
	}
	if l.tooMany {
		l.values = append(l.values, number)
		return nil
	}
	text = strings.Clone(text) // does not keep the line in memory
	l.index[text] = len(l.texts)
	l.values = append(l.values, float64(len(l.texts)))
	l.texts, l.numbers = append(l.texts, text), append(l.numbers, number)
	return nil
}

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

// A labelRange is empty until the first call of include, which sets isSet.
type labelRange struct {
	low, high float64
	isSet     bool
}

func (r *labelRange) include(label float64) {
	if !r.isSet {
		*r = labelRange{label, label, true}
	}
	r.low, r.high = min(r.low, label), max(r.high, label)
}

// scale maps y linearly in place, low to −1 and high to 1. It reports whether all results are
// finite.
func (r labelRange) scale(y []float64) bool {
	_, width := r.meanAndWidth()
	for i, v := range y {
		y[i] = (v/2-r.low/2)/width*2 - 1
		if math.IsInf(y[i], 0) || math.IsNaN(y[i]) {
			return false
		}
	}
	return true
}

// meanAndWidth returns mean and width so that scale maps y to (y − mean)/width.
func (r labelRange) meanAndWidth() (mean, width float64) {
	return r.low/2 + r.high/2, r.high/2 - r.low/2 // halving before the sum avoids overflow
}

// A labelCode is the encoding of labels, which the source determines for all domains.
type labelCode struct {
	task model.Task
	// classes are the names of the classes: words sorted by text, or numbers sorted by value. numbers has
	// the values; nil for words.
	classes []string
	numbers []float64
	// source is the name of the source's file, for error messages.
	source string
}

func (l *labels) decideCode(task, source string) (labelCode, error) {
	c := labelCode{source: source}
	words := l.wordLine > 0
	if words {
		c.classes = slices.Sorted(slices.Values(l.texts))
	} else {
		for _, v := range l.numbers {
			c.numbers = append(c.numbers, v+0) // −0 becomes 0
		}
		slices.Sort(c.numbers)
		c.numbers = slices.Compact(c.numbers)
		for _, v := range c.numbers {
			c.classes = append(c.classes, strconv.FormatFloat(v, 'f', -1, 64))
		}
	}
	count := len(c.classes)
	if l.tooMany {
		count = maxClasses + 1
	}
	integers := !slices.ContainsFunc(c.numbers, isFraction)
	if i := slices.IndexFunc(c.numbers, func(v float64) bool { return math.Abs(v) >= 1<<53 }); i >= 0 && integers && task != "regression" {
		return c, table.NewFault(ErrTooLarge, "class %s is too large to be distinguished from other integers: write a letter before the labels, or use --task regression", wording.Excerpt(c.classes[i]))
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
	case automatic && count <= maxAutoClasses && (words || integers), task == "multiclass" && !l.tooMany:
		c.task = model.MultiClass
	case automatic && words:
		return c, table.NewFault(ErrNotNumber, "label %s is not a number, but regression needs numbers: more than %d distinct labels are classes only with --task multiclass%s", wording.Excerpt(l.word), maxAutoClasses, table.NotationHint(l.word))
	case task == "binary" && l.tooMany:
		return c, table.NewFault(ErrSpec, "a binary task needs two distinct labels, but there are more than %d", maxClasses)
	case task == "binary":
		return c, table.NewFault(ErrSpec, "a binary task needs two distinct labels, but there are %d", count)
	case task == "multiclass":
		return c, table.NewFault(ErrTooLarge, "there are more than %d distinct labels: too many for a multiclass task", maxClasses)
	case words:
		return c, table.NewFault(ErrNotNumber, "label %s is not a number, but regression needs numbers%s", wording.Excerpt(l.word), table.NotationHint(l.word))
	default:
		c.task = model.Regression
		c.classes, c.numbers = nil, nil
	}
	return c, nil
}

// checkClasses returns an error if the labels can hardly be classes: if a few labels are words and the
// others numbers, or if nearly every row has another label. count is the number of distinct labels, and
// discrete is true for words and integers.
func (l *labels) checkClasses(count int, discrete bool) error {
	const few = 10 // percent of the rows
	rows := len(l.values) + l.sumsOnly
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
		return table.NewFault(ErrNotNumber, "%s of %d rows, first in this one, are not numbers but %s: correct them, or use --task multiclass%s",
			wording.Plural(l.wordRows, "label"), rows, wording.JoinFirst(odd, 5), table.NotationHint(l.word))
	case count >= 5 && count <= maxAutoClasses && 5*count >= 4*rows && discrete:
		return table.NewFault(ErrSpec, "%d rows have %d distinct labels (%s): name another label column with --label, or use --task multiclass or regression",
			rows, count, wording.JoinFirst(append(odd, numbers...), 5))
	}
	return nil
}

func (l *labels) areIntegers() bool {
	values := l.numbers
	if l.tooMany {
		values = l.values
	}
	return len(values) > 0 && !slices.ContainsFunc(values, isFraction)
}

func isFraction(v float64) bool { return v != math.Trunc(v) }

// describeTypos describes classes of the source that look like typing errors: a class with a single row if
// others have many; classes that differ only in case, quotes or blanks. Call it before encode.
func (l *labels) describeTypos() (warnings []string) {
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
			warnings = append(warnings, "classes "+wording.JoinFirst(same, 5)+" differ only in capitals, quotes or blanks")
		}
	}
	if len(alone) > 0 && slices.Max(counts) >= many {
		slices.Sort(alone)
		warnings = append(warnings, "some classes have a single row, although others have many: "+wording.JoinFirst(alone, 5))
	}
	return warnings
}

// encode replaces the values of the source, which are indices of texts, by the labels in the encoding c.
func (l *labels) encode(c labelCode) {
	if l.tooMany {
		return // values are numbers for regression already
	}
	encoded := make([]float64, len(l.texts))
	for i, text := range l.texts {
		encoded[i], _ = c.parse(text) // c knows all labels of the source
	}
	for i, at := range l.values {
		l.values[i] = encoded[int(at)]
	}
}

func (c labelCode) encode(position int) float64 {
	if c.task == model.Binary {
		return float64(2*position - 1)
	}
	return float64(position)
}

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
		return 0, table.NewFault(ErrUnknownClass, "label %s is not a class of %s: %s",
			wording.Excerpt(text), c.source, wording.JoinFirst(c.classes, 12))
	}
	return c.encode(position), nil
}
