package annotate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"larui/datasets"
	"larui/datasets/fitted"
	"larui/datasets/phrase"
	"larui/model"
	"larui/tui/session"
	"larui/tui/store"
)

// A Round is where one stands who labels the rows of a contest one by one. Answers are in the file
// called File before Answer returns.
type Round struct {
	*Contest
	File string
	// At is the row that is asked for, a position in Lines; len(Lines) behind the last.
	At int
	// Revealed tells that it is shown which candidate says what.
	Revealed bool
	// Told and Verdict are what the answers tell.
	Told    fitted.Told
	Verdict Verdict

	answers []datasets.Answer // of Lines, in their order
	// seen are the labels by row that the file had when it was last read or written.
	seen    map[int]string
	planned int
	past    []change
}

// A change is of one answer, which was before.
type change struct {
	at     int
	before datasets.Answer
}

// ProposedFile is the file in which answers are kept where no other is named.
func ProposedFile(spec datasets.Spec) string {
	name := spec.Name
	if spec.Target != "" {
		name = strings.TrimSuffix(filepath.Base(spec.Target), filepath.Ext(spec.Target))
	}
	return name + "-labels.csv"
}

// FreeFile is the file of a name, or with a number behind that, which is not there yet.
func FreeFile(file string) string {
	base, ending := strings.TrimSuffix(file, filepath.Ext(file)), filepath.Ext(file)
	for n := 2; ; n++ {
		if _, err := os.Stat(session.ExpandHome(file)); err != nil {
			return file
		}
		file = fmt.Sprintf("%s-%d%s", base, n, ending)
	}
}

// Begin begins with a file that is new, or goes on with the answers that a file has of this contest.
// So many rows are planned: they are written to a new file without an answer, so that they
// can be answered elsewhere, too.
func Begin(ctx context.Context, c *Contest, file string, planned int) (*Round, error) {
	r := &Round{Contest: c, File: session.ExpandHome(strings.TrimSpace(file)), planned: min(planned, len(c.Lines)), seen: map[int]string{}}
	if r.File == "" {
		return nil, errors.New("the answers need a file, such as " + ProposedFile(c.Session.Spec))
	}
	var there []datasets.Answer
	if _, err := os.Stat(r.File); !errors.Is(err, fs.ErrNotExist) {
		there, err = datasets.ReadAnswers(ctx, r.File, c.Session.Pair, c.Columns...)
		if err == nil {
			_, _, err = c.Tell(there)
		}
		if err != nil {
			return nil, fmt.Errorf("%s is there already, and these answers can't go into it: %w", r.File, err)
		}
	}
	drawn := c.Drawn(len(c.Lines), there)
	r.answers = drawn[:min(len(drawn), len(c.Lines))]
	if err := r.merge(there, -1); err != nil {
		return nil, err
	}
	if err := r.keep(-1); err != nil {
		return nil, err
	}
	r.At = r.firstBlank()
	return r, nil
}

// merge takes the answers that others have written to the file since it was seen last. A label that
// is no longer there is kept. It is an error where another label was given on the row of at, a
// position in Lines.
func (r *Round) merge(there []datasets.Answer, at int) (err error) {
	for _, a := range there {
		i := slices.IndexFunc(r.answers, func(b datasets.Answer) bool { return a.Row == b.Row })
		seen := r.seen[a.Row]
		switch {
		case i < 0 && a.Label != "":
			return fmt.Errorf("%s: its answer on row %d would be lost: name another file", r.File, a.Row)
		case a.Label == "" || a.Label == seen:
			continue
		case i == at && a.Label != r.answers[i].Label:
			err = fmt.Errorf("row %d was labelled %s in %s meanwhile: answer again to change that", a.Row, a.Label, r.File)
		}
		r.answers[i], r.seen[a.Row] = a, a.Label
	}
	return err
}

// firstBlank is the first row without an answer.
func (r *Round) firstBlank() int {
	at := slices.IndexFunc(r.answers, func(a datasets.Answer) bool { return a.Label == "" })
	if at < 0 {
		return len(r.answers)
	}
	return at
}

// asked are the answers in the file: those planned, and all that are answered.
func (r *Round) asked() []datasets.Answer {
	last := r.planned
	for i, a := range r.answers {
		if a.Label != "" {
			last = max(last, i+1)
		}
	}
	return r.answers[:last]
}

// Planned is how many rows are planned to be labelled, or were.
func (r *Round) Planned() int { return len(r.asked()) }

// keep merges the answers with those in the file and writes them, and counts them anew. The answer
// at a position has just changed; at is -1 where none has.
func (r *Round) keep(at int) error {
	unlock := store.Lock(r.File)
	defer unlock()
	if _, err := os.Stat(r.File); !errors.Is(err, fs.ErrNotExist) {
		there, err := datasets.ReadAnswers(context.Background(), r.File, r.Session.Pair, r.Columns...)
		if err == nil {
			err = r.merge(there, at)
		}
		if err != nil {
			return err
		}
	}
	asked := r.asked()
	err := store.ReplaceBy(r.File, 0o644, func(w io.Writer) error { return fitted.WriteAnswers(w, r.Columns, r.Lines[:len(asked)], asked) })
	if err != nil {
		return err
	}
	for _, a := range asked {
		r.seen[a.Row] = a.Label
	}
	r.Told, r.Verdict, err = r.Contest.Tell(asked)
	return err
}

// Answered is what was answered on the row that is asked for, "" for nothing.
func (r *Round) Answered() string {
	if r.At >= len(r.answers) {
		return ""
	}
	return r.answers[r.At].Label
}

// Answer answers the row that is asked for by a label, or datasets.Unsure, and goes on to the next
// one. Nothing is changed where the label is none of the pair's, or can't be written.
func (r *Round) Answer(label string, now time.Time) error {
	if r.At >= len(r.answers) {
		return errors.New("all rows are answered")
	}
	a := datasets.Answer{Row: r.Differ[r.At].Number, Label: strings.TrimSpace(label), When: now.Format(time.RFC3339)}
	if a.Label != datasets.Unsure {
		value, err := datasets.ParseLabel(r.Session.Pair, a.Label)
		if err != nil {
			return err
		}
		a.Known, a.Value = true, value
	}
	last := change{r.At, r.answers[r.At]}
	err := r.set(r.At, a)
	if err == nil {
		r.past = append(r.past, last)
		r.At++
	}
	return err
}

// set makes a the answer on a row, and writes it.
func (r *Round) set(at int, a datasets.Answer) error {
	before := r.answers[at]
	r.answers[at] = a
	err := r.keep(at)
	if err != nil && r.answers[at] == a { // else it is what another has answered
		r.answers[at] = before
	}
	return err
}

// Move goes n rows back or on, but not beyond the first row without an answer.
func (r *Round) Move(n int) (moved bool) {
	to := max(0, min(r.At+n, r.firstBlank()))
	moved, r.At = to != r.At, to
	return moved
}

// Undo takes the last change of an answer back, and asks for its row again. It reports whether there
// was one.
func (r *Round) Undo() (undone bool, err error) {
	if len(r.past) == 0 {
		return false, nil
	}
	last := r.past[len(r.past)-1]
	err = r.set(last.at, last.before)
	if err == nil {
		r.past, r.At = r.past[:len(r.past)-1], last.at
	}
	return err == nil, err
}

// Where says which row is asked for.
func (r *Round) Where() string {
	return fmt.Sprintf("row %d, %d of %d", r.Differ[r.At].Number, r.At+1, max(r.Planned(), r.At+1))
}

// Summary says what the answers tell, a line each: counts, the gain, the decision.
func (r *Round) Summary() []string {
	t, v := r.Told, r.Verdict
	counted := fmt.Sprintf("%s answered, %d unsure", phrase.Plural(t.Answered, "row"), t.Unsure)
	if r.Session.Pair.Task != model.Regression && t.Answered > 0 {
		first, second, neither := t.Sample.Count()
		counted += fmt.Sprintf(": %s is right on %d, %s on %d", r.First.Name, first, r.Second.Name, second)
		if !t.Sample.Binary {
			counted += fmt.Sprintf(", neither on %d", neither)
		}
	}
	lines := []string{counted}
	if t.Behind > 0 {
		lines = append(lines, fmt.Sprintf("%s behind one without an answer don't count yet", phrase.Plural(t.Behind, "answered row")))
	}
	switch {
	case math.IsNaN(v.Gain):
	case r.Session.Pair.Task == model.Regression:
		lines = append(lines, fmt.Sprintf("squared error falls by %s, 90 %% %s whenever one looks", r.Amount(v.Gain), r.Span(v.Anytime)))
	default:
		lines = append(lines, fmt.Sprintf("gain %s points, 90 %% %s whenever one looks (%s where %d were fixed)", r.Amount(v.Gain), r.Span(v.Anytime), r.Span(v.Fixed), t.Answered))
	}
	lines = append(lines, r.Decided(t, v))
	if swapped := r.Swapped(v); swapped != "" {
		lines = append(lines, swapped)
	}
	return lines
}

// A ClassKey answers by a class.
type ClassKey struct{ Key, Class string }

// Keys has a key for each class: its own name where all are of one letter or digit that is not
// among reserved, the sign of -1 and +1, else digits; none where labels have to be typed.
func (c *Contest) Keys(reserved string) (keys []ClassKey) {
	const digits = "1234567890"
	classes := c.Session.Pair.ClassNames
	if c.Session.Pair.Task == model.Regression || len(classes) > len(digits) {
		return nil
	}
	if len(classes) == 2 && classes[0] == "-1" && strings.TrimPrefix(classes[1], "+") == "1" {
		return []ClassKey{{"-", classes[0]}, {"+", classes[1]}}
	}
	own := !slices.ContainsFunc(classes, func(class string) bool {
		return utf8.RuneCountInString(class) != 1 || strings.ContainsAny(class, reserved+" ")
	})
	for i, class := range classes {
		key := digits[i : i+1]
		if own {
			key = class
		}
		keys = append(keys, ClassKey{key, class})
	}
	return keys
}

// Says are what both candidates predict for the row that is asked for, in an order that does not
// tell which is which; first tells which of both is the first candidate's.
func (r *Round) Says() (said [2]string, first int) {
	d := r.Differ[r.At]
	first = int(coin(d.Number, r.Session.Spec.Seed))
	said[first], said[1-first] = r.Label(d.First), r.Label(d.Second)
	return said, first
}

// coin is 0 or 1, by a hash of a row (splitmix64, Steele, Lea and Flood 2014).
func coin(row int, seed uint64) uint64 {
	x := uint64(row)*0x9e3779b97f4a7c15 + seed
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return (x ^ x>>31) & 1
}

// Label names what is predicted.
func (c *Contest) Label(predicted float64) string {
	if c.Session.Pair.Task == model.Regression {
		return strconv.FormatFloat(predicted, 'g', 5, 64)
	}
	return c.Session.Pair.ClassName(int(predicted))
}

// Question says what both candidates predict.
func (r *Round) Question() string {
	said, first := r.Says()
	names := [2]string{"one says", "the other"}
	if r.Revealed {
		names[first], names[1-first] = r.First.Name, r.Second.Name
	}
	return fmt.Sprintf("%s %s, %s %s", names[0], said[0], names[1], said[1])
}

// A Cell is a column of a row: its name, its field, and Pull, by how much it pulls the scores
// of both candidates apart; 0 for an id.
type Cell struct {
	Name, Field string
	Pull        float64
}

// Cells are the columns of the row that is asked for: ids, then those that pull most.
func (r *Round) Cells() (cells []Cell) {
	line := r.Lines[r.At]
	pulls := r.Pulls(r.Differ[r.At], line.X, len(r.Columns))
	for i, name := range r.Columns {
		cells = append(cells, Cell{name, line.Fields[i], pulls[i]})
	}
	slices.SortStableFunc(cells[r.IDs:], func(a, b Cell) int {
		return cmp.Compare(math.Abs(b.Pull), math.Abs(a.Pull))
	})
	return cells
}
