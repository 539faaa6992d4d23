// Package moments sums rows for label-alignment regularization where they lie, so that one program
// never needs all rows. A [Sums] has the sums that LAR needs and a uniform sample of the rows. Sums
// of different rows add up ([Sums.Join]). [Rows] makes a Sums from rows, and [Parts] one for each
// class or fold. A file has one Sums a line, as JSON, and [Lines] adds them up. [Query] and
// [GramMatrix] get the sums from a database or a matrix product without larui; a new database is a row
// in dialects (foreign.go). Package datasets decides whether labels are classes or measurements,
// and the scale of the features, when it opens the file.
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

	"larui/datasets/wording"
)

// version is the version of the file format.
const version = 1

// ErrIncompatible is the error for sums of different columns, and for the same rows twice.
var ErrIncompatible = errors.New("lines of moments that don't belong together")

// A Layout describes the columns of the summed rows. Only sums of the same layout add up.
type Layout struct {
	// Columns has the names of the feature columns in the files, nil if they have no names.
	Columns []string `json:"columns"`
	// Label is the name of the label's column, empty if it has no name. Labelled reports whether
	// there is a label.
	Label    string `json:"label"`
	Labelled bool   `json:"labelled"`
	// IDs are columns that were left out.
	IDs []string `json:"ids,omitempty"`
	// Recipe, of package recipe, describes how the features were made from the columns, and
	// Features has the names of the features. Both are nil if the columns are the features.
	Recipe   json.RawMessage `json:"recipe,omitempty"`
	Features []string        `json:"features,omitempty"`
}

// Names returns the names of the features, nil if they have no names.
func (l *Layout) Names() []string {
	if l.Features != nil {
		return l.Features
	}
	return l.Columns
}

// hash returns a hash of the layout.
func (l Layout) hash() string {
	text, _ := json.Marshal(l) // cannot fail: a Layout has only texts
	return ShortHash(text)
}

// describeDifference explains the first difference between two layouts.
func (l *Layout) describeDifference(o *Layout) string {
	switch {
	case len(l.Columns) != len(o.Columns):
		return fmt.Sprintf("one has %s with names, another %d", wording.Plural(len(l.Columns), "feature column"), len(o.Columns))
	case l.Labelled != o.Labelled:
		return "only one of them has a label"
	case l.Label != o.Label:
		return fmt.Sprintf("the label is %s in one, %s in another", wording.Excerpt(l.Label), wording.Excerpt(o.Label))
	case !slices.Equal(l.IDs, o.IDs):
		return "they leave out different columns as ids"
	}
	for i, name := range l.Columns {
		if name != o.Columns[i] {
			return fmt.Sprintf("column %d is %s in one, %s in another", i+1, wording.Excerpt(name), wording.Excerpt(o.Columns[i]))
		}
	}
	return "different recipes made numbers of words, dates or gaps: name the sums of one of them with --like for all others"
}

// A Sums has the sums of n rows x of w features, and a sample of the rows. Each sum subtracts a
// shift s near the mean from x, so that a large mean costs no digits. The names in JSON are a
// contract.
type Sums struct {
	// Version is the version of the file format.
	Version int `json:"larui_moments"`
	Layout
	// LayoutHash is the hash of the layout.
	LayoutHash string `json:"layout"`
	// N is the number of rows, and Unlabelled the number of rows without a label.
	N          int `json:"n"`
	Unlabelled int `json:"unlabelled"`
	// Fold is the fold of the rows, from 1 to Folds. Both are 0 if the rows were not summed by
	// fold.
	Fold  int `json:"fold,omitempty"`
	Folds int `json:"folds,omitempty"`
	// Shift is s (w numbers). Gram is the upper triangle of Σ[x−s, 1]ᵀ[x−s, 1], row by row.
	Shift Numbers `json:"shift"`
	Gram  Numbers `json:"gram"`
	// Low and High are the smallest and largest value of each feature, nil if unknown.
	Low  Numbers `json:"low"`
	High Numbers `json:"high"`
	// Classes are the classes in ascending order of their labels as written. Classes is nil if
	// there are no labels, or too many to be classes.
	Classes []Class `json:"classes"`
	// Regression is nil if there are no labels, or some label is not a number.
	Regression *Regression `json:"regression"`
	Sample     Sample      `json:"sample"`
	// Shards are hashes of the sums that were added. They reveal rows that are added twice.
	Shards []string `json:"shards"`
	// Checksum is the Digest of the line with an empty checksum.
	Checksum string `json:"checksum"`
	// FoldSums has the sums of each fold, nil if they were not summed separately.
	FoldSums []*Sums `json:"-"`
}

// A Class has the number N of rows with a label, and the sum Σ(x−s) over these rows.
type Class struct {
	Name string  `json:"name"`
	N    int     `json:"n"`
	Sum  Numbers `json:"sum"`
}

// A Regression has the sums over the N rows with a label y, which has the shift t. Sum is Σ(x−s),
// and Cross is Σ(y−t)[x−s, 1, y−t] (w+2 numbers). Low and High are the smallest and largest y.
type Regression struct {
	N     int     `json:"n"`
	Shift float64 `json:"shift"`
	Sum   Numbers `json:"sum"`
	Cross Numbers `json:"cross"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// mostClasses is the largest number of classes. If a label is a number with a fraction, it is
// mostMeasured, and more labels than that are measurements.
const mostClasses, mostMeasured = 1000, 20

// NewSums returns the sums of no rows with w features.
func NewSums(l Layout, w int) *Sums {
	s := &Sums{Version: version, Layout: l.withValidText(), Shift: make(Numbers, w), Gram: make(Numbers, (w+1)*(w+2)/2)}
	s.LayoutHash = s.hash()
	s.Sample.Bound = wholeSample
	if l.Labelled {
		s.Classes, s.Regression = []Class{}, &Regression{Sum: make(Numbers, w), Cross: make(Numbers, w+2)}
	}
	return s
}

// withValidText returns the layout without invalid UTF-8, which JSON would replace.
func (l Layout) withValidText() Layout {
	for _, list := range []*[]string{&l.Columns, &l.IDs, &l.Features} {
		*list = slices.Clone(*list)
		for i, text := range *list {
			(*list)[i] = strings.ToValidUTF8(text, "\uFFFD")
		}
	}
	l.Label = strings.ToValidUTF8(l.Label, "\uFFFD")
	return l
}

// Width returns the number of features w.
func (s *Sums) Width() int { return len(s.Shift) }

// gramIndex returns the index of entry (i, j), j ≥ i, in the triangle. The last row and column belong to
// the constant 1.
func gramIndex(w, i, j int) int { return i*(w+1) - i*(i-1)/2 + j - i }

// GramEntry returns Σ(x_i−s_i)(x_j−s_j).
func (s *Sums) GramEntry(i, j int) float64 { return s.Gram[gramIndex(s.Width(), min(i, j), max(i, j))] }

// ShiftedSum returns Σ(x_i−s_i).
func (s *Sums) ShiftedSum(i int) float64 { return s.Gram[gramIndex(s.Width(), i, s.Width())] }

// Mean returns the mean of feature i. It is exact if the feature has a single value.
func (s *Sums) Mean(i int) float64 { return s.Shift[i] + s.ShiftedSum(i)/float64(s.N) }

// SquaredDeviations returns the sum of the squared distances of feature i from its mean.
func (s *Sums) SquaredDeviations(i int) float64 {
	return math.Max(0, s.GramEntry(i, i)-s.ShiftedSum(i)/float64(s.N)*s.ShiftedSum(i))
}

// SetShift changes the shift to to.
func (s *Sums) SetShift(to []float64) {
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
		first[i] = s.ShiftedSum(i)
	}
	k := 0
	for i := range w {
		for j := i; j < w; j++ {
			s.Gram[k] += first[i]*by[j] + by[i]*(first[j]+n*by[j])
			k++
		}
		s.Gram[gramIndex(w, i, i)] = math.Max(0, s.Gram[gramIndex(w, i, i)]) // rounding can make this square negative
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

// setShift changes the shift of the labels to to.
func (r *Regression) setShift(to float64) {
	w, by := len(r.Sum), r.Shift-to
	addScaled(r.Cross[:w], by, r.Sum)
	r.Cross[w+1] += by * (2*r.Cross[w] + by*float64(r.N))
	r.Cross[w] += by * float64(r.N)
	r.Shift = to
}

// mean returns the mean of the labels.
func (r *Regression) mean() float64 { return r.Shift + r.Cross[len(r.Sum)]/float64(r.N) }

// shiftToMeans changes the shifts to the means.
func (s *Sums) shiftToMeans() {
	if s.N == 0 {
		return
	}
	means := make([]float64, s.Width())
	for i := range means {
		means[i] = s.Mean(i)
	}
	s.SetShift(means)
	if r := s.Regression; r != nil && r.N > 0 {
		r.setShift(r.mean())
	}
}

// checkLayout returns an error if o is a sum of other columns.
func (s *Sums) checkLayout(o *Sums) error {
	switch {
	case s.LayoutHash != o.LayoutHash:
		return fmt.Errorf("%w: %s", ErrIncompatible, s.describeDifference(&o.Layout))
	case s.Width() != o.Width():
		return fmt.Errorf("%w: one has %s, another %d", ErrIncompatible, wording.Plural(s.Width(), "feature"), o.Width())
	}
	return nil
}

// Join adds the sums of o, which must not be used afterwards. The error wraps ErrIncompatible if o has
// other columns, or if its rows were added before and twice is not set.
func (s *Sums) Join(o *Sums, twice bool) error {
	if err := s.checkLayout(o); err != nil {
		return err
	}
	for _, shard := range o.Shards {
		if _, known := slices.BinarySearch(s.Shards, shard); known && !twice {
			return fmt.Errorf("%w: the same %s twice (shard %s); leave out one, or add both by --merge --twice",
				ErrIncompatible, wording.Plural(o.N, "row"), shard)
		}
	}
	if s.Fold != o.Fold || s.Folds != o.Folds {
		s.Fold, s.Folds, o.Fold, o.Folds = 0, 0, 0, 0
	}
	for _, shard := range o.Shards { // usually one, inserted among many
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
		s.useCommonShift(o)
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
	return s.checkFinite()
}

// useCommonShift changes the shifts of both sums to the mean of all rows.
func (s *Sums) useCommonShift(o *Sums) {
	means := make([]float64, s.Width())
	for i := range means {
		means[i] = pooledMean(s.Mean(i), s.N, o.Mean(i), o.N)
	}
	s.SetShift(means)
	o.SetShift(means)
}

// pooledMean returns the mean of n rows with the mean a and m rows with the mean b.
func pooledMean(a float64, n int, b float64, m int) float64 {
	if a == b {
		return a
	}
	return float64(n)/float64(n+m)*a + float64(m)/float64(n+m)*b
}

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
		mean := pooledMean(r.mean(), r.N, o.mean(), o.N)
		r.setShift(mean)
		o.setShift(mean)
		r.N += o.N
		addScaled(r.Sum, 1, o.Sum)
		addScaled(r.Cross, 1, o.Cross)
		r.Low, r.High = min(r.Low, o.Low), max(r.High, o.High)
	}
}

// boundClasses sets the classes to nil if there are too many.
func (s *Sums) boundClasses() {
	broken := func(c Class) bool { return hasFraction(c.Name) }
	if len(s.Classes) > mostClasses || len(s.Classes) > mostMeasured && slices.ContainsFunc(s.Classes, broken) {
		s.Classes = nil
	}
}

// hasFraction reports whether a label is a number with a fraction.
func hasFraction(label string) bool {
	value, err := strconv.ParseFloat(label, 64)
	return err == nil && value != math.Trunc(value)
}

// checkFinite returns an error if a sum is not a checkFinite number.
func (s *Sums) checkFinite() error {
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
				return errors.New("a sum is not a finite number: the features are too large; rescale them")
			}
		}
	}
	return nil
}

// ShortHash returns the first 8 bytes of the SHA-256 of text, in hexadecimal.
func ShortHash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
