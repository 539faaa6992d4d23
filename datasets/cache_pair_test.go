package datasets

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/model"
)

// fullPair has something in every field.
func fullPair() *Pair {
	domain := func(rows ...[]float64) model.Domain {
		x := dense(rows)
		y := make([]float64, len(rows))
		for i := range y {
			y[i] = float64(i % 2)
		}
		return model.Domain{X: x, Y: y}
	}
	return &Pair{
		Name: "files", Title: "a → b",
		Data: model.Data{
			Task: model.MultiClass, Classes: 2,
			Source:     domain([]float64{0, 0, 1}, []float64{0.5, 0, -1}),
			Target:     domain([]float64{math.Copysign(0, -1), math.MaxFloat64, math.SmallestNonzeroFloat64}),
			Validation: domain([]float64{0, 0, 0}),
		},
		SourceName: "a", TargetName: "b",
		ClassNames: []string{"no", ""}, Features: []string{"x", "y", "1"},
		Bias: true, Shape: Shape{1, 2},
		Start: Start{K: 1, KTilde: 2, Lambda: 0.1, Epochs: 3, Rate: 1e-4},
		Notes: []string{"a note", "ünïcode"},
	}
}

// Every field of a pair is packed: one that is added has to be, too.
func TestPackedPairs(t *testing.T) {
	full := fullPair()
	value := reflect.ValueOf(*full)
	for i := range value.NumField() {
		if value.Field(i).IsZero() {
			t.Errorf("fullPair leaves %s empty", value.Type().Field(i).Name)
		}
	}
	bare := &Pair{Data: model.Data{Source: model.Domain{X: dense([][]float64{{1}})}}, ClassNames: []string{}}
	for _, want := range []*Pair{full, bare} {
		packed, ok := packPair(want)
		if !ok {
			t.Fatalf("%+v can't be packed", want)
		}
		got, err := unpackPair(packed)
		if err != nil || !samePair(got, want) {
			t.Errorf("unpacked %+v (%v), want %+v", got, err, want)
		}
	}
}

// samePair compares to the bit.
func samePair(a, b *Pair) bool {
	if !reflect.DeepEqual(a, b) {
		return false
	}
	for _, d := range [][2]model.Domain{{a.Source, b.Source}, {a.Target, b.Target}, {a.Validation, b.Validation}} {
		if d[0].X != nil && !sameBits(d[0].X.RawMatrix().Data, d[1].X.RawMatrix().Data) || !sameBits(d[0].Y, d[1].Y) {
			return false
		}
	}
	return true
}

func sameBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Float64bits(x) == math.Float64bits(y) })
}

// Matrices of any filling and any number of different entries come back to the
// bit, also where runs are longer than a byte can count and rows more than a block.
func TestPackedMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 2*blockRows).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "d")
		if rapid.Bool().Draw(t, "wide") {
			n, d = d, 2*n
		}
		levels := rapid.SliceOfN(rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64), 1, 400).Draw(t, "levels")
		filled := rapid.SampledFrom([]float64{0, 0.01, 0.3, 1}).Draw(t, "filled")
		random := newStream(rapid.Uint64().Draw(t, "seed"), streamSource)
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				if random.Float64() < filled {
					x.Set(i, j, levels[random.IntN(len(levels))])
				}
			}
		}
		p := &packer{sound: true}
		p.matrix(x)
		u := &unpacker{bytes: p.bytes}
		got := u.matrix()
		if !p.sound || u.err != nil || len(u.bytes) > 0 {
			t.Fatalf("sound %t, %v, %d bytes left", p.sound, u.err, len(u.bytes))
		}
		if r, c := got.Dims(); r != n || c != d || !sameBits(got.RawMatrix().Data, x.RawMatrix().Data) {
			t.Fatalf("%d×%d become %d×%d, or other numbers", n, d, r, c)
		}
	})
}

// Pictures take a small part of their size in memory.
func TestPackedPicturesAreSmall(t *testing.T) {
	const n, side = 300, 28
	x := mat.NewDense(n, side*side, nil)
	for i := range n {
		for r := 8; r < 20; r++ {
			for c := 10; c < 18; c++ {
				x.Set(i, r*side+c, float64((i+r*c)%256)/255)
			}
		}
	}
	p := &packer{sound: true}
	p.matrix(x)
	// A byte for each of the 96 pixels that are not background, and two for each of
	// the 12 runs and their ends.
	if most := 2048 + 4 + n*(96+2*14); len(p.bytes) > most+64 {
		t.Errorf("%d bytes, want at most %d", len(p.bytes), most)
	}
}

// What is not finite, or not in memory, is not packed.
func TestUnpackablePairs(t *testing.T) {
	for what, change := range map[string]func(*Pair){
		"NaN":               func(p *Pair) { p.Source.X.Set(0, 1, math.NaN()) },
		"infinite":          func(p *Pair) { p.Target.X.Set(0, 1, math.Inf(1)) },
		"an infinite label": func(p *Pair) { p.Validation.Y[0] = math.Inf(-1) },
		"no source":         func(p *Pair) { p.Source = model.Domain{} },
		"labels alone":      func(p *Pair) { p.Target.X = nil },
		"a label too few":   func(p *Pair) { p.Source.Y = p.Source.Y[:1] },
		"a negative size":   func(p *Pair) { p.Shape.Rows = -1 },
		"an infinite start": func(p *Pair) { p.Start.Rate = math.Inf(1) },
	} {
		pair := fullPair()
		change(pair)
		if _, ok := packPair(pair); ok {
			t.Errorf("%s: the pair is packed", what)
		}
	}
}

// A packed pair that is cut off is none.
func TestCutOffPairs(t *testing.T) {
	packed, _ := packPair(fullPair())
	for n := range packed {
		if pair, err := unpackPair(packed[:n]); pair != nil || !errors.Is(err, errPacked) {
			t.Fatalf("%d bytes of %d: %v", n, len(packed), err)
		}
	}
	if _, err := unpackPair(append(packed, 0)); !errors.Is(err, errPacked) {
		t.Errorf("a byte too many: %v", err)
	}
}

// FuzzPackedPair makes sure that bytes are refused or hold a pair that can be
// packed again to the same one, and that they stand for no more than bytes of
// their number may.
func FuzzPackedPair(f *testing.F) {
	packed, _ := packPair(fullPair())
	f.Add(packed)
	// As many entries as are no longer listed.
	plain := &Pair{Data: model.Data{Source: model.Domain{X: mat.NewDense(1, mostLevels+1, nil)}}}
	for j := range mostLevels + 1 {
		plain.Source.X.Set(0, j, float64(j+1))
	}
	packed, _ = packPair(plain)
	f.Add(packed)
	f.Fuzz(func(t *testing.T, packed []byte) {
		pair, err := unpackPair(packed)
		if err != nil {
			return
		}
		for _, d := range []model.Domain{pair.Source, pair.Target, pair.Validation} {
			if d.X != nil && len(d.X.RawMatrix().Data) > unpackedPerByte*len(packed) {
				t.Fatalf("%d entries of %d bytes", len(d.X.RawMatrix().Data), len(packed))
			}
		}
		again, ok := packPair(pair)
		if !ok {
			t.Fatal("it can't be packed again")
		}
		same, err := unpackPair(again)
		if err != nil || !samePair(same, pair) {
			t.Fatalf("packed again it differs (%v)", err)
		}
		if twice, _ := packPair(same); !bytes.Equal(again, twice) {
			t.Fatal("packing is not unique")
		}
	})
}
