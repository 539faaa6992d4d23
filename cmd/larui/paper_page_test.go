package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"larui/cmd/larui/paper"
	"larui/model/testutil"
)

// The page on the paper is what `larui repro --page` writes of the reports beside it: each
// experiment has a place on it, and every equation and statement holds.
func TestPaperPage(t *testing.T) {
	page := mustRun(t, "repro --page testdata/paper")
	if written := pages(t)["paper.md"]; page != written {
		t.Error("docs/paper.md is another: larui repro --page cmd/larui/testdata/paper > cmd/larui/docs/paper.md")
	}
	for _, e := range paper.Experiments() {
		if heading := "\n### " + e.Where + ": " + e.Title + "\n"; e.Name != theoryName && strings.Count(page, heading) != 1 {
			t.Errorf("%s stands on the page %d times", e.Name, strings.Count(page, heading))
		}
	}
	if _, statements, _ := strings.Cut(page, "## Every equation and statement"); strings.Contains(statements, "✗") || strings.Count(statements, "✓") < 30 {
		t.Error("a statement does not hold, or is not there")
	}
}

// The table of the linear methods on the page of rivals is that of the report.
func TestRanksPage(t *testing.T) {
	var r savedReport
	testutil.NoError(t, json.Unmarshal(testutil.Must(os.ReadFile("testdata/paper/benchmark.json")), &r))
	page, met := unpadded(pages(t)["rivals.md"]), 0
	for _, row := range r.Rows {
		at := slices.IndexFunc(r.Rows, func(other savedRow) bool { return other.Group == "mean accuracy" && other.Name == row.Name })
		if row.Group != "mean rank" {
			continue
		}
		met++
		testutil.Contains(t, page, fmt.Sprintf("\n| %s | %.1f | %.1f %% |", row.Name, *row.Ours, *r.Rows[at].Ours))
	}
	testutil.Equal(t, met, 11)
}

// A report on the page says how it was run and what it compares; its notes follow. Without a report an experiment is said not to have been run, and what is no report is
// refused.
func TestPageOfReports(t *testing.T) {
	folder := t.TempDir()
	put := func(name, text string) {
		testutil.NoError(t, os.WriteFile(folder+"/"+name, []byte(text), 0o600))
	}
	put("a.json", mustRun(t, "repro figure2 --seeds 2 --no-journal --format json"))
	put("b.json", `{"name": "table3", "command": "larui repro table3", "seeds": [0], "notes": ["why"], "timing": {"units": 3, "workSeconds": 60},
		"rows": [{"group": "0.3→U", "name": "1-NN accuracy", "unit": "%", "paper": 77.89, "ours": 70, "stdErr": 0.5, "verdict": "not met"},
			{"group": "0.2→U", "name": "1-NN accuracy", "unit": "%", "ours": 60}]}`)
	page := mustRun(t, "repro --page %", folder)
	testutil.Contains(t, page, "\n`larui repro figure2 --seeds 2`, seeds 0 to 1, 3 units, ", "`larui repro table3`, seed 0, 3 units, 60 s of work",
		"\n| | 1-NN accuracy |\n|---|---|\n| 0.3→U | 70.00 ± 0.50 % (77.89 %) ✗ |\n| 0.2→U | 60.00 % |\n", "\n| | closed form | descent |\n", "\n- why\n", "Not run for this page; `larui repro table4` needs sentence embeddings")
	for _, text := range []string{"{", `{"name": "table9"}`} {
		put("c.json", text)
		refuse(t, statusWrongCall, "c.json is not a report", "repro --page %", folder)
	}
	refuse(t, statusWrongCall, "", "repro --page %", t.TempDir())
	refuse(t, statusWrongCall, "", "repro figure2 --page %", folder)
}
