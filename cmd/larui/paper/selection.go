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

// validationRows is the number of labelled target points that hyperparameters are
// chosen by (section 6.2).
const validationRows = 100

// canSetAside returns an error where the target has too few rows for that.
func canSetAside(d model.Data) error {
	if m := d.Target.Rows(); m <= validationRows {
		return fmt.Errorf("%d target rows are too few to set %d aside", m, validationRows)
	}
	return nil
}

// A draw splits rows of the target into those that hyperparameters are chosen by
// and those that the choice is scored on, by their indices.
type draw struct{ validation, test []int }

// newDraw draws size of n rows by seed; all others are scored or, where they are
// followed by rows apart, those alone.
func newDraw(n, size, apart int, seed uint64) draw {
	random := rand.New(rand.NewPCG(seed, 0x76616c6964)) // a stream of its own
	order := random.Perm(n)
	d := draw{order[:size], order[size:]}
	if apart > 0 {
		d.test = nil
		for i := range apart {
			d.test = append(d.test, n+i)
		}
	}
	return d
}

// score returns the share of right rows among those set aside, and among those to
// be scored.
func (d draw) score(right []bool) (validation, test float64) {
	return shareOf(right, d.validation), shareOf(right, d.test)
}

// everyone is all of n rows.
func everyone(n int) []int { return newDraw(n, 0, 0, 0).test }

func shareOf(right []bool, rows []int) float64 {
	count := 0
	for _, i := range rows {
		if right[i] {
			count++
		}
	}
	return float64(count) / float64(len(rows))
}

// A candidate is a setting with what it predicts right in the target.
type candidate struct {
	K, KTilde int
	Lambda    float64
	right     []bool
}

// rightOf tells for each row whether its label is the one predicted.
func rightOf(predicted, labels []float64) []bool {
	right := make([]bool, len(labels))
	for i, label := range labels {
		right[i] = predicted[i] == label
	}
	return right
}

// A choice is the setting that did best on the validation rows of a draw.
type choice struct {
	K      int     `json:"k"`
	KTilde int     `json:"ktilde"`
	Lambda float64 `json:"lambda"`
	// Validation and Test are its accuracies on the rows set aside and on the
	// others.
	Validation float64 `json:"validation"`
	Test       float64 `json:"test"`
	// Ties is the number of settings that did as well on the validation rows,
	// itself included, First the accuracy on the other rows of the first of them
	// and Mean that over all of them.
	Ties  int     `json:"ties"`
	First float64 `json:"first"`
	Mean  float64 `json:"mean"`
}

// choose returns the candidate of highest accuracy on the validation rows, the last
// of equals in the order of the grid, as the authors' published code does.
func (d draw) choose(all []candidate) choice {
	best := choice{Validation: math.Inf(-1)}
	for _, c := range all {
		validation, test := d.score(c.right)
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

// mostChosen names for each hyperparameter the values chosen most often, with their
// share.
func mostChosen(all []choice) string {
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
		parts = append(parts, h.name+" "+shares(counts, values[:min(3, len(values))]))
	}
	return strings.Join(parts, "; ")
}

// shares names those of the values that were counted, with their share in percent.
func shares[V comparable](counts map[V]int, values []V) string {
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
