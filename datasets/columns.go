package datasets

import (
	"slices"

	"larui/datasets/table"
)

// Before any row is read, this file settles the meaning of all columns: those of the source
// (source.go) and those of the other files (match.go). labels.go settles the meaning of labels.

// settle returns the pick of each table of a pair. The first table is the source.
func settle(tables []*table.Table, spec Spec) (means []table.Pick, err error) {
	if err := table.AgreeOnWidth(tables); err != nil {
		return nil, err
	}
	for i, t := range tables {
		var r table.Pick
		drop := i != 1 && (spec.Missing == "drop" || spec.Missing == "unlabelled") // a target may have no labels
		switch {
		case i == 0:
			r, err = pickSource(t, spec)
		case i == 2 && isAnswers(t):
			r, err = matchAnswers(tables[0], means[0], t)
			drop = true // rows that are not answered
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

// checkDropped returns an error if a name in drop is a column of no table.
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
