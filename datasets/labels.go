package datasets

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/model"
)

const (
	// maxClasses bounds the classes of a classification task.
	maxClasses = 1000
	// maxAutoClasses is the number of distinct labels above which they are
	// taken for measurements.
	maxAutoClasses = 20
)

// A labelTally collects the labels of the source before it is known what they
// are: numbers, classes called by numbers, or classes called by words. What it
// says about them counts all that were added, also those that are not kept.
type labelTally struct {
	// values are the labels as numbers, NaN where they are words, and numbers the
	// distinct ones among the latter, or the first maxClasses+1 of them.
	values  []float64
	numbers map[float64]bool
	labelRange
	// texts are the distinct labels as written, index finds them, and codes
	// are the labels as positions in texts; given up beyond maxClasses.
	texts []string
	index map[string]int32
	codes []int32
	many  bool
	// word is the first label that is not a number, in line wordLine.
	word     string
	wordLine int
}

func (t *labelTally) add(text string, line int) error {
	text = strings.TrimSpace(text)
	if text == "" {
		return newFault(ErrNoLabel, "the label is empty")
	}
	value := math.NaN()
	if isNumeric(text) {
		var err error
		if value, err = parseNumber(text); err != nil {
			return err
		}
	} else if t.wordLine == 0 {
		t.word, t.wordLine = strings.Clone(text), line
	}
	t.values = append(t.values, value)
	t.note(value)
	if len(t.numbers) <= maxClasses && !math.IsNaN(value) {
		if t.numbers == nil {
			t.numbers = map[float64]bool{}
		}
		t.numbers[value+0] = true // −0 is 0
	}
	if t.many {
		return nil
	}
	code, ok := t.index[text]
	if !ok {
		if len(t.texts) == maxClasses {
			t.many, t.texts, t.index, t.codes = true, nil, nil, nil
			return nil
		}
		if t.index == nil {
			t.index = map[string]int32{}
		}
		text = strings.Clone(text) // the row's text is not kept
		code = int32(len(t.texts))
		t.index[text] = code
		t.texts = append(t.texts, text)
	}
	t.codes = append(t.codes, code)
	return nil
}

func (t *labelTally) move(to, from int) {
	t.values[to] = t.values[from]
	if !t.many {
		t.codes[to] = t.codes[from]
	}
}

func (t *labelTally) truncate(count int) {
	t.values = t.values[:count]
	if !t.many {
		t.codes = t.codes[:count]
	}
}

// A labelRange is from the lowest to the highest of the labels noted.
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

// A labelCode is what the source fixes for the labels of every domain.
type labelCode struct {
	task model.Task
	// classes are their names in order; numbers their values where the names
	// are numbers, ascending, else nil.
	classes []string
	numbers []float64
	// source names the file that has fixed them, for messages.
	source string
}

// code decides what the labels are, given Spec.Task.
func (t *labelTally) code(task, source string) (labelCode, error) {
	c := labelCode{source: source}
	words := t.wordLine > 0
	switch {
	case words:
		c.classes = slices.Clone(t.texts)
		slices.Sort(c.classes)
	default:
		c.numbers = slices.Sorted(maps.Keys(t.numbers))
		for _, v := range c.numbers {
			c.classes = append(c.classes, strconv.FormatFloat(v, 'f', -1, 64))
		}
	}
	count := len(c.classes)
	if words && t.many {
		count = maxClasses + 1
	}

	switch task {
	case "", "auto":
		few := count <= maxAutoClasses && (words || allIntegers(c.numbers))
		switch {
		case count == 1:
			return c, oneClass(c)
		case count == 2:
			c.task = model.Binary
		case few:
			c.task = model.MultiClass
		case words:
			return c, newFault(ErrNotNumber, "%s is not a number; with more than %d distinct labels the task is regression, unless --task multiclass says otherwise", excerpt(t.word), maxAutoClasses)
		default:
			c.task = model.Regression
		}
	case "binary":
		if count == 1 {
			return c, oneClass(c)
		}
		if count != 2 {
			return c, newFault(ErrSpec, "a binary task has two distinct labels, here are %s", countText(count))
		}
		c.task = model.Binary
	case "multiclass":
		if count == 1 {
			return c, oneClass(c)
		}
		if count > maxClasses {
			return c, newFault(ErrTooLarge, "more than %d distinct labels are too many for a multiclass task", maxClasses)
		}
		c.task = model.MultiClass
	case "regression":
		if words {
			return c, newFault(ErrNotNumber, "%s is not a number, as labels for regression have to be", excerpt(t.word))
		}
		c.task = model.Regression
	default:
		return c, unknownTask(task)
	}
	if c.task == model.Regression {
		c.classes, c.numbers = nil, nil
	}
	return c, nil
}

func oneClass(c labelCode) error {
	return newFault(ErrOneClass, "every label is %s: classification needs two classes", excerpt(c.classes[0]))
}

func countText(count int) string {
	if count > maxClasses {
		return "more than " + strconv.Itoa(maxClasses)
	}
	return strconv.Itoa(count)
}

func unknownTask(task string) error {
	return newFault(ErrSpec, "unknown task %s: there are auto, binary, multiclass and regression", excerpt(task))
}

// encoded returns the collected labels in the encoding of c.
func (t *labelTally) encoded(c labelCode) []float64 {
	if c.task == model.Regression {
		return t.values
	}
	if c.numbers != nil {
		for i, v := range t.values {
			position, _ := slices.BinarySearch(c.numbers, v)
			t.values[i] = c.encode(position)
		}
		return t.values
	}
	positions := make([]float64, len(t.texts))
	for i, text := range t.texts {
		position, _ := slices.BinarySearch(c.classes, text)
		positions[i] = c.encode(position)
	}
	for i, code := range t.codes {
		t.values[i] = positions[code]
	}
	return t.values
}

// encode returns the label of the class at a position in c.classes.
func (c labelCode) encode(position int) float64 {
	if c.task == model.Binary {
		return float64(2*position - 1)
	}
	return float64(position)
}

// parse returns the label that text stands for.
func (c labelCode) parse(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if c.task == model.Regression {
		return parseNumber(text)
	}
	var position int
	var known bool
	if c.numbers == nil {
		position, known = slices.BinarySearch(c.classes, text)
	} else if value, err := strconv.ParseFloat(text, 64); err == nil {
		position, known = slices.BinarySearch(c.numbers, value)
	}
	if !known {
		const listed = 12
		names := strings.Join(c.classes[:min(listed, len(c.classes))], ", ")
		if len(c.classes) > listed {
			names += ", …"
		}
		return 0, newFault(ErrUnknownClass, "label %s is not among the classes of %s: %s", excerpt(text), c.source, names)
	}
	return c.encode(position), nil
}

// codedLabels collects the labels of a target, whose code the source has fixed.
// Labels may be missing from all of its rows, but not from some.
type codedLabels struct {
	code   labelCode
	values []float64
	labelRange
	// empty counts the rows without a label, the first of them in line emptyLine.
	empty, emptyLine int
}

func (l *codedLabels) add(text string, line int) error {
	if strings.TrimSpace(text) == "" {
		if l.noted {
			return newFault(ErrNoLabel, "the label is empty, while earlier rows have one")
		}
		if l.empty++; l.empty == 1 {
			l.emptyLine = line
		}
		return nil
	}
	if l.empty > 0 {
		return newFault(ErrNoLabel, "here is a label, but line %d has none", l.emptyLine)
	}
	value, err := l.code.parse(text)
	if err != nil {
		return err
	}
	l.values = append(l.values, value)
	l.note(value)
	return nil
}

func (l *codedLabels) move(to, from int) {
	if l.noted {
		l.values[to] = l.values[from]
	}
}

func (l *codedLabels) truncate(count int) {
	if l.noted {
		l.values = l.values[:count]
	}
}

func allIntegers(values []float64) bool {
	for _, v := range values {
		if v != math.Trunc(v) {
			return false
		}
	}
	return true
}
