package datasets

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// pairRows lists the pairs in the order of display. Each row is defined in the file of its
// generator or reader.
func pairRows() []pairRow {
	return []pairRow{
		rotatedGaussian(),
		wideGaussian(),
		rotatedRegression(),
		subspace(),
		correlatedFeatures(),
		glyphs(),
		penguins(),
		mnistUSPS(),
		uspsMNIST(),
		xed(),
		{Info: Info{Name: FilesName}, openWithSource: openFiles, files: filesRead},
	}
}

// rowOf returns the row of the named pair, or the zero row for an unknown name.
func rowOf(name string) pairRow {
	rows := pairRows()
	if i := slices.IndexFunc(rows, func(r pairRow) bool { return r.Name == name }); i >= 0 {
		return rows[i]
	}
	return pairRow{}
}

// List returns the Info of every pair in the order of display, except FilesName.
func List() []Info {
	var infos []Info
	for _, r := range pairRows() {
		if r.Name != FilesName {
			infos = append(infos, r.Info)
		}
	}
	return infos
}

// Lookup returns the Info of the named pair and reports whether it has an open function: FilesName
// has none.
func Lookup(name string) (Info, bool) {
	r := rowOf(name)
	return r.Info, r.open != nil
}

// DefaultSpec returns the default Spec of the named pair. It accepts an unknown name: Open then
// returns the error.
func DefaultSpec(name string) Spec {
	spec := Spec{
		Name:        name,
		Angle:       45,
		N:           1000,
		M:           1000,
		Task:        "auto",
		Options:     table.DefaultOptions(),
		Ratio:       1,
		TargetSplit: "test",
		Bias:        true,
		Judged:      model.ScoreChoice{Budget: 0.05},
	}
	if r := rowOf(name); r.defaults != nil {
		r.defaults(&spec)
	}
	return spec
}

// Open generates or reads the pair that spec describes. It calls progress, which may be nil, from
// the calling goroutine, and returns ctx.Err() soon after ctx is done. Every error is a single line
// and wraps a sentinel error of this package; an error at a place in a file is a *FormatError.
func Open(ctx context.Context, spec Spec, progress func(Progress)) (*Pair, error) {
	pair, _, _, err := OpenCached(ctx, spec, nil, progress)
	return pair, err
}

// open generates or reads the pair of spec.
func open(report *table.Reporter, spec Spec, source *Source) (pair *Pair, err error) {
	switch r := rowOf(spec.Name); {
	case r.openWithSource != nil:
		pair, err = r.openWithSource(report, spec, cmp.Or(source, &Source{}))
	case r.open != nil:
		pair, err = r.open(report, spec)
	default:
		return nil, UnknownPair(spec.Name)
	}
	if err != nil {
		return nil, err
	}
	pair.Classes = len(pair.ClassNames)
	return pair, nil
}

// UnknownPair returns the error for the name of an unknown pair. Its text lists the known pairs,
// the most similar name first.
func UnknownPair(name string) error {
	var names []string
	for _, info := range List() {
		names = append(names, info.Name)
	}
	return fmt.Errorf("%w %q: %s", ErrUnknownPair, name, wording.Suggest(name, append(names, FilesName)))
}

// OpenCached opens the pair of spec as Open does, or takes the pair and its problem from the Cache in
// spec.Cache. The problem is nil if the entry has none. The returned key identifies the pair; it is
// zero if the pair must not be cached: spec.Cache is empty, the pair is built in, or its files
// changed while they were read. source, which may be nil, remembers the source that was read, so
// that a later pair with the same source has the same Source.X.
func OpenCached(ctx context.Context, spec Spec, source *Source, progress func(Progress)) (*Pair, *model.Problem, Key, error) {
	report := table.NewReporter(ctx, progress)
	if err := ctx.Err(); err != nil {
		return nil, nil, Key{}, err
	}
	if spec.Cache == "" {
		pair, err := open(report, spec, source)
		return pair, nil, Key{}, err
	}
	key, same, err := recognize(report, spec, Files(spec))
	if err != nil {
		return nil, nil, Key{}, err
	}
	if pair, problem, ok := (Cache{Folder: spec.Cache}).Get(key); ok {
		for i := range pair.Layouts {
			if info, err := os.Stat(pathsOf(spec)[i]); err == nil && same() {
				pair.Layouts[i].opened = info
			}
		}
		return pair, problem, key, nil
	}
	pair, err := open(report, spec, source)
	if err != nil || key == (Key{}) || !same() {
		return pair, nil, Key{}, err
	}
	return pair, nil, key, nil
}
