package datasets

import (
	"fmt"
	"path/filepath"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

type domainReader struct {
	*table.Table
	pick   table.Pick
	domain *model.Domain
	labels *labels
	kept   *keptRows
	gaps   []int // the number of filled gaps, for each of pick.Converters
	// rowHashes has a hash of each row of the domain, computed before the features are rescaled.
	rowHashes []uint64

	// scaling has the changes of scale of the features and the labels.
	scaling appliedScaling
	// setAside has the numbers, from 0, of the rows set aside for validation.
	setAside map[int]bool
}

// featureCount leaves out the constant.
func (d *domainReader) featureCount() int {
	if d.pick.Bias {
		return d.pick.Width() - 1
	}
	return d.pick.Width()
}

// String returns a description such as "a.csv: CSV text, 10 rows, 3 features".
func (d *domainReader) String() string {
	return fmt.Sprintf("%s: %s, %s, %s", filepath.Base(d.Path), d.Form, wording.Plural(d.N, "row"), wording.Plural(d.featureCount(), "feature"))
}

func (d *domainReader) describeLabels() string {
	if d.Labels != nil {
		return "the labels are " + d.Labels.About
	}
	return "the label is column " + d.QuotedName(d.pick.Label)
}

// describeTargetLabels returns the end of the note on the target's file. The end says which rows have no
// label. If every row of a text file has a label, the end is "".
func (d *domainReader) describeTargetLabels() string {
	switch {
	case d.pick.Label < 0:
		return "; it has no label column"
	case d.labels.missing == d.kept.count:
		return "; its label column is empty"
	case d.labels.missing > 0:
		return fmt.Sprintf("; the label is missing from %s, which are fitted but not scored", wording.Plural(d.labels.missing, "row"))
	case !d.IsText():
		return "; " + d.describeLabels()
	}
	return ""
}

// layout leaves Recipe, Options and Gaps empty.
func (d *domainReader) layout() Layout {
	l := Layout{Description: d.Describe(), Features: d.pick.Features, Bias: d.pick.Bias, Label: d.pick.Label, opened: d.Info()}
	l.Mean, l.Scale = d.scaling.meanAndScale()
	if r := d.scaling.labels; r != nil {
		l.LabelMean, l.LabelScale = r.meanAndWidth()
	}
	return l
}
