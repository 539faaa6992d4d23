package moments

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"larui/datasets/phrase"
)

// Lines are what is added up of lines of moments. The zero value adds up all, those of each fold
// apart.
type Lines struct {
	// Twice allows for the same rows twice.
	Twice bool
	// Classes are those whose lines are added up, nil for all; PerClass adds up those of each class
	// apart. Both need lines of one class each, or of rows without a label.
	Classes  []string
	PerClass bool
	// Most bounds a line that Read reads, in bytes. Default: 1 GiB.
	Most int

	first *Sums
	parts map[partOf]*Sums
	seen  map[string]bool
}

// Add adds the sums of a line, which it may keep.
func (l *Lines) Add(line *Sums) error {
	if l.first == nil {
		l.first, l.parts, l.seen = line, map[partOf]*Sums{}, map[string]bool{}
	}
	if err := l.first.belongs(line); err != nil {
		return err
	}
	part := partOf{fold: line.Fold*(MostFolds+1) + line.Folds}
	if (l.PerClass || l.Classes != nil) && line.N > 0 {
		class, alone := line.class()
		if !alone {
			return errors.New("holds rows of several classes in one sum: rows are summed apart by larui moments --per-class")
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
	return l.parts[part].Join(line, l.Twice)
}

// Sums returns what has been added up, none where there were no lines. It fails where a class that
// was chosen has none.
func (l *Lines) Sums() (all []*Sums, err error) {
	for _, class := range l.Classes {
		if l.first != nil && !l.seen[class] {
			return nil, fmt.Errorf("hold no rows of the class %s", phrase.Excerpt(class))
		}
	}
	for _, s := range l.parts {
		if s.N > 0 || len(l.parts) == 1 {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, byPart)
	return all, nil
}

// Whole is Sums, but one sum of all, nil where there were no lines, with its folds apart if all rows
// are of some.
func (l *Lines) Whole() (*Sums, error) {
	parts, err := l.Sums()
	if err != nil || len(parts) < 2 {
		return slices.Concat(parts, []*Sums{nil})[0], err
	}
	whole := parts[0].clone()
	for _, s := range parts[1:] {
		if err := whole.Join(s.clone(), l.Twice); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(parts, func(s *Sums) bool { return s.Folds == 0 || s.Folds != parts[0].Folds }) {
		whole.Apart = parts
	}
	return whole, nil
}

// class is that of all rows, empty where they have no label; alone is false where there are several.
func (s *Sums) class() (name string, alone bool) {
	switch {
	case s.Unlabelled == s.N:
		return "", true
	case s.Unlabelled > 0 || len(s.Classes) != 1:
		return "", false
	}
	return s.Classes[0].Name, true
}

// byPart orders sums by their classes and folds.
func byPart(a, b *Sums) int {
	first, _ := a.class()
	second, _ := b.class()
	return cmp.Or(strings.Compare(first, second), a.Folds-b.Folds, a.Fold-b.Fold)
}
