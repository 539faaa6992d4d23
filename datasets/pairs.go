package datasets

import (
	"fmt"
	"strconv"
	"strings"

	"larui/datasets/table"
	"larui/datasets/wording"
	"larui/model"
)

// FilesName is the Spec.Name of a pair that is read from files of the user.
const FilesName = "files"

// A PairInfo describes a pair that Open can open.
type PairInfo struct {
	Name, Summary string
	// Aim says what to learn and what to predict; it may contain {angle}, which DescribeAim
	// replaces. It is empty for FilesName.
	Aim string
	// Needs says which files the pair needs; it is empty for a built-in pair.
	Needs string
	// BuiltIn is true for a pair that is generated or embedded in the program, and needs no files.
	BuiltIn bool
	// Options lists the command-line flags that change the pair, without "--". It is empty for
	// FilesName, whose pair depends on all flags about files.
	Options []string
}

// DescribeAim returns the Aim with spec.Angle in place of {angle}.
func (i PairInfo) DescribeAim(spec Spec) string {
	return strings.Replace(i.Aim, "{angle}", formatDegrees(spec.Angle), 1)
}

func formatDegrees(angle float64) string {
	return strconv.FormatFloat(angle+0, 'f', -1, 64) + "°" // −0 becomes 0
}

type pairEntry struct {
	PairInfo
	defaults func(spec *Spec)
	open     func(report *table.Reporter, spec Spec) (*Pair, error)
	// openWithSource replaces open for a pair whose source may be cached.
	openWithSource func(report *table.Reporter, spec Spec, source *SourceCache) (*Pair, error)
	// files lists the files of the pair, or none if they can't be found. It is nil for a built-in
	// pair.
	files func(spec Spec) []string
}

// PairFiles lists the files that Open reads for spec.
func PairFiles(spec Spec) []string {
	files := findPairEntry(spec.Name).files
	if files == nil {
		return nil
	}
	return files(spec)
}

// A PictureShape is the size of a picture in pixels. The first Rows·Cols features are the pixels, row by
// row. The zero PictureShape means that the features are not a picture.
type PictureShape struct{ Rows, Cols int }

// StartParams are the initial parameters for a pair. K = 0 means no adaptation. The program chooses every
// other parameter that is 0.
type StartParams struct {
	K, KTilde int
	Lambda    float64
	Epochs    int
	// Rate is the step size α of gradient descent; 0 means automatic.
	Rate float64
}

// A Pair is a labelled source domain and a target domain to adapt to.
type Pair struct {
	// Name is the Spec.Name; Title is the name on screens.
	Name, Title string
	// Data has the Task, the number of classes, and the domains Source, Target and Validation, which
	// have the same features. Target.Y and Validation may be empty; Target.X is nil only with
	// Spec.SourceOnly.
	model.Data
	// SourceName and TargetName name the domains, for example "MNIST train".
	SourceName, TargetName string
	// ClassNames are the names of the classes, by their index; the first class of a binary task is the
	// negative one. It is nil for regression.
	ClassNames []string
	// Features names the columns of X; nil if they have no names.
	Features []string
	// Bias is true if the last column of X is the constant 1.
	Bias  bool
	Shape PictureShape
	Start StartParams
	// Population is the distribution that the domains are drawn from; nil unless the paper has
	// formulas for it.
	Population *model.Population
	// Notes are sentences about how the data were read and changed. Guesses are sentences about what
	// the program assumed or left out.
	Notes, Guesses []string
	// GuessedLabel is the source's label column if the program chose it by its position: the name, or the
	// position from 1 if there is no name. Otherwise it is empty.
	GuessedLabel string
	// Layouts are the layouts of the source, target and validation files; empty for a pair that is not
	// read from tables.
	Layouts []Layout
	// Groups has a number for each row of the source's X: rows with equal fields in the Spec.ID columns
	// have equal numbers. It is nil if Spec.ID is empty.
	Groups []int
}

func (p *Pair) note(format string, args ...any) {
	p.Notes = append(p.Notes, wording.OneLine(fmt.Sprintf(format, args...)))
}

// FeatureName returns the displayed name of feature j. If features have no names, it returns
// "constant" for the constant and x1, x2, … for the others.
func (p *Pair) FeatureName(j int) string {
	if j < len(p.Features) {
		return wording.DisplayName(p.Features[j])
	}
	if _, d := p.Source.X.Dims(); p.Bias && j == d-1 {
		return "constant"
	}
	return fmt.Sprintf("x%d", j+1)
}

// TitleWithTask returns the title and the task with its classes: "Digits: binary, 3 against 5".
func (p *Pair) TitleWithTask() string {
	text := p.Title + ": " + p.Task.String()
	switch p.Task {
	case model.Binary:
		text += ", " + p.ClassName(0) + " against " + p.ClassName(1)
	case model.MultiClass:
		text += fmt.Sprintf(", %d classes, one against all", len(p.ClassNames))
	}
	return text
}

// ClassName returns the displayed name of class i, or i if the class has no name.
func (p *Pair) ClassName(i int) string {
	if i < len(p.ClassNames) {
		return wording.DisplayName(p.ClassNames[i])
	}
	return fmt.Sprint(i)
}

// A Spec says which pair to open and how. DefaultSpec returns the default Spec of a pair. Open ignores
// fields that the pair does not use.
type Spec struct {
	// Name is the PairInfo.Name of the pair. With FilesName, the pair is read from Source and Target.
	Name string
	// Seed determines all random choices: generated samples, the rows that are kept if Ratio or Memory
	// allow only some, and the rows set aside for validation.
	Seed uint64
	// Cache is the folder of the Cache that OpenCached uses. By default it is empty, which means no
	// cache.
	Cache string

	// Generated pairs.

	// Angle is the rotation of the target in degrees; for the pair subspace it is the largest
	// principal angle between the leading subspaces. The default is 45, for subspace 70.
	Angle float64
	// N and M are the numbers of source and target samples. The default is 1000.
	N, M int
	// Noise is the standard deviation of the Gaussian noise in every feature (default 0). For
	// correlated-features it is the noise of the nine correlated features (default 0.01). For glyphs it is
	// the noise of pixels from 0 to 1 (default 0.1).
	Noise float64

	// Pairs read from files.

	// Source, Target and Validation are paths of files with a row for each sample. A file may be compressed
	// by gzip, bzip2, Zstandard or xz. The content determines the format: delimited text, JSON lines, NPY,
	// NPZ, MAT up to -v7, IDX, LIBSVM, safetensors, Parquet, or sums of package moments.
	Source, Target, Validation string
	// Options are the options for reading these files.
	table.Options
	// Task is "auto" (default), "binary", "multiclass" or "regression".
	Task string
	// Standardize changes every feature to mean 0 and variance 1. Scale divides every feature by its
	// largest magnitude. The default of both is FitNone.
	Standardize, Scale ScaleFit
	// ScaleLabel maps the labels of a regression linearly, so that the source's labels are in [−1, 1].
	ScaleLabel bool
	// Memory is the number of bytes for the rows of a domain in memory, 8 for each number. If the rows need
	// more, only a sample drawn by Seed is kept. The default is 128 MiB.
	Memory int64
	// SourceOnly opens only the source; Target may be empty.
	SourceOnly bool

	// Digit pairs and xed.

	// Language is the target language of xed; the default is de.
	Language string
	// Data is the folder with mnist/, usps/ and xed/. DataFolder returns the default.
	Data string
	// Classes are the digits to classify, also for glyphs. The default is all ten.
	Classes []int
	// Ratio, 0 < Ratio ≤ 1, is the share of the first class (the lowest digit, or −1) that the source
	// keeps. It also applies to generated pairs with classes. The default is 1.
	Ratio float64
	// TargetSplit is the part of the digits that is the target, "test" (default) or "train".
	TargetSplit string
	// Raw keeps the pixel values of the files (0 to 255 for MNIST, −1 to 1 for USPS).
	Raw bool

	// Files and digit pairs.

	// Bias appends a constant 1 to the features, also for glyphs. The default is true.
	Bias bool
	// ScoreChoice selects the score that rates a model, for any pair. By default it is the usual score of
	// the task. The default of ScoreChoice.Budget is 5 %.
	ScoreChoice model.ScoreChoice
	// ValidationSize is the number of rows, drawn by Seed, that move from a labelled target to the
	// validation set if there is no validation file. The default is 100 for digit pairs and xed, 0 for
	// files.
	ValidationSize int
}

// ScaleFit says which domain determines a change of scale.
type ScaleFit int

const (
	FitNone   ScaleFit = iota // features keep their scale
	FitSource                 // the source determines the change for all domains
	FitDomain                 // each domain determines its own change
	FitKept                   // features keep their scale, also if a review would propose a change
)

// IsRescaling reports whether features are rescaled.
func (f ScaleFit) IsRescaling() bool { return f == FitSource || f == FitDomain }
