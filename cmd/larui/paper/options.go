package paper

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"larui/model/rivals"
)

// ErrOptions is the error for an option with an impossible value.
var ErrOptions = errors.New("not possible")

// Options select which part of an experiment runs, and how. The zero value runs the experiment as
// in the paper.
type Options struct {
	// Seeds is the number of seeds, which are 0, 1 and so on; 0 means the experiment's default
	// number.
	Seeds int
	// Pairs are the pairs of digits to average over, the lower digit first; nil means all 45.
	Pairs [][2]int
	// Columns are the names of columns of the tables on digits; nil means all.
	Columns []string
	// Data is the folder with mnist/, usps/ and bike/, like datasets.Spec.Data.
	Data string
	// Features maps names of tasks of Table 1, such as "CIFAR-10", to files of features. These
	// files take precedence over the files in Data.
	Features map[string]string
	// Hidden has the numbers of hidden units of networks on digits, among which validation rows
	// choose; nil means the paper's 128, 256, 512 and 1024.
	Hidden []int
	// Loss selects the loss of networks on digits: PublishedLoss, TextbookLoss or MixedLoss (see
	// rivals.Training); empty means PublishedLoss.
	Loss string
	// TargetPart selects the target's unlabelled and validation rows, for methods on digits:
	// TrainPart or TestPart. Scores are always on the test part. Empty selects the train part for
	// networks, as in the published code, and the test part for other methods, as in the paper's
	// text.
	TargetPart string
	// Rivals has settings that replace the rivals' own; a zero field replaces nothing.
	Rivals rivals.Hyper
	// Embeddings is the folder with the sentence embeddings of Table 4; empty means xed in Data.
	Embeddings string
	// Targets has the target languages of Table 4 to run, and Methods the names of its methods; nil
	// means all.
	Targets, Methods []string
	// Standardize and Scale are for Table 4. They name the rows whose statistics standardize and
	// scale the features, by one of ScaleFitNames; empty means none. Score is the score on
	// validation rows that chooses hyperparameters: AccuracyScore or F1Score; empty means
	// AccuracyScore.
	Standardize, Scale, Score string
}

// ScaleFitNames returns the values of Standardize and Scale: no rows, the source's rows, or each
// domain's own rows. The order is the order of datasets.ScaleFit.
func ScaleFitNames() []string { return []string{"none", "source", "domain"} }

// The values of Loss, TargetPart and Score.
const (
	PublishedLoss = "published"
	TextbookLoss  = "textbook"
	MixedLoss     = "mixed"
	TrainPart     = "train"
	TestPart      = "test"
	AccuracyScore = "accuracy"
	F1Score       = "f1"
)

// seeds returns the seeds 0, 1 and so on: o.Seeds of them, or n if o.Seeds is 0.
func (o Options) seeds(n int) []uint64 {
	seeds := make([]uint64, cmp.Or(o.Seeds, n))
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	return seeds
}

func (o Options) check() error {
	if o.Seeds < 0 {
		return fmt.Errorf("%w: %d seeds", ErrOptions, o.Seeds)
	}
	for i, p := range o.Pairs {
		if p[0] < 0 || p[0] >= p[1] || p[1] > 9 {
			return fmt.Errorf("%w: %d,%d is not a pair of two digits, the lower one first", ErrOptions, p[0], p[1])
		}
		if slices.Contains(o.Pairs[:i], p) {
			return fmt.Errorf("%w: the pair %d,%d is given twice", ErrOptions, p[0], p[1])
		}
	}
	for i, w := range o.Hidden {
		if w < 1 || w > rivals.MaxHidden {
			return fmt.Errorf("%w: %d hidden units: give 1 to %d", ErrOptions, w, rivals.MaxHidden)
		}
		if slices.Contains(o.Hidden[:i], w) {
			return fmt.Errorf("%w: %d hidden units are given twice", ErrOptions, w)
		}
	}
	for value, values := range map[string][]string{o.Loss: {PublishedLoss, TextbookLoss, MixedLoss}, o.TargetPart: {TrainPart, TestPart},
		o.Score: {AccuracyScore, F1Score}, o.Standardize: ScaleFitNames(), o.Scale: ScaleFitNames()} {
		if value != "" && !slices.Contains(values, value) {
			return fmt.Errorf("%w: %q: choose among %s", ErrOptions, value, strings.Join(values, ", "))
		}
	}
	return cmp.Or(checkNames("column", o.Columns, ColumnNames()), checkNames("method", o.Methods, MethodNames()))
}

func checkNames(what string, given, all []string) error {
	for i, name := range given {
		if !slices.Contains(all, name) || slices.Contains(given[:i], name) {
			return fmt.Errorf("%w: %s %q is unknown or given twice: choose among %s", ErrOptions, what, name, strings.Join(all, ", "))
		}
	}
	return nil
}
