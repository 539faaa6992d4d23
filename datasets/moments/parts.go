package moments

import (
	"fmt"
	"slices"
	"strings"
)

// MostFolds is the largest number of folds.
const MostFolds = 100

// A PartSummer sums the rows of each part separately. A part has the rows of a class, of a fold, or of a
// class in a fold; without classes and folds it has all rows. Each part becomes a line of the file, so that
// classes can be selected and folds held out later.
type PartSummer struct {
	start   func() *RowSummer
	classes bool
	folds   int
	parts   map[partKey]*bufferedSummer
}

// A partKey is the class and the fold of a part. The class is "" if a part has rows of all classes, and
// the fold is 0 if a part has rows of all folds.
type partKey struct {
	class string
	fold  int
}

// A bufferedSummer sums the rows of a part. Add first collects rows in x and labels, and then adds
// these rows.
type bufferedSummer struct {
	*RowSummer
	x      []float64
	labels []string
}

// NewPartSummer returns a PartSummer without rows. newSummer must return a RowSummer without rows. If
// classes is true, the rows of each class become parts of their own. folds is the number of folds, or 0.
func NewPartSummer(newSummer func() *RowSummer, classes bool, folds int) *PartSummer {
	return &PartSummer{newSummer, classes, folds, map[partKey]*bufferedSummer{}}
}

// Add adds the rows of x, of w numbers each, with their labels. groups has a text for each row: rows with
// equal texts are in the same fold. If groups is nil, only equal rows with equal labels are sure to be in
// the same fold. Add fails if each class has its own part and there are more than 1000 classes.
func (p *PartSummer) Add(x []float64, w int, labels, groups []string) error {
	if !p.classes && p.folds == 0 { // without the copies below
		all, err := p.findPart(partKey{})
		if err == nil {
			all.RowSummer.Add(x, labels)
		}
		return err
	}
	for i := range len(x) / w {
		row, label, key := x[i*w:(i+1)*w], labelAt(labels, i), partKey{}
		if p.classes {
			key.class = label
		}
		if p.folds > 0 {
			hash := hashRow(row, label)
			if groups != nil {
				hash = hashRow(nil, groups[i])
			}
			key.fold = 1 + int(Scramble(hash)%uint64(p.folds))
		}
		at, err := p.findPart(key)
		if err != nil {
			return err
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

// findPart creates the part of key if there is none. It fails if there are too many parts.
func (p *PartSummer) findPart(key partKey) (*bufferedSummer, error) {
	at := p.parts[key]
	if at != nil {
		return at, nil
	}
	if len(p.parts) == mostClasses*max(1, p.folds) {
		return nil, fmt.Errorf("more than %d distinct labels: too many for sums of each class", mostClasses)
	}
	at = &bufferedSummer{RowSummer: p.start()}
	if p.folds > 0 {
		at.sums.Fold, at.sums.Folds = key.fold, p.folds
	}
	key.class = strings.Clone(key.class)
	p.parts[key] = at
	return at, nil
}

// Sums returns the sums of the parts, ordered by class and fold. Without rows it returns one Sums with
// N = 0. It fails if RowSummer.Sums fails.
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
	slices.SortFunc(all, compareParts)
	return all, nil
}
