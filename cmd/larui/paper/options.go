package paper

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"larui/model/rivals"
)

// ErrOptions is the error for an impossible value of an option.
var ErrOptions = errors.New("not possible")

// Options select how much of an experiment to run. The zero value selects the paper's extent.
type Options struct {
	// Seeds is the number of seeds, 0, 1, …; 0 selects the experiment's default.
	Seeds int
	// Pairs has the pairs of digits to average over, the lower digit first; nil selects all 45.
	Pairs [][2]int
	// Columns has the names of columns of the tables on digits; nil selects all.
	Columns []string
	// Data is the folder with mnist/, usps/ and bike/, like datasets.Spec.Data.
	Data string
	// Features maps names of tasks of Table 1, such as "CIFAR-10", to files of features, for tasks
	// without data in Data.
	Features map[string]string
	// Widths has the hidden widths for the choice of networks on digits; nil selects the paper's
	// 128, 256, 512 and 1024.
	Widths []int
	// Loss is the loss of networks on digits: PublishedLoss, TextbookLoss or MixedLoss, as in
	// rivals.Training. Empty selects the loss with results nearest to the table's numbers.
	Loss string
	// TargetPart is the part of the target, TrainPart or TestPart, with the unlabelled rows and the
	// validation rows of methods on digits; the test part is scored. Empty selects the train part
	// for networks, as in the published code, and the test part otherwise, as in the text of the
	// paper.
	TargetPart string
	// Rivals has settings that replace the settings of the rivals where not zero.
	Rivals rivals.Hyper
	// Embeddings is the folder of the sentence embeddings of Table 4; empty for xed in Data.
	Embeddings string
	// Targets and Methods have the names of the languages and methods of Table 4 to run; nil selects
	// all.
	Targets, Methods []string
	// Standardize and Scale, values of Fits, say by which rows features are standardized and scaled
	// in Table 4; empty for none. Score, AccuracyScore or F1Score, chooses the hyperparameters;
	// empty for AccuracyScore.
	Standardize, Scale, Score string
}

// Fits returns the names of the values of datasets.ScaleFit.
func Fits() []string { return []string{"none", "source", "domain"} }

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

// seeds returns the seeds of the options, by default n.
func (o Options) seeds(n int) []uint64 {
	if o.Seeds > 0 {
		n = o.Seeds
	}
	seeds := make([]uint64, n)
	for i := range seeds {
		seeds[i] = uint64(i)
	}
	return seeds
}

// check returns an error that wraps ErrOptions if the options are impossible.
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
	for i, w := range o.Widths {
		if w < 1 || w > rivals.MaxHidden {
			return fmt.Errorf("%w: %d hidden units; from 1 to %d are possible", ErrOptions, w, rivals.MaxHidden)
		}
		if slices.Contains(o.Widths[:i], w) {
			return fmt.Errorf("%w: %d hidden units are given twice", ErrOptions, w)
		}
	}
	for value, values := range map[string][]string{o.Loss: {PublishedLoss, TextbookLoss, MixedLoss}, o.TargetPart: {TrainPart, TestPart},
		o.Score: {AccuracyScore, F1Score}, o.Standardize: Fits(), o.Scale: Fits()} {
		if value != "" && !slices.Contains(values, value) {
			return fmt.Errorf("%w: %q: choose of %s", ErrOptions, value, strings.Join(values, ", "))
		}
	}
	return cmp.Or(among("column", o.Columns, ColumnNames()), among("method", o.Methods, MethodNames()))
}

// among returns an error that wraps ErrOptions if the given names are not among all, each once.
func among(what string, given, all []string) error {
	for i, name := range given {
		if !slices.Contains(all, name) || slices.Contains(given[:i], name) {
			return fmt.Errorf("%w: %s %q: choose of %s, each once", ErrOptions, what, name, strings.Join(all, ", "))
		}
	}
	return nil
}
