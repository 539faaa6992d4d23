package datasets

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"gonum.org/v1/gonum/mat"

	"larui/datasets/table"
	"larui/model"
	"larui/model/testutil"
)

// largeTable is a table of three features, the first the number of the row, with a
// label of three classes.
func largeTable(rows int, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 0))
	var text strings.Builder
	text.WriteString("at,a,b,label\n")
	for i := range rows {
		fmt.Fprintf(&text, "%d,%.6f,%.3f,%s\n", i, random.NormFloat64(), 1e5+random.NormFloat64(), []string{"x", "y", "z"}[i%3])
	}
	return text.String()
}

// sampledSource opens content as a source of which only a sample fits into memory.
func sampledSource(t *testing.T, content string) (*Pair, Spec) {
	t.Helper()
	spec := sourceSpec(t, t.TempDir(), content)
	spec.Memory = 20_000
	return mustOpen(t, spec), spec
}

// collect reads all rows of a domain again.
func collect(t testing.TB, d model.Domain) model.Domain {
	t.Helper()
	var x, y []float64
	err := d.Blocks(context.Background(), func(block *mat.Dense, labels []float64) error {
		x = append(x, block.RawMatrix().Data...)
		y = append(y, labels...)
		return nil
	})
	testutil.NoError(t, err)
	_, width := d.X.Dims()
	return model.Domain{X: mat.NewDense(len(x)/width, width, x), Y: y}
}

// Where rows do not fit into memory, a sample of them is kept and the blocks hold
// them all, as they are where they do fit.
func TestSampledPair(t *testing.T) {
	folder := t.TempDir()
	source, target := largeTable(20_000, 1), largeTable(30_000, 2)
	zipped := gzipped(target)
	for name, change := range map[string]func(*Spec){
		"plain":                  func(*Spec) {},
		"gzip":                   func(s *Spec) { s.Target = write(t, folder, "target.csv.gz", zipped) },
		"standardized":           func(s *Spec) { s.Standardize = FitSource },
		"standardized each":      func(s *Spec) { s.Standardize = FitDomain },
		"standardized and scale": func(s *Spec) { s.Standardize, s.Scale = FitSource, FitDomain },
		"scaled":                 func(s *Spec) { s.Scale = FitSource },
		"ids":                    func(s *Spec) { s.ID = []string{"a"} },
		"regression":             func(s *Spec) { s.Label, s.Drop, s.ScaleLabel = "a", []string{"label"}, true },
		"unlabelled": func(s *Spec) {
			s.Target = write(t, folder, "bare.csv", strings.NewReplacer(",x\n", ",\n", ",y\n", ",\n", ",z\n", ",\n").Replace(target))
		},
	} {
		if testing.Short() && name != "gzip" && name != "standardized each" {
			continue // the blocks of these two are read and summed by the same goroutines
		}
		t.Run(name, func(t *testing.T) {
			spec := targetSpec(t, folder, source, target)
			spec.Bias = true
			change(&spec)
			whole := mustOpen(t, spec)
			spec.Memory = 40_000
			sampled := mustOpen(t, spec)
			if sampled.Task != whole.Task || !slices.Equal(sampled.ClassNames, whole.ClassNames) {
				t.Errorf("task %v %q, want %v %q", sampled.Task, sampled.ClassNames, whole.Task, whole.ClassNames)
			}
			for name, pair := range map[string][2]model.Domain{"source": {sampled.Source, whole.Source}, "target": {sampled.Target, whole.Target}} {
				d, all := pair[0], pair[1]
				if all.Blocks != nil || d.Blocks == nil || d.Samples() != all.Rows() {
					t.Fatalf("%s: %d samples of %d", name, d.Samples(), all.Rows())
				}
				if d.Rows()*8*4 > 40_000 || d.Rows() < 500 {
					t.Errorf("%s: %d rows are kept", name, d.Rows())
				}
				again := collect(t, d)
				// Statistics of blocks, joined, differ by rounding.
				if !mat.EqualApprox(again.X, all.X, 1e-9) || !slices.Equal(again.Y, all.Y) {
					t.Errorf("%s: the blocks hold other rows", name)
				}
				if (d.Y == nil) != (all.Y == nil) {
					t.Fatalf("%s: labelled %v, want %v", name, d.Y != nil, all.Y != nil)
				}
				checkSampleOf(t, name, d, again)
			}
			if (sampled.Groups != nil) != (len(spec.ID) > 0) || len(whole.Groups) > 0 && len(whole.Groups) != whole.Source.Rows() {
				t.Fatalf("%d rows of %d have groups", len(sampled.Groups), len(whole.Groups))
			}
			groupOf := map[string]int{} // of a row of the file
			for i, group := range whole.Groups {
				groupOf[fmt.Sprint(whole.Source.X.RawRowView(i))] = group
			}
			for i, group := range sampled.Groups {
				if group != groupOf[fmt.Sprint(sampled.Source.X.RawRowView(i))] {
					t.Fatalf("row %d of the sample has the group of another", i)
				}
			}
			notes := strings.Join(sampled.Notes, "\n")
			for _, want := range []string{
				fmt.Sprintf("all 20000 rows, but only %d of them, drawn by seed 0", sampled.Source.Rows()),
				fmt.Sprintf("all 30000 rows, but only %d of them, drawn by seed 0", sampled.Target.Rows()),
			} {
				if !strings.Contains(notes, want) {
					t.Errorf("the notes lack %q:\n%s", want, notes)
				}
			}
			if again := mustOpen(t, spec); !mat.Equal(again.Source.X, sampled.Source.X) {
				t.Error("the same seed draws another sample")
			}
			spec.Seed = 1
			if mat.Equal(mustOpen(t, spec).Source.X, sampled.Source.X) {
				t.Error("another seed draws the same sample")
			}
		})
	}
}

// checkSampleOf checks that every row of d is a row of all, with its label, and that no row occurs
// twice.
func checkSampleOf(t *testing.T, name string, d, all model.Domain) {
	t.Helper()
	// Both hold the same bits: they went through the same steps.
	find := map[string]int{}
	for i := range all.Rows() {
		find[fmt.Sprint(all.X.RawRowView(i))] = i
	}
	for i := range d.Rows() {
		key := fmt.Sprint(d.X.RawRowView(i))
		at, ok := find[key]
		if !ok || d.Y != nil && d.Y[i] != all.Y[at] {
			t.Fatalf("%s: row %d of the sample, %s, is not in the file, or twice in the sample, or has another label", name, i, key)
		}
		delete(find, key)
	}
}

// Rows set aside for validation are left out of the target's blocks too.
func TestSampledValidation(t *testing.T) {
	spec := targetSpec(t, t.TempDir(), largeTable(5000, 1), largeTable(6000, 2))
	spec.Memory, spec.ValidationSize = 40_000, 300
	pair := mustOpen(t, spec)
	if pair.Validation.Rows() != 300 || pair.Target.Samples() != 5700 {
		t.Fatalf("%d rows of %d are set aside", pair.Validation.Rows(), pair.Target.Samples())
	}
	seen := map[float64]int{}
	for _, d := range []model.Domain{collect(t, pair.Target), pair.Validation} {
		for i := range d.Rows() {
			id := d.X.At(i, 0)
			seen[id]++
			if d.Y[i] != float64(int(id)%3) {
				t.Fatalf("row %v has label %v", id, d.Y[i])
			}
		}
	}
	if len(seen) != 6000 {
		t.Errorf("%d rows in all", len(seen))
	}
	for i := range pair.Target.Rows() {
		if id := pair.Target.X.At(i, 0); seen[id] != 1 {
			t.Fatalf("row %v is scored and set aside", id)
		}
	}
	spec.ValidationSize = pair.Target.Rows() + 300
	wantError(t, spec, ErrSpec, "some must remain")
}

// Every row is as likely to be drawn as any other, wherever it stands.
func TestSampleIsUniform(t *testing.T) {
	const rows, size, draws = 60, 12, 4000
	drawn := make([]int, rows)
	for seed := range draws {
		kept := newKeptRows(1, 8*3*size, newStream(uint64(seed), streamSampleSource), &labels{})
		for first := 0; first < rows; first += 7 {
			b := &table.Batch{}
			for i := first; i < min(first+7, rows); i++ {
				b.X = append(b.X, float64(i))
				b.Lines = append(b.Lines, i)
			}
			kept.makeRoom(&table.Input{}, b)
			kept.add(b)
		}
		if n, _ := kept.matrix().Dims(); n != size || kept.count != rows {
			t.Fatalf("%d of %d rows", n, kept.count)
		}
		for i, v := range kept.x {
			if int(v) != kept.origins[i] {
				t.Fatalf("row %v is said to be row %d", v, kept.origins[i])
			}
			drawn[int(v)]++
		}
	}
	// A binomial count, five deviations to either side.
	p := float64(size) / rows
	expected, deviation := p*draws, math.Sqrt(draws*p*(1-p))
	for i, count := range drawn {
		if math.Abs(float64(count)-expected) > 5*deviation {
			t.Errorf("row %d is drawn %d times, expected %v ± %v", i, count, expected, deviation)
		}
	}
}

// A file that changes between two readings gives an error, not wrong numbers.
func TestChangedFile(t *testing.T) {
	content := largeTable(3000, 1)
	later := time.Now().Add(time.Hour)
	for name, change := range map[string]func(path string) error{
		"longer":   func(path string) error { return os.WriteFile(path, []byte(content+"1,2,3,x\n"), 0o600) },
		"touched":  func(path string) error { return os.Chtimes(path, later, later) },
		"replaced": func(path string) error { return os.WriteFile(path, []byte(largeTable(2000, 1)), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			pair, spec := sampledSource(t, content)
			collect(t, pair.Source)
			testutil.NoError(t, change(spec.Source))
			err := pair.Source.Blocks(context.Background(), func(*mat.Dense, []float64) error { return nil })
			if !errors.Is(err, ErrChanged) {
				t.Fatal(err)
			}
			checkOneLine(t, err)
		})
	}
	// In the midst of being read.
	pair, spec := sampledSource(t, content)
	err := pair.Source.Blocks(context.Background(), func(*mat.Dense, []float64) error {
		return os.Chtimes(spec.Source, later, later)
	})
	if !errors.Is(err, ErrChanged) {
		t.Error(err)
	}
	testutil.NoError(t, os.Remove(spec.Source))
	if err := pair.Source.Blocks(context.Background(), nil); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// Wherever reading is told to stop, it stops, and leaves no goroutine behind.
func TestBlocksStop(t *testing.T) {
	defer goleak.VerifyNone(t)
	pair, _ := sampledSource(t, largeTable(50_000, 1))
	broken := errors.New("broken")
	for _, after := range []int{0, 1, 7} {
		for want, stop := range map[error]func(cancel func()) error{
			context.Canceled: func(cancel func()) error { cancel(); return nil },
			broken:           func(func()) error { return broken },
		} {
			ctx, cancel := context.WithCancel(context.Background())
			visits := 0
			err := pair.Source.Blocks(ctx, func(*mat.Dense, []float64) error {
				visits++
				if visits > after {
					return stop(cancel)
				}
				return nil
			})
			cancel()
			if !errors.Is(err, want) || visits != after+1 {
				t.Errorf("%v after %d blocks: %v after %d", want, after, err, visits)
			}
		}
	}
}

// Extremes that overflow when rescaled are found although they are not kept.
func TestSampledOverflow(t *testing.T) {
	source := "a,b,label\n" + strings.Repeat("1e-300,2,0\n2e-300,4,1\n", 1000)
	target := "a,b,label\n" + strings.Repeat("1e-300,1,1\n", 1999) + "1e300,1,1\n"
	spec := targetSpec(t, t.TempDir(), source, target)
	spec.Scale, spec.Memory = FitSource, 4000
	wantError(t, spec, ErrNotFinite, "target.csv: feature a")
}

// Blocks report how many rows they have handed out.
func TestReporting(t *testing.T) {
	pair, _ := sampledSource(t, largeTable(50_000, 1))
	var last Progress
	calls := 0
	reporting := pair.WithProgress(func(p Progress) {
		if p.Done < last.Done || p.Total != 50_000 || p.Stage != "moments of source.csv" {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
		calls++
	})
	collect(t, reporting.Source)
	if last.Done != 50_000 || calls < 4 {
		t.Errorf("%d reports, the last %+v", calls, last)
	}
}

// Rows without a label stand behind the others, whatever is kept; all are in the blocks.
func TestPartlyLabelled(t *testing.T) {
	for name, c := range map[string]struct {
		every  int // so many rows on, a label is missing
		memory int64
		aside  int
	}{
		"whole": {3, 0, 0}, "whole, some aside": {3, 0, 500}, "sampled": {3, 40_000, 0}, "sampled, some aside": {3, 40_000, 50},
		"sampled, few": {15_000, 40_000, 0},
	} {
		t.Run(name, func(t *testing.T) {
			const rows = 30_000
			lines := strings.Split(strings.TrimSpace(largeTable(rows, 2)), "\n")
			for i := 1; i < len(lines); i += c.every {
				lines[i] = lines[i][:len(lines[i])-1]
			}
			spec := targetSpec(t, t.TempDir(), largeTable(100, 1), strings.Join(lines, "\n"))
			spec.Missing, spec.Memory, spec.ValidationSize = "unlabelled", c.memory, c.aside
			pair := mustOpen(t, spec)
			d, seen := pair.Target, map[float64]bool{}
			for part, d := range map[string]model.Domain{"target": d, "validation": pair.Validation} {
				last := -1.0
				for i := range d.Rows() {
					id := d.X.At(i, 0)
					missing := int(id)%c.every == 0
					if seen[id] || i < len(d.Y) && (missing || d.Y[i] != float64(int(id)%3)) || c.every == 3 && i >= len(d.Y) && !missing {
						t.Fatalf("%s: row %d is %v, labelled %v", part, i, id, i < len(d.Y))
					}
					seen[id] = true
					if c.memory == 0 && i != len(d.Y) && id <= last {
						t.Fatalf("%s: row %d is %v, after %v", part, i, id, last)
					}
					last = id
				}
			}
			if d.IsLabelled() || d.Y == nil || pair.Validation.Rows() != c.aside || d.Samples() != rows-c.aside {
				t.Errorf("%d labels of %d rows of %d, %d aside", len(d.Y), d.Rows(), d.Samples(), pair.Validation.Rows())
			}
			if c.memory > 0 {
				if all := collect(t, d); all.Y != nil || all.Rows() != rows-c.aside {
					t.Errorf("the blocks hold %d labels of %d rows", len(all.Y), all.Rows())
				}
			} else if len(seen) != rows {
				t.Errorf("%d rows, want %d", len(seen), rows)
			}
			if _, err := model.NewProblem(context.Background(), pair.Data); err != nil {
				t.Error(err)
			}
		})
	}
}
