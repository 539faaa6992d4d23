package datasets

import (
	"slices"

	"larui/datasets/table"
)

// pickColumns picks the columns of the source, the target and the validation set, in this order.
func pickColumns(tables []*table.Table, spec Spec) (picks []table.Pick, err error) {
	if err := table.AgreeOnWidth(tables); err != nil {
		return nil, err
	}
	for i, t := range tables {
		var r table.Pick
		drop := i != 1 && (spec.Missing == "drop" || spec.Missing == "unlabelled") // the target keeps rows without a label
		switch {
		case i == 0:
			r, err = pickSource(t, spec)
		case i == 2 && isAnswerTable(t):
			r, err = matchAnswers(tables[0], picks[0], t)
			drop = true // drops rows without an answer
		default:
			t.TakeNames(tables[0].Columns)
			r, err = matchColumns(tables[0], picks[0], t, spec)
		}
		if err != nil {
			return nil, err
		}
		r.DropUnlabelled = drop
		picks = append(picks, r)
	}
	return picks, checkDroppedColumns(spec.Drop, tables)
}

func checkDroppedColumns(drop []string, tables []*table.Table) error {
	for _, name := range drop {
		known := slices.ContainsFunc(tables, func(t *table.Table) bool {
			_, ok := t.FindColumn(name)
			return ok
		})
		if !known {
			return tables[0].MissingColumnError(ErrNoColumn, "column to drop", name)
		}
	}
	return nil
}
