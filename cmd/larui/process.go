package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A processCost is what running the program once took.
type processCost struct {
	wall time.Duration
	// peak is the largest resident set in bytes.
	peak int64
}

func inSeconds(c processCost) float64      { return c.wall.Seconds() }
func inMilliseconds(c processCost) float64 { return 1e3 * c.wall.Seconds() }
func inMegabytes(c processCost) float64    { return float64(c.peak) / 1e6 }

// processes runs this program so many times, with a cache folder of its own, and
// returns what of makes of each run.
func (b *bencher) processes(ctx context.Context, times int, of func(processCost) float64, args ...string) ([]float64, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	folder, err := b.temporary()
	if err != nil {
		return nil, err
	}
	environment := os.Environ()
	if b.data != "" {
		environment = append(environment, "LARUI_DATA="+b.data)
	}
	if os.Getenv("LARUI_DATA") != "" || b.data != "" {
		// The digits may lie in the cache folder, where nothing else says where.
		environment = append(environment, "XDG_CACHE_HOME="+filepath.Join(folder, "cache"))
	}
	var readings []float64
	for range times {
		cmd := exec.CommandContext(ctx, self, args...)
		cmd.Env, cmd.Stdout, cmd.Stderr = environment, io.Discard, io.Discard
		began := time.Now()
		if err := cmd.Run(); err != nil {
			return nil, fmt.Errorf("running larui %v: %w", args, err)
		}
		readings = append(readings, of(processCost{time.Since(began), peakOf(cmd.ProcessState)}))
	}
	return readings, nil
}
