package view

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/tui/session"
)

// A stage is a host that is driven step by step: keys go in, and what engine and
// trainer say is taken in until they have nothing more to say.
type stage struct {
	*Host
	t    testing.TB
	news chan any
}

// newStage opens the pair called name with the values that options are given, on a
// screen of 120×36 cells.
func newStage(t testing.TB, name string, values map[string]string) *stage {
	t.Helper()
	opening, err := session.NewOpening(name, values)
	if err != nil {
		t.Fatal(err)
	}
	opening.Spec.Cache = ""
	s := &stage{t: t, news: make(chan any, 4096)}
	s.Host = NewHost(opening, func(msg any) { s.news <- msg })
	t.Cleanup(s.Close)
	s.Width, s.Height = 120, 36
	s.OpenFirst()
	s.settle()
	if s.Solution() == nil {
		t.Fatalf("%s does not open: %v", name, s.Update.Err)
	}
	return s
}

// settle takes in news until the newest request is answered and nothing trains.
func (s *stage) settle() {
	s.t.Helper()
	for s.Solving || s.Trainer.Pending() > 0 {
		s.Hear(<-s.news)
	}
}

// press presses keys, named as Bubble Tea does, one after the other and at once.
func (s *stage) press(keys ...string) {
	for _, key := range keys {
		s.Message = ""
		s.Press(key)
	}
}

// show shows the view of that name, with all it asks for.
func (s *stage) show(name string) {
	s.t.Helper()
	if !s.ShowView(name) {
		s.t.Fatalf("there is no view %s", name)
	}
	s.Ask()
	s.settle()
}

// picture returns the frame without colours, as on a screen of w×h cells.
func (sc *Scene) picture(w, h int) string {
	sc.Width, sc.Height = w, h
	return strings.Join(sc.Frame(w, h).Plain(), "\n")
}

// writeTable writes rows as a CSV file with the label in the last column.
func writeTable(t testing.TB, name string, rows [][]float64) string {
	t.Helper()
	var b strings.Builder
	for _, row := range rows {
		for j, v := range row {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%v", v)
		}
		b.WriteByte('\n')
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// fileValues are the options of a pair of files of n rows and d features, labelled by
// label in the source, and in the target where labelled is set.
func fileValues(t testing.TB, n, d int, task string, labelled bool, label func(i int) float64) map[string]string {
	t.Helper()
	table := func(shift float64, labelled bool) [][]float64 {
		rows := make([][]float64, n)
		for i := range rows {
			for j := range d {
				v := float64((i*(j+3)+j*j)%17)/8 - 1
				rows[i] = append(rows[i], v+shift*float64(j)+label(i)*float64(1+j%2))
			}
			if labelled {
				rows[i] = append(rows[i], label(i))
			}
		}
		return rows
	}
	return map[string]string{
		"source": writeTable(t, "source.csv", table(0, true)), "target": writeTable(t, "target.csv", table(0.3, labelled)),
		"task": task,
	}
}
