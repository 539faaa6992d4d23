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
	"larui/model/labelling"
	"larui/tui/session"
	"larui/tui/store"
)

// A Round asks for labels of the rows of a Contest, one by one. Answer writes each answer to File
// before it returns.
type Round struct {
	*Contest
	File string
	// At is the index in Lines of the present row. It is len(Lines) after the last row.
	At int
	// Revealed reports whether the user sees which model made which prediction, and the interval
	// for a number of labels that was fixed beforehand.
	Revealed bool
	// Tally has the counts of the answers, and Verdict the decision that follows from them.
	Tally   modelfile.AnswerSummary
	Verdict Verdict

	answers []datasets.Answer // of the rows of Lines
	// fileLabels maps numbers of rows to the labels that the file had when it was last read or
	// written.
	fileLabels  map[int]string
	plannedRows int
	history     []undoStep
}

type undoStep struct {
	index  int
	before datasets.Answer
}

// DefaultAnswerFile returns the name of the file of answers if the user names none.
func DefaultAnswerFile(spec datasets.Spec) string {
	return session.OutputBaseName(spec) + "-labels.csv"
}

// ChooseUnusedFile returns file if no file of this name exists, else a name that is not in use, with a
// number before the extension.
func ChooseUnusedFile(file string) string {
	base, ending := strings.TrimSuffix(file, filepath.Ext(file)), filepath.Ext(file)
	for n := 2; ; n++ {
		if _, err := os.Stat(session.ExpandHome(file)); err != nil {
			return file
		}
		file = fmt.Sprintf("%s-%d%s", base, n, ending)
	}
}

// BeginRound begins a round, or continues the round whose answers are in file. A new file is
// written with the first answer. The file has at least the planned number of rows, so that labels
// can also be entered in another program.
func BeginRound(ctx context.Context, c *Contest, file string, planned int) (*Round, error) {
	r := &Round{Contest: c, File: session.ExpandHome(strings.TrimSpace(file)), plannedRows: min(planned, len(c.Lines)), fileLabels: map[int]string{}}
	if r.File == "" {
		return nil, errors.New("name a file for the answers, such as " + DefaultAnswerFile(c.Session.Spec))
	}
	var there []datasets.Answer
	if _, err := os.Stat(r.File); !errors.Is(err, fs.ErrNotExist) {
		there, err = datasets.ReadAnswers(ctx, r.File, c.Session.Pair, c.Columns...)
		if err == nil {
			_, _, err = c.Judge(there)
		}
		if err != nil {
			return nil, fmt.Errorf("%s exists already, and the answers can't be added to it: %w", r.File, err)
		}
	}
	drawn := c.RowsToLabel(len(c.Lines), there)
	r.answers = drawn[:min(len(drawn), len(c.Lines))]
	if err := r.save(-1); err != nil {
		return nil, err
	}
	r.At = r.firstUnanswered()
	return r, nil
}

// mergeFile copies answers from the file that another program has written since the file was last
// read. inFile has all answers of the file. Suppose that the user has just answered the row at
// index at, and another program has given this row another label in the file: then mergeFile keeps
// the label in the file and returns an error. It also returns an error if the file has an answer on
// a row outside of the round.
func (r *Round) mergeFile(inFile []datasets.Answer, at int) (err error) {
	for _, a := range inFile {
		i := slices.IndexFunc(r.answers, func(b datasets.Answer) bool { return a.Row == b.Row })
		seen := r.fileLabels[a.Row]
		switch {
		case i < 0 && a.Label != "":
			return fmt.Errorf("%s has an answer on row %d, which would be lost: name another file", r.File, a.Row)
		case a.Label == "" || a.Label == seen:
			continue
		case i == at && a.Label != r.answers[i].Label:
			err = fmt.Errorf("meanwhile, row %d was labelled %s in %s: answer again to change this label", a.Row, a.Label, r.File)
		}
		r.answers[i], r.fileLabels[a.Row] = a, a.Label
	}
	return err
}

// firstUnanswered returns the index of the first row without an answer, or the number of rows.
func (r *Round) firstUnanswered() int {
	at := slices.IndexFunc(r.answers, func(a datasets.Answer) bool { return a.Label == "" })
	if at < 0 {
		return len(r.answers)
	}
	return at
}

// answersToWrite returns the planned rows, and more rows up to the last answered row.
func (r *Round) answersToWrite() []datasets.Answer {
	last := r.plannedRows
	for i, a := range r.answers {
		if a.Label != "" {
			last = max(last, i+1)
		}
	}
	return r.answers[:last]
}

// save merges the answers with the file, writes them, and updates Tally and Verdict. at is the
// index of the answer that has just changed, or -1 if no answer has changed. With -1, save writes
// only to a file that exists.
func (r *Round) save(at int) error {
	unlock := store.LockFolder(r.File)
	defer unlock()
	_, err := os.Stat(r.File)
	exists := !errors.Is(err, fs.ErrNotExist)
	if exists {
		there, err := datasets.ReadAnswers(context.Background(), r.File, r.Session.Pair, r.Columns...)
		if err == nil {
			err = r.mergeFile(there, at)
		}
		if err != nil {
			return err
		}
	}
	asked := slices.Clone(r.answersToWrite())
	r.NameSetting(asked)
	if exists || at >= 0 {
		err = store.ReplaceByFunc(r.File, 0o644, func(w io.Writer) error { return modelfile.WriteAnswers(w, r.Columns, r.Lines[:len(asked)], asked) })
		if err != nil {
			return err
		}
	}
	for _, a := range asked {
		r.fileLabels[a.Row] = a.Label
	}
	r.Tally, r.Verdict, err = r.Contest.Judge(asked)
	return err
}

// CurrentAnswer returns the label of the present row, empty if the row has no answer.
func (r *Round) CurrentAnswer() string {
	if r.At >= len(r.answers) {
		return ""
	}
	return r.answers[r.At].Label
}

// Answer gives the present row a label, or datasets.UnsureLabel, and moves to the next row. After
// an error the row keeps its answer, unless another program has changed the answer in the file.
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
	last := undoStep{r.At, r.answers[r.At]}
	err := r.setAnswer(r.At, a)
	if err == nil {
		r.history = append(r.history, last)
		r.At++
	}
	return err
}

func (r *Round) setAnswer(at int, a datasets.Answer) error {
	before := r.answers[at]
	r.answers[at] = a
	err := r.save(at)
	if err != nil {
		if r.answers[at] == a { // else mergeFile has replaced it
			r.answers[at] = before
		}
		r.Tally, r.Verdict, _ = r.Contest.Judge(r.answersToWrite()) // mergeFile may have taken over labels
	}
	return err
}

// Move moves by n rows, but not beyond the first row without an answer. It reports whether the row
// has changed.
func (r *Round) Move(n int) (moved bool) {
	to := max(0, min(r.At+n, r.firstUnanswered()))
	moved, r.At = to != r.At, to
	return moved
}

// CanUndo reports whether Undo can take back an answer.
func (r *Round) CanUndo() bool { return len(r.history) > 0 }

// Undo takes back the last call of Answer, and moves to the row of that answer. It returns an error if
// Answer was not called.
func (r *Round) Undo() error {
	if !r.CanUndo() {
		return errors.New("there is no answer to undo")
	}
	last := r.history[len(r.history)-1]
	err := r.setAnswer(last.index, last.before)
	if err == nil {
		r.history, r.At = r.history[:len(r.history)-1], last.index
	}
	return err
}

// Position returns a text: the number of the present row, the number of answers, and how many rows
// the models predict differently.
func (r *Round) Position() string {
	return fmt.Sprintf("row %d, answers %d, rows predicted differently %d", r.Differ[r.At].Number, r.Tally.Answered, len(r.Differ))
}

// Summary returns lines of text: the decision, the counts of the answers, the gain, and the file to
// join with the target. export is the key or command that writes predictions.
func (r *Round) Summary(export string) []string {
	t, v := r.Tally, r.Verdict
	if t.Answered+t.Unsure+t.AfterBlank == 0 {
		return append(append([]string{r.DescribeDifference()}, r.DescribePlans(r.plannedRows)...), fmt.Sprintf("The rows are drawn at random; \"unsure\" is an answer, too. Each answer is saved at once in %s.", r.File))
	}
	counted := fmt.Sprintf("%s answered, %d unsure", wording.Plural(t.Answered, "row"), t.Unsure)
	if !r.isRegression() && t.Answered > 0 {
		first, second, neither := t.Sample.CountOutcomes()
		counted += fmt.Sprintf(": %s is right on %d, %s on %d", r.First.Name, first, r.Second.Name, second)
		if !t.Sample.Binary {
			counted += fmt.Sprintf(", neither on %d", neither)
		}
	}
	lines := []string{r.DescribeDecision(t, v), counted}
	if t.AfterBlank > 0 {
		lines = append(lines, fmt.Sprintf("not counted yet: %s after a row without an answer", wording.Plural(t.AfterBlank, "answered row")))
	}
	switch {
	case math.IsNaN(v.Gain):
	case r.isRegression():
		lines = append(lines, fmt.Sprintf("squared error falls by %s, 90 %% interval %s, valid after every answer", r.FormatGain(v.Gain), r.FormatInterval(v.Anytime)))
	default:
		lines = append(lines, fmt.Sprintf("gain %s points of accuracy over all %d rows, 90 %% interval %s, valid after every answer", r.FormatGain(v.Gain), r.Rows, r.FormatInterval(v.Anytime)))
		if r.Revealed {
			lines = append(lines, fmt.Sprintf("90 %% interval %s if you had planned %s beforehand", r.FormatInterval(v.Fixed), wording.Plural(t.Answered, "answer")))
		}
	}
	return append(lines, r.describeFileToJoin(export))
}

// describeFileToJoin returns a sentence on the file to join with the target: the answers or, if the
// answers decide between LAR and no adaptation, the predictions of the better model.
func (r *Round) describeFileToJoin(export string) string {
	by := "row"
	if r.IDColumns > 0 {
		by = wording.JoinWithWord(r.Columns[:r.IDColumns], "and")
	}
	name := map[labelling.Decision]string{labelling.Keep: r.First.Name, labelling.Drop: r.Second.Name}[r.Verdict.Decision]
	if name == "" || !r.Second.NoAdaptation {
		return fmt.Sprintf("Your answers are in %s: join them with the target by %s.", r.File, by)
	}
	return fmt.Sprintf("%s writes the predictions of %s to %s-predictions.csv: join them with the target by %s.", export, name, session.OutputBaseName(r.Session.Spec), by)
}

// A ClassKey is a key that labels a row with a class.
type ClassKey struct{ Key, Class string }

// ClassKeys returns a key for each class: - and + for the classes -1 and +1; the name of the class
// if every name is one character outside of reserved; otherwise a digit. The result is nil for a
// regression and for more than ten classes, whose labels must be typed.
func (c *Contest) ClassKeys(reserved string) (keys []ClassKey) {
	const digits = "1234567890"
	classes := c.Session.Pair.ClassNames
	if c.isRegression() || len(classes) > len(digits) {
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

// Predictions returns the predictions of both models for the present row in a random order, which
// hides the models. first is the index of the prediction of the model First.
func (r *Round) Predictions() (said [2]string, first int) {
	d := r.Differ[r.At]
	first = int(hashToBit(d.Number, r.Session.Spec.Seed))
	said[first], said[1-first] = r.FormatLabel(d.First), r.FormatLabel(d.Second)
	return said, first
}

// hashToBit returns the last bit of a hash (splitmix64, Steele, Lea and Flood 2014).
func hashToBit(row int, seed uint64) uint64 {
	x := uint64(row)*0x9e3779b97f4a7c15 + seed
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return (x ^ x>>31) & 1
}

// FormatLabel returns a prediction as text: the name of a class, or a number.
func (c *Contest) FormatLabel(predicted float64) string {
	if c.isRegression() {
		return strconv.FormatFloat(predicted, 'g', 5, 64)
	}
	return c.Session.Pair.ClassName(int(predicted))
}

// Question returns a text with the predictions of both models for the present row. The text names
// the models if Revealed is true.
func (r *Round) Question() string {
	said, first := r.Predictions()
	names := [2]string{"one says", "the other"}
	if r.Revealed {
		names[first], names[1-first] = r.First.Name, r.Second.Name
	}
	return fmt.Sprintf("%s %s, %s %s", names[0], said[0], names[1], said[1])
}

// A ColumnValue is the value of one column in a row. Pull is the contribution of the column to the
// difference between the scores of the two models, 0 for an id.
type ColumnValue struct {
	Name, Field string
	Pull        float64
}

// ColumnValues returns the columns of the present row: the ids, then the other columns by decreasing
// absolute Pull.
func (r *Round) ColumnValues() (cells []ColumnValue) {
	line := r.Lines[r.At]
	pulls := r.FeatureContributions(r.Differ[r.At], line.X, len(r.Columns))
	for i, name := range r.Columns {
		cells = append(cells, ColumnValue{name, line.Fields[i], pulls[i]})
	}
	slices.SortStableFunc(cells[r.IDColumns:], func(a, b ColumnValue) int {
		return cmp.Compare(math.Abs(b.Pull), math.Abs(a.Pull))
	})
	return cells
}
