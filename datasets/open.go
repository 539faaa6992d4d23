package datasets

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// pairEntries lists the pairs in the order of display.
func pairEntries() []pairEntry {
	return []pairEntry{
		rotatedGaussian(),
		wideGaussian(),
		rotatedRegression(),
		subspace(),
		correlatedFeatures(),
		glyphs(),
		penguins(),
		digitPair{mnistSet(), uspsSet()}.newPairEntry("mnist-usps", "handwritten digits: learn on MNIST, read USPS"),
		digitPair{uspsSet(), mnistSet()}.newPairEntry("usps-mnist", "handwritten digits: learn on USPS, read MNIST"),
		xed(),
		{PairInfo: PairInfo{Name: FilesName}, openWithSource: openFiles, files: listFilesAndLabelFiles},
	}
}

func findPairEntry(name string) pairEntry {
	rows := pairEntries()
	if i := slices.IndexFunc(rows, func(r pairEntry) bool { return r.Name == name }); i >= 0 {
		return rows[i]
	}
	return pairEntry{}
}

// ListPairs returns the PairInfo of every pair except FilesName, in the order of display.
func ListPairs() []PairInfo {
	var infos []PairInfo
	for _, r := range pairEntries() {
		if r.Name != FilesName {
			infos = append(infos, r.PairInfo)
		}
	}
	return infos
}

// LookupPair returns the PairInfo of the named pair. It returns false if the name is unknown or FilesName.
func LookupPair(name string) (PairInfo, bool) {
	r := findPairEntry(name)
	return r.PairInfo, r.open != nil
}

// DefaultSpec returns the default Spec of the named pair. For an unknown name it returns a Spec for
// which Open fails.
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
		ScoreChoice: model.ScoreChoice{Budget: 0.05},
	}
	if r := findPairEntry(name); r.defaults != nil {
		r.defaults(&spec)
	}
	return spec
}

// Open generates or reads the pair that spec describes. It calls progress, which may be nil, on the calling
// goroutine. It returns ctx.Err() soon after ctx is done. Every other error is a single line and wraps an
// Err value of this package; an error at a place in a file is a *FormatError.
func Open(ctx context.Context, spec Spec, progress func(Progress)) (*Pair, error) {
	pair, _, _, err := OpenCached(ctx, spec, nil, progress)
	return pair, err
}

func open(report *table.Reporter, spec Spec, source *SourceCache) (pair *Pair, err error) {
	switch r := findPairEntry(spec.Name); {
	case r.openWithSource != nil:
		pair, err = r.openWithSource(report, spec, cmp.Or(source, &SourceCache{}))
	case r.open != nil:
		pair, err = r.open(report, spec)
	default:
		return nil, UnknownPair(spec.Name)
	}
	if err != nil {
		return nil, err
	}
	pair.Name, pair.Classes = spec.Name, len(pair.ClassNames)
	return pair, nil
}

// UnknownPair returns an error that wraps ErrUnknownPair. It lists the known pairs, or says how to name
// files if name has an extension.
func UnknownPair(name string) error {
	if filepath.Ext(name) != "" {
		return fmt.Errorf("%w %q: give files as --source %s --target FILE", ErrUnknownPair, name, wording.ShellQuote(name))
	}
	var names []string
	for _, info := range ListPairs() {
		names = append(names, info.Name)
	}
	return fmt.Errorf("%w %q: %s", ErrUnknownPair, name, wording.Suggest(name, append(names, FilesName)))
}

// OpenCached returns the pair of spec from the Cache in the folder spec.Cache, or opens it as Open does.
// The problem is the cached one, or nil. The Key is for Cache.Put; it is zero if the pair must not be
// cached, for example because its files changed while they were read. If source is not nil, later pairs
// with the same source share Source.X.
func OpenCached(ctx context.Context, spec Spec, source *SourceCache, progress func(Progress)) (*Pair, *model.Problem, Key, error) {
	report := table.NewReporter(ctx, progress)
	if err := ctx.Err(); err != nil {
		return nil, nil, Key{}, err
	}
	if spec.Cache == "" {
		pair, err := open(report, spec, source)
		return pair, nil, Key{}, err
	}
	key, unchanged, err := computeKey(report, spec, PairFiles(spec))
	if err != nil {
		return nil, nil, Key{}, err
	}
	if pair, problem, ok := (Cache{Folder: spec.Cache}).Get(key); ok {
		for i := range pair.Layouts {
			if info, err := os.Stat(listPaths(spec)[i]); err == nil && unchanged() {
				pair.Layouts[i].opened = info
			}
		}
		return pair, problem, key, nil
	}
	pair, err := open(report, spec, source)
	if err != nil || key == (Key{}) || !unchanged() {
		return pair, nil, Key{}, err
	}
	return pair, nil, key, nil
}
