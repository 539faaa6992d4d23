package moments

import (
	"fmt"
	"slices"
	"strings"
)

// MostFolds bounds the folds that rows are dealt to.
const MostFolds = 100

// Parts takes rows, and sums those of each class or fold apart: sums as any others, a line for each,
// so that classes can be chosen, and folds held out, when the rows have been summed.
type Parts struct {
	start   func() *Rows
	classes bool
	folds   int
	parts   map[partOf]*part
}

// A partOf names a class, if these are apart, and a fold, 0 if these are not.
type partOf struct {
	class string
	fold  int
}

// A part is the rows of one, and those at hand.
type part struct {
	*Rows
	x      []float64
	labels []string
}

// NewParts returns what has taken no rows yet, of each class apart, of so many folds, 0 for none, or
// of both; start is NewRows.
func NewParts(start func() *Rows, classes bool, folds int) *Parts {
	return &Parts{start, classes, folds, map[partOf]*part{}}
}

// Add is that of Rows. Rows of one group fall into the same fold, by a hash of it; where groups are
// nil, a hash of the row. It fails where the labels are too many to be classes.
func (p *Parts) Add(x []float64, w int, labels, groups []string) error {
	for i := range len(x) / w {
		row, label, of := x[i*w:(i+1)*w], "", partOf{}
		if labels != nil {
			label = labels[i]
		}
		if p.classes {
			of.class = label
		}
		if p.folds > 0 {
			hash := rowHash(row, label)
			if groups != nil {
				hash = rowHash(nil, groups[i])
			}
			of.fold = 1 + int(scramble(hash)%uint64(p.folds))
		}
		at := p.parts[of]
		if at == nil {
			if len(p.parts) == mostClasses*max(1, p.folds) {
				return fmt.Errorf("more than %d distinct labels, which are no classes to be summed apart", mostClasses)
			}
			at = &part{Rows: p.start()}
			if p.folds > 0 {
				at.sums.Fold, at.sums.Folds = of.fold, p.folds
			}
			of.class = strings.Clone(of.class)
			p.parts[of] = at
		}
		at.x = append(at.x, row...)
		if labels != nil {
			at.labels = append(at.labels, label)
		}
	}
	for _, at := range p.parts {
		at.Rows.Add(at.x, at.labels)
		at.x, at.labels = at.x[:0], at.labels[:0]
	}
	return nil
}

// Sums returns the sums of each part, by classes and folds; of no rows if there were none. It fails
// as that of Rows does.
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
	slices.SortFunc(all, byPart)
	return all, nil
}
