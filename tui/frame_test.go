package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// sceneOf solves a pair and returns the scene that shows it.
func sceneOf(t testing.TB, spec datasets.Spec, set map[string]string) Scene {
	t.Helper()
	session, err := session.Open(context.Background(), spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := session.Begin(set)
	if err != nil {
		t.Fatal(err)
	}
	return solved(t, session, state)
}

func solved(t testing.TB, session *Session, state State) Scene {
	t.Helper()
	e := &Engine{session: session, notify: func(Update) {}}
	u := Update{State: state, Session: session, Done: true}
	if err := e.solve(context.Background(), context.Background(), Request{State: state}, &u); err != nil {
		t.Fatal(err)
	}
	u.Elapsed = 1234 * time.Microsecond
	sc := Scene{State: state, Limits: session.Limits(), Update: u, Focus: 2}
	if err := e.runExtras(context.Background(), slices.Concat(sc.spectrumExtras(), sc.dataExtras()), &sc.Update); err != nil {
		t.Fatal(err)
	}
	sc.Hints = []hint{{"← →", "turn"}, {"Tab", "next"}, {"?", "help"}, {"q", "quit"}}
	return sc
}

func gaussianScene(t testing.TB) Scene {
	return sceneOf(t, datasets.DefaultSpec("rotated-gaussian"), nil)
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

// fileSpec makes a pair of files of n rows and d features, labelled by label.
func fileSpec(t testing.TB, n, d int, task string, label func(i int) float64) datasets.Spec {
	t.Helper()
	table := func(shift float64) [][]float64 {
		rows := make([][]float64, n)
		for i := range rows {
			for j := range d {
				v := float64((i*(j+3)+j*j)%17)/8 - 1
				rows[i] = append(rows[i], v+shift*float64(j)+label(i)*float64(1+j%2))
			}
			rows[i] = append(rows[i], label(i))
		}
		return rows
	}
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Source, spec.Target = writeTable(t, "source.csv", table(0)), writeTable(t, "target.csv", table(0.3))
	spec.Task = task
	return spec
}

// scenes returns one scene for every kind of data that panels tell apart.
func scenes(t testing.TB) map[string]Scene {
	sign := func(i int) float64 { return float64(i%2*2 - 1) }
	all := map[string]Scene{
		"empty":      {},
		"gaussian":   gaussianScene(t),
		"line":       sceneOf(t, fileSpec(t, 12, 1, "binary", sign), nil),
		"scores":     sceneOf(t, fileSpec(t, 30, 7, "binary", sign), nil),
		"wide":       sceneOf(t, fileSpec(t, 8, 40, "binary", sign), map[string]string{"k": "41"}),
		"classes":    sceneOf(t, fileSpec(t, 30, 5, "multiclass", func(i int) float64 { return float64(i % 3) }), nil),
		"regression": sceneOf(t, fileSpec(t, 30, 4, "regression", func(i int) float64 { return float64(i*i%11) / 3 }), nil),
	}
	for _, info := range datasets.List() {
		if info.BuiltIn {
			spec := datasets.DefaultSpec(info.Name)
			spec.N, spec.M = 100, 100
			all[info.Name] = sceneOf(t, spec, nil)
		}
	}
	diverging := datasets.DefaultSpec("rotated-gaussian")
	all["diverging"] = sceneOf(t, diverging, map[string]string{"rate": "1000"})
	all["unlabelled"] = unlabelled(t)
	unknown := all["regression"]
	all["regression-unlabelled"] = withoutLabels(t, unknown.Update.Session.Pair, unknown.Update.Session.Spec)
	opening := Scene{}
	opening.Update.Progress = &datasets.Progress{Stage: "reading", Done: 1, Total: 3}
	all["opening"] = opening
	failed := Scene{}
	failed.Update.Err = fmt.Errorf("reading source.csv: %w", os.ErrNotExist)
	all["failed"] = failed
	return all
}

// unlabelled is the Gaussian whose target labels are not known.
func unlabelled(t testing.TB) Scene {
	spec := datasets.DefaultSpec("rotated-gaussian")
	pair, err := datasets.Open(context.Background(), spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	return withoutLabels(t, pair, spec)
}

// withoutLabels shows a pair whose target labels are not known.
func withoutLabels(t testing.TB, of *datasets.Pair, spec datasets.Spec) Scene {
	t.Helper()
	copied := *of
	pair := &copied
	pair.Target.Y, pair.Validation = nil, model.Domain{}
	problem, err := model.NewProblem(context.Background(), pair.Data)
	if err != nil {
		t.Fatal(err)
	}
	session := &Session{Spec: spec, Pair: pair, Problem: problem}
	state, err := session.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	return solved(t, session, state)
}

// requireFits fails where a frame is taller or wider than asked.
func requireFits(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, frame string, w, h int) {
	t.Helper()
	lines := strings.Split(frame, "\n")
	if len(lines) > max(1, h) {
		t.Fatalf("%d lines in a frame of %d", len(lines), h)
	}
	for i, line := range lines {
		if got := ansi.StringWidth(line); got > w {
			t.Fatalf("line %d of a frame of %d columns has %d: %q", i, w, got, line)
		}
	}
}

// No frame is ever taller or wider than asked, whatever it shows.
func TestFramesFit(t *testing.T) {
	all := scenes(t)
	var names []string
	for name := range all {
		names = append(names, name)
	}
	encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
	rapid.Check(t, func(t *rapid.T) {
		sc := all[rapid.SampledFrom(names).Draw(t, "scene")]
		w, h := rapid.IntRange(0, 210).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		sc.Panel = rapid.SampledFrom(panels()).Draw(t, "panel").id
		sc.Views.spectrum, sc.Views.data = anySpectrumView(t), anyDataView(t)
		sc.Views.theory.top = rapid.IntRange(0, 200).Draw(t, "theory's top line")
		sc.Zoom, sc.Help = rapid.Bool().Draw(t, "zoom"), rapid.Bool().Draw(t, "help")
		sc.Focus, sc.HelpTop = rapid.IntRange(0, len(session.Controls())).Draw(t, "focus"), rapid.IntRange(0, 50).Draw(t, "top")
		sc.Typing, sc.Entry = rapid.Bool().Draw(t, "typing"), rapid.StringN(0, 30, -1).Draw(t, "entry")
		randomWay(t, &sc, nil)
		sc.Message = rapid.StringN(0, 300, -1).Draw(t, "message")
		sc.Glyphs = rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
		requireFits(t, encoder.Encode(sc.Frame(w, h)), w, h)
	})
}

// In ASCII glyphs nothing beyond 7 bits is written by the explorer itself.
func TestASCIIFrames(t *testing.T) {
	for name, sc := range scenes(t) {
		sc.Glyphs = chart.ASCII
		for _, p := range panels() {
			sc.Panel = p.id
			for _, help := range []bool{false, true} {
				sc.Help = help
				for i, line := range sc.Frame(120, 36).Plain() {
					for _, r := range line {
						if r >= 0x80 {
							t.Fatalf("%s, panel %s, line %d: %q in %q", name, p.title, i, r, line)
						}
					}
				}
			}
		}
	}
}

// Without colour no escape code is written at all.
func TestPlainFrames(t *testing.T) {
	sc := gaussianScene(t)
	for _, theme := range []chart.Theme{chart.Dark, chart.Light, chart.Mono, chart.ColourBlind} {
		frame := chart.NewEncoder(theme, termenv.Ascii).Encode(sc.Frame(120, 36))
		if strings.ContainsRune(frame, '\x1b') {
			t.Errorf("theme %v writes escape codes without colour", theme)
		}
	}
}

func TestFrames(t *testing.T) {
	all := scenes(t)
	for _, size := range []struct{ w, h int }{{120, 36}, {80, 24}, {60, 20}, {59, 20}, {200, 60}} {
		for _, name := range []string{"gaussian", "scores", "classes", "regression", "diverging", "unlabelled", "regression-unlabelled"} {
			if name != "gaussian" && size.w != 120 {
				continue
			}
			t.Run(fmt.Sprintf("%s-%dx%d", name, size.w, size.h), func(t *testing.T) {
				sc := all[name]
				golden.RequireEqual(t, []byte(strings.Join(sc.Frame(size.w, size.h).Plain(), "\n")+"\n"))
			})
		}
	}
	t.Run("gaussian-ascii", func(t *testing.T) {
		sc := all["gaussian"]
		sc.Glyphs = chart.ASCII
		golden.RequireEqual(t, []byte(strings.Join(sc.Frame(120, 36).Plain(), "\n")+"\n"))
	})
	t.Run("help", func(t *testing.T) {
		sc := all["gaussian"]
		sc.Help = true
		golden.RequireEqual(t, []byte(strings.Join(sc.Frame(120, 36).Plain(), "\n")+"\n"))
	})
}
