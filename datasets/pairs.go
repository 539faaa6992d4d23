package datasets

import (
	"fmt"
	"strconv"
	"strings"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// FilesName is the Spec.Name of a pair read from the user's own files.
const FilesName = "files"

// An Info describes a pair that can be opened by its name.
type Info struct {
	Name, Summary string
	// Aim is a plain sentence about what to learn and what to predict; {angle} stands for the angle
	// of the Spec. It is empty for FilesName.
	Aim string
	// Needs says which files the pair needs; it is empty for a built-in pair.
	Needs string
	// BuiltIn pairs are generated or embedded in the program, and need no files.
	BuiltIn bool
	// Options names the fields of Spec that change the pair, as flags call them. It is empty for
	// FilesName, whose pair depends on all options of files.
	Options []string
}

// AimOf returns the Aim with the angle of spec.
func (i Info) AimOf(spec Spec) string {
	return strings.Replace(i.Aim, "{angle}", degrees(spec.Angle), 1)
}

func degrees(angle float64) string {
	return strconv.FormatFloat(angle+0, 'f', -1, 64) + "°" // −0 becomes 0
}

// A pairRow is a row of the table of pairs.
type pairRow struct {
	Info
	// defaults changes the defaults of a Spec for the pair; it may be nil.
	defaults func(spec *Spec)
	// open generates or reads the pair.
	open func(report *table.Reporter, spec Spec) (*Pair, error)
	// openWithSource replaces open for a pair whose source may be remembered.
	openWithSource func(report *table.Reporter, spec Spec, source *Source) (*Pair, error)
	// files lists the files of the pair, none if they can't be found. It is nil for a generated
	// pair.
	files func(spec Spec) []string
}

// Files lists the files that the pair of a spec is read from.
func Files(spec Spec) []string {
	files := rowOf(spec.Name).files
	if files == nil {
		return nil
	}
	return files(spec)
}

// A Shape says that the first Rows·Cols features form a picture, row by row. The zero Shape means
// that there is no picture.
type Shape struct{ Rows, Cols int }

// Start has the parameters that suit a pair when it is opened. The program chooses for zero fields;
// K = 0 means no adaptation.
type Start struct {
	K, KTilde int
	Lambda    float64
	Epochs    int
	// Rate is the step size α of gradient descent; 0 means automatic.
	Rate float64
}

// A Pair is a labelled source domain and a target domain to adapt to.
type Pair struct {
	// Name is the name on the command line; Title is the name on a screen.
	Name, Title string
	// Data has the Task, the number of classes, and the Source, Target and Validation domains,
	// which have the same features. Target.Y and Validation may be absent; Target.X is absent only
	// with Spec.SourceOnly.
	model.Data
	// SourceName and TargetName name the domains, for example "MNIST train".
	SourceName, TargetName string
	// ClassNames are the names of the classes in ascending order: for a binary task the negative
	// class, then the positive one. It is nil for regression.
	ClassNames []string
	// Features names the columns of X; nil if they have no names.
	Features []string
	// Bias is true if the last column of X is the constant 1.
	Bias bool
	// Shape is set if the features form a picture.
	Shape Shape
	Start Start
	// Population is the distribution of both domains if the paper has formulas for it, otherwise
	// nil.
	Population *model.Population
	// Notes are sentences, for people, about what was done to the data.
	Notes []string
	// Guesses are the notes about what was guessed or left out.
	Guesses []string
	// GuessedLabel is the name, or the 1-based position, of the source's label column if the
	// position alone made it the label; otherwise it is empty.
	GuessedLabel string
	// Layouts are the layouts of the source, target and validation files; empty for a pair that is
	// not read from files.
	Layouts []Layout
	// Groups has a number for each row of the source's X. Rows with equal fields of Spec.ID
	// have equal numbers. It is nil if Spec.ID is empty.
	Groups []int
}

// note adds a note.
func (p *Pair) note(format string, args ...any) {
	p.Notes = append(p.Notes, wording.OneLine(fmt.Sprintf(format, args...)))
}

// FeatureName returns the name of feature j for people: "constant" for the constant, x1, x2, … if
// features have no names.
func (p *Pair) FeatureName(j int) string {
	if j < len(p.Features) {
		return wording.DisplayName(p.Features[j])
	}
	if _, d := p.Source.X.Dims(); p.Bias && j == d-1 {
		return "constant"
	}
	return fmt.Sprintf("x%d", j+1)
}

// ClassName returns the name of class i for people, or its number if it has no name.
func (p *Pair) ClassName(i int) string {
	if i < len(p.ClassNames) {
		return wording.DisplayName(p.ClassNames[i])
	}
	return fmt.Sprint(i)
}

// A Spec says which pair to open and how. DefaultSpec returns the defaults for each pair. Fields
// that a pair does not use are ignored.
type Spec struct {
	// Name is the name of a built-in pair or a digit pair, or FilesName for a pair read from Source
	// and Target.
	Name string
	// Seed drives every random choice: generated samples, the rows kept by Ratio or within Memory,
	// and the rows set aside for validation.
	Seed uint64
	// Cache is the folder of the Cache in which a pair of files is looked up and may be stored. By
	// default it is empty, which means no cache.
	Cache string

	// Generated pairs.

	// Angle is the rotation of the target in degrees; for subspace the largest principal angle
	// between the leading subspaces. The default is 45, for subspace 70.
	Angle float64
	// N and M are the numbers of source and target samples. The default is 1000.
	N, M int
	// Noise is the standard deviation of Gaussian noise in every feature; for correlated-features
	// the noise of the correlated features about the label. The default is 0, for
	// correlated-features 0.01, for glyphs 0.1, where black is 0 and white 1.
	Noise float64

	// Pairs read from files.

	// Source, Target and Validation are paths of files with a row for each sample, plain or
	// compressed by gzip, bzip2, Zstandard or xz. The content determines the format: text with
	// fields between delimiters, JSON lines, NPY, NPZ, MAT up to -v7, IDX, LIBSVM, safetensors,
	// Parquet or moments.
	Source, Target, Validation string
	// Options say how these files are read.
	table.Options
	// Task is "auto" (default), "binary", "multiclass" or "regression".
	Task string
	// Standardize gives every feature zero mean and unit variance, and Scale divides every feature
	// by its largest magnitude: FitNone (default), FitSource (fitted on the source, applied to all)
	// or FitDomain (fitted on each domain).
	Standardize, Scale Fit
	// ScaleLabel maps regression labels linearly, the source's onto [−1, 1].
	ScaleLabel bool
	// Memory is the number of bytes for the rows of a domain, at 8 per number. Of a larger domain a
	// sample is kept, drawn by Seed. The default is 128 MiB.
	Memory int64
	// SourceOnly opens the source alone; Target may then be missing.
	SourceOnly bool

	// Digit pairs and xed.

	// Language is the target language of xed; the default is de.
	Language string
	// Data is the folder with mnist/, usps/ and xed/. By default it is the variable LARUI_DATA, else the
	// folder larui in the user's cache folder.
	Data string
	// Classes are the digits to tell apart, also for glyphs. Empty means all ten.
	Classes []int
	// Ratio in (0, 1] is the share of the first class, the lower digit or −1, that the source
	// keeps. It also applies to generated pairs with classes. The default is 1.
	Ratio float64
	// TargetSplit is "test" (default) or "train".
	TargetSplit string
	// Raw leaves pixels as the files have them (0–255 for MNIST, −1–1 for USPS).
	Raw bool

	// Files and digit pairs.

	// Bias appends a constant 1, also for glyphs. The default is true.
	Bias bool
	// Judged says which score judges the weights of any pair. The default is the usual score of the
	// task and a budget of 5 %.
	Judged model.ScoreChoice
	// ValidationSize rows of a labelled target are set aside, drawn by Seed, if there is no
	// validation file; 0 sets none aside. The default is 100 for digit pairs, 0 for files.
	ValidationSize int
}

// Fit says which domain a change of scale is fitted on.
type Fit int

const (
	// FitNone leaves the features as they are.
	FitNone Fit = iota
	// FitSource fits on the source and applies the same change everywhere.
	FitSource
	// FitDomain fits on each domain by itself.
	FitDomain
)
