package datasets

import (
	"slices"
	"strings"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// prepare fits the recipe of a pair on its source, unless read already has it, and makes all picks
// use it. It returns nil if spec asks for plain numbers only.
func prepare(report *table.Reporter, tables []*table.Table, means []table.Pick, spec Spec, read *readSource) (recipe.Recipe, error) {
	plans, err := plan(tables[0], means[0], spec)
	if err != nil || plans == nil {
		return nil, err
	}
	for _, t := range tables {
		if t.Sums != nil {
			return nil, t.Fault(ErrSpec, "has sums, whose words, dates and gaps are numbers already: give --encode, --dates and --impute to larui moments")
		}
	}
	if read.part == nil {
		read.made, err = fit(report, tables[0], means[0], plans, spec)
	}
	for i := range means {
		means[i].Make = read.made.FieldConverters()
	}
	return read.made, err
}

// plan returns what spec asks to make of each feature of the source; nil if spec asks for plain
// numbers only.
func plan(t *table.Table, r table.Pick, spec Spec) ([]recipe.Plan, error) {
	needed := len(spec.Encode)+len(spec.Dates)+len(spec.Impute)+len(spec.NA) > 0
	if !needed && (spec.KeepGapsFlag || spec.Rare > 0) {
		return nil, table.NewFault(ErrSpec, "gaps are flagged where --impute fills them, and levels are rare where --encode makes them")
	}
	plans := make([]recipe.Plan, len(r.Features))
	for i, f := range r.Features {
		plans[i] = recipe.Plan{Name: t.PlainName(f), Flag: spec.KeepGapsFlag, Rare: spec.Rare, NA: spec.NA, Notation: notation(t, f, spec)}
		needed = needed || plans[i].Notation != ""
	}
	if !needed {
		return nil, nil
	}
	at := func(option, name string) (*recipe.Plan, error) {
		column, ok := t.Column(name)
		if !ok {
			return nil, t.NoColumn(ErrNoColumn, "column of --"+option, name)
		}
		i := slices.Index(r.Features, column)
		if i < 0 {
			return nil, t.HeaderFault(column, ErrSpec, "column %s is no feature, so that --%s does nothing for it", t.ColumnName(column), option)
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
			return nil, table.NewFault(ErrSpec, "column %s is named by --encode and by --dates", name)
		}
		p.Read, p.Order = true, dateOrder(spec)
	}
	for _, item := range spec.Impute {
		cut := strings.LastIndexByte(item, '=') + 1
		way := item[cut:]
		switch {
		case !slices.Contains(recipe.FillMethods(), way):
			return nil, table.NewFault(ErrSpec, "--impute %s: gaps are filled by one of %s, or column=one of them", item, strings.Join(recipe.FillMethods(), ", "))
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

// notation returns how the first numbers of column f of a text are written, or "".
func notation(t *table.Table, f int, spec Spec) recipe.Kind {
	if !t.IsText() || t.IsNamed(spec.Encode, f) || t.IsNamed(spec.Dates, f) {
		return ""
	}
	return recipe.Notation(t.FieldsAhead(f), spec.NA, spec.Parser())
}

// dateOrder returns the order of dates with slashes, or "" if the options leave it open.
func dateOrder(spec Spec) recipe.Kind {
	if spec.DateOrder == "ask" {
		return ""
	}
	return recipe.Kind(spec.DateOrder)
}

// fit fits the plans on the rows of the source. It reads the file again, if a plan needs that, and
// adds guesses about columns in other notations.
func fit(report *table.Reporter, t *table.Table, r table.Pick, plans []recipe.Plan, spec Spec) (made recipe.Recipe, err error) {
	fits := make([]*recipe.ColumnFit, len(plans))
	read := table.Pick{Label: r.Label, Drop: r.Drop}
	var numbers, others []int // indices of features
	for i, p := range plans {
		fits[i] = recipe.NewColumnFit(p)
		switch {
		case !p.Needed():
		case p.IsNumber():
			numbers = append(numbers, i)
			read.Features, read.Make = append(read.Features, r.Features[i]), append(read.Make, recipe.NumberConverter{NA: spec.NA})
		default:
			others = append(others, i)
			read.Carry = append(read.Carry, r.Features[i])
		}
	}
	err = readTwice(report, t, spec, read, func(b *table.Batch) error {
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
			return nil, t.HeaderFault(r.Features[i], err, "%s (column %s)", err, t.ColumnFlag(r.Features[i]))
		}
		if marks := f.Marks(); marks != "" {
			t.Guess(": column %s: %s", wording.Excerpt(c.Name), marks)
		}
		made = append(made, c)
	}
	for _, kind := range []recipe.Kind{recipe.Truth, recipe.Percent} {
		if columns[kind] != nil {
			t.Guess(": column %s has %s", wording.JoinFirst(columnNames(t, columns[kind]), 5), kind.Fields())
		}
	}
	return made, nil
}

// readTwice reads the file of t again for the columns of read. Without columns it does nothing.
func readTwice(report *table.Reporter, t *table.Table, spec Spec, read table.Pick, visit func(*table.Batch) error) error {
	if len(read.Features)+len(read.Carry) == 0 {
		return nil
	}
	if t.Info() == nil {
		return t.Fault(ErrSpec, "can be read only once, but larui reads words and gaps twice: save it to a file first")
	}
	again, err := table.Open(report, t.Path, spec.Options)
	if err != nil {
		return err
	}
	defer again.In.Close()
	return again.Each(read, visit)
}

// noteMade adds notes and guesses about the work of the recipe on the rows of t.
func noteMade(t *table.Table, r table.Pick, source bool) {
	for i, made := range r.Make {
		if column := r.Features[i]; made.(*recipe.Converter).Kind() == recipe.Date && t.HasInstants(column) {
			t.Guess(": column %s has UTC times, so its days are UTC days, whatever time zone they were written in", t.ColumnName(column))
		}
	}
	notes, guesses := recipe.Notes(r.Make, source)
	for _, note := range notes {
		t.Note(": %s", note)
	}
	for _, guess := range guesses {
		t.Guess(": %s", guess)
	}
}
