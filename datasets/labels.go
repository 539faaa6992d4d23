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

// The labels of a domain are collected row by row, as they are written. Those of the
// source fix what labels are (code): numbers, classes called by numbers, or classes
// called by words; those of the other domains are read by that. Labels may be missing
// from all rows of a target, but not from some. What labels say counts all rows that
// were added, also those that are not kept.
type labels struct {
	// known is what the source has fixed, nil for the source itself.
	known *labelCode
	// values are the labels kept: in the encoding of known or, for the source, as
	// numbers, NaN for words.
	values []float64
	labelRange
	// numbers are the distinct ones among those of the source, or the first
	// maxClasses+1 of them.
	numbers map[float64]bool
	// texts are the distinct labels of the source as written, index finds them, and
	// codes are its labels as positions in texts; given up beyond maxClasses.
	texts []string
	index map[string]int32
	codes []int32
	many  bool
	// word is the first label that is not a number, in line wordLine.
	word     string
	wordLine int
	// empty counts the rows without a label, the first of them in line emptyLine.
	empty, emptyLine int
}

// add takes the label of the next row. Its errors say what is wrong with it; where it
// stands is added to them.
func (l *labels) add(text string, line int) error {
	text = strings.TrimSpace(text)
	var value float64
	var err error
	switch {
	case text == "" && l.known == nil:
		return newFault(ErrNoLabel, "the label is empty")
	case text == "" && l.noted:
		return newFault(ErrNoLabel, "the label is empty, while earlier rows have one")
	case text == "":
		if l.empty++; l.empty == 1 {
			l.emptyLine = line
		}
		return nil
	case l.empty > 0:
		return newFault(ErrNoLabel, "here is a label, but line %d has none", l.emptyLine)
	case l.known != nil:
		value, err = l.known.parse(text)
	default:
		value, err = l.tally(text, line)
	}
	if err != nil {
		return err
	}
	l.values = append(l.values, value)
	l.note(value)
	return nil
}

// tally counts a label of the source and returns it as a number, NaN for a word.
func (l *labels) tally(text string, line int) (float64, error) {
	if l.index == nil {
		l.index, l.numbers = map[string]int32{}, map[float64]bool{}
	}
	code, known := l.index[text]
	switch {
	case known, l.many:
	case len(l.texts) == maxClasses:
		l.many, l.texts, l.codes = true, nil, nil
		clear(l.index)
	default:
		text = strings.Clone(text) // the row's text is not kept
		code = int32(len(l.texts))
		l.index[text] = code
		l.texts = append(l.texts, text)
	}
	if !l.many {
		l.codes = append(l.codes, code)
	}
	if !isNumeric(text) {
		if l.wordLine == 0 {
			l.word, l.wordLine = strings.Clone(text), line
		}
		return math.NaN(), nil
	}
	value, err := parseNumber(text)
	if err == nil && len(l.numbers) <= maxClasses {
		l.numbers[value+0] = true // −0 is 0
	}
	return value, err
}

// move puts one label that has been taken over another, and truncate forgets all beyond
// the first count.
func (l *labels) move(to, from int) {
	if l.noted {
		l.values[to] = l.values[from]
	}
	if len(l.codes) > 0 {
		l.codes[to] = l.codes[from]
	}
}

func (l *labels) truncate(count int) {
	if l.noted {
		l.values = l.values[:count]
	}
	if len(l.codes) > 0 {
		l.codes = l.codes[:count]
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

// scale maps y linearly and in place, low to −1 and high to 1. It tells whether the
// results fit into a float64.
func (r labelRange) scale(y []float64) bool {
	// Halved, so that the width of the range cannot overflow.
	width := r.high/2 - r.low/2
	for i, v := range y {
		y[i] = (v/2-r.low/2)/width*2 - 1
		if math.IsInf(y[i], 0) || math.IsNaN(y[i]) {
			return false
		}
	}
	return true
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

// code decides what the labels of the source are, given Spec.Task.
func (l *labels) code(task, source string) (labelCode, error) {
	c := labelCode{source: source}
	words := l.wordLine > 0
	if words {
		c.classes = slices.Sorted(slices.Values(l.texts))
	} else {
		c.numbers = slices.Sorted(maps.Keys(l.numbers))
		for _, v := range c.numbers {
			c.classes = append(c.classes, strconv.FormatFloat(v, 'f', -1, 64))
		}
	}
	count := len(c.classes)
	if words && l.many {
		count = maxClasses + 1
	}
	integers := !slices.ContainsFunc(c.numbers, func(v float64) bool { return v != math.Trunc(v) })
	automatic := task == "" || task == "auto"
	switch {
	case count == 1 && task != "regression":
		return c, newFault(ErrOneClass, "every label is %s: classification needs two classes", excerpt(c.classes[0]))
	case automatic && count == 2:
		c.task = model.Binary
	case automatic && count <= maxAutoClasses && (words || integers):
		c.task = model.MultiClass
	case automatic && words:
		return c, newFault(ErrNotNumber, "%s is not a number; with more than %d distinct labels the task is regression, unless --task multiclass says otherwise", excerpt(l.word), maxAutoClasses)
	case automatic:
		c.task = model.Regression
	case task == "binary" && count > maxClasses:
		return c, newFault(ErrSpec, "a binary task has two distinct labels, here are more than %d", maxClasses)
	case task == "binary" && count != 2:
		return c, newFault(ErrSpec, "a binary task has two distinct labels, here are %d", count)
	case task == "binary":
		c.task = model.Binary
	case task == "multiclass" && count > maxClasses:
		return c, newFault(ErrTooLarge, "more than %d distinct labels are too many for a multiclass task", maxClasses)
	case task == "multiclass":
		c.task = model.MultiClass
	case words:
		return c, newFault(ErrNotNumber, "%s is not a number, as labels for regression have to be", excerpt(l.word))
	default:
		c.task = model.Regression
	}
	if c.task == model.Regression {
		c.classes, c.numbers = nil, nil
	}
	return c, nil
}

// checkTask tells whether there is such a Spec.Task.
func checkTask(task string) error {
	if !slices.Contains([]string{"", "auto", "binary", "multiclass", "regression"}, task) {
		return newFault(ErrSpec, "unknown task %s: there are auto, binary, multiclass and regression", excerpt(task))
	}
	return nil
}

// encode puts the labels of the source into the encoding of c.
func (l *labels) encode(c labelCode) {
	switch {
	case c.task == model.Regression:
	case c.numbers != nil:
		for i, v := range l.values {
			position, _ := slices.BinarySearch(c.numbers, v)
			l.values[i] = c.encode(position)
		}
	default:
		for i, code := range l.codes {
			position, _ := slices.BinarySearch(c.classes, l.texts[code])
			l.values[i] = c.encode(position)
		}
	}
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
