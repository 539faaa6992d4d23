package datasets

import (
	"slices"
	"strings"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// prepareRecipe returns the recipe of the source, the first table; nil if all columns are plain numbers. It
// also sets the Converters of all picks. If source was read before, the recipe is the stored one.
func prepareRecipe(report *table.Reporter, tables []*table.Table, picks []table.Pick, spec Spec, source *loadedSource) (recipe.Recipe, error) {
	plans, err := planColumns(tables[0], picks[0], spec)
	if err != nil || plans == nil {
		return nil, err
	}
	for _, t := range tables {
		if t.Sums != nil {
			return nil, t.Fault(ErrSpec, "has sums of numbers: give --encode, --dates and --impute to larui moments, which sums the rows")
		}
	}
	if source.reader == nil {
		source.recipe, err = fitRecipe(report, tables[0], picks[0], plans, spec)
	}
	for i := range picks {
		picks[i].Converters = source.recipe.FieldConverters()
	}
	return source.recipe, err
}

// planColumns returns nil if all columns are plain numbers.
func planColumns(t *table.Table, r table.Pick, spec Spec) ([]recipe.Plan, error) {
	needed := len(spec.Encode)+len(spec.Dates)+len(spec.Impute)+len(spec.NA) > 0
	if !needed && (spec.KeepGapsFlag || spec.Rare > 0) {
		return nil, table.NewFault(ErrSpec, "--keep-gaps-flag needs --impute, and --rare needs --encode")
	}
	plans := make([]recipe.Plan, len(r.Features))
	for i, f := range r.Features {
		plans[i] = recipe.Plan{Name: t.PlainName(f), Flag: spec.KeepGapsFlag, Rare: spec.Rare, NA: spec.NA, Notation: detectNotation(t, f, spec)}
		needed = needed || plans[i].Notation != ""
	}
	if !needed {
		return nil, nil
	}
	at := func(option, name string) (*recipe.Plan, error) {
		column, ok := t.FindColumn(name)
		if !ok {
			return nil, t.MissingColumnError(ErrNoColumn, "column of --"+option, name)
		}
		i := slices.Index(r.Features, column)
		if i < 0 {
			return nil, t.HeaderFault(column, ErrSpec, "column %s is not a feature, so --%s has no effect on it", t.QuotedName(column), option)
		}
		return &plans[i], nil
	}
	for _, name := range spec.Encode {
		p, err := at("encode", name)
		if err != nil {
			return nil, err
		}
		p.Encode = true
	}
	for _, name := range spec.Dates {
		p, err := at("dates", name)
		switch {
		case err != nil:
			return nil, err
		case p.Encode:
			return nil, table.NewFault(ErrSpec, "column %s is named both by --encode and by --dates", name)
		}
		p.ParseDates, p.Order = true, dateOrder(spec)
	}
	for _, item := range spec.Impute {
		cut := strings.LastIndexByte(item, '=') + 1
		way := item[cut:]
		switch {
		case !slices.Contains(recipe.FillMethods(), way):
			return nil, table.NewFault(ErrSpec, "--impute %s: write one of %s, or COLUMN=METHOD with one of them", item, strings.Join(recipe.FillMethods(), ", "))
		case cut > 0:
			p, err := at("impute", item[:cut-1])
			if err != nil {
				return nil, err
			}
			p.Impute = way
		}
	}
	for _, way := range spec.Impute {
		for i := range plans {
			if slices.Contains(recipe.FillMethods(), way) && plans[i].Impute == "" {
				plans[i].Impute = way
			}
		}
	}
	return plans, nil
}

// detectNotation returns the notation of the first fields in column f; "" for plain numbers, if t is not
// text, or if spec.Encode or spec.Dates names the column.
func detectNotation(t *table.Table, f int, spec Spec) recipe.Kind {
	if !t.IsText() || t.IsNamed(spec.Encode, f) || t.IsNamed(spec.Dates, f) {
		return ""
	}
	return recipe.DetectNotation(t.FirstFields(f), spec.NA, spec.Parser())
}

func dateOrder(spec Spec) recipe.Kind {
	if spec.DateOrder == "ask" {
		return ""
	}
	return recipe.Kind(spec.DateOrder)
}

// fitRecipe reads the file again if a plan needs the fields of a column. It adds notes to t about what it
// assumed.
func fitRecipe(report *table.Reporter, t *table.Table, r table.Pick, plans []recipe.Plan, spec Spec) (made recipe.Recipe, err error) {
	fits := make([]*recipe.ColumnFit, len(plans))
	read := table.Pick{Label: r.Label, DropUnlabelled: r.DropUnlabelled}
	var numbers, others []int // indices of features
	for i, p := range plans {
		fits[i] = recipe.NewColumnFit(p)
		switch {
		case !p.NeedsFields():
		case p.HasPlainNumbers():
			numbers = append(numbers, i)
			read.Features = append(read.Features, r.Features[i])
		default:
			others = append(others, i)
			read.Carried = append(read.Carried, r.Features[i])
		}
	}
	read.Converters = recipe.NewNumberRecipe(len(numbers), spec.NA).FieldConverters()
	err = readAgain(report, t, spec, read, func(b *table.Batch) error {
		for i, line := range b.Lines {
			for j, at := range numbers {
				fits[at].AddNumber(b.X[i*len(numbers)+j])
			}
			for j, at := range others {
				if err := fits[at].Add(b.Carried[i*len(others)+j], spec.Parser()); err != nil {
					return t.FeatureFault(line, r.Features[at], err)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	columns := map[recipe.Kind][]int{}
	for i, f := range fits {
		columns[f.Notation] = append(columns[f.Notation], r.Features[i])
		c, err := f.Column()
		if err != nil {
			return nil, t.HeaderFault(r.Features[i], err, "%s (column %s)", err, t.ColumnArgument(r.Features[i]))
		}
		if marks := f.DescribeMissingWords(); marks != "" {
			t.Guess(": column %s: %s", wording.Excerpt(c.Name), marks)
		}
		made = append(made, c)
	}
	for _, kind := range []recipe.Kind{recipe.Truth, recipe.Percent} {
		if columns[kind] != nil {
			t.Guess(": column %s has %s", wording.JoinFirst(quoteColumnNames(t, columns[kind]), 5), kind.FieldNoun())
		}
	}
	return made, nil
}

// readAgain does nothing if no column is picked.
func readAgain(report *table.Reporter, t *table.Table, spec Spec, pick table.Pick, visit func(*table.Batch) error) error {
	if len(pick.Features)+len(pick.Carried) == 0 {
		return nil
	}
	if t.Info() == nil {
		return t.Fault(ErrSpec, "can be read only once, but words and gaps need a second reading: save it to a file first")
	}
	again, err := table.Open(report, t.Path, spec.Options)
	if err != nil {
		return err
	}
	defer again.In.Close()
	return again.Each(pick, visit)
}

func noteRecipe(t *table.Table, r table.Pick, source bool) {
	for i, made := range r.Converters {
		if column := r.Features[i]; made.(*recipe.Converter).Kind() == recipe.Date && t.HasUTCTimes(column) {
			t.Guess(": column %s has UTC times, so its days are UTC days", t.QuotedName(column))
		}
	}
	notes, guesses := recipe.DescribeConverters(r.Converters, source)
	for _, note := range notes {
		t.Note(": %s", note)
	}
	for _, guess := range guesses {
		t.Guess(": %s", guess)
	}
}
