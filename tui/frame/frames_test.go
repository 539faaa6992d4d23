package frame

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/overlay/export"
	"larui/tui/overlay/help"
	"larui/tui/session"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// files are two files as a pair.
func files(source, target, task string) map[string]string {
	return map[string]string{"source": source, "target": target, "task": task}
}

// kinds returns a scene for every kind of data that views tell apart, the smallest and
// the flattest that can be opened among them, with all that they ask the engine for.
func kinds(t testing.TB) map[string]*Scene {
	one, flat := stagetest.WriteTable(t, "one.csv", [][]float64{{2, 1}}), stagetest.WriteTable(t, "flat.csv", [][]float64{{1, 1, -1}, {1, 1, 1}, {1, 1, -1}})
	wide := stagetest.FilePair(t, 8, 40, "binary", true, stagetest.BinaryLabel)
	wide["k"] = "41"
	all := map[string]*Scene{}
	for name, values := range map[string]map[string]string{
		"line":                  stagetest.FilePair(t, 12, 1, "binary", true, stagetest.BinaryLabel),
		"scores":                stagetest.FilePair(t, 30, 7, "binary", true, stagetest.BinaryLabel),
		"wide":                  wide,
		"classes":               stagetest.FilePair(t, 30, 5, "multiclass", true, stagetest.ThreeClassLabel),
		"regression":            stagetest.FilePair(t, 30, 4, "regression", true, stagetest.NumberLabel),
		"unlabelled":            stagetest.FilePair(t, 30, 2, "binary", false, stagetest.BinaryLabel),
		"classes-unlabelled":    stagetest.FilePair(t, 30, 5, "multiclass", false, stagetest.ThreeClassLabel),
		"regression-unlabelled": stagetest.FilePair(t, 30, 4, "regression", false, stagetest.NumberLabel),
		"partly":                partly(t, stagetest.FilePair(t, 30, 2, "binary", true, stagetest.BinaryLabel)),
		"scores-partly":         partly(t, stagetest.FilePair(t, 30, 7, "binary", true, stagetest.BinaryLabel)),
		"classes-partly":        partly(t, stagetest.FilePair(t, 30, 5, "multiclass", true, stagetest.ThreeClassLabel)),
		"regression-partly":     partly(t, stagetest.FilePair(t, 30, 4, "regression", true, stagetest.NumberLabel)),
		"one-by-one":            files(one, one, "regression"),
		"constant":              files(flat, flat, "binary"),
		"two-rows":              stagetest.FilePair(t, 2, 1, "binary", true, stagetest.BinaryLabel),
	} {
		all[name] = kind(newStage(t, datasets.FilesName, values))
	}
	for _, info := range datasets.ListPairs() {
		if slices.Contains(info.Options, "n") {
			all[info.Name] = kind(newStage(t, info.Name, stagetest.SmallPair()))
		}
	}
	all["diverging"] = kind(newStage(t, "rotated-gaussian", stagetest.SmallPair("rate", "1000")))
	all["first-look"], all["first-look-unknown"] = lookingScene(t, model.LookEpochs), lookingScene(t, 2*model.LookEpochs)
	for name, u := range map[string]session.Update{
		"empty":   {},
		"opening": {Progress: &datasets.Progress{Stage: "reading", Done: 1, Total: 3}},
		"failed":  {Err: fmt.Errorf("reading source.csv: %w", os.ErrNotExist)},
	} {
		h := NewHost(session.Opening{})
		t.Cleanup(h.Close)
		h.Explorer.Update = u
		all[name] = &h.Scene
	}
	return all
}

// lookingScene is the scene of a wide pair that has opened with a first look, after so many epochs.
func lookingScene(t testing.TB, epochs int) *Scene {
	rng := rand.New(rand.NewPCG(1, 1))
	var paths []string
	for _, name := range []string{"source.csv", "target.csv"} {
		rows := make([][]float64, 270)
		for i := range rows {
			rows[i] = make([]float64, 531)
			for j := range rows[i] {
				rows[i][j] = math.Round(100*rng.NormFloat64()) / float64(100+j)
			}
			rows[i][530] = stagetest.BinaryLabel(i)
		}
		paths = append(paths, stagetest.WriteTable(t, name, rows))
	}
	opening := testutil.Must(session.NewOpening(datasets.FilesName, files(paths[0], paths[1], "binary")))
	opening.Spec.Cache = ""
	look, rest, err := session.OpenWithFirstLook(t.Context(), opening.Spec, nil, 1, nil)
	if err != nil || rest == nil {
		t.Fatalf("no first look: %v", err)
	}
	u := session.Update{Session: look, State: testutil.Must(look.StartStateWith(opening.Set)), Opening: true}
	u.State.Params.Epochs = epochs
	u.Solution = testutil.Must(model.NewSolver(look.Problem).Solve(t.Context(), u.State.Params))
	u.Curves, u.View = u.Solution, session.NewScoreView(look.Problem, u.Solution)
	h := NewHost(opening)
	t.Cleanup(h.Close)
	sc := h.Scene.sized(120, 36)
	h.HandleMessage(u)
	sc.ShowView(stage.FirstScreenName)
	return sc
}

// kind is the scene of a stage that has been in every view but that of the rivals, which
// takes long.
func kind(s *desk) *Scene {
	for _, v := range s.Views {
		if name := v.Info().Name; name != stage.RivalsName {
			s.show(name)
		}
	}
	s.ShowView(stage.FirstScreenName)
	return s.Scene
}

// At is the scene At the view of that name.
func (sc Scene) at(name string) *Scene {
	sc.ShowView(name)
	return &sc
}

// after is the scene with another update.
func (sc Scene) after(u session.Update) *Scene {
	x := *sc.Snapshot
	sc.Snapshot, x.Update = &x, u
	return &sc
}

// So many layouts has the view of the spectrum, so many sections that of the data.
const layouts, sections = 4, 3

// turnPages has the views that show one of several pages show the ones of these numbers,
// counted round and round.
func turnPages(t testing.TB, sc *Scene, layout, section int) {
	remember(t, sc, stage.SpectrumName, `{"layout": %d}`, layout%layouts)
	remember(t, sc, "data", `{"section": %d}`, section%sections)
}

// anyLook puts into a random scene what keys leave there.
func anyLook(t *rapid.T, sc Scene, pins []*session.Update) *Scene {
	number := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "number") }
	yes := func() bool { return rapid.Bool().Draw(t, "yes") }
	sc.Panel, sc.Zoom, sc.Overlays = rapid.SampledFrom(ViewNames()[2:]).Draw(t, "panel"), yes(), newOverlays()
	sc.ShowAll, sc.Presenting, sc.ShowSource = yes(), number(0, 3) == 0, sc.Panel == stage.TargetName && yes()
	sc.Focus, sc.Glyphs = rapid.SampledFrom(session.Options()).Draw(t, "focus").Name, chart.Glyphs(number(0, 2))
	*OverlayOf[*HelpOverlay](&sc) = HelpOverlay{Viewer: help.Viewer{Page: number(0, 2), Top: number(0, 50)}, shown: number(0, 3) == 0}
	text := func(most int, label string) string { // which may not look like a number that is none
		return strings.ReplaceAll(rapid.StringN(0, most, -1).Draw(t, label), "%", "")
	}
	sc.Typing, sc.Entry = yes(), text(30, "entry")
	sc.Message = rapid.SampledFrom([]string{"", "", text(300, "message")}).Draw(t, "said")
	if number(0, 4) == 0 {
		o := OverlayOf[*ExportOverlay](&sc)
		kinds := []export.Kind{{Ending: ".svg", Suffix: "-%s.svg", About: "%s as a figure"}, {Ending: ".json", Suffix: "-model.json", About: "the model, NumPy"}}
		o.Show(kinds, rapid.SampledFrom([]string{"pair", strings.Repeat("long-", 60), "none/"}).Draw(t, "file"), sc.Panel)
		for range number(0, 9) {
			o.Overlay.Press("tab")
		}
		o.Overlay.Press(rapid.SampledFrom([]string{"enter", "up"}).Draw(t, "key"))
		o.Cursor = number(0, 400)
	}
	sc.Views = NewViews()
	remember(t, &sc, stage.SpectrumName, `{"component": %d, "layout": %d}`, number(0, 300), number(0, layouts-1))
	remember(t, &sc, "data", `{"section": %d, "samples": %d, "output": %d, "top": %d}`, number(0, sections-1), number(-1000, 1000), number(-30, 30), number(0, 100))
	remember(t, &sc, stage.ConvergenceName, `{"logX": %t, "logY": %t, "objective": %t}`, yes(), yes(), yes())
	sc.Playback = stage.Playback{On: yes(), Running: yes(), At: number(0, session.TrajectoryFrames)}
	for i := range number(0, stage.MaxPins) {
		p := rapid.SampledFrom(pins).Draw(t, "pin")
		if sc.Solution != nil && canSharePicture(p.Session, sc.Session) {
			sc.Pins = append(sc.Pins, stage.Pin{Letter: stage.FirstPin + rune(i), UserName: rapid.StringN(0, 70, -1).Draw(t, "called"), Update: p})
		}
	}
	sc.ReadingCursor = stage.ReadingCursor{View: sc.Panel, Active: yes(), X: float64(number(-5, 2500)), Row: number(-1, 60)}
	if yes() {
		sc.ReadingCursor.Pointer = &[2]int{number(0, 150), number(0, 60)}
	}
	if yes() {
		sc.ReadingCursor.Low, sc.ReadingCursor.High = float64(number(0, 50)), float64(number(10, 3000))
		sc.ReadingCursor.Window = chart.Window{X: float64(number(-1, 9)) / 8, Y: float64(number(-1, 9)) / 8, Side: float64(number(-1, 9)) / 8}
	}
	if sc.Panel == stage.RivalsName && sc.Solution != nil {
		anyBoard(t, &sc)
	}
	return &sc
}

func TestFramesOfAllKinds(t *testing.T) {
	testutil.SkipInShort(t)
	all := kinds(t)
	t.Run("fit", func(t *testing.T) { framesFit(t, all) })
	t.Run("units", func(t *testing.T) { readingsHaveUnits(t, all) })
	t.Run("words", func(t *testing.T) { wordsAreExplained(t, all) })
	t.Run("ascii", func(t *testing.T) { framesAreSpelled(t, all) })
}

// wordsAreExplained tests that each word of the help is on some screen, that what titles
// and legends say is among them, and that what they are called no more is on none.
func wordsAreExplained(t *testing.T, all map[string]*Scene) {
	legend := regexp.MustCompile(`(?: ╲|──|┄┄|··|╌╌|─●─|─◇─) ([\pL][^│─┄·╌●◇═╰╭╮╯]*?)(?:  |│|$)`)
	retired := regexp.MustCompile(`(?i)closed form|no adapt\.|\bplain\b|\bnone\b|\{[a-z]+[-.a-z]*\}`)
	pinned := *all["scores"]
	pinned.Pins = []stage.Pin{{Letter: stage.FirstPin, Update: &pinned.Update}}
	all = maps.Clone(all)
	all["pinned"] = &pinned
	var texts strings.Builder
	legends := map[string]string{} // and where they were seen
	for kind, sc := range all {
		for i, name := range ViewNames() {
			for _, size := range [][2]int{{60, 20}, {120, 36}, {200, 60}} {
				sc := sc.at(name)
				turnPages(t, sc, i, size[0]/20)
				for _, c := range sc.Controls() { // Tab shows each of them
					texts.WriteString(sc.ControlLabel(c) + "\n")
				}
				for _, line := range sc.sized(size[0], size[1]).Draw().Plain() {
					texts.WriteString(line + "\n")
					for _, found := range legend.FindAllStringSubmatch(line, -1) {
						legends[found[1]] = fmt.Sprintf("%s, %s at %v", kind, name, size)
					}
					testutil.Equal(t, retired.FindString(strings.ReplaceAll(line, "plain least squares", "")), "", kind, name, size, line)
				}
			}
		}
	}
	for text, where := range legends {
		if len(help.FindTerms(text, chart.Braille)) == 0 && !strings.Contains(text, "…") {
			t.Errorf("%s: the legend %q is not explained", where, text)
		}
	}
	for _, v := range NewViews() {
		for _, word := range strings.FieldsFunc(v.Info().Title, func(r rune) bool { return r == ' ' || r == ',' }) {
			if !slices.Contains([]string{"and", "of", "over", "the", "to", "trained", "end", "domain", "data"}, word) && len(help.FindTerms(word, chart.Braille)) == 0 {
				t.Errorf("%q in the title of view %s is not explained", word, v.Info().Name)
			}
		}
	}
	seen := help.FindTerms(texts.String(), chart.Braille)
	for _, w := range help.Terms() {
		if !slices.ContainsFunc(seen, func(other help.Term) bool { return other.Name == w.Name }) {
			t.Errorf("%q is explained and on no screen", w.Name)
		}
	}
}

// readingsHaveUnits tests that what is read off curves has the unit of their axis, in each view
// that reads, alone and on the first screen, whatever its keys show.
func readingsHaveUnits(t *testing.T, all map[string]*Scene) {
	units := map[bool]int{}
	for kind, sc := range all {
		for i, name := range append(readableViews(), readableViews()...) {
			sc := sc.at(name)
			flip := i%2 == 0
			remember(t, sc, stage.ConvergenceName, `{"logX": %t, "logY": %t, "objective": %t}`, flip, flip, !flip)
			turnPages(t, sc, i, i)
			pictures := stage.VisiblePictures(&sc.Stage, sc.FindView(name))
			sc.ShowView(stage.FirstScreenName)
			for _, region := range sc.sized(120, 36).PanelRegions() {
				if region.Name == name && sc.Solution != nil {
					inner := region.Inner()
					pictures = append(pictures, stage.CollectPictures(&sc.Stage, inner.W, inner.H, panelDrawFunc(sc, region))...)
				}
			}
			for _, p := range pictures {
				for _, c := range p.Curves.Curves {
					if c.ReadingName == "" || len(c.Y) == 0 {
						continue
					}
					of := p.Curves.FormatY != nil && strings.HasSuffix(p.Curves.FormatY(0.5), "%")
					if read := p.Curves.FormatPoint(chart.Curve{Y: []float64{0.5}}, 0); strings.HasSuffix(read, " %") != of {
						t.Errorf("%s, %s: %s reads %s over %q, in per cent: %t", kind, name, c.ReadingName, read, p.Curves.YLabel, of)
					}
					if objective := strings.Contains(p.Curves.YLabel, "J/n"); objective != strings.Contains(p.Title, "J/n") && name == stage.ConvergenceName {
						t.Errorf("%s: %q is read off %q", kind, p.Title, p.Curves.YLabel)
					}
					units[of]++
				}
			}
		}
	}
	if len(units) < 2 {
		t.Errorf("%v curves are in per cent and not", units)
	}
}

// framesFit tests that, whatever a frame shows, it is never taller or wider than asked,
// has no number that is none, in ASCII nothing beyond 7 bits, and without colour no
// escape codes. That holds for whatever numbers a solution may come with: unknown,
// infinite or enormous.
func framesFit(t *testing.T, all map[string]*Scene) {
	names := slices.Sorted(maps.Keys(all))
	var pins []*session.Update
	for _, name := range []string{"diverging", "rotated-gaussian", "glyphs", "regression"} {
		pins = append(pins, newPinUpdate(&all[name].Stage))
	}
	defer func() {
		for _, sc := range all {
			sc.Trainer.LeavePair() // nothing is on its way
		}
	}()
	coloured, plain := chart.NewEncoder(chart.Dark, termenv.TrueColor), chart.NewEncoder(chart.Dark, termenv.Ascii)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(names).Draw(t, "scene")
		sc := anyLook(t, *all[name], pins)
		nothing := []string{"NaN", "%!", "Inf"}
		if sc.Solution != nil && rapid.Bool().Draw(t, "poisoned") {
			sc = sc.after(poison(t, sc.Update))
			nothing = nothing[:2] // a share can't be infinite
		} else if sc.Panel == stage.RivalsName {
			nothing = nothing[:2] // nor can that of a rival
		}
		w, h := rapid.IntRange(0, 210).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		grid := sc.sized(w, h).Draw()
		frame := plain.Encode(grid)
		if strings.ContainsRune(frame, '\x1b') {
			t.Fatalf("escape codes without colour in %q", frame)
		}
		if sc.Glyphs == chart.ASCII && strings.ContainsFunc(frame, func(r rune) bool { return r >= 0x80 }) {
			t.Fatalf("in ASCII: %q", frame)
		}
		said, typed := "", sc.Message+sc.Entry
		if sc.Solution != nil {
			said = strings.Join(sc.Lines(), "\n")
		}
		for _, pin := range sc.Pins {
			typed += pin.UserName
		}
		for _, word := range nothing {
			if strings.Contains(said, word) {
				t.Fatalf("%s says %s:\n%s", name, word, said)
			}
			if strings.Contains(frame, word) && !strings.Contains(typed, word) {
				t.Fatalf("%s shows %s:\n%s", name, word, frame)
			}
		}
		lines := strings.Split(coloured.Encode(grid), "\n")
		if len(lines) > max(1, h) {
			t.Fatalf("%d lines in a frame of %d", len(lines), h)
		}
		for i, line := range lines {
			if got := ansi.StringWidth(line); got > w {
				t.Fatalf("line %d of a frame of %d columns has %d: %q", i, w, got, line)
			}
		}
	})
}

// poison replaces one computed number of a few, or each, by what is none.
func poison(t *rapid.T, u session.Update) session.Update {
	poisons := []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 0, -1}
	often := rapid.SampledFrom([]int{1, 3, 30}).Draw(t, "one number of")
	count := rapid.IntRange(0, often-1).Draw(t, "from")
	spoil := func(v float64) float64 {
		count++
		if count%often > 0 {
			return v
		}
		return poisons[count/often%len(poisons)]
	}
	u.Solution = poisoned(reflect.ValueOf(u.Solution), spoil).Interface().(*model.Solution)
	u.Curves = poisoned(reflect.ValueOf(u.Curves), spoil).Interface().(*model.Solution)
	u.View = poisoned(reflect.ValueOf(u.View), spoil).Interface().(*session.ScoreView)
	u.Theory = poisoned(reflect.ValueOf(u.Theory), spoil).Interface().(*model.Theory)
	u.Path = poisoned(reflect.ValueOf(u.Path), spoil).Interface().([]model.PathPoint)
	return u
}

// poisoned returns a deep copy of v in which every number that was computed is what
// spoil makes of it.
func poisoned(v reflect.Value, spoil func(float64) float64) reflect.Value {
	if dense, ok := v.Interface().(*mat.Dense); ok && dense != nil {
		clone := mat.DenseCopyOf(dense)
		clone.Apply(func(_, _ int, x float64) float64 { return spoil(x) }, clone)
		return reflect.ValueOf(clone)
	}
	clone := reflect.New(v.Type()).Elem()
	clone.Set(v)
	if _, given := v.Interface().(model.Params); given {
		return clone
	}
	switch v.Kind() {
	case reflect.Float64:
		clone.SetFloat(spoil(v.Float()))
	case reflect.Pointer:
		if !v.IsNil() {
			clone.Set(poisoned(v.Elem(), spoil).Addr())
		}
	case reflect.Slice:
		if !v.IsNil() {
			clone.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				clone.Index(i).Set(poisoned(v.Index(i), spoil))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			// λ is given, not computed.
			if f := v.Type().Field(i); f.IsExported() && f.Name != "Lambda" {
				clone.Field(i).Set(poisoned(v.Field(i), spoil))
			}
		}
	}
	return clone
}

// framesAreSpelled tests that in ASCII every view is spelled out: nothing that could not
// be shown has become a question mark, also before the engine has come to what the view
// asks for.
func framesAreSpelled(t *testing.T, all map[string]*Scene) {
	for kind, sc := range all {
		sc.Glyphs = chart.ASCII
		for i, name := range ViewNames() {
			for _, size := range allSizes {
				sc := sc.at(name)
				turnPages(t, sc, i, size[0]/20)
				if size[0] == 80 {
					u := sc.Update
					u.Results = nil
					sc = sc.after(u)
				}
				lines := sc.sized(size[0], size[1]).Draw().Plain()
				// In the last line ? is a key.
				if text := strings.Join(lines[:size[1]-1], "\n"); strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 || r == '?' }) {
					t.Fatalf("%s, %s at %v:\n%s", kind, name, size, text)
				}
			}
		}
	}
}

// The dashboard at every layout, whole; without the bar of controls the views that have
// no golden frames of their own tests, and what looks different for other data.
func TestFrames(t *testing.T) {
	testutil.SkipInShort(t)
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair("lambda", "1000"))
	for _, size := range allSizes {
		s.requireWhole(t, fmt.Sprintf("dashboard-%dx%d", size[0], size[1]), size[0], size[1])
	}
	s.Presenting = true
	s.requireWhole(t, "present", 80, 24)
	s.Presenting = false
	s.press("d")
	s.requireFrame(t, "all-panels", 120, 36)
	s.press("d", "?")
	s.requireWhole(t, "help", 120, 36)
	s.press("?")
	s.Glyphs = chart.ASCII
	s.requireWhole(t, "ascii", 120, 36)
	s.Glyphs = chart.Braille
	for _, name := range []string{stage.SpectrumName, stage.TargetName, stage.ConvergenceName, "data"} {
		s.show(name)
		s.requireFrame(t, name, 120, 36)
	}
	s.show(stage.ConvergenceName)
	s.run("m", "<", "x", "X", ",")
	s.press(slices.Repeat([]string{","}, 25)...)
	s.requireFrame(t, "convergence-log-playing-pinned", 120, 36)
	s.ShowView(stage.FirstScreenName)
	s.requireFrame(t, "dashboard-playing-pinned", 120, 36)

	diverging := inView(t, stage.ConvergenceName, "rotated-gaussian", stagetest.SmallPair("rate", "1"))
	diverging.requireFrame(t, "convergence-diverging", 120, 36)
	glyphs := newStage(t, "glyphs", map[string]string{"n": "200", "m": "200"})
	glyphs.requireWhole(t, "glyphs-explore", 120, 36)
	for _, name := range []string{stage.SpectrumName, "data"} {
		glyphs.show(name)
		glyphs.requireFrame(t, "glyphs-"+name, 120, 36)
	}
	newStage(t, "rotated-regression", stagetest.SmallPair()).requireFrame(t, "regression", 120, 36)
	unlabelled(t).requireFrame(t, "unlabelled", 120, 36)
	inView(t, stage.LambdaName, "rotated-gaussian", nil).requireFrame(t, "lambda", 80, 24)
	subspace(t).requireFrame(t, "subspace", 120, 36)
}

// The first screen and present mode at every size in four looks, with their colours.
func TestLooks(t *testing.T) {
	testutil.SkipInShort(t)
	s := newStage(t, "rotated-gaussian", stagetest.SmallPair("lambda", "100"))
	for _, look := range []struct {
		theme   chart.Theme
		profile termenv.Profile
		glyphs  chart.Glyphs
	}{
		{chart.Dark, termenv.TrueColor, chart.Braille},
		{chart.Light, termenv.ANSI256, chart.Block},
		{chart.ColourBlind, termenv.ANSI, chart.Braille},
		{chart.Mono, termenv.Ascii, chart.ASCII},
	} {
		t.Run(fmt.Sprint(look.theme), func(t *testing.T) {
			encoder := chart.NewEncoder(look.theme, look.profile)
			s.Theme, s.Glyphs = look.theme, look.glyphs
			s.Update.Elapsed = 0
			var frames strings.Builder
			for _, size := range allSizes {
				s.Width, s.Height = size[0], size[1]
				for _, s.Presenting = range []bool{false, true} {
					frames.WriteString(counted.ReplaceAllString(encoder.Encode(s.sized(size[0], size[1]).Draw()), "N more") + "\n")
				}
			}
			golden.RequireEqual(t, frames.String())
		})
	}
}
