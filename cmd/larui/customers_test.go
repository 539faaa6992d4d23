package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/session"
)

// customers are two files as people have them, with an id, a date, words, gaps, 12 columns that
// can be features, and labels on the source alone.
type customers struct {
	source, target string
	rows           int
	truth          map[string]string // labels of the target by its ids
}

func newCustomers(t *testing.T) customers {
	c := customers{rows: 400, truth: map[string]string{}}
	random := rand.New(rand.NewPCG(5, 6))
	file := func(name string, shift float64, labelled bool) string {
		var b strings.Builder
		b.WriteString("customer_id,since,plan")
		for j := range 11 {
			fmt.Fprintf(&b, ",f%d", j)
		}
		b.WriteString(map[bool]string{true: ",churned\n", false: "\n"}[labelled])
		for i := range c.rows {
			id, answer, sign := fmt.Sprintf("%s-%04d", name, i*7), "no", -1.0
			if random.IntN(2) == 1 {
				answer, sign = "yes", 1
			}
			if !labelled {
				c.truth[id] = answer
			}
			plan := []string{"basic", "plus", "pro"}[min(2, random.IntN(2)+int(1+sign)/2)]
			fmt.Fprintf(&b, "%s,2024-%02d-%02d,%s", id, 1+random.IntN(12), 1+random.IntN(28), plan)
			for j := range 11 {
				if j < 3 && random.IntN(25) == 0 {
					b.WriteString(",")
					continue
				}
				fmt.Fprintf(&b, ",%.3f", random.NormFloat64()+shift+0.5*sign)
			}
			if labelled {
				b.WriteString("," + answer)
			}
			b.WriteString("\n")
		}
		return testutil.WriteFile(t, name+".csv", b.String())
	}
	c.source, c.target = file("customers", 0, true), file("newer", 0.2, false)
	return c
}

// requireJoined finds every row of the target in a file of predictions, in its order, by its id,
// and nine of ten of them right.
func (c customers) requireJoined(t *testing.T, file string) {
	t.Helper()
	content := read(file)
	table, err := csv.NewReader(strings.NewReader(content)).ReadAll()
	if err != nil || len(table) != c.rows+1 || table[0][0] != "customer_id" || table[0][1] != "prediction" {
		t.Fatalf("%v: %.200s", err, content)
	}
	right := 0
	for i, row := range table[1:] {
		if row[0] != fmt.Sprintf("newer-%04d", i*7) {
			t.Fatalf("row %d is %v", i, row)
		}
		if c.truth[row[0]] == row[1] {
			right++
		}
	}
	if right < c.rows*9/10 {
		t.Errorf("%s: %d of %d are right", file, right, c.rows)
	}
}

// By one command the files lead to predictions by id that keep all 12 columns: with --columns
// auto, or with the last line of what it is refused with.
func TestOneCommand(t *testing.T) {
	c, folder := newCustomers(t), t.TempDir()
	predicted, model, again := filepath.Join(folder, "p.csv"), filepath.Join(folder, "m.json"), filepath.Join(folder, "again.csv")
	call := argv("solve --source % --target % --standardize domain --save-predictions % --save-model % --format json", c.source, c.target, predicted, model)
	status, _, said := larui(t, "%", call)
	lines := strings.Split(strings.TrimSpace(said), "\n")
	pasted := testutil.Must(session.SplitWords(lines[len(lines)-1]))
	if _, err := os.Stat(predicted); status != statusFailed || err == nil {
		t.Fatalf("status %d, %v: %s", status, err, said)
	}
	for _, column := range []string{"customer_id", "since", "plan", "f0", "f1", "f2"} {
		testutil.Equal(t, strings.Count(said, `column "`+column+`"`), 1, column, said)
	}
	for _, flags := range [][]string{{"--columns", "auto"}, pasted} {
		status, out, said := larui(t, "% %", slices.Clone(call), flags)
		if status != statusOK {
			t.Fatal(said)
		}
		var report object
		if err := json.Unmarshal([]byte(out), &report); err != nil || report.at("pair.d") != 15.0 { // three levels, eleven numbers, the constant
			t.Errorf("%v, %v", report.at("pair.d"), err)
		}
		c.requireJoined(t, predicted)
		testutil.NoError(t, os.Remove(predicted))
	}
	// The model predicts the same for the file, ids first without a flag.
	status, _, said = larui(t, "predict --model % --input % --out %", model, c.target, again)
	if status != statusOK {
		t.Fatal(said)
	}
	c.requireJoined(t, again)
}
