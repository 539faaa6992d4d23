//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"larui/model/testutil"
)

// BenchmarkFirstFrame is a process from its start to its end that prints the first
// frame of the default pair.
func BenchmarkFirstFrame(b *testing.B) {
	benchProcess(b, "--snapshot", "120x36")
}

// BenchmarkGlyphs is the two views of the glyphs that solve the most: the score over λ
// from ten seeds, and the map of k and k̃ as a figure.
func BenchmarkGlyphs(b *testing.B) {
	b.Run("lambda", func(b *testing.B) { benchProcess(b, "glyphs", "--view", "lambda", "--snapshot", "120x36") })
	b.Run("map", func(b *testing.B) {
		benchProcess(b, "plot", "glyphs", "map", "--out", filepath.Join(b.TempDir(), "map.svg"))
	})
}

// BenchmarkOpen is larui solve on MNIST → USPS, from the start of the process: with
// nothing kept, and from the cache.
func BenchmarkOpen(b *testing.B) {
	if os.Getenv("LARUI_DATA") == "" {
		b.Skip("needs the digits in LARUI_DATA")
	}
	solve := argv("solve mnist-usps --classes=3,8")
	b.Run("mnist-usps/cold", func(b *testing.B) { benchProcess(b, append(solve, "--no-cache")...) })
	b.Run("mnist-usps/warm", func(b *testing.B) {
		runProcess(b, solve...)
		benchProcess(b, solve...)
	})
}

// BenchmarkTable is larui solve from a CSV of 50 features to its first 50,000 rows:
// from one of a million rows, and from one of a gigabyte.
func BenchmarkTable(b *testing.B) {
	if testing.Short() {
		b.Skip("takes a minute and two gigabytes of disk")
	}
	for _, rows := range []int{1_000_000, 2_100_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			folder := b.TempDir()
			source, target := filepath.Join(folder, "source.csv"), filepath.Join(folder, "target.csv")
			writeTable(b, source, rows)
			writeTable(b, target, 50_000)
			benchProcess(b, "solve", "--source", source, "--target", target, "--no-cache")
		})
	}
}

// BenchmarkPredict is larui predict on a CSV of a gigabyte.
func BenchmarkPredict(b *testing.B) {
	if testing.Short() {
		b.Skip("takes a minute and a gigabyte of disk")
	}
	folder := b.TempDir()
	few, many, saved := filepath.Join(folder, "few.csv"), filepath.Join(folder, "many.csv"), filepath.Join(folder, "m.npz")
	writeTable(b, few, 1000)
	writeTable(b, many, 2_100_000)
	runProcess(b, "solve", "--source", few, "--target", few, "--no-cache", "--save-model", saved)
	benchProcess(b, "predict", "--model", saved, "--input", many)
}

// benchProcess runs the program, and reports the 95th percentile of its times and its
// largest resident set.
func benchProcess(b *testing.B, args ...string) {
	program(b) // is built before the clock starts
	var readings []time.Duration
	var peak int64
	for b.Loop() {
		began := time.Now()
		usage := runProcess(b, args...)
		readings, peak = append(readings, time.Since(began)), max(peak, usage.Maxrss)
	}
	slices.Sort(readings)
	b.ReportMetric(readings[(95*len(readings)-1)/100].Seconds()*1e3, "ms-p95")
	if runtime.GOOS != "darwin" {
		peak <<= 10 // the others count in kilobytes
	}
	b.ReportMetric(float64(peak)/1e6, "MB-peak")
}

func runProcess(b *testing.B, args ...string) *syscall.Rusage {
	cmd := exec.Command(program(b), args...)
	cmd.Stdout, cmd.Stderr = io.Discard, os.Stderr
	testutil.NoError(b, cmd.Run())
	return cmd.ProcessState.SysUsage().(*syscall.Rusage)
}

// writeTable writes a CSV of 50 features and a label, about 480 bytes a row.
func writeTable(b *testing.B, path string, rows int) {
	file := testutil.Must(os.Create(path))
	defer file.Close()
	random := rand.New(rand.NewPCG(1, uint64(rows)))
	w := bufio.NewWriterSize(file, 1<<20)
	var line []byte
	for range rows {
		line = line[:0]
		score := 0.0
		for j := range 50 {
			v := random.NormFloat64() / float64(1+j)
			score += v
			line = append(strconv.AppendFloat(line, v, 'f', 6, 64), ',')
		}
		if score < 0 {
			line = append(line, '-')
		}
		if _, err := w.Write(append(line, "1\n"...)); err != nil {
			b.Fatal(err)
		}
	}
	testutil.NoError(b, w.Flush())
}
