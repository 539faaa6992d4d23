package table

// Options say how files are read. A new one is a field here, which models and the key of
// the cache then follow, and the place that heeds it: readers have the options in Input.
type Options struct {
	// Label names the label column, or gives its 1-based position; negative
	// positions count from the end. In NPZ and MAT files it may name the array of
	// labels. Default: the labels that stand apart (an array of a usual name, the
	// file …_y.npy beside …_X.npy, …labels-idx1… beside …images-idx3…, the first
	// field of LIBSVM text), else a column called label, y, target or class, else
	// the last one.
	Label string `json:"label"`
	// Features, when not empty, names the columns to keep as features; Drop
	// names columns to leave out.
	Features []string `json:"features"`
	Drop     []string `json:"drop"`
	// Index says what becomes of a first column without a name, the row names of pandas
	// and R: "drop" (default) or "keep" it as a feature.
	Index string `json:"index"`
	// Decimal is the mark of decimals in text: "." (default) or ",".
	Decimal string `json:"decimal"`
	// Missing says what becomes of rows without a label: "refuse" (default) the file;
	// "drop" those of the source and of the validation set; or do so and let such rows of
	// the target be "unlabelled": fitted, not scored, and put behind the others. The target
	// may lack all labels.
	Missing string `json:"-"`
}

// DefaultOptions returns the defaults.
func DefaultOptions() Options { return Options{Missing: "refuse", Index: "drop", Decimal: "."} }

// comma tells that decimals are written with a comma.
func (o Options) comma() bool { return o.Decimal == "," }
