package main

import (
	"bufio"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/model"
	"larui/tui"
)

// promises returns the table of promises. Those about processes come first, for
// the peak of a process is never below that of the one that started it.
func promises() []promise {
	frame := func(t tui.Turn) time.Duration { return t.Frame }
	curves := func(t tui.Turn) time.Duration { return t.Curves }
	return []promise{
		{name: "first-frame", what: "process start to end for a first frame, rotated Gaussian", bar: 50, unit: "ms",
			measure: func(ctx context.Context, b *bencher) ([]float64, error) {
				return b.processes(ctx, 100, inMilliseconds, "--snapshot", "120x36")
			}},
		{name: "cold", what: "process start to end of larui solve, MNIST→USPS, nothing cached", bar: 4, unit: "s", measure: digitProcesses(5, inSeconds, "--no-cache")},
		{name: "warm", what: "the same the second time", bar: 300, unit: "ms", measure: digitProcesses(100, inMilliseconds)},
		{name: "memory", what: "peak memory of that, nothing cached", bar: 600, unit: "MB", measure: digitProcesses(1, inMegabytes, "--no-cache")},
		{name: "csv-million", what: "larui solve on a CSV of 1,000,000 rows and 50 features", bar: 30, unit: "s", long: true, measure: tables(1_000_000, inSeconds)},
		{name: "csv-gigabyte", what: "peak memory of larui solve on a CSV of 1 GB", bar: 300, unit: "MB", long: true, measure: tables(2_100_000, inMegabytes)},
		{name: "turn-gaussian", what: "a key to the next frame, rotated Gaussian", bar: 5, unit: "ms",
			measure: func(ctx context.Context, _ *bencher) ([]float64, error) {
				session, err := tui.Open(ctx, datasets.DefaultSpec(defaultPair), nil, nil)
				if err != nil {
					return nil, err
				}
				return turns(ctx, session, []int{1}, frame)
			}},
		{name: "turn-64", what: "a key to the next frame, MNIST→USPS, k and k̃ up to 64", bar: 16, unit: "ms", measure: digitTurns([]int{1, 8, 64}, frame)},
		{name: "turn-256", what: "the same up to 256", bar: 33, unit: "ms", measure: digitTurns([]int{8, 64, 256}, frame)},
		{name: "curve", what: "from there to the frame with the curve of 5,000 epochs", bar: 50, unit: "ms", measure: digitTurns([]int{8, 64, 256}, curves)},
		{name: "grid", what: "the paper's grid for one digit pair, closed form and 5,000 epochs", bar: 3, unit: "s", measure: grid},
		{name: "cancel", what: "stopping a map", bar: 50, unit: "ms", measure: cancelled},
		{name: "wide", what: "opening and solving d = 4096, n = m = 200", bar: 1, unit: "s", measure: wide},
		{name: "all-pairs", what: "the paper's grid for all 45 digit pairs", bar: 300, unit: "s", long: true, measure: allPairs},
	}
}

// turnsEach is how often each control is turned at each k and k̃.
const turnsEach = 100

// turns turns λ, k and k̃ at every combination of the sizes, the last one the
// largest, that has the largest in it, and returns the readings of the slowest.
func turns(ctx context.Context, session *tui.Session, sizes []int, of func(tui.Turn) time.Duration) ([]float64, error) {
	start, err := session.Begin(nil)
	if err != nil {
		return nil, err
	}
	largest := sizes[len(sizes)-1]
	var slowest []float64
	for _, k := range sizes {
		for _, kTilde := range sizes {
			if max(k, kTilde) < largest {
				continue
			}
			for _, control := range []string{"lambda", "k", "ktilde"} {
				at := start
				at.Params.K, at.Params.KTilde = k, kTilde
				// The first turn makes what the others share.
				states := make([]tui.State, turnsEach+1)
				for i := range states {
					states[i] = tui.Nudge(at, control, i, session.Problem.D)
				}
				taken, err := tui.Turns(ctx, session, states)
				if err != nil {
					return nil, err
				}
				var readings []float64
				for _, turn := range taken[1:] {
					readings = append(readings, of(turn).Seconds()*1e3)
				}
				if slowest == nil || quantile(readings, 0.95) > quantile(slowest, 0.95) {
					slowest = readings
				}
			}
		}
	}
	return slowest, nil
}

func digitTurns(sizes []int, of func(tui.Turn) time.Duration) func(context.Context, *bencher) ([]float64, error) {
	return func(ctx context.Context, b *bencher) ([]float64, error) {
		session, err := b.digits(ctx)
		if err != nil {
			return nil, err
		}
		return turns(ctx, session, sizes, of)
	}
}

// paperGrid is the whole grid of the paper: k and k̃ in 8, 16, … 512, λ in 0.1, 10,
// 1000.
func paperGrid(p *model.Problem) model.Grid {
	g := model.Grid{Lambda: []float64{0.1, 10, 1000}, Epochs: []int{5000}, Base: model.Params{K: 1, KTilde: 1, Epochs: 5000}}
	for k := 8; k <= min(512, p.D); k *= 2 {
		g.K, g.KTilde = append(g.K, k), append(g.KTilde, k)
	}
	return g
}

// grid solves the paper's grid.
func grid(ctx context.Context, b *bencher) ([]float64, error) {
	session, err := b.digits(ctx)
	if err != nil {
		return nil, err
	}
	var readings []float64
	for range 5 {
		began := time.Now()
		if _, err := model.Sweep(ctx, session.Problem, paperGrid(session.Problem), nil); err != nil {
			return nil, err
		}
		readings = append(readings, time.Since(began).Seconds())
	}
	return readings, nil
}

// cancelled stops the grid after some time, which differs, and reads how long it goes
// on.
func cancelled(ctx context.Context, b *bencher) ([]float64, error) {
	session, err := b.digits(ctx)
	if err != nil {
		return nil, err
	}
	var readings []float64
	for i := range 100 {
		stopped, stop := context.WithCancel(ctx)
		var at time.Time
		timer := time.AfterFunc(time.Duration(i+1)*time.Millisecond, func() {
			at = time.Now()
			stop()
		})
		_, err := model.Sweep(stopped, session.Problem, paperGrid(session.Problem), nil)
		if timer.Stop() {
			stop()
			continue // it was done before
		}
		<-stopped.Done()
		if err != nil {
			readings = append(readings, time.Since(at).Seconds()*1e3)
		}
	}
	return readings, ctx.Err()
}

// allPairs opens and sweeps every pair of digits.
func allPairs(ctx context.Context, b *bencher) ([]float64, error) {
	began := time.Now()
	for i := range 10 {
		for j := i + 1; j < 10; j++ {
			spec := datasets.DefaultSpec("mnist-usps")
			spec.Data, spec.Classes = b.data, []int{i, j}
			session, err := tui.Open(ctx, spec, nil, nil)
			if err != nil {
				return nil, err
			}
			if _, err := model.Sweep(ctx, session.Problem, paperGrid(session.Problem), nil); err != nil {
				return nil, err
			}
		}
	}
	return []float64{time.Since(began).Seconds()}, nil
}

// wide solves a pair of few samples and many features.
func wide(ctx context.Context, _ *bencher) ([]float64, error) {
	const n, d = 200, 4096
	random := rand.New(rand.NewPCG(1, 1))
	domain := func() model.Domain {
		x, y := mat.NewDense(n, d, nil), make([]float64, n)
		for i := range n {
			y[i] = float64(2*(i%2) - 1)
			for j := range d {
				x.Set(i, j, random.NormFloat64()/float64(1+j/100)+y[i]*float64(j%2))
			}
		}
		return model.Domain{X: x, Y: y}
	}
	data := model.Data{Source: domain(), Target: domain()}
	var readings []float64
	for range 5 {
		began := time.Now()
		p, err := model.NewProblem(ctx, data)
		if err != nil {
			return nil, err
		}
		if _, err := model.NewSolver(p).Solve(ctx, model.Params{K: 64, KTilde: 64, Lambda: 10, Epochs: 5000}); err != nil {
			return nil, err
		}
		readings = append(readings, time.Since(began).Seconds())
	}
	return readings, nil
}

// digitProcesses runs `larui solve` on the digits, with a cache of its own that
// has been filled, unless extra says otherwise.
func digitProcesses(times int, of func(processCost) float64, extra ...string) func(context.Context, *bencher) ([]float64, error) {
	return func(ctx context.Context, b *bencher) ([]float64, error) {
		if err := datasets.FindDigits(b.digitSpec()); err != nil {
			return nil, err
		}
		args := append([]string{"solve", "mnist-usps", "--classes=3,8"}, extra...)
		if len(extra) == 0 {
			if _, err := b.processes(ctx, 1, of, args...); err != nil {
				return nil, err
			}
		}
		return b.processes(ctx, times, of, args...)
	}
}

// tables writes a CSV of so many rows and 50 features, once, and runs `larui solve`
// from it to its first 50,000 rows.
func tables(rows int, of func(processCost) float64) func(context.Context, *bencher) ([]float64, error) {
	return func(ctx context.Context, b *bencher) ([]float64, error) {
		folder, err := b.temporary()
		if err != nil {
			return nil, err
		}
		source, target := filepath.Join(folder, "source.csv"), filepath.Join(folder, "target.csv")
		if err := writeTable(ctx, source, rows); err != nil {
			return nil, err
		}
		if err := writeTable(ctx, target, 50_000); err != nil {
			return nil, err
		}
		return b.processes(ctx, 1, of, "solve", "--source", source, "--target", target, "--no-cache")
	}
}

// writeTable writes a CSV of 50 features and a label, about 480 bytes a row.
func writeTable(ctx context.Context, path string, rows int) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	random := rand.New(rand.NewPCG(1, uint64(rows)))
	w := bufio.NewWriterSize(file, 1<<20)
	var line []byte
	for i := range rows {
		if i%1000 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		line = line[:0]
		score := 0.0
		for j := range 50 {
			v := random.NormFloat64() / float64(1+j)
			score += v
			line = append(strconv.AppendFloat(line, v, 'f', 6, 64), ',')
		}
		line = append(strconv.AppendInt(line, int64(1), 10), '\n')
		if score < 0 {
			line = append(line[:len(line)-2], "-1\n"...)
		}
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return w.Flush()
}
