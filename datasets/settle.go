package datasets

import (
	"slices"

	"larui/datasets/table"
)

// What the readers found is settled here, before any row is read: what the columns of the
// source mean (source.go), and how the other files of a pair agree with it (match.go). What
// the labels mean is settled in labels.go.

// settle says what the columns of the tables of a pair mean, of which the source is the
// first.
func settle(tables []*table.Table, spec Spec) (means []table.Pick, err error) {
	if err := table.Agree(tables); err != nil {
		return nil, err
	}
	for i, t := range tables {
		var r table.Pick
		drop := i != 1 && (spec.Missing == "drop" || spec.Missing == "unlabelled") // a target may be without labels
		switch {
		case i == 0:
			r, err = pickSource(t, spec)
		case i == 2 && isAnswers(t):
			r, err = matchAnswers(tables[0], means[0], t)
			drop = true // what is not answered yet, or never
		default:
			t.TakeNames(tables[0].Columns)
			r, err = match(tables[0], means[0], t, spec)
		}
		if err != nil {
			return nil, err
		}
		r.Drop = drop
		means = append(means, r)
	}
	return means, checkDropped(spec.Drop, tables)
}

// checkDropped makes sure that each name in spec.Drop means a column somewhere.
func checkDropped(drop []string, tables []*table.Table) error {
	for _, name := range drop {
		known := slices.ContainsFunc(tables, func(t *table.Table) bool {
			_, ok := t.Column(name)
			return ok
		})
		if !known {
			return tables[0].NoColumn(ErrNoColumn, "column to drop", name)
		}
	}
	return nil
}
