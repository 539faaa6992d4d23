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
	"larui/datasets/phrase"
	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/model"
)

// A file of moments (package moments) opens as a table of its sample. What is known of all rows
// by their sums is taken from these here: labels, scales, and the moments of the domain.

// readRows takes the rows of the table, or what its sums say of them.
func (d *loading) readRows() error {
	if d.Sums == nil {
		return d.kept.read(d.Table, d.pick)
	}
	if err := d.checkSums(); err != nil {
		return err
	}
	if err := d.readLabels(); err != nil {
		return err
	}
	k, s, l := d.kept, d.Sums, d.labels
	before := *l // what the sums say; the sample says no more
	if err := d.Each(d.pick, func(b *table.Batch) error {
		for i, label := range b.Labels {
			if err := l.add(label, b.Lines[i]); err != nil {
				return d.LabelFault(d.pick.Label, b.Lines[i], err)
			}
		}
		k.add(b)
		return nil
	}); err != nil {
		return err
	}
	l.wordRows, l.missing, l.labelRange = before.wordRows, before.missing, before.labelRange
	l.others = s.N - len(l.values)
	k.size = k.count
	k.origins = nil
	for i := range k.count {
		k.origins = append(k.origins, i)
	}
	k.count, k.sampled = s.N, true
	for _, f := range d.pick.Features {
		k.statistics = append(k.statistics, featureOf(s, f))
	}
	if d.pick.Bias {
		k.statistics = append(k.statistics, feature{n: s.N, low: 1, high: 1, mean: 1})
	}
	k.statistics = k.statistics[:d.features()]
	if k.size == 0 {
		for _, f := range d.pick.Features {
			k.x = append(k.x, s.Mean(f))
		}
		if d.pick.Bias {
			k.x = append(k.x, 1)
		}
		l.values = nil
	}
	if gap := l.gap(); gap != nil {
		return d.In.FaultAt(0, 0, gap)
	}
	if l.missing > 0 && l.values != nil {
		k.sortLabelled()
	}
	return nil
}

// checkSums finds what is wrong with the columns that are to be features and label.
func (d *loading) checkSums() error {
	s := d.Sums
	if _, err := recipeOf(s); err != nil {
		return d.In.FaultAt(0, 0, table.NewFault(ErrSyntax, "%s", err))
	}
	if d.pick.Label >= 0 && d.pick.Label != s.Width() {
		return d.In.FaultAt(0, 0, table.NewFault(ErrNoLabel, "column %s is a feature of the moments, so that it can't be the label: sum the rows by --label %[1]s", d.ColumnName(d.pick.Label)))
	}
	for _, f := range d.pick.Features {
		if f == s.Width() {
			return d.In.FaultAt(0, 0, table.NewFault(ErrNoColumn, "column %s is the label of the moments, so that it can't be a feature", d.ColumnName(f)))
		}
	}
	return nil
}

// readLabels takes from the sums what labels there are.
func (d *loading) readLabels() error {
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
			return d.In.Fault(ErrNotNumber, "its labels are too many to be classes, or no numbers, as regression needs")
		}
		l.many = l.known == nil
		l.note(r.Low)
		l.note(r.High)
		return nil
	}
	words := 0
	for _, c := range s.Classes {
		if err := l.add(c.Name, 1); err != nil { // of a line; all labels are in one
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

// featureOf describes a feature of all rows. Where least and largest are not known, numbers
// that no row goes beyond stand for them.
func featureOf(s *moments.Sums, i int) feature {
	mean, squares := s.Mean(i), s.Square(i)
	f := feature{n: s.N, low: mean - math.Sqrt(squares), high: mean + math.Sqrt(squares)}
	if s.Low != nil {
		f.low, f.high = s.Low[i], s.High[i]
	}
	unit := f.unit()
	f.mean, f.variance = mean/unit, squares/float64(s.N)/unit/unit
	return f
}

// sampleText says what of the rows is there.
func (d *loading) sampleText() string {
	file, size := filepath.Base(d.Path), d.kept.size
	if size == 0 {
		return fmt.Sprintf("%s holds sums of %s and none of them: the fit takes in all, scores and pictures of rows can't be known",
			file, phrase.Plural(d.kept.count, "row"))
	}
	return fmt.Sprintf("%s holds sums: the fit takes in all of its %d rows, but only the %d that came with these are scored and shown",
		file, d.kept.count, size)
}

// sums are the moments of the domain in the features of the pair, in its scale and the
// encoding of its labels, and those of its folds.
func (d *loading) sums(p *Pair) *model.Sums {
	s, n := d.Sums, float64(d.Sums.N)
	mean, scale := d.scaling.affine()
	// Feature i is (x − mean)/scale; what the sums are less is its shift.
	shift, divisor := make([]float64, d.pick.Width()), make([]float64, d.pick.Width())
	for i, f := range d.pick.Features {
		shift[i], divisor[i] = s.Shift[f], 1
		if mean != nil {
			divisor[i] = scale[i]
			shift[i] = s.Shift[f] - mean[i]
			// The mean is one of doubles, which far from zero are far from each other.
			const rounding = 4 * model.DoublePrecision
			if own := -s.First(f) / n; math.Abs(shift[i]-own) <= rounding*math.Abs(mean[i]) {
				shift[i] = own
			}
			shift[i] /= scale[i]
		}
	}
	if d.pick.Bias {
		shift[len(shift)-1] = 1
	}
	all := d.scaledSums(s, p, shift, divisor)
	for _, fold := range s.Apart {
		fold.Move(s.Shift)
		all.Folds = append(all.Folds, model.Domain{X: d.domain.X, N: fold.N, Sums: d.scaledSums(fold, p, shift, divisor)})
	}
	return all
}

// scaledSums are sums of rows of the domain, less the shift of features that are divided by the divisors.
func (d *loading) scaledSums(s *moments.Sums, p *Pair, shift, divisor []float64) *model.Sums {
	width, n, from := len(shift), float64(s.N), d.pick.Features
	sums := &model.Sums{Shift: shift, Gram: mat.NewDense(width+1, width+1, nil), NoRows: d.kept.size == 0}
	set := func(i, j int, v float64) {
		sums.Gram.Set(i, j, v)
		sums.Gram.Set(j, i, v)
	}
	for i, f := range from {
		for j := i; j < len(from); j++ {
			set(i, j, s.Product(f, from[j])/divisor[i]/divisor[j])
		}
		set(i, width, s.First(f)/divisor[i])
	}
	set(width, width, n)
	if d.pick.Label < 0 || s.Unlabelled > 0 || !d.labels.noted {
		return sums
	}
	p.Classes = len(p.ClassNames)
	outputs := p.Outputs()
	sums.XtY = mat.NewDense(width+1, outputs, nil)
	// add adds weight·Σ(x−s) of rows, of which there are count.
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
			zero, unit = c.affine()
		}
		w, above := s.Width(), r.Shift-zero
		add(0, 1/unit, r.Cross[w], r.Cross[:w])
		add(0, above/unit, float64(r.N), r.Sum)
		sums.LabelNorm2 = (r.Cross[w+1] + above*(2*r.Cross[w]+above*float64(r.N))) / unit / unit
		return sums
	}
	for _, c := range s.Classes {
		label, _ := d.labels.known.parse(c.Name) // it has been read before
		for j, target := range p.Targets([]float64{label}).RawRowView(0) {
			add(j, target, float64(c.N), c.Sum)
		}
	}
	sums.LabelNorm2 = n * float64(outputs)
	return sums
}

// takeColumns makes the layout that of the files of which the sums are, so that models read
// others like them.
func (l *Layout) takeColumns(d *loading) {
	if d.Sums == nil || d.Sums.Recipe == nil || len(d.pick.Features) != d.Sums.Width() {
		return
	}
	for i, f := range d.pick.Features {
		if i != f {
			return
		}
	}
	from := layoutOf(d.Sums)
	l.Names, l.Width, l.Features, l.Label, l.Recipe = from.Names, from.Width, from.Features, from.Label, from.Recipe
}

// layoutOf is the layout of the files of which sums are.
func layoutOf(s *moments.Sums) Layout {
	l := Layout{Label: -1}
	if s.Recipe != nil {
		_ = json.Unmarshal(s.Recipe, &l.Recipe) // it was checked when the file was opened
	}
	l.Width = s.Width()
	if s.Recipe != nil {
		l.Width = len(l.Recipe)
	}
	if s.Columns != nil {
		l.Names = append([]string{}, s.Columns...)
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

// recipeOf is the recipe of sums; it fails where that is none.
func recipeOf(s *moments.Sums) (made recipe.Recipe, err error) {
	if s.Recipe == nil {
		return nil, nil
	}
	err = json.Unmarshal(s.Recipe, &made)
	if err == nil {
		err = made.Check()
	}
	if err == nil && (len(made.Names()) != s.Width() || s.Columns != nil && len(s.Columns) != len(made)) {
		err = fmt.Errorf("it makes %s", phrase.Plural(len(made.Names()), "feature"))
	}
	if err != nil {
		err = fmt.Errorf("its recipe is not that of its features: %w", err)
	}
	return made, err
}

// checkRecipes makes sure that what is summed was made by one recipe in all tables of a pair, of
// which the source is the first. Rows that are not summed yet have plain numbers here.
func checkRecipes(tables []*table.Table, means []table.Pick) error {
	like := func(from, t *table.Table) string {
		if from.Sums == nil {
			from, t = t, from
		}
		return fmt.Sprintf("sum the rows of %s by larui moments --like %s", filepath.Base(t.Path), phrase.Word(filepath.Base(from.Path)))
	}
	source := tables[0]
	for k, t := range tables[1:] {
		if source.Sums != nil && t.Sums != nil && source.Columns == nil && t.Columns == nil && source.Sums.IDs != nil && t.Sums.IDs != nil &&
			!slices.Equal(source.Sums.IDs, t.Sums.IDs) {
			return t.In.Fault(ErrSpec, "leaves out other columns as ids than %s does: %s", filepath.Base(source.Path), like(source, t))
		}
		for i, f := range means[0].Features {
			if !sameMaking(source, f, t, means[k+1].Features[i]) {
				return t.In.Fault(ErrSpec, "feature %s was made a number by another recipe than in %s: %s", source.ColumnName(f), filepath.Base(source.Path), like(source, t))
			}
		}
	}
	return nil
}

// sameMaking tells whether one recipe made feature i of a and feature j of b.
func sameMaking(a *table.Table, i int, b *table.Table, j int) bool {
	column := func(t *table.Table, i int) recipe.Column {
		if t.Sums != nil {
			l := layoutOf(t.Sums)
			if at := l.made(i); at >= 0 {
				c := l.Recipe[at]
				c.Name, c.Gaps = "", 0
				return c
			}
		}
		return recipe.Column{}
	}
	return reflect.DeepEqual(column(a, i), column(b, j))
}
