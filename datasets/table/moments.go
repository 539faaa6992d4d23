package table

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"larui/datasets/moments"
)

// openMoments opens a file of moments as a table of its sample of rows. The label is the last
// column.
func openMoments(in *Input) ([]member, error) {
	const perByte = 4 // bytes of a number that is written in two
	lines := moments.LineSummer{MaxLineBytes: int(min(1<<30, in.memoryLimit()/perByte))}
	err := moments.ReadLines(in, &lines)
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
	in.disableMissingWords()
	t := in.newTable(fmt.Sprintf("moments with a sample of %d", len(s.Sample.Keys)), momentRows{s})
	t.Sums, t.N, t.Cols, t.Columns = s, s.N, s.Width(), slices.Clone(s.Names())
	if !s.Labelled {
		t.FeaturesOnly, t.MissingLabelText = true, "holds moments of rows without a label"
		return singleMember(t, nil)
	}
	t.Cols++
	if t.Columns != nil {
		t.Columns = append(t.Columns, s.Label)
	}
	return singleMember(t, nil)
}

type momentRows struct{ *moments.Sums }

func (r momentRows) prepare(*Table, string) error { return nil }

func (r momentRows) scan(_ *Table, visit sampleFunc) error {
	w := r.Width()
	for i := range r.Sample.Keys {
		label := ""
		if r.Labelled {
			label = r.Sample.Labels[i]
		}
		if err := visit(r.Sample.Rows[i*w:(i+1)*w], label, i+1); err != nil {
			return err
		}
	}
	return nil
}
