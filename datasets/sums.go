package datasets

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/moments"
	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// The rows in a file of sums (package moments) are only a sample. The functions below take the labels, the
// scales and the model.Sums of the domain from the sums, which include all rows.

func (d *domainReader) readRows() error {
	if d.Sums == nil {
		return d.kept.read(d.Table, d.pick)
	}
	if err := d.checkSums(); err != nil {
		return err
	}
	if err := d.readSumLabels(); err != nil {
		return err
	}
	k, s, l := d.kept, d.Sums, d.labels
	before := *l // from all rows, while addLabelled counts only the sample
	if err := d.Each(d.pick, func(b *table.Batch) error { return k.addLabelled(d.Table, d.pick.Label, b) }); err != nil {
		return err
	}
	l.wordRows, l.missing, l.labelRange = before.wordRows, before.missing, before.labelRange
	l.sumsOnly = s.N - len(l.values)
	k.sampleSize = k.count
	k.origins = nil
	for i := range k.count {
		k.origins = append(k.origins, i)
	}
	k.count, k.sampled = s.N, true
	for _, f := range d.pick.Features {
		k.statistics = append(k.statistics, statisticsFromSums(s, f))
	}
	if k.sampleSize == 0 {
		for _, f := range d.pick.Features {
			k.x = append(k.x, s.Mean(f))
		}
		if d.pick.Bias {
			k.x = append(k.x, 1)
		}
		l.values = nil
	}
	if gap := l.checkMissing(); gap != nil {
		return d.In.FaultAt(0, 0, gap)
	}
	if l.missing > 0 && l.values != nil {
		k.sortLabelled()
	}
	return nil
}

// checkSums returns an error if the recipe of the sums is invalid, if a feature of the sums was picked as
// the label, or if the label of the sums was picked as a feature.
func (d *domainReader) checkSums() error {
	s := d.Sums
	if _, err := recipeFromSums(s); err != nil {
		return d.In.Fault(ErrSyntax, "%s", err)
	}
	if d.pick.Label >= 0 && d.pick.Label != s.Width() {
		return d.In.Fault(ErrNoLabel, "column %s is a feature of the sums, so it can't be the label: sum the rows again with --label %[1]s", d.QuotedName(d.pick.Label))
	}
	for _, f := range d.pick.Features {
		if f == s.Width() {
			return d.In.Fault(ErrNoColumn, "column %s is the label of the sums, so it can't be a feature", d.QuotedName(f))
		}
	}
	return nil
}

func (d *domainReader) readSumLabels() error {
	s, l := d.Sums, d.labels
	if d.pick.Label < 0 {
		return nil
	}
	l.missing = s.Unlabelled
	switch r := s.Regression; {
	case l.missing == s.N:
		return nil
	case l.known != nil && l.known.task == model.Regression || s.Classes == nil:
		if r == nil {
			return d.In.Fault(ErrNotNumber, "has too many different labels for classes, and not all labels are numbers, as regression needs")
		}
		l.tooMany = l.known == nil
		l.include(r.Low)
		l.include(r.High)
		return nil
	}
	words := 0
	for _, c := range s.Classes {
		if err := l.add(c.Name, 1); err != nil { // the line is in no message
			return d.In.FaultAt(0, 0, err)
		}
		if !table.IsNumeric(c.Name) {
			words += c.N
		}
	}
	if err := l.decideMarks(); err != nil {
		return d.In.FaultAt(0, 0, err)
	}
	l.wordRows = words
	l.truncate(0)
	return nil
}

// If the sums have no lowest and highest value, statisticsFromSums uses mean ± √(sum of squared
// deviations), because no row is outside this range.
func statisticsFromSums(s *moments.Sums, i int) featureStatistics {
	mean, squares := s.Mean(i), s.SquaredDeviations(i)
	f := featureStatistics{n: s.N, low: mean - math.Sqrt(squares), high: mean + math.Sqrt(squares)}
	if s.Low != nil {
		f.low, f.high = s.Low[i], s.High[i]
	}
	unit := f.unit()
	f.mean, f.variance = mean/unit, squares/float64(s.N)/unit/unit
	return f
}

func (d *domainReader) describeSample() string {
	file, size := filepath.Base(d.Path), d.kept.sampleSize
	if size == 0 {
		return fmt.Sprintf("%s has sums of %s, but no rows: the fit uses all of them, but rows can't be scored or shown",
			file, wording.Plural(d.kept.count, "row"))
	}
	return fmt.Sprintf("%s has sums: the fit uses all %d rows, but only the %d rows in the file are scored and shown",
		file, d.kept.count, size)
}

// buildModelSums returns the model.Sums of the domain and of its folds, for the features, the scale and the
// label encoding of the pair p.
func (d *domainReader) buildModelSums(p *Pair) *model.Sums {
	s, n := d.Sums, float64(d.Sums.N)
	mean, scale := d.scaling.meanAndScale()
	// Feature i is z = (x − mean)/scale, and the sums are over z − shift.
	shift, divisor := make([]float64, d.pick.Width()), make([]float64, d.pick.Width())
	for i, f := range d.pick.Features {
		shift[i], divisor[i] = s.Shift[f], 1
		if mean != nil {
			divisor[i] = scale[i]
			shift[i] = s.Shift[f] - mean[i]
			// If mean[i] is the mean of the rows in s, set shift[i] to −ShiftedSum/n, which does not have
			// the rounding error of mean[i].
			const rounding = 4 * model.DoublePrecision
			if own := -s.ShiftedSum(f) / n; math.Abs(shift[i]-own) <= rounding*math.Abs(mean[i]) {
				shift[i] = own
			}
			shift[i] /= scale[i]
		}
	}
	if d.pick.Bias {
		shift[len(shift)-1] = 1
	}
	all := d.scaleSums(s, p, shift, divisor)
	for _, fold := range s.FoldSums {
		fold.SetShift(s.Shift)
		all.Folds = append(all.Folds, model.Domain{X: d.domain.X, N: fold.N, Sums: d.scaleSums(fold, p, shift, divisor)})
	}
	return all
}

// scaleSums returns the model.Sums of s, with each feature divided by its divisor. shift is the Origin of
// the result.
func (d *domainReader) scaleSums(s *moments.Sums, p *Pair, shift, divisor []float64) *model.Sums {
	width, n, from := len(shift), float64(s.N), d.pick.Features
	sums := &model.Sums{Origin: shift, Gram: mat.NewDense(width+1, width+1, nil), NoRows: d.kept.sampleSize == 0}
	set := func(i, j int, v float64) {
		sums.Gram.Set(i, j, v)
		sums.Gram.Set(j, i, v)
	}
	for i, f := range from {
		for j := i; j < len(from); j++ {
			set(i, j, s.GramEntry(f, from[j])/divisor[i]/divisor[j])
		}
		set(i, width, s.ShiftedSum(f)/divisor[i])
	}
	set(width, width, n)
	if d.pick.Label < 0 || s.Unlabelled > 0 || !d.labels.isSet {
		return sums
	}
	p.Classes = len(p.ClassNames)
	outputs := p.Outputs()
	sums.XtY = mat.NewDense(width+1, outputs, nil)
	// add adds weight·sum to a column of XtY; sum is a sum over shifted rows, count the number of
	// these rows.
	add := func(output int, weight, count float64, sum []float64) {
		for i, f := range from {
			sums.XtY.Set(i, output, sums.XtY.At(i, output)+weight*(sum[f]/divisor[i]))
		}
		sums.XtY.Set(width, output, sums.XtY.At(width, output)+weight*count)
	}
	if p.Task == model.Regression {
		r := s.Regression
		zero, unit := 0.0, 1.0
		if c := d.scaling.labels; c != nil {
			zero, unit = c.meanAndWidth()
		}
		w, above := s.Width(), r.Shift-zero
		add(0, 1/unit, r.Cross[w], r.Cross[:w])
		add(0, above/unit, float64(r.N), r.Sum)
		sums.LabelNorm2 = (r.Cross[w+1] + above*(2*r.Cross[w]+above*float64(r.N))) / unit / unit
		return sums
	}
	for _, c := range s.Classes {
		label, _ := d.labels.known.parse(c.Name) // known contains all classes
		for j, target := range p.Targets([]float64{label}).RawRowView(0) {
			add(j, target, float64(c.N), c.Sum)
		}
	}
	sums.LabelNorm2 = n * float64(outputs)
	return sums
}

// useSummedColumns replaces the columns in l by the columns of the files that were summed. A model can then
// read other files with these columns.
func (l *Layout) useSummedColumns(d *domainReader) {
	if d.Sums == nil || d.Sums.Recipe == nil || len(d.pick.Features) != d.Sums.Width() {
		return
	}
	for i, f := range d.pick.Features {
		if i != f {
			return
		}
	}
	from := layoutFromSums(d.Sums)
	l.Names, l.Width, l.Features, l.Label, l.Recipe = from.Names, from.Width, from.Features, from.Label, from.Recipe
}

func layoutFromSums(s *moments.Sums) Layout {
	l := Layout{Label: -1}
	l.Width, l.Names = s.Width(), slices.Clone(s.Columns)
	if s.Recipe != nil {
		_ = json.Unmarshal(s.Recipe, &l.Recipe) // checkSums has checked it
		l.Width = len(l.Recipe)
	}
	for i := range l.Width {
		l.Features = append(l.Features, i)
	}
	if s.Labelled {
		l.Label = l.Width
		l.Width++
		if l.Names != nil {
			l.Names = append(l.Names, s.Label)
		}
	}
	return l
}

func recipeFromSums(s *moments.Sums) (made recipe.Recipe, err error) {
	if s.Recipe == nil {
		return nil, nil
	}
	err = json.Unmarshal(s.Recipe, &made)
	if err == nil {
		err = made.Check()
	}
	if err == nil && (len(made.Names()) != s.Width() || s.Columns != nil && len(s.Columns) != len(made)) {
		err = fmt.Errorf("it makes %s", wording.Plural(len(made.Names()), "feature"))
	}
	if err != nil {
		err = fmt.Errorf("its recipe does not fit its features: %w", err)
	}
	return made, err
}

// checkRecipes returns an error if a feature has another recipe in the source, the first table, than in
// another table. If a table has no sums, checkRecipes compares as if all its columns were plain numbers.
func checkRecipes(tables []*table.Table, picks []table.Pick) error {
	like := func(from, t *table.Table) string {
		if from.Sums == nil {
			from, t = t, from
		}
		return fmt.Sprintf("sum the rows of %s with larui moments --like %s", filepath.Base(t.Path), wording.ShellQuote(filepath.Base(from.Path)))
	}
	source := tables[0]
	for k, t := range tables[1:] {
		if source.Sums != nil && t.Sums != nil && source.Columns == nil && t.Columns == nil && source.Sums.IDs != nil && t.Sums.IDs != nil &&
			!slices.Equal(source.Sums.IDs, t.Sums.IDs) {
			return t.In.Fault(ErrSpec, "has other id columns than %s: %s", filepath.Base(source.Path), like(source, t))
		}
		for i, f := range picks[0].Features {
			if !haveSameRecipe(source, f, t, picks[k+1].Features[i]) {
				return t.In.Fault(ErrSpec, "feature %s was computed by another recipe than in %s: %s", source.QuotedName(f), filepath.Base(source.Path), like(source, t))
			}
		}
	}
	return nil
}

func haveSameRecipe(a *table.Table, i int, b *table.Table, j int) bool {
	column := func(t *table.Table, i int) recipe.Column {
		if t.Sums != nil {
			l := layoutFromSums(t.Sums)
			if at := l.findRecipeColumn(i); at >= 0 {
				c := l.Recipe[at]
				c.Name, c.Gaps = "", 0
				return c
			}
		}
		return recipe.Column{}
	}
	return reflect.DeepEqual(column(a, i), column(b, j))
}
