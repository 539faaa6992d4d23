package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
)

// A report says the same as text, JSON and CSV, and the same again from the
// journal.
func TestReproReport(t *testing.T) {
	folder := t.TempDir()
	args := argv("repro figure2 --seeds 2 --journal %", folder)
	text := mustRun(t, "%", args)
	testutil.Contains(t, text, "Figure 2", "ours ± s.e.", "✓ closed form: the benefit is gone", "open descent: removal wins", "seeds 0 to 1; 3 units", "notes")
	report := decode[object](t, "%", args)
	if report.at("timing.resumed") != 3 || len(report["seeds"].([]any)) != 2 || len(report.all("claims")) != 4 || len(report.all("curves")) != 4 {
		t.Errorf("%+v", report)
	}
	counts := map[string]int{}
	for _, row := range readCSV(t, "%", args) {
		counts[row["kind"]]++
	}
	points := 0
	for _, c := range report.all("curves") {
		points += len(c.all("points"))
	}
	want := map[string]int{"row": len(report.all("rows")), "claim": len(report.all("claims")), "point": points}
	if !maps.Equal(counts, want) {
		t.Errorf("the CSV has %v, the JSON %v", counts, want)
	}

	again := mustRun(t, "%", args)
	cut := func(s string) string { return s[:strings.Index(s, "\nseeds ")] }
	testutil.Equal(t, cut(again), cut(text), again, text)
	testutil.Contains(t, again, "3 of them from the journal")
}

// Columns may be typed as they are printed or with a hyphen.
func TestParseColumns(t *testing.T) {
	got, err := parseColumns("M-U,0.1→U")
	if err != nil || !slices.Equal(got, []string{"M→U", "0.1→U"}) {
		t.Errorf("%q, %v", got, err)
	}
}

// The curves of an experiment are drawn with all that is said of them.
func TestReproFigure(t *testing.T) {
	file := temp(t, "figure.svg")
	out := mustRun(t, "repro bound --seeds 2 --no-journal --figure % --size 20x9cm", file)
	testutil.Contains(t, out, "projection")
	svg := read(file)
	said := svgTexts(t, svg)
	testutil.Contains(t, said, "Figure 3", "projection", "lower bound", "s\n", "δ", "norm of the projection", "Means of 2 runs")
	testutil.Contains(t, svg, `width="567pt" height="255pt"`)
}

// Each figure that needs no data fits the size that it has when none is asked for, with samples,
// axes and boundaries above the curves.
func TestReproFigureOfUsualSize(t *testing.T) {
	for _, c := range [][3]string{{"figure2", "(b) implicit term removed", "283"}, {"regression", "w of LAR, λ = 1000", "567"}} {
		file := temp(t, "figure.svg")
		mustRun(t, "repro % --seeds 1 --no-journal --figure %", c[0], file)
		svg := read(file)
		if said := svgTexts(t, svg); !strings.Contains(said, c[1]) || !strings.Contains(svg, `width="454pt" height="`+c[2]+`pt"`) {
			t.Errorf("%s: no %q, or another size: %.200s", c[0], c[1], svg)
		}
	}
}
