package paper

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"larui/model"
)

// validationRows is the number of labelled target rows for choosing hyperparameters (section 6.2).
const validationRows = 100

func checkValidationRows(d model.Data) error {
	if m := d.Target.Rows(); m <= validationRows {
		return fmt.Errorf("%d target rows are too few for %d validation rows", m, validationRows)
	}
	return nil
}

// drawnRows has the indices of two kinds of target rows: validation rows choose hyperparameters, and
// test rows score the choice.
type drawnRows struct{ validation, test []int }

// drawRows draws validationCount of the rows 0…n−1. If testCount is 0, the test rows are the other
// rows of 0…n−1. If testCount > 0, they are the rows n…n+testCount−1.
func drawRows(n, validationCount, testCount int, seed uint64) drawnRows {
	random := rand.New(rand.NewPCG(seed, 0x76616c6964)) // a separate random stream
	order := random.Perm(n)
	d := drawnRows{order[:validationCount], order[validationCount:]}
	if testCount > 0 {
		d.test = nil
		for i := range testCount {
			d.test = append(d.test, n+i)
		}
	}
	return d
}

func accuracy(correct []bool) float64 {
	return correctShare(correct, drawRows(len(correct), 0, 0, 0).test)
}

func correctShare(correct []bool, rows []int) float64 {
	count := 0
	for _, i := range rows {
		if correct[i] {
			count++
		}
	}
	return float64(count) / float64(len(rows))
}

// A candidate is a setting of LAR; correct reports for each row whether the prediction is correct.
type candidate struct {
	K, KTilde int
	Lambda    float64
	correct   []bool
}

func findCorrectRows(predicted, labels []float64) []bool {
	correct := make([]bool, len(labels))
	for i, label := range labels {
		correct[i] = predicted[i] == label
	}
	return correct
}

// A choice is the setting that the validation rows of a draw choose, with its accuracies.
type choice struct {
	K      int     `json:"k"`
	KTilde int     `json:"ktilde"`
	Lambda float64 `json:"lambda"`
	// Validation and Test are the accuracies of the setting on the validation rows and on the test
	// rows.
	Validation float64 `json:"validation"`
	Test       float64 `json:"test"`
	// Ties is the number of settings with the highest validation accuracy. First is the test
	// accuracy of the first of these settings, and Mean the mean of their test accuracies.
	Ties  int     `json:"ties"`
	First float64 `json:"first"`
	Mean  float64 `json:"mean"`
}

// chooseBest returns the candidate with the highest accuracy on the validation rows, the last of
// equals, as in the published code.
func (d drawnRows) chooseBest(all []candidate) choice {
	best := choice{Validation: math.Inf(-1)}
	for _, c := range all {
		validation, test := correctShare(c.correct, d.validation), correctShare(c.correct, d.test)
		switch {
		case validation > best.Validation:
			best = choice{c.K, c.KTilde, c.Lambda, validation, test, 1, test, test}
		case validation == best.Validation:
			ties := best.Ties + 1
			mean := best.Mean + (test-best.Mean)/float64(ties)
			best = choice{c.K, c.KTilde, c.Lambda, validation, test, ties, best.First, mean}
		}
	}
	return best
}

// formatChoices returns the three most frequent values of each hyperparameter with their shares.
func formatChoices(all []choice) string {
	var parts []string
	for _, h := range []struct {
		name string
		of   func(choice) float64
	}{
		{"k", func(c choice) float64 { return float64(c.K) }},
		{"k̃", func(c choice) float64 { return float64(c.KTilde) }},
		{"λ", func(c choice) float64 { return c.Lambda }},
	} {
		counts := map[float64]int{}
		for _, c := range all {
			counts[h.of(c)]++
		}
		values := slices.SortedFunc(maps.Keys(counts), func(a, b float64) int {
			return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
		})
		parts = append(parts, h.name+" "+formatShares(counts, values[:min(3, len(values))]))
	}
	return strings.Join(parts, "; ")
}

func formatShares[V comparable](counts map[V]int, values []V) string {
	total := 0
	for _, n := range counts {
		total += n
	}
	var texts []string
	for _, v := range values {
		if n := counts[v]; n > 0 {
			texts = append(texts, fmt.Sprintf("%v (%d %%)", v, (100*n+total/2)/total))
		}
	}
	return strings.Join(texts, ", ")
}
