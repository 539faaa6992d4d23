package datasets

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"

	"larui/datasets/phrase"
	"larui/datasets/table"
	"larui/model"
)

// pairRows is what can be opened by its name, in the order in which to show it. A
// pair is added as a row that the file of its generator or reader holds.
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
		{Info: Info{Name: FilesName}, openKnowing: openFiles, files: filesRead},
	}
}

// rowOf returns the row of the pair called name; empty where there is none.
func rowOf(name string) pairRow {
	rows := pairRows()
	if i := slices.IndexFunc(rows, func(r pairRow) bool { return r.Name == name }); i >= 0 {
		return rows[i]
	}
	return pairRow{}
}

// List describes the pairs in the order in which to show them. Pairs read from
// files (FilesName) are not among them.
func List() []Info {
	var infos []Info
	for _, r := range pairRows() {
		if r.Name != FilesName {
			infos = append(infos, r.Info)
		}
	}
	return infos
}

// Lookup describes the pair called name, FilesName among them; false where there is
// none.
func Lookup(name string) (Info, bool) {
	r := rowOf(name)
	return r.Info, r.open != nil
}

// DefaultSpec returns the defaults of the pair called name, which may be one
// that Open does not know: Open then says so.
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
		Judged:      model.Judged{Budget: 0.05},
	}
	if r := rowOf(name); r.defaults != nil {
		r.defaults(&spec)
	}
	return spec
}

// Open generates or reads the pair that spec describes. It calls progress, where
// it is not nil, from the calling goroutine, and returns ctx.Err() soon after ctx
// is done. Errors are one line each and wrap the sentinel errors of this package;
// where a place in a file is to blame they are a *FormatError.
func Open(ctx context.Context, spec Spec, progress func(Progress)) (*Pair, error) {
	pair, _, _, err := OpenKept(ctx, spec, nil, progress)
	return pair, err
}

// open generates or reads the pair of spec.
func open(report *table.Reporter, spec Spec, source *Source) (pair *Pair, err error) {
	switch r := rowOf(spec.Name); {
	case r.openKnowing != nil:
		pair, err = r.openKnowing(report, spec, cmp.Or(source, &Source{}))
	case r.open != nil:
		pair, err = r.open(report, spec)
	default:
		return nil, UnknownPair(spec.Name)
	}
	if err != nil {
		return nil, err
	}
	pair.Classes = len(pair.ClassNames)
	if spec.Refit {
		err = pair.refit()
	}
	return pair, err
}

// UnknownPair is the error of a name that no pair has. It names what can be opened, the
// likeliest first.
func UnknownPair(name string) error {
	var names []string
	for _, info := range List() {
		names = append(names, info.Name)
	}
	return fmt.Errorf("%w %q: %s", ErrUnknownPair, name, phrase.Among(name, append(names, FilesName)))
}

// OpenKept opens the pair of spec as Open does, or takes it and its problem, nil where
// none was prepared, from the Cache that spec names. The key tells the pair apart from
// all others; it is zero where the pair is not to be kept: spec names no Cache, the pair
// is built in, or its files changed while they were read. source, which may be nil, remembers what is
// read of the source for the next pair: where the same would be read again that has the same Source.X.
func OpenKept(ctx context.Context, spec Spec, source *Source, progress func(Progress)) (*Pair, *model.Problem, Key, error) {
	report := table.NewReporter(ctx, progress)
	if err := ctx.Err(); err != nil {
		return nil, nil, Key{}, err
	}
	if spec.Cache == "" {
		pair, err := open(report, spec, source)
		return pair, nil, Key{}, err
	}
	key, same, err := recognize(report, spec, rowOf(spec.Name).paths(spec))
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
