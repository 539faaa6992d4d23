package moments

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"larui/datasets/wording"
)

// A LineSummer adds up the Sums in the lines of files. The zero value adds up all lines, each fold
// separately.
type LineSummer struct {
	// AllowDuplicates accepts sums that were added before; by default they are an error.
	AllowDuplicates bool
	// Classes selects the classes to add up; nil selects all.
	Classes []string
	// PerClass adds up each class separately. With PerClass or Classes, the rows of a line must have the
	// same class, or no label.
	PerClass bool
	// MaxLineBytes is the length of the longest line that ReadLines accepts. The default is 1 GiB.
	MaxLineBytes int

	first *Sums
	parts map[partKey]*Sums
	seen  map[string]bool
}

// Add adds the sums of a line. The caller must not use line afterwards.
func (l *LineSummer) Add(line *Sums) error {
	if l.first == nil {
		l.first, l.parts, l.seen = line, map[partKey]*Sums{}, map[string]bool{}
	}
	if err := l.first.checkSameLayout(line); err != nil {
		return err
	}
	part := partKey{fold: line.Fold*(MostFolds+1) + line.Folds}
	if (l.PerClass || l.Classes != nil) && line.N > 0 {
		class, alone := line.findCommonClass()
		if !alone {
			return errors.New("has rows of several classes in one sum: larui moments --per-class sums each class separately")
		}
		l.seen[class] = true
		if l.Classes != nil && !slices.Contains(l.Classes, class) {
			return nil
		}
		if l.PerClass {
			part.class = class
		}
	}
	if l.parts[part] == nil {
		l.parts[part] = line
		return nil
	}
	return l.parts[part].Join(line, l.AllowDuplicates)
}

// Sums returns the sums of each class and fold, ordered by class and then by fold. It returns nil if no
// line was added, and an error if a class in Classes has no rows.
func (l *LineSummer) Sums() (all []*Sums, err error) {
	for _, class := range l.Classes {
		if l.first != nil && !l.seen[class] {
			return nil, fmt.Errorf("hold no rows of the class %s", wording.Excerpt(class))
		}
	}
	for _, s := range l.parts {
		if s.N > 0 || len(l.parts) == 1 {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, compareParts)
	return all, nil
}

// Total returns the sum of all selected lines, or nil if no line was added. If all lines have the same
// number of folds, FoldSums of the result has the sums of each fold.
func (l *LineSummer) Total() (*Sums, error) {
	parts, err := l.Sums()
	if err != nil || len(parts) < 2 {
		return slices.Concat(parts, []*Sums{nil})[0], err
	}
	whole := parts[0].clone()
	for _, s := range parts[1:] {
		if err := whole.Join(s.clone(), l.AllowDuplicates); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(parts, func(s *Sums) bool { return s.Folds == 0 || s.Folds != parts[0].Folds }) {
		whole.FoldSums = parts
	}
	return whole, nil
}

// findCommonClass returns the class that all rows have, "" for rows without a label. It returns false if
// there are several classes.
func (s *Sums) findCommonClass() (name string, ok bool) {
	switch {
	case s.Unlabelled == s.N:
		return "", true
	case s.Unlabelled > 0 || len(s.Classes) != 1:
		return "", false
	}
	return s.Classes[0].Name, true
}

func compareParts(a, b *Sums) int {
	first, _ := a.findCommonClass()
	second, _ := b.findCommonClass()
	return cmp.Or(strings.Compare(first, second), a.Folds-b.Folds, a.Fold-b.Fold)
}
