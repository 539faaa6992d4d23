package moments_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"larui/datasets/moments"
	"larui/model/testutil"
)

func number(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// A drawn has rows of three features with labels.
type drawn struct {
	x      []float64
	labels []string
}

const width = 3

func (d *drawn) rows() int { return len(d.labels) }

// draw returns n random rows whose means are at the given number of deviations from zero.
func draw(r *rand.Rand, n int, shift float64, classes int) *drawn {
	d := &drawn{}
	for range n {
		for j := range width {
			d.x = append(d.x, shift+float64(j+1)*r.NormFloat64())
		}
		label := strconv.Itoa(r.IntN(max(1, classes)))
		if classes == 0 {
			label = strconv.FormatFloat(shift+r.NormFloat64(), 'g', -1, 64)
		}
		d.labels = append(d.labels, label)
	}
	return d
}

func layout() moments.Layout {
	return moments.Layout{Columns: []string{"a", "b", "c"}, Label: "y", Labelled: true}
}

// column returns the numbers of column i by row.
func (d *drawn) column(i int) func(row int) float64 {
	return func(row int) float64 { return d.x[row*width+i] }
}

// sum sums the rows from lo to hi in blocks of the given size.
func (d *drawn) sum(t testing.TB, lo, hi, together, sample int) *moments.Sums {
	t.Helper()
	rows := moments.NewRowSummer(layout(), width, sample, number)
	for ; lo < hi; lo += together {
		end := min(hi, lo+together)
		rows.Add(d.x[lo*width:end*width], d.labels[lo:end])
	}
	return testutil.Must(rows.Sums())
}

// written writes s and reads it back.
func written(t testing.TB, s *moments.Sums) *moments.Sums {
	t.Helper()
	return testutil.Must(moments.ParseLine(testutil.Must(s.EncodeLine())))
}

// read returns the sum of the lines of content, nil if there is none.
func read(content []byte, by func(io.Reader, *moments.LineSummer) error) (*moments.Sums, error) {
	var lines moments.LineSummer
	if err := by(bytes.NewReader(content), &lines); err != nil {
		return nil, err
	}
	return lines.Total()
}

// shards sums d in the given number of shards, some possibly empty, in random order.
func (d *drawn) shards(t testing.TB, r *rand.Rand, count, sample int) (all *moments.Sums) {
	cuts := []int{0, d.rows()}
	for range count - 1 {
		cuts = append(cuts, r.IntN(d.rows()+1))
	}
	slices.Sort(cuts)
	for _, i := range r.Perm(count) {
		s := written(t, d.sum(t, cuts[i], cuts[i+1], 1+r.IntN(200), sample))
		if all == nil {
			all = s
		} else if err := all.Join(s, false); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// exact returns the mean of a column and the sums of products of distances from the means of two
// columns, in 300 bits.
func exact(n int, column func(row int) float64, other func(row int) float64) (mean, products float64) {
	float := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
	a, b, count := float(0), float(0), float(float64(n))
	for row := range n {
		a.Add(a, float(column(row)))
		b.Add(b, float(other(row)))
	}
	a.Quo(a, count)
	b.Quo(b, count)
	sum := float(0)
	for row := range n {
		x, y := float(column(row)), float(other(row))
		sum.Add(sum, x.Mul(x.Sub(x, a), y.Sub(y, b)))
	}
	mean, _ = a.Float64()
	products, _ = sum.Float64()
	return mean, products
}

// The sums of shards agree with sums in 300 bits, within n·ε of the largest possible product, times
// the number of shards.
func TestExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, shift := range []float64{0, 1, 1e3, 1e6} {
		for _, count := range []int{1, 2, 50} {
			d := draw(r, 700, shift, 0)
			s := d.shards(t, r, count, 100)
			for i := range width {
				for j := i; j < width; j++ {
					mean, products := exact(d.rows(), d.column(i), d.column(j))
					got := s.GramEntry(i, j) - s.ShiftedSum(i)*s.ShiftedSum(j)/float64(s.N)
					if scale := math.Sqrt(s.SquaredDeviations(i) * s.SquaredDeviations(j)); math.Abs(got-products) > 1e-12*scale {
						t.Errorf("shift %g, %d shards: product %d, %d is off by %.3g", shift, count, i, j, math.Abs(got-products)/scale)
					}
					if math.Abs(s.Mean(i)-mean) > 1e-15*(1+math.Abs(mean)) {
						t.Errorf("shift %g: mean %v, not %v", shift, s.Mean(i), mean)
					}
				}
				label := func(row int) float64 { v, _ := number(d.labels[row]); return v }
				_, products := exact(d.rows(), d.column(i), label)
				_, squares := exact(d.rows(), label, label)
				reg := s.Regression
				got := reg.Cross[i] - reg.Sum[i]*reg.Cross[width]/float64(reg.N)
				if scale := math.Sqrt(s.SquaredDeviations(i) * squares); math.Abs(got-products) > 1e-12*scale {
					t.Errorf("shift %g: the product of feature %d and the label is off by %.3g", shift, i, math.Abs(got-products)/scale)
				}
			}
		}
	}
}

// apart returns the distance between two sums of the same rows, in deviations.
func apart(a, b *moments.Sums) (most float64) {
	n := float64(a.N)
	for i := range a.Width() {
		unit := math.Sqrt(a.SquaredDeviations(i))
		most = max(most, math.Abs((a.Shift[i]-b.Shift[i])*n+a.ShiftedSum(i)-b.ShiftedSum(i))/unit/math.Sqrt(n)/max(1, math.Abs(a.Shift[i])/unit))
		for j := i; j < a.Width(); j++ {
			product := func(s *moments.Sums) float64 { return s.GramEntry(i, j) - s.ShiftedSum(i)*s.ShiftedSum(j)/n }
			most = max(most, math.Abs(product(a)-product(b))/unit/math.Sqrt(a.SquaredDeviations(j)))
		}
	}
	return most
}

// Addition is associative and commutative to 1e-13. The sample, counts and bounds do not depend on
// the shards.
func TestJoin(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for trial := range 30 {
		d := draw(r, 300+r.IntN(3000), math.Pow(10, float64(r.IntN(7))), r.IntN(4))
		whole := d.sum(t, 0, d.rows(), 1024, 200)
		third := d.rows() / 3
		part := func(i int) *moments.Sums { return d.sum(t, i*third, min(d.rows(), (i+1)*third+i/2*3), 100, 200) }
		join := func(parts ...*moments.Sums) *moments.Sums {
			for _, p := range parts[1:] {
				testutil.NoError(t, parts[0].Join(p, false))
			}
			return parts[0]
		}
		left := join(part(0), part(1), part(2))
		for _, other := range []*moments.Sums{join(part(0), join(part(1), part(2))), join(part(2), part(0), part(1)), join(part(1), part(0), part(2))} {
			if off := apart(left, other); off > 1e-13 {
				t.Errorf("trial %d: sums in another order are %.3g apart", trial, off)
			}
			if !reflect.DeepEqual(left.Sample, other.Sample) || !slices.Equal(left.Shards, other.Shards) || !slices.Equal(left.Low, other.Low) {
				t.Errorf("trial %d: in another order there is another sample", trial)
			}
		}
		many := d.shards(t, r, 1+r.IntN(1000), 200)
		if off := apart(whole, many); off > 1e-12 {
			t.Errorf("trial %d: shards are %.3g from the whole", trial, off)
		}
		same := len(whole.Sample.Keys)
		if many.N != whole.N || !slices.Equal(whole.Sample.Keys, many.Sample.Keys[:min(same, len(many.Sample.Keys))]) {
			t.Errorf("trial %d: shards have another sample than the whole", trial)
		}
	}
}

// A sample is uniform, also if many rows are equal, for any shards: rows that are a tenth of all
// rows are a tenth of the sample, within five deviations.
func TestUniform(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, count := range []int{1, 40} {
		for _, alike := range []bool{false, true} {
			d := draw(r, 40_000, 0, 10)
			if alike {
				for i := range d.x {
					d.x[i] = math.Round(d.x[i] / 4)
				}
			}
			s := d.shards(t, r, count, 1000)
			hits := 0
			for _, label := range s.Sample.Labels {
				if label == "3" {
					hits++
				}
			}
			n := float64(len(s.Sample.Labels))
			if n < 1000 || math.Abs(float64(hits)-n/10) > 5*math.Sqrt(n*.09) {
				t.Errorf("%d shards, alike %v: %d of %g rows", count, alike, hits, n)
			}
		}
	}
}

// Rows that were summed by class add up to the sums of all rows, or of the rows of some classes.
func TestPerClass(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	d := draw(r, 900, 100, 4)
	for i := range 50 {
		d.labels[i*17] = ""
	}
	start := func() *moments.RowSummer { return moments.NewRowSummer(layout(), width, 100, number) }
	var text bytes.Buffer
	for lo := 0; lo < 900; lo += 300 {
		parts := moments.NewPartSummer(start, true, 0)
		for from := lo; from < lo+300; from += 100 {
			testutil.NoError(t, parts.Add(d.x[from*width:(from+100)*width], width, d.labels[from:from+100], nil))
		}
		sums, err := parts.Sums()
		if err != nil || len(sums) != 5 {
			t.Fatalf("%d parts, %v", len(sums), err)
		}
		for _, s := range sums {
			line, _ := s.EncodeLine()
			text.Write(line)
		}
	}
	// of returns the sum of the rows of some classes.
	of := func(classes ...string) *moments.Sums {
		rows := start()
		for i, label := range d.labels {
			if slices.Contains(classes, label) {
				rows.Add(d.x[i*width:(i+1)*width], d.labels[i:i+1])
			}
		}
		return testutil.Must(rows.Sums())
	}
	for _, test := range []struct {
		lines moments.LineSummer
		want  []*moments.Sums
	}{
		{moments.LineSummer{}, []*moments.Sums{of("", "0", "1", "2", "3")}},
		{moments.LineSummer{Classes: []string{"2", "0"}}, []*moments.Sums{of("0", "2")}},
		{moments.LineSummer{Classes: []string{"2", "0"}, PerClass: true}, []*moments.Sums{of("0"), of("2")}},
		{moments.LineSummer{PerClass: true}, []*moments.Sums{of(""), of("0"), of("1"), of("2"), of("3")}},
	} {
		testutil.NoError(t, moments.ReadLines(bytes.NewReader(text.Bytes()), &test.lines))
		got, err := test.lines.Sums()
		if err != nil || len(got) != len(test.want) {
			t.Fatalf("%d sums, %v", len(got), err)
		}
		for i, want := range test.want {
			s := got[i]
			if off := apart(want, s); off > 1e-12 || s.N != want.N || s.Unlabelled != want.Unlabelled || len(s.Classes) != len(want.Classes) {
				t.Errorf("%d rows of %d, off by %.3g", s.N, want.N, off)
			}
		}
	}
	for _, test := range []struct {
		lines moments.LineSummer
		sums  *moments.Sums
		want  string
	}{
		{moments.LineSummer{Classes: []string{"0", "7"}}, of("0"), `hold no rows of the class "7"`},
		{moments.LineSummer{Classes: []string{"0"}}, of("0", "1"), "several classes in one sum"},
		{moments.LineSummer{PerClass: true}, of("", "1"), "several classes in one sum"},
	} {
		err := test.lines.Add(test.sums)
		if err == nil {
			_, err = test.lines.Sums()
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, not %q", err, test.want)
		}
	}
}

// Sums that do not belong together are refused, with the reason.
func TestApart(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	d := draw(r, 50, 0, 2)
	for _, test := range []struct {
		change func(l *moments.Layout)
		want   string
	}{
		{func(l *moments.Layout) { l.Columns = []string{"a", "c", "b"} }, `column 2 is "b" in one, "c" in another`},
		{func(l *moments.Layout) { l.Columns = nil }, "one has 3 feature columns with names, another has 0"},
		{func(l *moments.Layout) { l.Label = "z" }, `the label is "y" in one, "z" in another`},
		{func(l *moments.Layout) { l.IDs = []string{"id"} }, "they have different id columns"},
		{func(l *moments.Layout) { l.Recipe = []byte(`[{"name":"a"}]`) }, "different recipes"},
	} {
		other := layout()
		test.change(&other)
		rows := moments.NewRowSummer(other, width, 10, number)
		rows.Add(d.x, d.labels)
		s, err := rows.Sums()
		if err == nil {
			err = d.sum(t, 0, 50, 10, 10).Join(s, false)
		}
		if !errors.Is(err, moments.ErrIncompatible) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, not %q", err, test.want)
		}
	}
	s := d.sum(t, 0, 20, 20, 10)
	testutil.NoError(t, s.Join(d.sum(t, 20, 50, 7, 10), false))
	if err := s.Join(d.sum(t, 0, 20, 20, 5), false); !errors.Is(err, moments.ErrIncompatible) || !strings.Contains(err.Error(), "the same 20 rows twice") {
		t.Errorf("a shard twice: %v", err)
	}
	if err := s.Join(d.sum(t, 0, 20, 20, 5), true); err != nil || s.N != 70 {
		t.Errorf("%d rows, %v", s.N, err)
	}
	rows := moments.NewRowSummer(layout(), width, 10, number)
	rows.Add([]float64{1e300, 0, 0, -1e300, 0, 0}, []string{"1", "2"})
	if _, err := rows.Sums(); err == nil {
		t.Error("sums overflow in silence")
	}
}

// A line that was changed anywhere is refused. Wide lines are base64.
func TestChanged(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	d := draw(r, 30, 0, 2)
	line := testutil.Must(d.sum(t, 0, 30, 30, 3).EncodeLine())
	for i := range len(line) - 1 {
		changed := slices.Clone(line)
		changed[i]++
		if _, err := moments.ParseLine(changed); err == nil {
			t.Errorf("byte %d may be %q", i, changed[i])
		}
		if _, err := moments.ParseLine(line[:i]); err == nil {
			t.Errorf("the line may end at byte %d", i)
		}
	}
	rows := moments.NewRowSummer(moments.Layout{}, 300, 2, number)
	x := make([]float64, 3*300)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	rows.Add(x, nil)
	wide := testutil.Must(rows.Sums())
	again := written(t, wide)
	if text, _ := wide.EncodeLine(); !bytes.Contains(text, []byte(`"gram":"`)) || !slices.Equal(again.Gram, wide.Gram) || again.Unlabelled != 3 {
		t.Error("300 features are not read back")
	}
}

// FuzzRead checks that a line that can be read is written back unchanged, and that no content
// crashes Read.
func FuzzRead(f *testing.F) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, classes := range []int{0, 2, 30} {
		d := draw(r, 40, 1, classes)
		a, _ := d.sum(f, 0, 25, 10, 4).EncodeLine()
		b, _ := d.sum(f, 25, 40, 10, 4).EncodeLine()
		f.Add(a)
		f.Add(append(a, b...))
		f.Add(append(a, a...))
	}
	f.Add([]byte(`{"larui_moments":1}`))
	f.Add([]byte("{\"larui_moments\":1,\"shift\":\"AAAA\"}\n\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := read(content, moments.ReadLines)
		if err != nil || s == nil {
			// The same line with a fitting checksum, so that other checks are tested too.
			s = &moments.Sums{}
			line := []byte{}
			err = json.Unmarshal(content, s)
			if err == nil {
				line, err = s.EncodeLine()
			}
			if err == nil {
				s, err = moments.ParseLine(line)
			}
		}
		if err != nil {
			return
		}
		if err := s.Join(written(t, s), true); err != nil {
			return
		}
		line := testutil.Must(s.EncodeLine())
		again, err := moments.ParseLine(line)
		if err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if text, _ := again.EncodeLine(); !bytes.Equal(text, line) {
			t.Fatal("written otherwise the second time")
		}
	})
}

func ExampleReadLines() {
	rows := moments.NewRowSummer(moments.Layout{Columns: []string{"a"}, Label: "y", Labelled: true}, 1, 0, number)
	rows.Add([]float64{1, 2, 6}, []string{"0", "0", "1"})
	s, _ := rows.Sums()
	line, _ := s.EncodeLine()
	var lines moments.LineSummer
	err := moments.ReadLines(bytes.NewReader(line), &lines)
	all, _ := lines.Sums()
	fmt.Println(all[0].N, all[0].Mean(0), all[0].SquaredDeviations(0), err)
	// Output: 3 3 14 <nil>
}
