// Package moments holds what LAR has to know of rows that lie elsewhere: sums over all of
// them, which add up, and a uniform sample to be scored and drawn. Whoever holds some of the
// rows sums these; nobody has to hold all.
//
//	rows.go    rows are taken, block by block: a [Rows] makes a [Sums]
//	parts.go   rows of each class or fold apart: [Parts] make a Sums each
//	sums.go    sums of different rows are added, whatever their shifts: [Sums.Join]
//	sample.go  the rows that are kept, by keys drawn from the rows themselves
//	numbers.go arrays of many numbers, in JSON
//	file.go    a Sums is a line of JSON, and a file of several lines is their sum
//	lines.go   which lines are added up, and which apart: [Lines]
//	foreign.go what databases and matrix products make of rows, without larui
//
// What the numbers mean, classes or measurements, at which scale, is settled by package
// datasets when the file is opened.
package moments

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/phrase"
)

// version is that of the lines in which sums are written.
const version = 1

// ErrApart: sums are none of the same columns, or of the same rows twice.
var ErrApart = errors.New("lines of moments that don't belong together")

// A Layout says of what rows the sums are. Those of different layouts don't add up.
type Layout struct {
	// Columns name the columns of the features in the files, nil where they have no names.
	Columns []string `json:"columns"`
	// Label names the label's column, empty where it has no name; Labelled tells that there
	// is one.
	Label    string `json:"label"`
	Labelled bool   `json:"labelled"`
	// IDs are columns that were left out.
	IDs []string `json:"ids,omitempty"`
	// Recipe is that of package recipe by which the features were made of the columns, and
	// Features are their names; nil where they are numbers as they stand.
	Recipe   json.RawMessage `json:"recipe,omitempty"`
	Features []string        `json:"features,omitempty"`
}

// Names are those of the features, nil where they have none.
func (l *Layout) Names() []string {
	if l.Features != nil {
		return l.Features
	}
	return l.Columns
}

// hash is that of all that the layout says.
func (l Layout) hash() string {
	text, _ := json.Marshal(l) // it holds texts alone
	return Digest(text)
}

// differs says in what layouts differ.
func (l *Layout) differs(o *Layout) string {
	switch {
	case len(l.Columns) != len(o.Columns):
		return fmt.Sprintf("one has %s with names, another %d", phrase.Plural(len(l.Columns), "feature column"), len(o.Columns))
	case l.Labelled != o.Labelled:
		return "one has a label, another has none"
	case l.Label != o.Label:
		return fmt.Sprintf("the label is %s in one, %s in another", phrase.Excerpt(l.Label), phrase.Excerpt(o.Label))
	case !slices.Equal(l.IDs, o.IDs):
		return "other columns are left out as ids"
	}
	for i, name := range l.Columns {
		if name != o.Columns[i] {
			return fmt.Sprintf("column %d is %s in one, %s in another", i+1, phrase.Excerpt(name), phrase.Excerpt(o.Columns[i]))
		}
	}
	return "words, dates or gaps were made numbers by another recipe: name the sums of one of them with --like for all others"
}

// A Sums is what is known of n rows x of w features, all but the sample as sums. Numbers are
// taken from a shift s, near their mean, so that a large mean takes no digits away. The names
// in JSON are a contract.
type Sums struct {
	// Version is version.
	Version int `json:"larui_moments"`
	Layout
	// LayoutHash is that of the layout.
	LayoutHash string `json:"layout"`
	// N counts the rows, Unlabelled those of them without a label.
	N          int `json:"n"`
	Unlabelled int `json:"unlabelled"`
	// Fold tells, from 1, which of so many Folds the rows are, where these were summed apart; else
	// both are 0.
	Fold  int `json:"fold,omitempty"`
	Folds int `json:"folds,omitempty"`
	// Shift is s (w long); Gram is the upper triangle, row by row, of Σ[x−s,1]ᵀ[x−s,1].
	Shift Numbers `json:"shift"`
	Gram  Numbers `json:"gram"`
	// Low and High are the least and largest of each feature; nil where they are not known.
	Low  Numbers `json:"low"`
	High Numbers `json:"high"`
	// Classes are the labels as they are written, ascending; nil where there are too many to
	// be classes, or none.
	Classes []Class `json:"classes"`
	// Regression is nil where some label is no number, or there are none.
	Regression *Regression `json:"regression"`
	Sample     Sample      `json:"sample"`
	// Shards are hashes of what has been summed: what is summed twice is noticed by them.
	Shards []string `json:"shards"`
	// Checksum is the hash of all that stands before.
	Checksum string `json:"checksum"`
	// Apart are the folds of which these are the sum, nil where they are not known apart.
	Apart []*Sums `json:"-"`
}

// A Class holds, of the rows with a label, their count and Σ(x−s).
type Class struct {
	Name string  `json:"name"`
	N    int     `json:"n"`
	Sum  Numbers `json:"sum"`
}

// A Regression holds, of the N rows with a label y, Σ(x−s) and Σ(y−t)[x−s, 1, y−t] (w+2 long)
// with the shift t of the labels, and the least and largest y.
type Regression struct {
	N     int     `json:"n"`
	Shift float64 `json:"shift"`
	Sum   Numbers `json:"sum"`
	Cross Numbers `json:"cross"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// mostClasses bounds the labels that may be classes, and mostMeasured those that may be where
// some are broken numbers: then they are measurements.
const mostClasses, mostMeasured = 1000, 20

// Empty returns the sums of no rows of w features.
func Empty(l Layout, w int) *Sums {
	s := &Sums{Version: version, Layout: l.valid(), Shift: make(Numbers, w), Gram: make(Numbers, (w+1)*(w+2)/2)}
	s.LayoutHash = s.hash()
	s.Sample.Bound = wholeSample
	if l.Labelled {
		s.Classes, s.Regression = []Class{}, &Regression{Sum: make(Numbers, w), Cross: make(Numbers, w+2)}
	}
	return s
}

// valid returns l in texts that JSON holds as they are.
func (l Layout) valid() Layout {
	for _, list := range []*[]string{&l.Columns, &l.IDs, &l.Features} {
		*list = slices.Clone(*list)
		for i, text := range *list {
			(*list)[i] = strings.ToValidUTF8(text, "\uFFFD")
		}
	}
	l.Label = strings.ToValidUTF8(l.Label, "\uFFFD")
	return l
}

// Width is the number of features w.
func (s *Sums) Width() int { return len(s.Shift) }

// at is where entry (i, j) of the triangle stands, j ≥ i; the last row and column are those
// of the constant.
func at(w, i, j int) int { return i*(w+1) - i*(i-1)/2 + j - i }

// Product returns Σ(x_i−s_i)(x_j−s_j).
func (s *Sums) Product(i, j int) float64 { return s.Gram[at(s.Width(), min(i, j), max(i, j))] }

// First returns Σ(x_i−s_i).
func (s *Sums) First(i int) float64 { return s.Gram[at(s.Width(), i, s.Width())] }

// Mean returns the mean of feature i, and Square the sum of its squared distances from it. A
// feature of a single value has it as its mean.
func (s *Sums) Mean(i int) float64 { return s.Shift[i] + s.First(i)/float64(s.N) }
func (s *Sums) Square(i int) float64 {
	return math.Max(0, s.Product(i, i)-s.First(i)/float64(s.N)*s.First(i))
}

// Move takes the sums from another shift.
func (s *Sums) Move(to []float64) {
	w, n := s.Width(), float64(s.N)
	by := make([]float64, w+1)
	for i, from := range s.Shift {
		by[i] = from - to[i]
	}
	if !slices.ContainsFunc(by, func(v float64) bool { return v != 0 }) {
		return
	}
	first := make([]float64, w+1)
	for i := range w {
		first[i] = s.First(i)
	}
	k := 0
	for i := range w {
		for j := i; j < w; j++ {
			s.Gram[k] += first[i]*by[j] + by[i]*(first[j]+n*by[j])
			k++
		}
		s.Gram[at(w, i, i)] = math.Max(0, s.Gram[at(w, i, i)]) // a square, but for rounding
		s.Gram[k] += n * by[i]
		k++
	}
	for _, c := range s.Classes {
		addScaled(c.Sum, float64(c.N), by)
	}
	if r := s.Regression; r != nil {
		addScaled(r.Sum, float64(r.N), by)
		addScaled(r.Cross[:w], r.Cross[w], by)
	}
	s.Shift = slices.Clone(to)
}

func addScaled(sum []float64, scale float64, more []float64) {
	for i := range sum {
		sum[i] += scale * more[i]
	}
}

// move takes the sums of the labels from another shift.
func (r *Regression) move(to float64) {
	w, by := len(r.Sum), r.Shift-to
	addScaled(r.Cross[:w], by, r.Sum)
	r.Cross[w+1] += by * (2*r.Cross[w] + by*float64(r.N))
	r.Cross[w] += by * float64(r.N)
	r.Shift = to
}

// mean is that of the labels.
func (r *Regression) mean() float64 { return r.Shift + r.Cross[len(r.Sum)]/float64(r.N) }

// centre takes all sums from the means.
func (s *Sums) centre() {
	if s.N == 0 {
		return
	}
	means := make([]float64, s.Width())
	for i := range means {
		means[i] = s.Mean(i)
	}
	s.Move(means)
	if r := s.Regression; r != nil && r.N > 0 {
		r.move(r.mean())
	}
}

// belongs tells whether o is of the same columns.
func (s *Sums) belongs(o *Sums) error {
	switch {
	case s.LayoutHash != o.LayoutHash:
		return fmt.Errorf("%w: %s", ErrApart, s.differs(&o.Layout))
	case s.Width() != o.Width():
		return fmt.Errorf("%w: one has %s, another %d", ErrApart, phrase.Plural(s.Width(), "feature"), o.Width())
	}
	return nil
}

// Join adds the rows of o, which it may keep. Where these are other columns, or have been
// added before, the error wraps ErrApart; twice allows for the latter.
func (s *Sums) Join(o *Sums, twice bool) error {
	if err := s.belongs(o); err != nil {
		return err
	}
	for _, shard := range o.Shards {
		if _, known := slices.BinarySearch(s.Shards, shard); known && !twice {
			return fmt.Errorf("%w: the same %s twice (shard %s); leave out one, or add both by --merge --twice",
				ErrApart, phrase.Plural(o.N, "row"), shard)
		}
	}
	if s.Fold != o.Fold || s.Folds != o.Folds {
		s.Fold, s.Folds, o.Fold, o.Folds = 0, 0, 0, 0
	}
	for _, shard := range o.Shards { // most often one, of very many
		at, _ := slices.BinarySearch(s.Shards, shard)
		s.Shards = slices.Insert(s.Shards, at, shard)
	}
	s.Sample.join(&o.Sample, s.Width())
	switch {
	case o.N == 0:
		return nil
	case s.N == 0:
		shards, sample := s.Shards, s.Sample
		*s = *o
		s.Shards, s.Sample = shards, sample
		return nil
	}
	if !slices.Equal(s.Shift, o.Shift) {
		s.meet(o)
	}
	addScaled(s.Gram, 1, o.Gram)
	s.N, s.Unlabelled = s.N+o.N, s.Unlabelled+o.Unlabelled
	if s.Low == nil || o.Low == nil {
		s.Low, s.High = nil, nil
	}
	for i := range s.Low {
		s.Low[i], s.High[i] = min(s.Low[i], o.Low[i]), max(s.High[i], o.High[i])
	}
	s.joinRegression(o.Regression)
	s.joinClasses(o.Classes)
	return s.finite()
}

// meet takes the sums of both from the means of all rows.
func (s *Sums) meet(o *Sums) {
	means := make([]float64, s.Width())
	mine, theirs := float64(s.N)/float64(s.N+o.N), float64(o.N)/float64(s.N+o.N)
	for i := range means {
		a, b := s.Mean(i), o.Mean(i)
		means[i] = a
		if a != b {
			means[i] = mine*a + theirs*b
		}
	}
	s.Move(means)
	o.Move(means)
}

// clone returns a copy of s.
func (s *Sums) clone() *Sums {
	c := *s
	for _, list := range []*Numbers{&c.Shift, &c.Gram, &c.Low, &c.High, &c.Sample.Rows} {
		*list = slices.Clone(*list)
	}
	c.Shards, c.Sample.Keys, c.Sample.Labels = slices.Clone(s.Shards), slices.Clone(s.Sample.Keys), slices.Clone(s.Sample.Labels)
	c.Classes = slices.Clone(s.Classes)
	for i := range c.Classes {
		c.Classes[i].Sum = slices.Clone(c.Classes[i].Sum)
	}
	if s.Regression != nil {
		r := *s.Regression
		r.Sum, r.Cross = slices.Clone(r.Sum), slices.Clone(r.Cross)
		c.Regression = &r
	}
	return &c
}

func (s *Sums) joinClasses(more []Class) {
	if s.Classes == nil || more == nil {
		s.Classes = nil
		return
	}
	for _, c := range more {
		i, known := slices.BinarySearchFunc(s.Classes, c.Name, func(c Class, name string) int { return strings.Compare(c.Name, name) })
		if !known {
			s.Classes = slices.Insert(s.Classes, i, c)
			continue
		}
		s.Classes[i].N += c.N
		addScaled(s.Classes[i].Sum, 1, c.Sum)
	}
	s.boundClasses()
}

func (s *Sums) joinRegression(o *Regression) {
	r := s.Regression
	switch {
	case r == nil || o == nil:
		s.Regression = nil
	case r.N == 0:
		s.Regression = o
	case o.N > 0:
		mean := r.mean()
		if other := o.mean(); mean != other {
			mean = float64(r.N)/float64(r.N+o.N)*mean + float64(o.N)/float64(r.N+o.N)*other
		}
		r.move(mean)
		o.move(mean)
		r.N += o.N
		addScaled(r.Sum, 1, o.Sum)
		addScaled(r.Cross, 1, o.Cross)
		r.Low, r.High = min(r.Low, o.Low), max(r.High, o.High)
	}
}

// boundClasses gives up classes that are too many.
func (s *Sums) boundClasses() {
	broken := func(c Class) bool { return isBroken(c.Name) }
	if len(s.Classes) > mostClasses || len(s.Classes) > mostMeasured && slices.ContainsFunc(s.Classes, broken) {
		s.Classes = nil
	}
}

// isBroken tells a label that is a number, but no whole one.
func isBroken(label string) bool {
	value, err := strconv.ParseFloat(label, 64)
	return err == nil && value != math.Trunc(value)
}

// finite tells whether all sums are finite numbers.
func (s *Sums) finite() error {
	lists := []Numbers{s.Shift, s.Gram, s.Low, s.High, s.Sample.Rows}
	for _, c := range s.Classes {
		lists = append(lists, c.Sum)
	}
	if r := s.Regression; r != nil {
		lists = append(lists, r.Sum, r.Cross, Numbers{r.Shift, r.Low, r.High})
	}
	for _, list := range lists {
		for _, v := range list {
			if v-v != 0 { // only NaN and infinities
				return errors.New("a sum is no finite number: the features are too large; rescale them")
			}
		}
	}
	return nil
}

// Digest is the start of a text's SHA-256.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
