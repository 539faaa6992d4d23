package datasets

import (
	"fmt"
	"strconv"
	"strings"

	"larui/datasets/phrase"
	"larui/datasets/table"
	"larui/model"
)

// FilesName is the Spec.Name of a pair read from people's own files.
const FilesName = "files"

// An Info describes a pair that can be opened by its name alone.
type Info struct {
	Name, Summary string
	// Aim says in plain words what is learned and what is predicted; {angle} stands for the
	// angle of the Spec. Empty for FilesName.
	Aim string
	// Needs says what has to be there before the pair can be opened; empty for
	// a built-in pair.
	Needs string
	// BuiltIn pairs are generated, or within the program, and always open.
	BuiltIn bool
	// Options names the fields of Spec that change the pair, as flags call them; none
	// for FilesName, of which all that is said of files does.
	Options []string
}

// AimOf is the Aim of the pair that a Spec names.
func (i Info) AimOf(spec Spec) string {
	return strings.Replace(i.Aim, "{angle}", degrees(spec.Angle), 1)
}

// degrees is "45°".
func degrees(angle float64) string {
	return strconv.FormatFloat(angle+0, 'f', -1, 64) + "°" // −0 becomes 0
}

// A pairRow is a row of the table of what can be opened.
type pairRow struct {
	Info
	// defaults changes the defaults of a Spec to those of the pair; nil for none.
	defaults func(spec *Spec)
	// open generates or reads the pair.
	open func(report *table.Reporter, spec Spec) (*Pair, error)
	// openKnowing does so instead where something is remembered of a source.
	openKnowing func(report *table.Reporter, spec Spec, source *Source) (*Pair, error)
	// files lists the files that the pair is read from, none where they can't be
	// found; nil for a pair that is generated.
	files func(spec Spec) []string
}

// paths lists those files.
func (r pairRow) paths(spec Spec) []string {
	if r.files == nil {
		return nil
	}
	return r.files(spec)
}

// Files lists the files that the pair of a spec, and its source with other targets, is read from.
func Files(spec Spec) []string {
	targets, _ := ListTargets(spec) // where they can't be listed nothing is read
	return append(rowOf(spec.Name).paths(spec), targets...)
}

// A Shape says that the first Rows·Cols features form a picture, row by row.
// Its zero value means that they do not.
type Shape struct{ Rows, Cols int }

// Start holds the parameters that suit a pair when it is opened. Zero fields
// leave the choice to the program: where K is zero, to no adaptation.
type Start struct {
	K, KTilde int
	Lambda    float64
	Epochs    int
	// Rate is the step size α of gradient descent; 0 means automatic.
	Rate float64
}

// A Pair is a labelled source domain and a target domain to adapt to.
type Pair struct {
	// Name is how the command line calls the pair; Title how a screen does.
	Name, Title string
	// Data holds the Task, the Source, Target and Validation domains, which have
	// the same number of features, and the number of ClassNames. Target.Y and
	// Validation may be absent; Target.X is absent only when the pair was opened
	// with Spec.SourceOnly.
	model.Data
	// SourceName and TargetName tell the domains apart: "MNIST train".
	SourceName, TargetName string
	// ClassNames are the names of the classes in ascending order; for a binary
	// task the negative class, then the positive one; nil for regression.
	ClassNames []string
	// Features names the columns of X, nil where they have no names.
	Features []string
	// Bias tells that the last column of X is the constant 1.
	Bias bool
	// Shape is set where features form a picture.
	Shape Shape
	Start Start
	// Population is what both domains are drawn from where the paper has formulas for that;
	// nil elsewhere.
	Population *model.Population
	// Notes are sentences about what was done to the data on the way in, for
	// people to read.
	Notes []string
	// Guesses are those of the notes that say what was guessed, or left out.
	Guesses []string
	// GuessedLabel names the label's column of the source, or gives its 1-based position, where
	// nothing but its place said that it is the label; else it is empty.
	GuessedLabel string
	// Layouts are those of the files of source, target and validation set; none of a
	// pair that is not read from files.
	Layouts []Layout
	// Groups has a number for each of the source's own rows in X, the same for those whose fields of Spec.ID are;
	// nil where it names none.
	Groups []int
}

// note adds a sentence about what was done to the data.
func (p *Pair) note(format string, args ...any) {
	p.Notes = append(p.Notes, phrase.OneLine(fmt.Sprintf(format, args...)))
}

// FeatureName names feature j for people, the constant among them: x1, x2, … without names.
func (p *Pair) FeatureName(j int) string {
	if j < len(p.Features) {
		return phrase.Shown(p.Features[j])
	}
	if _, d := p.Source.X.Dims(); p.Bias && j == d-1 {
		return "constant"
	}
	return fmt.Sprintf("x%d", j+1)
}

// ClassName names class i for people: by its number where it has no name, as in regression.
func (p *Pair) ClassName(i int) string {
	if i < len(p.ClassNames) {
		return phrase.Shown(p.ClassNames[i])
	}
	return fmt.Sprint(i)
}

// A Spec says which pair to open and how. DefaultSpec gives the defaults of
// each; fields that a pair does not use are ignored.
type Spec struct {
	// Name is that of a built-in pair, of a digit pair, or FilesName for a pair
	// read from Source and Target.
	Name string
	// Seed drives every random choice: generated samples, the rows kept by
	// Ratio or within Memory, and the rows set aside for validation.
	Seed uint64
	// Cache is the Folder of the Cache in which a pair that is read from files is
	// looked for, and can be kept. Default empty: in none.
	Cache string

	// Generated pairs.

	// Angle is the rotation of the target in degrees; for subspace the largest
	// principal angle between the leading subspaces. Default 45, for subspace 70.
	Angle float64
	// N and M are the numbers of source and target samples. Default 1000.
	N, M int
	// Noise is the standard deviation of Gaussian noise in every feature; for
	// correlated-features that of the correlated ones about the label. Default 0,
	// for correlated-features 0.01, for glyphs 0.1, where black is 0 and white 1.
	Noise float64

	// Pairs read from files.

	// Source, Target and Validation are paths of files with one row per sample,
	// plain or compressed by gzip or bzip2, whose format is told by their content:
	// text with fields between commas, tabs, semicolons or blanks; NPY and NPZ;
	// MAT up to -v7; IDX; LIBSVM.
	Source, Target, Validation string
	// Targets are files of further targets of the source, or folders of them, Target among them; of
	// these only ListTargets knows. Default empty.
	Targets []string
	// Options say how these files are read.
	table.Options
	// Task is "auto" (default), "binary", "multiclass" or "regression".
	Task string
	// Standardize gives every feature zero mean and unit variance, and Scale
	// divides every feature by its largest magnitude: FitNone (default), FitSource
	// (fitted on the source, applied to all) or FitDomain (each domain its own).
	Standardize, Scale Fit
	// ScaleLabel maps regression labels linearly, so that those of the source
	// fill [−1, 1].
	ScaleLabel bool
	// Memory is how many bytes the rows of a domain may take, at 8 a number. Of a
	// larger one a sample is kept, drawn by Seed. Default 128 MiB.
	Memory int64
	// SourceOnly opens the source alone; Target may then be missing.
	SourceOnly bool

	// Digit pairs.

	// Data is the folder that holds mnist/ and usps/. Default: the variable
	// LARUI_DATA, else the folder larui in the user's cache folder.
	Data string
	// Classes are the digits to tell apart; empty means all ten. Also for glyphs.
	Classes []int
	// Ratio is the share of the first class, the lower digit or −1, kept in the
	// source, in (0, 1]. Also for generated pairs with classes. Default 1.
	Ratio float64
	// TargetSplit is "test" (default) or "train".
	TargetSplit string
	// Raw leaves pixels as the files have them (0–255 for MNIST, −1–1 for USPS).
	Raw bool

	// Files and digit pairs.

	// Bias appends a constant 1. Also for glyphs. Default true.
	Bias bool
	// Judged says by which score weights are judged; of any pair. Default: the usual one of the task,
	// a budget of 5 %.
	Judged model.Judged
	// ValidationSize rows of the target are set aside, drawn by Seed, where no
	// validation file is given and the target is labelled; 0 sets none aside.
	// Default 100 for digit pairs, 0 for files.
	ValidationSize int
	// Refit adds the validation rows to the source's, of any pair: they are fitted, and no longer
	// held out.
	Refit bool
}

// Fit says what a change of scale is fitted on.
type Fit int

const (
	// FitNone leaves the features as they are.
	FitNone Fit = iota
	// FitSource fits on the source and applies the same change everywhere.
	FitSource
	// FitDomain fits on each domain by itself.
	FitDomain
)
