package paper

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"larui/model"
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
	Epochs    int
	right     []bool
}

// rightRows tells for each row whether the weights predict its label.
func rightRows(task model.Task, domain model.Domain, weights *mat.Dense) []bool {
	var scores mat.Dense
	scores.Mul(domain.X, weights)
	return rightOf(task.Predict(&scores), domain.Y)
}

// rightOf tells for each row whether its label is the one predicted.
func rightOf(predicted, labels []float64) []bool {
	right := make([]bool, len(labels))
	for i, label := range labels {
		right[i] = predicted[i] == label
	}
	return right
}

// shareOf is the share of rows that are right.
func shareOf(right []bool) float64 {
	count := 0
	for _, r := range right {
		if r {
			count++
		}
	}
	return float64(count) / float64(len(right))
}

// share is the share of labels that are the ones predicted.
func share(predicted, labels []float64) float64 { return shareOf(rightOf(predicted, labels)) }

// A choice is the setting that did best on the validation rows of a draw.
type choice struct {
	K      int     `json:"k"`
	KTilde int     `json:"ktilde"`
	Lambda float64 `json:"lambda"`
	Epochs int     `json:"epochs"`
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
			best = choice{c.K, c.KTilde, c.Lambda, c.Epochs, validation, test, 1, test, test}
		case validation == best.Validation:
			ties := best.Ties + 1
			mean := best.Mean + (test-best.Mean)/float64(ties)
			best = choice{c.K, c.KTilde, c.Lambda, c.Epochs, validation, test, ties, best.First, mean}
		}
	}
	return best
}
