package datasets

import (
	"context"
	"fmt"
	"strings"
)

// FilesName is the Spec.Name of a pair read from people's own files.
const FilesName = "files"

// The names of the pairs that List describes.
const (
	rotatedGaussianName    = "rotated-gaussian"
	wideGaussianName       = "wide-gaussian"
	rotatedRegressionName  = "rotated-regression"
	subspaceName           = "subspace"
	correlatedFeaturesName = "correlated-features"
	glyphsName             = "glyphs"
	mnistUSPSName          = "mnist-usps"
	uspsMNISTName          = "usps-mnist"
)

// An Info describes a pair that can be opened by its name alone.
type Info struct {
	Name, Summary string
	// Needs says what has to be there before the pair can be opened; empty for
	// a built-in pair.
	Needs string
	// BuiltIn pairs are generated, and always open.
	BuiltIn bool
	// Adjustable names the fields of Spec that change the pair.
	Adjustable []string
	// TargetOnly names those of Adjustable that leave the source as it is.
	TargetOnly []string
}

// List describes the pairs in the order in which to show them. Pairs read from
// files (FilesName) are not among them.
func List() []Info {
	digits := []string{"Classes", "Ratio", "TargetSplit", "Raw", "Bias", "ValidationSize", "Seed"}
	const needs = "the folders mnist/ and usps/ in a data folder (--data or LARUI_DATA)"
	return []Info{
		{
			Name:       rotatedGaussianName,
			Summary:    "a plane Gaussian, labelled along its first axis, and the same rotated",
			BuiltIn:    true,
			Adjustable: []string{"Angle", "N", "M", "Ratio", "Noise", "Seed"},
			TargetOnly: []string{"Angle", "M"},
		},
		{
			Name:       wideGaussianName,
			Summary:    "the same with a wider second axis: keep the implicit term, and it shows",
			BuiltIn:    true,
			Adjustable: []string{"Angle", "N", "M", "Ratio", "Noise", "Seed"},
			TargetOnly: []string{"Angle", "M"},
		},
		{
			Name:       rotatedRegressionName,
			Summary:    "the same Gaussian, labelled by its first left singular vector",
			BuiltIn:    true,
			Adjustable: []string{"Angle", "N", "M", "Noise", "Seed"},
			TargetOnly: []string{"Angle", "M"},
		},
		{
			Name:       subspaceName,
			Summary:    "40 features, labels in five components: the theorems, exactly",
			BuiltIn:    true,
			Adjustable: []string{"Angle", "N", "M", "Noise", "Seed"},
			TargetOnly: []string{"Angle", "M"},
		},
		{
			Name:       correlatedFeaturesName,
			Summary:    "ten features, nine that follow the label: another nine in the target",
			BuiltIn:    true,
			Adjustable: []string{"N", "M", "Noise", "Seed"},
			TargetOnly: []string{"M"},
		},
		{
			Name:       glyphsName,
			Summary:    "printed digits: learn on one font, read another",
			BuiltIn:    true,
			Adjustable: []string{"Classes", "N", "M", "Ratio", "Noise", "Bias", "Seed"},
			TargetOnly: []string{"M"},
		},
		{
			Name:       mnistUSPSName,
			Summary:    "handwritten digits: learn on MNIST, read USPS",
			Needs:      needs,
			Adjustable: digits,
		},
		{
			Name:       uspsMNISTName,
			Summary:    "handwritten digits: learn on USPS, read MNIST",
			Needs:      needs,
			Adjustable: digits,
		},
	}
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
	switch name {
	case subspaceName:
		spec.Angle = 70
	case correlatedFeaturesName:
		spec.Noise = 0.01
	case glyphsName:
		spec.Noise = 0.1
	case mnistUSPSName, uspsMNISTName:
		spec.ValidationSize = 100
	}
	return spec
}

// Open generates or reads the pair that spec describes. It calls progress, where
// it is not nil, from the calling goroutine, and returns ctx.Err() soon after ctx
// is done. Errors are one line each and wrap the sentinel errors of this package;
// where a place in a file is to blame they are a *FormatError.
func Open(ctx context.Context, spec Spec, progress func(Progress)) (*Pair, error) {
	pair, _, err := OpenKeyed(ctx, spec, progress)
	return pair, err
}

// open generates or reads the pair of spec.
func open(report *reporter, spec Spec) (*Pair, error) {
	pair, err := openNamed(report, spec)
	if err == nil {
		pair.Classes = len(pair.ClassNames)
	}
	return pair, err
}

func openNamed(report *reporter, spec Spec) (*Pair, error) {
	switch spec.Name {
	case rotatedGaussianName:
		return openRotatedGaussian(report, spec)
	case wideGaussianName:
		return openWideGaussian(report, spec)
	case rotatedRegressionName:
		return openRotatedRegression(report, spec)
	case subspaceName:
		return openSubspace(report, spec)
	case correlatedFeaturesName:
		return openCorrelatedFeatures(report, spec)
	case glyphsName:
		return openGlyphs(report, spec)
	case mnistUSPSName, uspsMNISTName:
		return openDigits(report, spec)
	case FilesName:
		return openFiles(report, spec)
	}
	return nil, UnknownPair(spec.Name)
}

// UnknownPair is the error of a name that no pair has. It names what can be opened, the likeliest first.
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
