package paper

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// validationRows is the number of labelled target points that hyperparameters are
// chosen by (section 5.2).
const validationRows = 100

// A draw splits rows of the target into those that hyperparameters are chosen by
// and those that the choice is scored on: all others, or where apart is more than
// zero the last apart rows, which were not drawn from.
type draw struct {
	validation []bool
	apart      int
}

// newDraw draws size of n rows by seed.
func newDraw(n, size int, seed uint64) draw {
	d := draw{validation: make([]bool, n)}
	random := rand.New(rand.NewPCG(seed, 0x76616c6964)) // a stream of its own
	for _, i := range random.Perm(n)[:size] {
		d.validation[i] = true
	}
	return d
}

// before returns the draw for rows that are followed by others, on which alone the
// choice is scored.
func (d draw) before(others int) draw {
	return draw{append(slices.Clone(d.validation), make([]bool, others)...), others}
}

// score returns the share of right rows among those set aside, and among those to
// be scored.
func (d draw) score(right []bool) (validation, test float64) {
	var counts, rights [2]int
	for i, aside := range d.validation {
		part := 1
		switch {
		case aside:
			part = 0
		case d.apart > 0 && i < len(d.validation)-d.apart:
			continue
		}
		counts[part]++
		if right[i] {
			rights[part]++
		}
	}
	return float64(rights[0]) / float64(counts[0]), float64(rights[1]) / float64(counts[1])
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

// best returns the accuracy on the scored rows of the candidate that is best there;
// apart is that of draw.
func best(all []candidate, rows, apart int) float64 {
	d := newDraw(rows-apart, 0, 0).before(apart)
	most := 0.0
	for _, c := range all {
		_, accuracy := d.score(c.right)
		most = max(most, accuracy)
	}
	return most
}

// A tally counts how often each value of a hyperparameter was chosen.
type tally map[string]map[float64]int

func (t tally) add(c choice) {
	for name, value := range map[string]float64{"k": float64(c.K), "k̃": float64(c.KTilde), "λ": c.Lambda} {
		if t[name] == nil {
			t[name] = map[float64]int{}
		}
		t[name][value]++
	}
}

// String names the values of each hyperparameter from the most chosen on, with
// their share in percent.
func (t tally) String() string {
	var parts []string
	for _, name := range []string{"k", "k̃", "λ"} {
		counts, total := t[name], 0
		for _, count := range counts {
			total += count
		}
		values := slices.SortedFunc(maps.Keys(counts), func(a, b float64) int {
			return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
		})
		var texts []string
		for _, value := range values[:min(3, len(values))] {
			texts = append(texts, fmt.Sprintf("%g (%d %%)", value, (100*counts[value]+total/2)/total))
		}
		if texts != nil {
			parts = append(parts, name+" "+strings.Join(texts, ", "))
		}
	}
	return strings.Join(parts, "; ")
}
