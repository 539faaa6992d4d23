package rivals

import (
	"context"
	"errors"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/model"
)

// endless lists methods set up to run for hours.
func endless() []Method {
	long := Training{Epochs: 1 << 20}
	return []Method{
		LeastSquares{Descent{Epochs: 1 << 30}}, Ridge{ByDescent: true, Descent: Descent{Epochs: 1 << 30}}, Logistic{Epochs: 1 << 30},
		SourceOnly{long}, DANN{long}, CDAN{long}, FDAL{long}, IWDAN{long}, IWCDAN{long},
		AdversarialRefine{Epochs: 1 << 20},
		// A pass through the adversarial part, and then Procrustes for ever.
		AdversarialRefine{Epochs: 1, Width: 4, Batch: 64, Refinements: 1 << 20},
	}
}

// A cancelled training ends; a method that does not look at the context would run
// into the test's own timeout.
func TestCancelEndsTraining(t *testing.T) {
	p := wide()
	for _, m := range endless() {
		t.Run(m.Name(), func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(30*time.Millisecond, cancel)
			_, err := m.Train(ctx, p, Hyper{Hidden: 32, Coefficient: 1, L2: 1, Beta: 0.01}, 1, nil)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled: %v", err)
			}
		})
	}
}

// Nothing is learned under a context that has ended, whatever the method.
func TestEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := wide()
	for _, m := range Methods() {
		if _, err := m.Train(ctx, p, m.Grid()[0], 1, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", m.Name(), err)
		}
		_, err := Select(ctx, m, p, model.Domain{X: mat.NewDense(1, 150, nil), Y: []float64{1}}, 1, nil)
		if !errors.Is(err, context.Canceled) {
			t.Errorf("selecting for %s: %v", m.Name(), err)
		}
	}
}

// Between two looks at the context there are no more than so many multiplications,
// some 20 ms: told by counting how often the context is asked during the pieces
// that have no steps of their own.
func TestLongPiecesLookAtTheContext(t *testing.T) {
	const d = 300
	x, w := random(1600, d, 1), rotation(d, 2)
	pieces := map[string]func(ctx context.Context) error{
		"moments": func(ctx context.Context) error { _, _, err := moments(ctx, x, x); return err },
		"mapping": func(ctx context.Context) error { _, err := mapRows(ctx, x, w); return err },
		"csls": func(ctx context.Context) error {
			_, _, err := csls(ctx, x, x, neighbours)
			return err
		},
		"inverse": func(ctx context.Context) error { _, err := inverseTranspose(ctx, w); return err },
	}
	for name, piece := range pieces {
		// After any number of looks the piece must end with the next.
		for looks := range 3 {
			ctx := &countdown{Context: context.Background(), left: looks}
			if err := piece(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: goes on after look %d: %v", name, looks+1, err)
			}
			if ctx.left < -1 {
				t.Errorf("%s: looks %d times more after the end", name, -1-ctx.left)
			}
		}
	}
}

// A countdown is a context that ends after being asked some times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	c.left--
	if c.left < 0 {
		return context.Canceled
	}
	return nil
}
