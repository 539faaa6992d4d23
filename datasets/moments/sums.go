// Package moments computes the moments of a data set part by part: on several machines or in a
// database, so that no program needs all rows. A [Sums] has what label-alignment regularization
// needs: XᵀX, the sum of x for each class, Xᵀy for a regression, and a uniform sample of the rows.
// The Sums of different rows add up ([Sums.Join]). A [Layout] names the columns and features, which
// must agree. A [RowSummer] computes a Sums, and a [PartSummer] one for each class or fold. A file
// has one Sums in each line, as JSON, and [LineSummer] adds them up. [BuildQuery] and [GramMatrix] get the sums
// from a database or a matrix product; to support another database, add a row to dialects
// (foreign.go). Package datasets opens a file of sums, and decides then whether labels are classes or
// measurements, and how to scale the features.
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

const formatVersion = 1

// ErrIncompatible: two Sums have different columns, or contain the same rows.
var ErrIncompatible = errors.New("lines of moments that don't belong together")

// A Layout describes the columns of the summed rows. Only sums of the same layout add up.
type Layout struct {
	// Columns has the names of the feature columns in the files, nil if they have no names.
	Columns []string `json:"columns"`
	// Label is the name of the label column, empty if it has no name. Labelled is true if there is a
	// label column.
	Label    string `json:"label"`
	Labelled bool   `json:"labelled"`
	// IDs are the names of id columns, which are not features.
	IDs []string `json:"ids,omitempty"`
	// Recipe is the JSON of the recipe.Recipe that made the features from the columns; nil if the columns
	// are the features.
	Recipe json.RawMessage `json:"recipe,omitempty"`
	// Features are the names of the features; nil without a Recipe.
	Features []string `json:"features,omitempty"`
}

// Names returns the names of the features, nil if they have no names.
func (l *Layout) Names() []string {
	if l.Features != nil {
		return l.Features
	}
	return l.Columns
}

func (l Layout) hash() string {
	text, _ := json.Marshal(l) // cannot fail: a Layout has only texts
	return ShortHash(text)
}

func (l *Layout) describeDifference(o *Layout) string {
	switch {
	case len(l.Columns) != len(o.Columns):
		return fmt.Sprintf("one has %s with names, another has %d", wording.Plural(len(l.Columns), "feature column"), len(o.Columns))
	case l.Labelled != o.Labelled:
		return "only one of them has a label"
	case l.Label != o.Label:
		return fmt.Sprintf("the label is %s in one, %s in another", wording.Excerpt(l.Label), wording.Excerpt(o.Label))
	case !slices.Equal(l.IDs, o.IDs):
		return "they have different id columns"
	}
	for i, name := range l.Columns {
		if name != o.Columns[i] {
			return fmt.Sprintf("column %d is %s in one, %s in another", i+1, wording.Excerpt(name), wording.Excerpt(o.Columns[i]))
		}
	}
	return "different recipes turned words, dates or gaps into numbers: sum one file first, and the other files with --like and its sums"
}

// A Sums has the sums of N rows x of w features, and a sample of the rows. All sums are over x−s, where the
// shift s is near the mean, so that a large mean costs no digits. The JSON names must not change.
type Sums struct {
	Version int `json:"larui_moments"` // of the file format
	Layout
	LayoutHash string `json:"layout"` // the ShortHash of the Layout as JSON
	// N is the number of rows, and Unlabelled the number of rows without a label.
	N          int `json:"n"`
	Unlabelled int `json:"unlabelled"`
	// Fold is the number of the rows' fold, from 1 to Folds. Both are 0 without folds.
	Fold  int `json:"fold,omitempty"`
	Folds int `json:"folds,omitempty"`
	// Shift is the shift s, with w numbers. Gram is Σ[x−s, 1]ᵀ[x−s, 1] over all rows x, the upper
	// triangle row by row: (w+1)(w+2)/2 numbers.
	Shift Numbers `json:"shift"`
	Gram  Numbers `json:"gram"`
	// Low and High are the smallest and largest value of each feature, nil if unknown.
	Low  Numbers `json:"low"`
	High Numbers `json:"high"`
	// Classes are in ascending order of their names. Classes is nil if there is no label column, or if
	// there are too many distinct labels.
	Classes []Class `json:"classes"`
	// Regression is nil if there is no label column, or some label is not a number.
	Regression *Regression `json:"regression"`
	Sample     Sample      `json:"sample"`
	// Shards are the hashes of the Sums that were joined, sorted. They show if rows are added twice.
	Shards []string `json:"shards"`
	// Checksum is the ShortHash of the line with an empty checksum.
	Checksum string `json:"checksum"`
	// FoldSums has the Sums of each fold, or of each class in each fold; nil without folds.
	FoldSums []*Sums `json:"-"`
}

// A Class has the number N of rows x with the label Name, and the sum of x−s over these rows, where s
// is Sums.Shift.
type Class struct {
	Name string  `json:"name"`
	N    int     `json:"n"`
	Sum  Numbers `json:"sum"`
}

// A Regression has sums over the N rows x with a label y.
type Regression struct {
	N int `json:"n"`
	// Shift is a number near the mean of y.
	Shift float64 `json:"shift"`
	// Sum is Σ(x−s), where s is Sums.Shift.
	Sum Numbers `json:"sum"`
	// Cross is Σ(y−t)[x−s, 1, y−t] (w+2 numbers), where s is Sums.Shift and t is Regression.Shift.
	Cross Numbers `json:"cross"`
	// Low and High are the smallest and largest y.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Labels can be classes if at most mostClasses are distinct, or mostFractions if some are numbers with
// a fraction.
const mostClasses, mostFractions = 1000, 20

// NewSums returns a Sums without rows, for w features.
func NewSums(l Layout, w int) *Sums {
	s := &Sums{Version: formatVersion, Layout: l.withValidText(), Shift: make(Numbers, w), Gram: make(Numbers, (w+1)*(w+2)/2)}
	s.LayoutHash = s.hash()
	s.Sample.Bound = wholeSample
	if l.Labelled {
		s.Classes, s.Regression = []Class{}, &Regression{Sum: make(Numbers, w), Cross: make(Numbers, w+2)}
	}
	return s
}

// withValidText returns l with valid UTF-8 in the names: it replaces invalid bytes as encoding/json does.
func (l Layout) withValidText() Layout {
	for _, list := range []*[]string{&l.Columns, &l.IDs, &l.Features} {
		*list = wording.ValidNames(*list)
	}
	l.Label = strings.ToValidUTF8(l.Label, "\uFFFD")
	return l
}

// Width returns the number of features w.
func (s *Sums) Width() int { return len(s.Shift) }

// gramIndex returns the index of the entry (i, j) with j ≥ i in Sums.Gram, for w features. The index i
// = w stands for the constant 1.
func gramIndex(w, i, j int) int { return i*(w+1) - i*(i-1)/2 + j - i }

// GramEntry returns the sum of (x_i−s_i)(x_j−s_j) over all rows x, where s is Shift.
func (s *Sums) GramEntry(i, j int) float64 { return s.Gram[gramIndex(s.Width(), min(i, j), max(i, j))] }

// ShiftedSum returns the sum of x_i−s_i over all rows x, where s is Shift.
func (s *Sums) ShiftedSum(i int) float64 { return s.Gram[gramIndex(s.Width(), i, s.Width())] }

// Mean returns the mean of feature i. It is exact if all values of the feature are equal.
func (s *Sums) Mean(i int) float64 { return s.Shift[i] + s.ShiftedSum(i)/float64(s.N) }

// SquaredDeviations returns the sum of the squared distances of feature i from its mean.
func (s *Sums) SquaredDeviations(i int) float64 {
	return math.Max(0, s.GramEntry(i, i)-s.ShiftedSum(i)/float64(s.N)*s.ShiftedSum(i))
}

// SetShift replaces Shift by the numbers in to, one for each feature, and changes all sums accordingly.
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

func (r *Regression) setShift(to float64) {
	w, by := len(r.Sum), r.Shift-to
	addScaled(r.Cross[:w], by, r.Sum)
	r.Cross[w+1] += by * (2*r.Cross[w] + by*float64(r.N))
	r.Cross[w] += by * float64(r.N)
	r.Shift = to
}

func (r *Regression) mean() float64 { return r.Shift + r.Cross[len(r.Sum)]/float64(r.N) }

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

func (s *Sums) checkSameLayout(o *Sums) error {
	switch {
	case s.LayoutHash != o.LayoutHash:
		return fmt.Errorf("%w: %s", ErrIncompatible, s.describeDifference(&o.Layout))
	case s.Width() != o.Width():
		return fmt.Errorf("%w: one has %s, another %d", ErrIncompatible, wording.Plural(s.Width(), "feature"), o.Width())
	}
	return nil
}

// Join adds the sums of o, which the caller must not use afterwards. The error wraps ErrIncompatible if the
// columns of s and o differ, or if s has the rows of o already and allowTwice is false.
func (s *Sums) Join(o *Sums, allowTwice bool) error {
	if err := s.checkSameLayout(o); err != nil {
		return err
	}
	for _, shard := range o.Shards {
		if _, known := slices.BinarySearch(s.Shards, shard); known && !allowTwice {
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

// useCommonShift makes the mean of all rows of s and o the shift of both.
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
	if more == nil {
		s.Classes = nil
	}
	for _, c := range more {
		s.addClass(c)
	}
}

// addClass adds the rows of c to Classes, unless Classes is nil, and returns the index of the class. If
// there are too many classes, it sets Classes to nil. It keeps no reference to c.
func (s *Sums) addClass(c Class) (i int) {
	if s.Classes == nil {
		return 0
	}
	i, known := slices.BinarySearchFunc(s.Classes, c.Name, func(c Class, name string) int { return strings.Compare(c.Name, name) })
	if !known {
		s.Classes = slices.Insert(s.Classes, i, Class{Name: strings.Clone(c.Name), Sum: make(Numbers, s.Width())})
	}
	s.Classes[i].N += c.N
	addScaled(s.Classes[i].Sum, 1, c.Sum)
	isFraction := func(c Class) bool { return hasFraction(c.Name) }
	if !known && (len(s.Classes) > mostClasses || len(s.Classes) > mostFractions && slices.ContainsFunc(s.Classes, isFraction)) {
		s.Classes = nil
	}
	return i
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

func hasFraction(label string) bool {
	value, err := strconv.ParseFloat(label, 64)
	return err == nil && value != math.Trunc(value)
}

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
