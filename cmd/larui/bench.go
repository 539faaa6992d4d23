package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/tui"
)

const benchHelp = `Run what larui promises of its speed and memory on this machine, and print each
promise beside what was measured: the median and the 95th percentile.

NAMES are those of the promises; without any, all are run but the long ones. Those
about digits need MNIST and USPS (--data or LARUI_DATA). The machine should have
nothing else to do.`

const benchExamples = `  larui bench
  larui bench turn-gaussian turn-64 curve
  larui bench --all --format json`

// newBench returns `larui bench`.
func newBench(progress *progress) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "bench [NAME ...]",
		Short:   "Measure the promises of speed and memory on this machine",
		Long:    benchHelp + "\n\n" + promiseList(),
		Example: benchExamples,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return promiseNames(), cobra.ShellCompDirectiveNoFileComp
		},
	}
	var (
		all  bool
		data string
	)
	cmd.Flags().BoolVar(&all, "all", false, "run the long ones too: they take minutes and a gigabyte of disk")
	cmd.Flags().StringVar(&data, "data", "", "`DIR` that holds mnist/ and usps/ (or set LARUI_DATA)")
	format := addFormat(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chosen, err := choosePromises(args, all)
		if err != nil {
			return err
		}
		b := &bencher{progress: progress, data: data}
		defer b.close()
		report := benchReport{Machine: machineReport{runtime.GOOS, runtime.GOARCH, runtime.GOMAXPROCS(0), runtime.Version()}}
		for i, p := range chosen {
			progress.show("measuring "+p.name, int64(i), int64(len(chosen)))
			row, err := b.keep(cmd.Context(), p)
			if err != nil {
				return fmt.Errorf("measuring %s: %w", p.name, err)
			}
			report.Promises = append(report.Promises, row)
		}
		text, err := encode(*format, report, func() []promiseRow { return report.Promises }, report.text)
		if err != nil {
			return err
		}
		cmd.Print(text)
		return nil
	}
	return cmd
}

// A promise is a bar that larui keeps to on two cores.
type promise struct {
	name, what string
	// bar bounds the 95th percentile of the readings, in unit.
	bar  float64
	unit string
	// long ones are only run when asked for.
	long bool
	// measure takes the readings.
	measure func(ctx context.Context, b *bencher) ([]float64, error)
}

func promiseNames() []string {
	var names []string
	for _, p := range promises() {
		names = append(names, p.name)
	}
	return names
}

// promiseList describes the promises for the help.
func promiseList() string {
	var b strings.Builder
	t := table{align: "lrl"}
	for _, p := range promises() {
		long := ""
		if p.long {
			long = " (long)"
		}
		t.add(p.name, "≤ "+short(p.bar)+" "+p.unit, p.what+long)
	}
	t.write(&b)
	return "The promises:\n" + strings.TrimRight(b.String(), "\n")
}

// choosePromises returns the promises of those names; without any, all, but the
// long ones only where all is set.
func choosePromises(names []string, all bool) ([]promise, error) {
	for _, name := range names {
		if !slices.Contains(promiseNames(), name) {
			return nil, wrongf("no promise %q: there are %s", name, strings.Join(promiseNames(), ", "))
		}
	}
	var chosen []promise
	for _, p := range promises() {
		if slices.Contains(names, p.name) || len(names) == 0 && (all || !p.long) {
			chosen = append(chosen, p)
		}
	}
	return chosen, nil
}

// A benchReport is `larui bench --format json`.
type benchReport struct {
	Machine  machineReport `json:"machine"`
	Promises []promiseRow  `json:"promises"`
}

type machineReport struct {
	OS    string `json:"os"`
	Arch  string `json:"arch"`
	Cores int    `json:"cores"`
	Go    string `json:"go"`
}

// A promiseRow is a promise and what became of it. Median and P95 are null where
// it could not be measured, and Verdict then says why.
type promiseRow struct {
	Name     string  `json:"name"`
	What     string  `json:"what"`
	Unit     string  `json:"unit"`
	Bar      float64 `json:"bar"`
	Median   number  `json:"median"`
	P95      number  `json:"p95"`
	Readings int     `json:"readings"`
	Verdict  string  `json:"verdict"`
}

// The verdicts.
const (
	verdictKept   = "kept"
	verdictMissed = "missed"
	verdictNoData = "needs the digits: --data"
)

// keep measures one promise.
func (b *bencher) keep(ctx context.Context, p promise) (promiseRow, error) {
	row := promiseRow{Name: p.name, What: p.what, Unit: p.unit, Bar: p.bar, Median: number(math.NaN()), P95: number(math.NaN())}
	readings, err := p.measure(ctx, b)
	if errors.Is(err, datasets.ErrMissingFile) {
		row.Verdict = verdictNoData
		return row, nil
	}
	if err != nil {
		return row, err
	}
	row.Readings = len(readings)
	row.Median, row.P95 = number(quantile(readings, 0.5)), number(quantile(readings, 0.95))
	row.Verdict = verdictMissed
	if float64(row.P95) <= p.bar {
		row.Verdict = verdictKept
	}
	return row, nil
}

// quantile is the smallest reading that a share of them does not exceed; NaN
// without any.
func quantile(readings []float64, share float64) float64 {
	if len(readings) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(readings))
	return sorted[max(0, int(math.Ceil(share*float64(len(sorted))))-1)]
}

func (r benchReport) text(b *strings.Builder) {
	fmt.Fprintf(b, "%s/%s, %d cores, %s\n\n", r.Machine.OS, r.Machine.Arch, r.Machine.Cores, r.Machine.Go)
	t := table{align: "lrrrrll"}
	t.add("promise", "bar", "median", "p95", "of", "", "")
	for _, p := range r.Promises {
		unit := " " + p.Unit
		t.add(p.Name, "≤ "+short(p.Bar)+unit, measured(float64(p.Median)), measured(float64(p.P95)), fmt.Sprint(p.Readings), verdictMark(p.Verdict), p.What)
	}
	t.write(b)
}

func verdictMark(verdict string) string {
	switch verdict {
	case verdictKept:
		return "✓ kept"
	case verdictMissed:
		return "✗ missed"
	}
	return verdict
}

// A bencher holds what promises share.
type bencher struct {
	progress *progress
	data     string
	// session is MNIST → USPS, 3 and 8, once it is open.
	session *tui.Session
	// folder holds what is written for a promise; empty before there is any.
	folder string
}

// digitSpec is MNIST → USPS for 3 and 8.
func (b *bencher) digitSpec() datasets.Spec {
	spec := datasets.DefaultSpec("mnist-usps")
	spec.Data, spec.Classes = b.data, []int{3, 8}
	return spec
}

// digits opens MNIST → USPS for 3 and 8.
func (b *bencher) digits(ctx context.Context) (*tui.Session, error) {
	if b.session == nil {
		session, err := tui.Open(ctx, b.digitSpec(), nil, nil)
		if err != nil {
			return nil, err
		}
		b.session = session
	}
	return b.session, nil
}

// temporary returns a folder for files, which close removes.
func (b *bencher) temporary() (string, error) {
	if b.folder == "" {
		folder, err := os.MkdirTemp("", "larui-bench-")
		if err != nil {
			return "", err
		}
		b.folder = folder
	}
	return b.folder, nil
}

func (b *bencher) close() {
	if b.folder != "" {
		os.RemoveAll(b.folder)
	}
}
