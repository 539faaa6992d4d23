package datasets

import (
	"context"
	"fmt"
	"strings"
)

// FilesName is the Spec.Name of a pair read from people's own files.
const FilesName = "files"

// An Info describes a pair that can be opened by its name alone.
type Info struct {
	Name, Summary string
	// Needs says what has to be there before the pair can be opened; empty for
	// a built-in pair.
	Needs string
	// BuiltIn pairs are generated, and always open.
	BuiltIn bool
	// Options names the fields of Spec that change the pair, as flags call them; none
	// for FilesName, of which all that is said of files does.
	Options []string
}

// A pairRow is a row of the table of what can be opened.
type pairRow struct {
	Info
	// defaults changes the defaults of a Spec to those of the pair; nil for none.
	defaults func(spec *Spec)
	// open generates or reads the pair.
	open func(report *reporter, spec Spec) (*Pair, error)
	// files lists the files that the pair is read from, none where they can't be
	// found; nil for a pair that is generated.
	files func(spec Spec) []string
}

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
		mnistUSPS(),
		uspsMNIST(),
		files(),
	}
}

// files is the row of pairs read from people's own files.
func files() pairRow {
	return pairRow{
		Info: Info{Name: FilesName},
		open: openFiles, files: filesRead,
	}
}

// rowOf returns the row of the pair called name; empty where there is none.
func rowOf(name string) pairRow {
	for _, r := range pairRows() {
		if r.Name == name {
			return r
		}
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
		Ratio:       1,
		TargetSplit: "test",
		Bias:        true,
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
	pair, _, _, err := OpenKept(ctx, spec, progress)
	return pair, err
}

// open generates or reads the pair of spec.
func open(report *reporter, spec Spec) (*Pair, error) {
	r := rowOf(spec.Name)
	if r.open == nil {
		return nil, UnknownPair(spec.Name)
	}
	pair, err := r.open(report, spec)
	if err != nil {
		return nil, err
	}
	pair.Classes = len(pair.ClassNames)
	return pair, nil
}

// UnknownPair is the error of a name that no pair has. It names what can be opened, the
// likeliest first.
func UnknownPair(name string) error {
	names := []string{}
	for _, info := range List() {
		names = append(names, info.Name)
	}
	known := strings.Join(append(names, FilesName), ", ")
	if near, ok := nearest(name, names); ok {
		return fmt.Errorf("%w %q: did you mean %s? there are %s", ErrUnknownPair, name, near, known)
	}
	return fmt.Errorf("%w %q: there are %s", ErrUnknownPair, name, known)
}
