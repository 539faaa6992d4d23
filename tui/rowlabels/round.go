package rowlabels

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
	"larui/datasets/modelfile"
	"larui/datasets/wording"
	"larui/model"
	"larui/model/labelling"
	"larui/tui/session"
	"larui/tui/store"
)

// A Round labels the rows of a contest one by one. Answer writes each answer to File before it
// returns.
type Round struct {
	*Contest
	File string
	// At is the present row, an index into Lines. It is len(Lines) after the last row.
	At int
	// Revealed means that the screen shows which candidate made which prediction, and the second
	// interval.
	Revealed bool
	// Told counts the labels that the user has given so far. Verdict is what these labels decide.
	Told    modelfile.AnswerSummary
	Verdict Verdict

	answers []datasets.Answer // of the rows of Lines
	// seen maps rows to their labels in the file when it was last read or written.
	seen    map[int]string
	planned int
	past    []change
}

// A change is the old answer to a row, for Undo.
type change struct {
	at     int
	before datasets.Answer
}

// ProposedFile returns the default name of the file of answers.
func ProposedFile(spec datasets.Spec) string {
	return session.FileBase(spec) + "-labels.csv"
}

// FreeFile returns the name of a file that does not exist: file, or file with a number before its
// extension.
func FreeFile(file string) string {
	base, ending := strings.TrimSuffix(file, filepath.Ext(file)), filepath.Ext(file)
	for n := 2; ; n++ {
		if _, err := os.Stat(session.ExpandHome(file)); err != nil {
			return file
		}
		file = fmt.Sprintf("%s-%d%s", base, n, ending)
	}
}

// Begin begins a round with a new file, or resumes the round whose answers are in the file. A new
// file gets planned rows without answers, so that they can also be answered elsewhere.
func Begin(ctx context.Context, c *Contest, file string, planned int) (*Round, error) {
	r := &Round{Contest: c, File: session.ExpandHome(strings.TrimSpace(file)), planned: min(planned, len(c.Lines)), seen: map[int]string{}}
	if r.File == "" {
		return nil, errors.New("the answers need a file, such as " + ProposedFile(c.Session.Spec))
	}
	var there []datasets.Answer
	if _, err := os.Stat(r.File); !errors.Is(err, fs.ErrNotExist) {
		there, err = datasets.ReadAnswers(ctx, r.File, c.Session.Pair, c.Columns...)
		if err == nil {
			_, _, err = c.Judge(there)
		}
		if err != nil {
			return nil, fmt.Errorf("%s is there already, and these answers can't go into it: %w", r.File, err)
		}
	}
	drawn := c.RowsToLabel(len(c.Lines), there)
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

// merge takes over the answers that others have written to the file since it was last seen. It
// keeps a label that is no longer in the file. It is an error if others gave the row at index at
// another label, or labelled a row outside of the round.
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

// firstBlank returns the index of the first row without an answer, or the number of rows.
func (r *Round) firstBlank() int {
	at := slices.IndexFunc(r.answers, func(a datasets.Answer) bool { return a.Label == "" })
	if at < 0 {
		return len(r.answers)
	}
	return at
}

// asked returns the answers in the file: the planned rows, and all rows up to the last answered
// one.
func (r *Round) asked() []datasets.Answer {
	last := r.planned
	for i, a := range r.answers {
		if a.Label != "" {
			last = max(last, i+1)
		}
	}
	return r.answers[:last]
}

// Planned returns the number of rows in the file: the planned ones, or all up to the last answered
// one if these are more.
func (r *Round) Planned() int { return len(r.asked()) }

// keep merges the answers with the file, writes them, and updates Told and Verdict. The answer at
// index at has just changed; at is -1 if none has.
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
	err := store.ReplaceBy(r.File, 0o644, func(w io.Writer) error { return modelfile.WriteAnswers(w, r.Columns, r.Lines[:len(asked)], asked) })
	if err != nil {
		return err
	}
	for _, a := range asked {
		r.seen[a.Row] = a.Label
	}
	r.Told, r.Verdict, err = r.Contest.Judge(asked)
	return err
}

// Answered returns the answer to the present row, or an empty string.
func (r *Round) Answered() string {
	if r.At >= len(r.answers) {
		return ""
	}
	return r.answers[r.At].Label
}

// Answer gives the present row a label, or datasets.UnsureLabel, and moves to the next row. Nothing
// changes if the pair has no such label, or if the file can't be written.
func (r *Round) Answer(label string, now time.Time) error {
	if r.At >= len(r.answers) {
		return errors.New("all rows are answered")
	}
	a := datasets.Answer{Row: r.Differ[r.At].Number, Label: strings.TrimSpace(label), When: now.Format(time.RFC3339)}
	if a.Label != datasets.UnsureLabel {
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

// set replaces the answer at an index, and writes the file.
func (r *Round) set(at int, a datasets.Answer) error {
	before := r.answers[at]
	r.answers[at] = a
	err := r.keep(at)
	if err != nil && r.answers[at] == a { // else merge has replaced it
		r.answers[at] = before
	}
	return err
}

// Move moves by n rows, but not beyond the first row without an answer.
func (r *Round) Move(n int) (moved bool) {
	to := max(0, min(r.At+n, r.firstBlank()))
	moved, r.At = to != r.At, to
	return moved
}

// Undo reverts the last change of an answer, and moves to its row. It reports whether there was a
// change.
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

// Position returns the number of the present row and its place in the round.
func (r *Round) Position() string {
	return fmt.Sprintf("row %d, %d of %d", r.Differ[r.At].Number, r.At+1, max(r.Planned(), r.At+1))
}

// Summary returns the counts of the answers, the gain, the decision and the file to join by id, one
// line each.
func (r *Round) Summary() []string {
	t, v := r.Told, r.Verdict
	counted := fmt.Sprintf("%s answered, %d unsure", wording.Plural(t.Answered, "row"), t.Unsure)
	if r.Session.Pair.Task != model.Regression && t.Answered > 0 {
		first, second, neither := t.Sample.Count()
		counted += fmt.Sprintf(": %s is right on %d, %s on %d", r.First.Name, first, r.Second.Name, second)
		if !t.Sample.Binary {
			counted += fmt.Sprintf(", neither on %d", neither)
		}
	}
	lines := []string{counted}
	if t.AfterBlank > 0 {
		lines = append(lines, fmt.Sprintf("%s after a row without an answer don't count yet", wording.Plural(t.AfterBlank, "answered row")))
	}
	switch {
	case math.IsNaN(v.Gain):
	case r.Session.Pair.Task == model.Regression:
		lines = append(lines, fmt.Sprintf("squared error falls by %s, 90 %% %s however often you look", r.FormatGain(v.Gain), r.FormatInterval(v.Anytime)))
	default:
		lines = append(lines, fmt.Sprintf("gain %s points, 90 %% %s however often you look", r.FormatGain(v.Gain), r.FormatInterval(v.Anytime)))
		if r.Revealed {
			lines = append(lines, fmt.Sprintf("%s if you had fixed %s beforehand", r.FormatInterval(v.Fixed), wording.Plural(t.Answered, "answer")))
		}
	}
	lines = append(lines, r.Decided(t, v))
	if swapped := r.SwappedClassesWarning(v); swapped != "" {
		lines = append(lines, swapped)
	}
	return append(lines, r.joins())
}

// joins names the file to join by id: the answers or, once they decide about no adaptation, the
// predictions.
func (r *Round) joins() string {
	by := "row"
	if r.IDs > 0 {
		by = wording.JoinLast(r.Columns[:r.IDs], "and")
	}
	column := map[labelling.Decision]string{labelling.Keep: "prediction", labelling.Drop: "no adaptation"}[r.Verdict.Decision]
	if column == "" || !r.Second.None {
		return fmt.Sprintf("%s has the answers, to join by %s.", r.File, by)
	}
	return fmt.Sprintf("Export writes %s-predictions.csv, to join by %s: its column %q.", session.FileBase(r.Session.Spec), by, column)
}

// A ClassKey is a key that labels a row with a class.
type ClassKey struct{ Key, Class string }

// Keys returns a key for each class: the names of the classes if all are one character outside of
// reserved, the signs of -1 and +1, else digits. It is nil if labels must be typed, for a
// regression or more than ten classes.
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

// Predictions returns the predictions of both candidates for the present row, in a random order that hides
// the candidates. first is the index of the first candidate's prediction.
func (r *Round) Predictions() (said [2]string, first int) {
	d := r.Differ[r.At]
	first = int(coin(d.Number, r.Session.Spec.Seed))
	said[first], said[1-first] = r.Label(d.First), r.Label(d.Second)
	return said, first
}

// coin returns 0 or 1 by a hash of a row (splitmix64, Steele, Lea and Flood 2014).
func coin(row int, seed uint64) uint64 {
	x := uint64(row)*0x9e3779b97f4a7c15 + seed
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return (x ^ x>>31) & 1
}

// Label returns the class name, or the number, of a prediction.
func (c *Contest) Label(predicted float64) string {
	if c.Session.Pair.Task == model.Regression {
		return strconv.FormatFloat(predicted, 'g', 5, 64)
	}
	return c.Session.Pair.ClassName(int(predicted))
}

// Question returns the predictions of both candidates for the present row, with the names if
// Revealed.
func (r *Round) Question() string {
	said, first := r.Predictions()
	names := [2]string{"one says", "the other"}
	if r.Revealed {
		names[first], names[1-first] = r.First.Name, r.Second.Name
	}
	return fmt.Sprintf("%s %s, %s %s", names[0], said[0], names[1], said[1])
}

// A Cell is one column of a row. Pull is its contribution to the difference between the scores of
// the candidates, 0 for an id.
type Cell struct {
	Name, Field string
	Pull        float64
}

// Cells returns the columns of the present row: the ids, then the others by decreasing absolute
// Pull.
func (r *Round) Cells() (cells []Cell) {
	line := r.Lines[r.At]
	pulls := r.FeaturePulls(r.Differ[r.At], line.X, len(r.Columns))
	for i, name := range r.Columns {
		cells = append(cells, Cell{name, line.Fields[i], pulls[i]})
	}
	slices.SortStableFunc(cells[r.IDs:], func(a, b Cell) int {
		return cmp.Compare(math.Abs(b.Pull), math.Abs(a.Pull))
	})
	return cells
}
