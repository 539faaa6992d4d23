package table

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"larui/datasets/moments"
	"larui/datasets/wording"
)

// openMoments opens a file of moments as a table of its sample of rows. The label is the last
// column.
func openMoments(in *Input) ([]member, error) {
	const perByte = 4 // bytes of a number that is written in two
	lines := moments.Lines{MaxLineBytes: int(min(1<<30, in.limit()/perByte))}
	err := moments.Read(in, &lines)
	var wrong *moments.LineError
	switch {
	case errors.As(err, &wrong):
		return nil, in.FaultAt(wrong.Line, 0, &fault{text: wrong.Err.Error(), kinds: []error{ErrSyntax, wrong.Err}})
	case err != nil:
		return nil, err
	}
	s, err := lines.Total()
	if err != nil || s == nil || s.N == 0 {
		return nil, cmp.Or(err, in.Fault(ErrEmpty, "holds moments of no rows"))
	}
	in.expectNulls()
	t := in.newTable(fmt.Sprintf("moments with a sample of %d", len(s.Sample.Keys)), momentRows{s})
	t.Sums, t.N, t.Cols, t.Columns = s, s.N, s.Width(), slices.Clone(s.Names())
	if !s.Labelled {
		t.FeaturesOnly, t.Lacking = true, "holds moments of rows without a label"
		return singleMember(t, nil)
	}
	t.Cols++
	if t.Columns != nil {
		t.Columns = append(t.Columns, s.Label)
	}
	return singleMember(t, nil)
}

// momentRows are the rows of the sample.
type momentRows struct{ *moments.Sums }

func (r momentRows) settle(*Table, string) error { return nil }

func (r momentRows) each(t *Table, pick Pick, visit func(*Batch) error) error {
	b := &Batch{Whole: true, All: len(r.Sample.Keys)}
	w := r.Width()
	for i := range r.Sample.Keys {
		row := r.Sample.Rows[i*w : (i+1)*w]
		var column int
		var err error
		b.X, column, err = pick.appendRow(b.X, row)
		if err != nil {
			return t.FeatureFault(i+1, column, err)
		}
		for _, from := range pick.Carried {
			if from == w {
				b.Carried = append(b.Carried, r.Sample.Labels[i])
			} else {
				b.Carried = append(b.Carried, wording.FormatNumber(row[from]))
			}
		}
		b.Lines = append(b.Lines, i+1)
		if pick.Label >= 0 {
			b.Labels = append(b.Labels, r.Sample.Labels[i])
		}
	}
	return visit(b)
}
