package modelfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/datasets/moments"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// A Score compares the predictions of a model with the labels of rows. Merge adds scores of different rows.
// The JSON names must not change.
type Score struct {
	Version int `json:"larui_score"`
	// Model is the hash of the model. None is the hash of the model of no adaptation, or empty.
	Model string `json:"model"`
	None  string `json:"none,omitempty"`
	Task  string `json:"task"`
	// Classes are the classes of the model; empty for a regression.
	Classes []string `json:"classes"`
	// N counts the rows. Unlabelled counts the rows without a label, which are not scored.
	N          int `json:"n"`
	Unlabelled int `json:"unlabelled"`
	// Confusion[i][j] counts the rows of class i with prediction j.
	Confusion [][]int `json:"confusion,omitempty"`
	// Squares is the sum of squared errors of a regression.
	Squares float64 `json:"squares"`
	// Agreed counts the rows, labelled or not, with the same prediction of both models.
	Agreed int `json:"agreed"`
	// Shards has a hash of the rows of each merged Score. An equal hash means that the same rows are added
	// twice.
	Shards []string `json:"shards"`
	// Checksum is the moments.ShortHash of the line with an empty checksum.
	Checksum string `json:"checksum"`
}

const scoreVersion = 1

// ScoreFile scores the rows of the file at spec.Target, which must have the label column of the model's
// source. spec must come from m.Spec. unadapted is the model of no adaptation, or nil; it must have the
// task, classes and features of m. The notes say what was guessed or left out.
func (m *Model) ScoreFile(ctx context.Context, spec datasets.Spec, unadapted *Model, progress func(datasets.Progress)) (s *Score, notes []string, err error) {
	label, err := m.findLabelName()
	if err != nil {
		return nil, nil, err
	}
	if unadapted != nil && (unadapted.Task != m.Task || !slices.Equal(unadapted.Classes, m.Classes) || !slices.Equal(unadapted.Features, m.Features)) {
		return nil, nil, errors.New("both models must have the same task, classes and features")
	}
	s = &Score{Version: scoreVersion, Model: m.hash(), Task: m.Task, Classes: m.Classes}
	scores, scaled := make([]float64, len(m.Weights[0])), make([]float64, len(m.Weights))
	if unadapted != nil {
		s.None = unadapted.hash()
	}
	for range m.Classes {
		s.Confusion = append(s.Confusion, make([]int, len(m.Classes)))
	}
	rows := sha256.New()
	spec.ID = []string{label}
	notes, err = datasets.VisitRows(ctx, spec, m.layout(), progress, func(x *mat.Dense, lines []int, labels []string) error {
		for i, line := range lines {
			row := x.RawRowView(i)
			beside := -1
			if unadapted != nil {
				unadapted.computeScores(unadapted.Standardize.apply(scaled, row), scores)
				beside = unadapted.predictClass(scores)
			}
			m.computeScores(m.Standardize.apply(scaled, row), scores)
			if !areFinite(scores...) {
				return &datasets.FormatError{File: spec.Target, Line: line, Err: errTooLarge}
			}
			text := strings.TrimSpace(labels[i])
			fmt.Fprintln(rows, scores, text)
			predicted := m.predictClass(scores)
			if predicted == beside {
				s.Agreed++
			}
			if err := s.add(scores[0], predicted, text, spec.Parser()); err != nil {
				return &datasets.FormatError{File: spec.Target, Line: line, Err: err}
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	s.Shards = []string{hex.EncodeToString(rows.Sum(nil)[:8])}
	return s, notes, nil
}

// apply stores the rescaled row in scaled and returns scaled. If c is nil, it returns row unchanged.
func (c *ScaleChange) apply(scaled, row []float64) []float64 {
	if c == nil {
		return row
	}
	for j, v := range row {
		scaled[j] = (v - c.Mean[j]) / c.Scale[j]
	}
	return scaled
}

func (m *Model) findLabelName() (string, error) {
	c := m.Columns
	if c == nil || c.Label >= c.Count {
		return "", errors.New("the model has no label column, so rows cannot be scored")
	}
	return m.layout().Table().PlainName(c.Label), nil
}

func (m *Model) hash() string {
	parts := []any{m.Weights, m.Classes, m.Features, m.Standardize, m.Labels}
	if m.Recipe != nil {
		parts = append(parts, m.Recipe)
	}
	text, _ := json.Marshal(parts) // all numbers are finite
	return moments.ShortHash(text)
}

// add counts a row. value is the prediction of a regression, and predicted is the index of the class that a
// classification predicts.
func (s *Score) add(value float64, predicted int, label string, parse func(string) (float64, error)) error {
	s.N++
	class := slices.Index(s.Classes, label)
	if class < 0 && table.IsMissing(label) {
		s.Unlabelled++
		return nil
	}
	if s.Task == "regression" {
		measured, err := parse(label)
		s.Squares += (value - measured) * (value - measured)
		return err
	}
	if number, err := table.ParseFloat(label); class < 0 && err == nil { // 1.0 is the class 1
		class = slices.IndexFunc(s.Classes, func(name string) bool {
			known, err := table.ParseFloat(name)
			return err == nil && known == number
		})
	}
	if class < 0 {
		return fmt.Errorf("label %s is not among the classes of the model: %s", wording.Excerpt(label), wording.JoinFirst(s.Classes, 12))
	}
	s.Confusion[class][predicted]++
	return nil
}

// Merge adds the rows of o. It returns an error if o is a Score of another model, or if its rows were
// added before.
func (s *Score) Merge(o *Score) error {
	switch {
	case s.Model != o.Model || s.None != o.None || s.Task != o.Task || !slices.Equal(s.Classes, o.Classes):
		return errors.New("scores of different models can't be added")
	case o.N > 0 && slices.ContainsFunc(o.Shards, func(shard string) bool { return slices.Contains(s.Shards, shard) }):
		return fmt.Errorf("the same %s twice", wording.Plural(o.N, "row"))
	}
	s.N += o.N
	s.Unlabelled += o.Unlabelled
	s.Squares += o.Squares
	s.Agreed += o.Agreed
	for i, row := range o.Confusion {
		for j, count := range row {
			s.Confusion[i][j] += count
		}
	}
	s.Shards = append(s.Shards, o.Shards...)
	slices.Sort(s.Shards)
	return nil
}

// EncodeLine returns s as a line of JSON, with the newline.
func (s *Score) EncodeLine() ([]byte, error) {
	whole := *s
	whole.Checksum = ""
	return moments.MarshalLine(&whole)
}

// ParseScore parses a line that Score.EncodeLine returned.
func ParseScore(line []byte) (*Score, error) {
	line = bytes.TrimSpace(line)
	s := &Score{}
	err := json.Unmarshal(line, s)
	if err == nil && s.Version != scoreVersion {
		err = fmt.Errorf("of version %d, not %d", s.Version, scoreVersion)
	}
	ragged := func(row []int) bool { return len(row) != len(s.Classes) }
	if err == nil && (len(s.Confusion) != len(s.Classes) || slices.ContainsFunc(s.Confusion, ragged)) {
		err = errors.New("its counts do not fit its classes")
	}
	var again []byte
	if err == nil {
		again, err = s.EncodeLine()
	}
	if err == nil && !bytes.Equal(bytes.TrimSpace(again), line) {
		err = errors.New("its checksum is wrong")
	}
	if err != nil {
		return nil, fmt.Errorf("is not a line of larui score (%s)", wording.OneLine(err.Error()))
	}
	return s, nil
}

// CountLabelled returns the number of scored rows.
func (s *Score) CountLabelled() int { return s.N - s.Unlabelled }

// CountRightByClass returns, for each class, the number of its rows that are predicted right and the number of
// all its rows.
func (s *Score) CountRightByClass() (right, all []int) {
	for i, row := range s.Confusion {
		right = append(right, row[i])
		sum := 0
		for _, count := range row {
			sum += count
		}
		all = append(all, sum)
	}
	return right, all
}
