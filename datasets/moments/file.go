package moments

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"larui/datasets/wording"
)

const linePrefix = `{"larui_moments":`

// HasMagic reports whether a file that begins with start has lines of Sums.
func HasMagic(start []byte) bool { return bytes.HasPrefix(start, []byte(linePrefix)) }

// EncodeLine returns the sums as a line of JSON, with the newline.
func (s *Sums) EncodeLine() ([]byte, error) {
	whole := *s
	whole.Checksum = ""
	return MarshalLine(&whole)
}

// MarshalLine returns object as a line of JSON. The last field of object must be an empty string. In the
// line, this field has a checksum: the ShortHash of the JSON with the field empty.
func MarshalLine(object any) ([]byte, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	return append(text[:len(text)-len(afterChecksum)], ShortHash(text)+afterChecksum+"\n"...), nil
}

const afterChecksum = `"}`

// hasChecksum reports whether line, without a newline, ends with checksum and checksum is right for the
// line.
func hasChecksum(line []byte, checksum string) bool {
	text, ok := bytes.CutSuffix(line, []byte(checksum+afterChecksum))
	return ok && ShortHash(slices.Concat(text, []byte(afterChecksum))) == checksum
}

// ParseLine returns the Sums of a line that Sums.EncodeLine wrote. White space at its end is ignored.
func ParseLine(line []byte) (*Sums, error) {
	line = bytes.TrimRight(line, " \t\r\n")
	if !HasMagic(line) {
		return nil, errors.New("is not a line of moments")
	}
	s := &Sums{}
	err := json.Unmarshal(line, s)
	var cut *json.SyntaxError
	switch {
	case errors.As(err, &cut) && cut.Offset >= int64(len(line)):
		return nil, errors.New("the line breaks off before its end")
	case s.Version != formatVersion && s.Version != 0:
		return nil, fmt.Errorf("is a line of moments of version %d: this larui reads version %d", s.Version, formatVersion)
	case err != nil:
		return nil, fmt.Errorf("is a damaged line of moments (%s)", wording.OneLine(err.Error()))
	}
	if err := s.checkConsistency(); err != nil {
		return nil, fmt.Errorf("is a damaged line of moments: %w", err)
	}
	if !hasChecksum(line, s.Checksum) {
		return nil, errors.New("is a damaged line of moments: its checksum is wrong, the line was changed after it was written")
	}
	return s, nil
}

func (s *Sums) checkConsistency() error {
	w := len(s.Shift)
	wrong := func(list Numbers) bool { return len(list) != w }
	invalid := func(c Class) bool { return wrong(c.Sum) || c.N < 1 || c.Name == "" }
	names, labelled := s.Names(), 0
	for _, c := range s.Classes {
		labelled += c.N
	}
	r, sample := s.Regression, s.Sample
	switch {
	case w == 0 || w > 1<<16:
		return fmt.Errorf("it has %s", wording.Plural(w, "feature"))
	case len(s.Gram) != (w+1)*(w+2)/2, names != nil && wrong(make(Numbers, len(names))),
		s.Low != nil && wrong(s.Low), s.High != nil && wrong(s.High), (s.Low == nil) != (s.High == nil),
		slices.ContainsFunc(s.Classes, invalid), r != nil && (wrong(r.Sum) || len(r.Cross) != w+2):
		return errors.New("its sums do not fit its number of features")
	case s.N < 0, s.Unlabelled < 0, s.Unlabelled > s.N, int64(s.N) >= wholeSample, s.Gram[len(s.Gram)-1] != float64(s.N),
		s.Classes != nil && labelled != s.N-s.Unlabelled, r != nil && r.N != s.N-s.Unlabelled,
		!s.Labelled && (s.Unlabelled != s.N || s.Classes != nil || r != nil):
		return errors.New("its counts contradict each other")
	case s.Fold < 0, s.Fold > s.Folds, s.Fold == 0 && s.Folds != 0, s.Folds > MostFolds:
		return errors.New("its fold number does not fit its number of folds")
	case s.Version != formatVersion, len(s.Shards) == 0 && s.N > 0, !slices.IsSorted(s.Shards),
		!slices.IsSortedFunc(s.Classes, func(a, b Class) int { return cmp.Or(strings.Compare(a.Name, b.Name), -1) }):
		return errors.New("its shards or classes are not sorted")
	case s.LayoutHash != s.hash():
		return errors.New("the hash of its layout is wrong")
	case len(sample.Rows) != len(sample.Keys)*w, len(sample.Keys) > s.N, sample.Bound > wholeSample,
		sample.Bound == wholeSample && len(sample.Keys) != s.N,
		s.Labelled && len(sample.Labels) != len(sample.Keys), !s.Labelled && len(sample.Labels) > 0,
		!slices.IsSorted(sample.Keys), len(sample.Keys) > 0 && sample.Keys[len(sample.Keys)-1] >= sample.Bound:
		return errors.New("its sample does not fit its number of rows")
	}
	if err := s.checkFinite(); err != nil || s.N == 0 {
		return err
	}
	for i := range w {
		if !s.hasPossibleSums(i) {
			return fmt.Errorf("no rows can have the sums of its feature %d", i+1)
		}
	}
	return nil
}

// hasPossibleSums reports whether rows can exist that have the sums of feature i. It allows for
// rounding.
func (s *Sums) hasPossibleSums(i int) bool {
	const rounding = 1e-9
	n, first := float64(s.N), s.ShiftedSum(i)
	if s.GramEntry(i, i) < 0 || first*first > n*s.GramEntry(i, i)*(1+rounding) {
		return false
	}
	if s.Low == nil {
		return true
	}
	low, high := s.Low[i], s.High[i]
	room := rounding * (math.Abs(low) + math.Abs(high))
	within := func(mean float64) bool { return low-room <= mean && mean <= high+room }
	ok := low <= high && within(s.Mean(i)) && s.SquaredDeviations(i) <= n*(high-low+room)*(high-low+room)
	for _, c := range s.Classes {
		ok = ok && within(s.Shift[i]+c.Sum[i]/float64(c.N))
	}
	for at := i; at < len(s.Sample.Rows); at += s.Width() {
		ok = ok && low <= s.Sample.Rows[at] && s.Sample.Rows[at] <= high
	}
	return ok
}

const defaultMaxLineBytes = 1 << 30

// ReadLines adds the Sums in each line of r to sums; it skips blank lines. An error in a line is a
// *LineError. An error of r is returned unchanged.
func ReadLines(r io.Reader, sums *LineSummer) error {
	lines, number, most := bufio.NewScanner(r), 1, cmp.Or(sums.MaxLineBytes, defaultMaxLineBytes)
	lines.Buffer(nil, most)
	for ; lines.Scan(); number++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		s, err := ParseLine(lines.Bytes())
		if err == nil {
			err = sums.Add(s)
		}
		if err != nil {
			return &LineError{number, err}
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return &LineError{number, fmt.Errorf("the line is longer than %d MiB", most>>20)}
	}
	return lines.Err()
}

// A LineError is an error in a line. Line counts from 1.
type LineError struct {
	Line int
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns Err.
func (e *LineError) Unwrap() error { return e.Err }
