package datasets

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/phrase"
	"larui/datasets/table"
)

// refit appends the validation rows to the source (model.Data.Refit), as Spec.Refit asks. They are
// rescaled like the target.
func (p *Pair) refit() error {
	rows := p.Validation.Rows()
	switch info := rowOf(p.Name).Info; {
	case rows > 0 && p.Validation.Sampled():
		return table.NewFault(ErrSpec, "refit adds validation rows to the fit, and these are sums or too many to be held")
	case rows > 0 && p.Validation.Labelled():
	case info.BuiltIn:
		return table.NewFault(ErrSpec, "refit adds labelled validation rows to the fit, but %s has no such rows", p.Name)
	default:
		return table.NewFault(ErrSpec, "refit adds labelled validation rows of the target to the fit, and there are none: --validation-size sets some aside, --validation reads a file of them")
	}
	p.Data = p.Data.Refit()
	p.Population = nil // the rows of the fit are no longer a sample of the population
	p.SourceName += " and " + p.RefitText()
	p.note("refit: %s are in the fit, behind those of the source: they are not held out any more, and no score is of them alone", p.RefitText())
	return nil
}

// RefitText describes the validation rows in the fit. It is empty if there are none.
func (p *Pair) RefitText() string {
	if p.Refitted == 0 {
		return ""
	}
	return fmt.Sprintf("%s of the target", phrase.Plural(p.Refitted, "validation row"))
}

// OwnRows returns the rows of the source's X without the validation rows that refit appended.
func (p *Pair) OwnRows() *mat.Dense {
	if p.Source.Rowless() {
		return p.Source.X
	}
	n, d := p.Source.X.Dims()
	return p.Source.X.Slice(0, n-p.Refitted, 0, d).(*mat.Dense)
}
