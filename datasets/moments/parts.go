package moments

import (
	"fmt"
	"strings"
)

// Parts takes rows, and sums those of each class apart: sums as any others, a line for each, so that
// classes can be chosen when the rows have been summed.
type Parts struct {
	start func() *Rows
	parts map[string]*part
}

// A part is the rows of a class, and those at hand.
type part struct {
	*Rows
	x      []float64
	labels []string
}

// NewParts returns what has taken no rows yet; start is NewRows.
func NewParts(start func() *Rows) *Parts { return &Parts{start, map[string]*part{}} }

// Add is that of Rows. It fails where the labels are too many to be classes.
func (p *Parts) Add(x []float64, labels []string) error {
	if len(labels) == 0 {
		return nil
	}
	w := len(x) / len(labels)
	for i, label := range labels {
		at := p.parts[label]
		if at == nil {
			if len(p.parts) == mostClasses {
				return fmt.Errorf("more than %d distinct labels are no classes to be summed apart", mostClasses)
			}
			at = &part{Rows: p.start()}
			p.parts[strings.Clone(label)] = at
		}
		at.x, at.labels = append(at.x, x[i*w:(i+1)*w]...), append(at.labels, label)
	}
	for _, at := range p.parts {
		at.Rows.Add(at.x, at.labels)
		at.x, at.labels = at.x[:0], at.labels[:0]
	}
	return nil
}

// Sums returns the sums of each class, of those without a label first; of no rows if there were
// none. It fails as that of Rows does.
func (p *Parts) Sums() (all []*Sums, err error) {
	for _, at := range p.parts {
		s, err := at.Rows.Sums()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	if all == nil {
		s, err := p.start().Sums()
		return []*Sums{s}, err
	}
	sortByClass(all)
	return all, nil
}
