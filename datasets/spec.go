package datasets

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
	// Label names the label column, or gives its 1-based position; negative
	// positions count from the end. In NPZ and MAT files it may name the array of
	// labels. Default: the labels that stand apart (an array of a usual name, the
	// file …_y.npy beside …_X.npy, …labels-idx1… beside …images-idx3…, the first
	// field of LIBSVM text), else a column called label, y, target or class, else
	// the last one.
	Label string
	// Features, when not empty, names the columns to keep as features; Drop
	// names columns to leave out.
	Features, Drop []string
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
	// ValidationSize rows of the target are set aside, drawn by Seed, where no
	// validation file is given and the target is labelled; 0 sets none aside.
	// Default 100 for digit pairs, 0 for files.
	ValidationSize int
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

// memory returns Memory or its default.
func (s Spec) memory() int64 {
	if s.Memory > 0 {
		return s.Memory
	}
	return defaultMemory
}
