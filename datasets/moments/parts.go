package moments

import (
	"fmt"
	"slices"
	"strings"
)

// MostFolds is the largest number of folds.
const MostFolds = 100

// PartSummer sums the rows of each class or fold separately. Each part is a line of its own, so that
// classes can be selected and folds held out later.
type PartSummer struct {
	start   func() *RowSummer
	classes bool
	folds   int
	parts   map[partKey]*part
}

// A partKey identifies a part. The class is empty if classes are not separated, and the fold is 0
// if folds are not.
type partKey struct {
	class string
	fold  int
}

// A part has the sums of its rows, and its rows of the current block.
type part struct {
	*RowSummer
	x      []float64
	labels []string
}

// NewPartSummer returns Parts without rows. start must return a Rows without rows. Rows are separated by
// class if classes is set, and dealt to the given number of folds if folds is not 0.
func NewPartSummer(start func() *RowSummer, classes bool, folds int) *PartSummer {
	return &PartSummer{start, classes, folds, map[partKey]*part{}}
}

// Add adds rows as RowSummer.Add does. Rows of the same group go to the same fold, by a hash of the
// group. If groups is nil, the fold depends on a hash of the row. Add fails if there are too many
// labels to be classes.
func (p *PartSummer) Add(x []float64, w int, labels, groups []string) error {
	for i := range len(x) / w {
		row, label, of := x[i*w:(i+1)*w], "", partKey{}
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
			of.fold = 1 + int(Scramble(hash)%uint64(p.folds))
		}
		at := p.parts[of]
		if at == nil {
			if len(p.parts) == mostClasses*max(1, p.folds) {
				return fmt.Errorf("more than %d distinct labels: too many for sums of each class", mostClasses)
			}
			at = &part{RowSummer: p.start()}
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
		at.RowSummer.Add(at.x, at.labels)
		at.x, at.labels = at.x[:0], at.labels[:0]
	}
	return nil
}

// Sums returns the sums of the parts, ordered by class and fold, or one sum of no rows if there are
// no parts. It fails if RowSummer.Sums fails.
func (p *PartSummer) Sums() (all []*Sums, err error) {
	for _, at := range p.parts {
		s, err := at.RowSummer.Sums()
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	if all == nil {
		s, err := p.start().Sums()
		return []*Sums{s}, err
	}
	slices.SortFunc(all, comparePart)
	return all, nil
}
