package datasets

import (
	"fmt"
	"path/filepath"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// A domainReader is a domain of a pair while it is read from its table.
type domainReader struct {
	*table.Table
	pick   table.Pick
	domain *model.Domain
	labels *labels
	kept   *keptRows
	gaps   []int // one number for each maker
	// rows are hashes of the kept rows before any change of scale.
	rows []uint64

	// scaling and without are for reading all rows again (blocks): the changes of scale, and the
	// rows to leave out.
	scaling scaling
	without map[int]bool
}

// features returns the number of columns of X without the constant.
func (d *domainReader) features() int {
	if d.pick.Bias {
		return d.pick.Width() - 1
	}
	return d.pick.Width()
}

// String describes the file: its name, form, rows and features.
func (d *domainReader) String() string {
	return fmt.Sprintf("%s: %s, %s, %s", filepath.Base(d.Path), d.Form, wording.Plural(d.N, "row"), wording.Plural(d.features(), "feature"))
}

// labelText describes the place of the labels.
func (d *domainReader) labelText() string {
	if d.Labels != nil {
		return "the labels are " + d.Labels.About
	}
	return "the label is column " + d.ColumnName(d.pick.Label)
}

// targetLabels describes the labels of a domain that may have none.
func (d *domainReader) targetLabels() string {
	switch {
	case d.pick.Label < 0:
		return "; it has no label column"
	case d.labels.missing == d.kept.count:
		return "; its label column is empty"
	case d.labels.missing > 0:
		return fmt.Sprintf("; the label is missing from %s, which are fitted and not scored", wording.Plural(d.labels.missing, "row"))
	case !d.IsText():
		return "; " + d.labelText()
	}
	return ""
}

// layout returns the layout of the domain's file.
func (d *domainReader) layout() Layout {
	l := Layout{Description: d.Describe(), Features: d.pick.Features, Bias: d.pick.Bias, Label: d.pick.Label, opened: d.Info()}
	l.Mean, l.Scale = d.scaling.affine()
	if r := d.scaling.labels; r != nil {
		l.LabelMean, l.LabelScale = r.affine()
	}
	return l
}
