package rivals

import (
	"math"
	"testing"
)

// The discriminator of the mapping by its definition: two layers with slope 0.2
// below zero, two logits.
func TestMapperDiscriminator(t *testing.T) {
	m := newMapper(random(9, 3, 1), random(9, 3, 2), 0.01, 4, 2, 1)
	m.draw()
	got := m.judge.forward(m.in)
	for i := range m.in.Rows {
		x := row(m.in, i)
		for k, l := range m.judge.layers {
			y := append([]float64(nil), l.b...)
			for j := range y {
				for from, v := range x {
					y[j] += v * row(l.w, from)[j]
				}
				if k < 2 && y[j] < 0 {
					y[j] *= 0.2
				}
			}
			x = y
		}
		for j, v := range x {
			if math.Abs(v-row(got, i)[j]) > 1e-12 {
				t.Fatalf("row %d: logit %d is %v, want %v", i, j, row(got, i)[j], v)
			}
		}
	}
}

// A step of the discriminator sees a tenth of the inputs dropped and the others
// scaled up, a step of the mapping all of them.
func TestMapperDropsInputs(t *testing.T) {
	m := newMapper(random(50, 40, 1), random(50, 40, 2), 0.01, 4, 50, 1)
	zero := func() float64 {
		count := 0.0
		for _, v := range m.in.Data {
			if v == 0 {
				count++
			}
		}
		return count / float64(len(m.in.Data))
	}
	m.discriminate(0.1)
	// The standard deviation of the share of 4000 entries is 0.005.
	if got := zero(); math.Abs(got-0.1) > 0.02 {
		t.Errorf("%v of the inputs are dropped, want a tenth", got)
	}
	// Target rows are not mapped: what is left of them is theirs over 0.9.
	found := false
	for i := range m.target.Rows {
		for j, v := range row(m.target, i) {
			if math.Abs(row(m.in, m.batch)[j]*0.9-v) < 1e-15 {
				found = true
			}
		}
	}
	if !found {
		t.Error("inputs that stay are not scaled by 1/0.9")
	}
	if _, err := m.deceive(t.Context(), 0.1); err != nil {
		t.Fatal(err)
	}
	if got := zero(); got != 0 {
		t.Errorf("%v of the mapping's inputs are dropped", got)
	}
}

func TestMapSchedule(t *testing.T) {
	s := newMapSchedule()
	for i, c := range []struct {
		criterion, rate float64
		best            bool
	}{
		{0.5, 0.1 * 0.98, true},
		{0.4, 0.1 * 0.98 * 0.98, false},
		{0.6, 0.1 * math.Pow(0.98, 3), true},
		{0.6, 0.1 * math.Pow(0.98, 4) / 2, false},
		{0.1, 0.1 * math.Pow(0.98, 5) / 4, false},
	} {
		if got := s.best(c.criterion); got != c.best || math.Abs(s.rate-c.rate) > 1e-15 {
			t.Errorf("epoch %d: best %v at rate %v, want %v at %v", i+1, got, s.rate, c.best, c.rate)
		}
	}
}

// Discriminator and mapping pull against each other: from the identity on domains
// apart, a discriminator's steps lower its loss, and the mapping's then raise it.
func TestMapperFights(t *testing.T) {
	source, target := random(64, 2, 1), random(64, 2, 2)
	for i := range target.Data {
		target.Data[i] += 3 * float64(i%2)
	}
	m := newMapper(source, target, 0.01, 8, 64, 1)
	loss := func() float64 {
		m.draw()
		return m.judgement(1)
	}
	start := loss()
	for range 100 {
		m.discriminate(mapRate)
	}
	trained := loss()
	if !(trained < start/2) {
		t.Errorf("the discriminator's loss went from %v to %v only", start, trained)
	}
	for range 30 {
		if _, err := m.deceive(t.Context(), mapRate); err != nil {
			t.Fatal(err)
		}
	}
	if deceived := loss(); !(deceived > trained) {
		t.Errorf("the mapping left the loss at %v, from %v", deceived, trained)
	}
}

// Refinement returns an orthogonal mapping even where none of them does better
// than the one it starts from.
func TestRefineDoesNotKeepItsStart(t *testing.T) {
	x := random(30, 3, 1)
	m := newMapper(x, x, 0.01, 4, 2, 1)
	start := identity(3)
	for i := range start.Data {
		start.Data[i] *= 2
	}
	w, err := m.refine(t.Context(), start, 2, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	if off := orthogonality(w); off > 1e-12 {
		t.Errorf("W is off orthogonal by %g", off)
	}
}
