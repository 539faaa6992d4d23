package paper

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"larui/model/rivals"
)

// ErrOptions: an option has a value that an experiment can't honour.
var ErrOptions = errors.New("not possible")

// Options say how much of an experiment to run. The zero value is the paper's
// extent.
type Options struct {
	// Seeds is the number of seeds, 0, 1, …; 0 stands for the experiment's default.
	Seeds int
	// Pairs are the pairs of digits to average over, the lower one first; nil
	// stands for all 45.
	Pairs [][2]int
	// Columns are the names of the columns of the tables on digits; nil stands for
	// all.
	Columns []string
	// Data is the folder that holds mnist/, usps/ and bike/, as datasets.Spec.Data.
	Data string
	// Features names files of features for the tasks of Table 1 whose data are not
	// in Data, by the task's name: "CIFAR-10".
	Features map[string]string
	// Widths are the hidden widths that networks on digits are chosen among; nil
	// stands for the paper's, 128, 256, 512 and 1024.
	Widths []int
	// Loss says what networks on digits are trained on: PublishedLoss, TextbookLoss or MixedLoss, as
	// rivals.Training has them; empty for what comes nearest to the table's numbers.
	Loss string
	// TargetPart is the part of the target, TrainPart or TestPart, from which the rows are
	// taken that methods on digits see unlabelled and that settings are chosen by; the test
	// part is what is scored. Empty stands for the train part with networks, as in the
	// published code, and else for the test part, as in the text of the paper.
	TargetPart string
	// Rivals are settings of the rivals in place of their own, where these are not zero.
	Rivals rivals.Hyper
	// Embeddings is the folder of the sentence embeddings of Table 4.
	Embeddings string
}

// The values of Loss and TargetPart.
const (
	PublishedLoss = "published"
	TextbookLoss  = "textbook"
	MixedLoss     = "mixed"
	TrainPart     = "train"
	TestPart      = "test"
)

// seeds returns the seeds, n of them unless the options say otherwise.
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

// check returns an error that wraps ErrOptions where the options are impossible.
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
	for value, values := range map[string][]string{o.Loss: {PublishedLoss, TextbookLoss, MixedLoss}, o.TargetPart: {TrainPart, TestPart}} {
		if value != "" && !slices.Contains(values, value) {
			return fmt.Errorf("%w: %q: choose of %s", ErrOptions, value, strings.Join(values, ", "))
		}
	}
	for i, name := range o.Columns {
		if !slices.Contains(ColumnNames(), name) || slices.Contains(o.Columns[:i], name) {
			return fmt.Errorf("%w: column %q: choose of %s, each once", ErrOptions, name, strings.Join(ColumnNames(), ", "))
		}
	}
	return nil
}
