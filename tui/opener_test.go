package tui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/session"
)

// typeText types letter by letter.
func (d *desk) typeText(text string) {
	d.t.Helper()
	for _, r := range text {
		d.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

// ownFolders gives a test empty folders of settings and of cached things.
func ownFolders(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME", "AppData", "LocalAppData"} {
		t.Setenv(name, folder)
	}
}

func binarySpec(t testing.TB) datasets.Spec {
	return fileSpec(t, 12, 3, "auto", func(i int) float64 { return float64(i%2*2 - 1) })
}

// Every built-in pair opens from within, in the state in which it opens by itself,
// and the old picture stays until it is there.
func TestOpenAnotherPair(t *testing.T) {
	d := newDesk(t, gaussian())
	for _, info := range datasets.List() {
		if !info.BuiltIn {
			continue
		}
		d.press1(">")
		d.settle()
		before := d.scene.solution()
		d.press1("o")
		if !strings.Contains(d.View(), info.Name) {
			t.Fatalf("%s is not listed in\n%s", info.Name, d.View())
		}
		d.typeText(info.Name)
		d.press1("enter")
		if d.scene.Opener.Filling != (info.Name == "glyphs") {
			t.Fatalf("%s: a form: %t", info.Name, d.scene.Opener.Filling)
		}
		if d.scene.Opener.Filling {
			d.typeText("3,8")
			d.press1("enter")
		}
		if d.scene.solution() != before || d.scene.Opener.Shown || d.scene.Opening != info.Name {
			t.Fatalf("%s: the old picture does not stay while it opens", info.Name)
		}
		d.settle()
		spec := datasets.DefaultSpec(info.Name)
		if info.Name == "glyphs" {
			spec.Classes = []int{3, 8}
		}
		session, err := session.Open(context.Background(), spec, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := session.Begin(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !d.scene.State.Equal(want) || !d.start.Equal(want) || d.scene.Limits.D != session.Problem.D {
			t.Errorf("%s opens at %+v, want %+v", info.Name, d.scene.State, want)
		}
		if got := d.scene.focused().Name; got != "lambda" {
			t.Errorf("%s: %s is focused", info.Name, got)
		}
	}
}

// Files are typed with the help of Tab, remembered, and found again.
func TestOpenFiles(t *testing.T) {
	ownFolders(t)
	spec := binarySpec(t)
	d := newDesk(t, gaussian())
	d.recents = userRecents()
	d.press1("o")
	d.typeText("your own")
	d.press1("enter")
	d.typeText(strings.TrimSuffix(spec.Source, "rce.csv"))
	d.press1("tab")
	if got := d.scene.Opener.Form.Values[0]; got != spec.Source {
		t.Fatalf("Tab completes to %q, want %q", got, spec.Source)
	}
	d.press1("enter")
	d.typeText(filepath.Dir(spec.Target) + "/nothing.csv")
	d.press1("enter")
	if !strings.Contains(d.View(), "there is no") {
		t.Errorf("a file that is not there is not complained of:\n%s", d.View())
	}
	for range len("nothing.csv") {
		d.press1("backspace")
	}
	d.typeText("target.csv")
	d.press1("enter")
	d.settle()
	if got := d.scene.State.Spec; got.Name != datasets.FilesName || got.Source != spec.Source || got.Target != spec.Target {
		t.Fatalf("%+v is open", got)
	}
	// Others of the same kind are another pair all the same.
	other := fileSpec(t, 14, 5, "auto", func(i int) float64 { return float64(i%2*2 - 1) })
	pair, err := session.ParseOpening(session.Quote(other.Source) + " " + session.Quote(other.Target))
	if err != nil {
		t.Fatal(err)
	}
	d.open(pair)
	d.settle()
	if d.scene.Limits.D != 6 || d.scene.State.Spec.Source != other.Source {
		t.Errorf("%d features of %s are open", d.scene.Limits.D, d.scene.State.Spec.Source)
	}
	recent := d.recents.list()
	if len(recent) != 2 || !strings.Contains(recent[0], other.Source) || !strings.Contains(recent[1], spec.Source) {
		t.Fatalf("remembered: %q", recent)
	}
	d.press1("o")
	d.typeText("recent " + spec.Source)
	d.press1("enter")
	d.settle()
	if d.scene.State.Spec.Source != spec.Source {
		t.Errorf("the remembered pair opens %s", d.scene.State.Spec.Source)
	}
}

// What can't be opened is said in one line; the old pair stays, can be turned, and
// the form comes back as it was.
func TestOpenFails(t *testing.T) {
	d := newDesk(t, gaussian())
	d.press1(">")
	d.settle()
	state := d.scene.State
	broken := writeTable(t, "broken.csv", [][]float64{{1, 2}, {3}})
	d.press1("o")
	d.typeText("your own")
	d.press1("enter")
	d.typeText(broken)
	d.press1("enter")
	d.typeText(broken)
	d.press1("enter")
	d.settle()
	d.Update(tea.WindowSizeMsg{Width: 200, Height: 40})
	if d.quitting || d.scene.solution() == nil || !d.scene.State.Equal(state) || d.scene.Opening != "" {
		t.Fatalf("quitting %t, state %+v", d.quitting, d.scene.State)
	}
	if !strings.Contains(d.View(), "broken.csv:2") {
		t.Errorf("what is wrong is not said in\n%s", d.View())
	}
	if o := d.scene.Opener; !o.Shown || !o.Filling || o.Form.Values[1] != broken || o.Form.At != 0 {
		t.Error("the form does not come back")
	}
	d.press1("esc", "esc", ">")
	d.settle()
	if d.scene.Opener.Shown || d.scene.State.Params.Lambda != 10 || d.scene.Update.Err != nil {
		t.Errorf("afterwards λ = %v, error %v", d.scene.State.Params.Lambda, d.scene.Update.Err)
	}
}

// Esc gives up an opening, and keys that turn wait for its end.
func TestCancelOpening(t *testing.T) {
	d := newDesk(t, gaussian())
	state := d.scene.State
	d.open(opening{spec: datasets.DefaultSpec("subspace")})
	d.press1(">", "s", "u", "=", "r", "right", "2")
	if !d.scene.State.Equal(state) || d.scene.Typing {
		t.Error("a key turns something while a pair is opened")
	}
	if !strings.Contains(d.View(), "Esc cancels") || !strings.Contains(d.View(), "opening subspace") {
		t.Errorf("nothing says that a pair is opened:\n%s", d.View())
	}
	d.press1("esc")
	d.settle()
	if d.scene.State.Spec.Name != "rotated-gaussian" || d.scene.Update.Session.Spec.Name != "rotated-gaussian" || d.scene.Update.Err != nil {
		t.Errorf("after Esc %s is open, error %v", d.scene.Update.Session.Spec.Name, d.scene.Update.Err)
	}
	for range 50 {
		d.open(opening{spec: datasets.DefaultSpec("glyphs")})
		d.press1("esc")
	}
	d.settle()
	if d.scene.Update.Session.Spec.Name != "rotated-gaussian" {
		t.Errorf("in the end %s is open", d.scene.Update.Session.Spec.Name)
	}
}

// The flags that the command line writes are read back.
func TestOpeningReadsCommands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{datasets.FilesName, "glyphs", "mnist-usps", "usps-mnist"}).Draw(t, "name")
		spec := datasets.DefaultSpec(name)
		word := rapid.StringMatching(`[a-zA-Z0-9 ,'"\\=~$äλ_.-]{1,12}`)
		uses := session.PairOptions(name)
		text := func(field string, to *string, values *rapid.Generator[string]) {
			if slices.Contains(uses, field) && rapid.Bool().Draw(t, field+" given") {
				*to = values.Draw(t, field)
			}
		}
		path := rapid.Map(word, func(s string) string { return "/" + s })
		text("Source", &spec.Source, path)
		text("Target", &spec.Target, path)
		text("Validation", &spec.Validation, path)
		text("Data", &spec.Data, path)
		text("Label", &spec.Label, word)
		text("Task", &spec.Task, rapid.SampledFrom([]string{"auto", "binary"}))
		if slices.Contains(uses, "Drop") {
			spec.Drop = rapid.SliceOfN(word, 0, 3).Draw(t, "drop")
			spec.Scale = rapid.SampledFrom([]datasets.Fit{datasets.FitNone, datasets.FitSource, datasets.FitDomain}).Draw(t, "scale")
			spec.ScaleLabel = rapid.Bool().Draw(t, "scale label")
			spec.ValidationSize = rapid.IntRange(0, 9).Draw(t, "validation size")
		} else {
			spec.Classes = rapid.SliceOfN(rapid.IntRange(0, 9), 0, 3).Draw(t, "classes")
		}
		spec.Bias = rapid.Bool().Draw(t, "bias")
		if name == datasets.FilesName && (spec.Source == "" || spec.Target == "") {
			return
		}
		line, err := session.PairCommand(spec)
		if err != nil {
			t.Fatal(err)
		}
		back, err := session.ParseOpening(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		again, err := session.PairCommand(back.spec)
		if err != nil || again != line || back.spec.Source != filepath.Clean(spec.Source) && spec.Source != "" {
			t.Fatalf("%s\nreads as\n%s (%v)", line, again, err)
		}
	})
}

func TestOpeningRefuses(t *testing.T) {
	for _, line := range []string{
		"", "larui", "a.csv b.csv c.csv", "'a.csv b.csv", `a\`, "glyphs --nope=1", "glyphs --classes", "glyphs --classes=a",
		"rotated-gaussian --classes=3", "glyphs --angle=3", "--source=a.csv", "a.csv b.csv --angle=4", "glyphs --noise=-1",
		"a.csv b.csv --scale=all", "a.csv b.csv --bias=perhaps", "a.csv b.csv --validation-size=x", "glyphs --raw",
	} {
		if o, err := session.ParseOpening(line); err == nil {
			t.Errorf("%q reads as %+v", line, o)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %q is more than one line", line, err)
		}
	}
	o, err := session.ParseOpening("larui glyphs --classes 3,8 --noise=0.2 --no-bias --k=5")
	if err != nil || !slices.Equal(o.spec.Classes, []int{3, 8}) || o.spec.Noise != 0.2 || o.spec.Bias || o.set["k"] != "5" {
		t.Errorf("%+v, %v", o, err)
	}
}

// The folder of settings holds the newest pairs, each once; what is damaged or can't
// be written is no error.
func TestRecents(t *testing.T) {
	ownFolders(t)
	r := userRecents()
	if got := r.list(); got != nil {
		t.Fatalf("at first: %q", got)
	}
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Target = "/t.csv"
	for i := range 3 * recentsKept {
		spec.Source = fmt.Sprintf("/a folder/s%d.csv", i%(recentsKept+5))
		r.add(spec)
	}
	lines := r.list()
	if len(lines) != recentsKept || !strings.Contains(lines[0], spec.Source) {
		t.Errorf("%d lines, the first is %s", len(lines), lines[0])
	}
	r.add(datasets.DefaultSpec("glyphs"))
	if got := r.list(); !slices.Equal(got, lines) {
		t.Error("a built-in pair is remembered")
	}
	spec.Source = "/two\nlines.csv"
	if r.add(spec); !slices.Equal(r.list(), lines) {
		t.Error("a name with a line break is remembered")
	}
	entries, err := os.ReadDir(filepath.Dir(r.path))
	if err != nil || len(entries) != 1 {
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
	damaged := "\x00\x01{]\nlarui --source='a\n" + lines[3] + "\nlarui --nope=3\n" + lines[3] + "\n" + strings.Repeat("x", 1<<17)
	if err := os.WriteFile(r.path, []byte(damaged), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := r.list(); !slices.Equal(got, lines[3:4]) {
		t.Errorf("of a damaged file %q is read", got)
	}
	// A file where the folder should be.
	blocked := recents{filepath.Join(r.path, "larui", "recent")}
	spec.Source = "/s.csv"
	if blocked.add(spec); blocked.list() != nil {
		t.Error("something is remembered where nothing can be written")
	}
	recents{}.add(spec)
}

func TestCompletePath(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"source.csv", "south.csv", "täuschung.csv", "tänzer.csv", ".hidden", "data/inner.csv"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", folder)
	t.Chdir(folder)
	for _, c := range []struct {
		typed, want string
		candidates  []string
	}{
		{"sour", "source.csv", []string{"source.csv"}},
		{"s", "sou", []string{"source.csv", "south.csv"}},
		{"t", "tä", []string{"tänzer.csv", "täuschung.csv"}},
		{"d", "data/", []string{"data/"}},
		{"data/", "data/inner.csv", []string{"inner.csv"}},
		{"~/sour", "~/source.csv", []string{"source.csv"}},
		{".h", ".hidden", []string{".hidden"}},
		{"", "", []string{"data/", "source.csv", "south.csv", "tänzer.csv", "täuschung.csv"}},
		{"nothing", "nothing", nil},
		{"no/such/", "no/such/", nil},
		{folder + "/sout", folder + "/south.csv", []string{"south.csv"}},
	} {
		got, candidates := completePath(c.typed)
		if got != c.want || !slices.Equal(candidates, c.candidates) {
			t.Errorf("%q completes to %q of %q, want %q of %q", c.typed, got, candidates, c.want, c.candidates)
		}
	}
}

// openers are overlays in every condition.
func openers() map[string]opener {
	items := openerItems([]string{
		"larui --source=/home/someone/mine.csv --target=/home/someone/theirs.csv",
		"larui mnist-usps --classes=3,8",
	})
	form := newOpenerForm(items[len(items)-3])
	form.Values[0] = "/home/someone/mi"
	form.Candidates = []string{"mine.csv", "mine-too.csv", "minutes/"}
	return map[string]opener{
		"list":    {Shown: true, Items: items},
		"filter":  {Shown: true, Items: items, Filter: "digits", Cursor: 6, Selected: 2},
		"nothing": {Shown: true, Items: items, Filter: "zzz", Cursor: 3},
		"form":    {Shown: true, Items: items, Filling: true, Form: form, Cursor: 16},
		"error":   {Shown: true, Items: items, Err: os.ErrNotExist, Selected: 9},
	}
}

func TestOpenerFrames(t *testing.T) {
	all := openers()
	for _, c := range []struct {
		name   string
		w, h   int
		glyphs chart.Glyphs
	}{
		{"list", 60, 20, chart.Braille}, {"list", 80, 24, chart.Braille}, {"list", 120, 36, chart.Braille}, {"list", 200, 60, chart.Braille},
		{"list", 120, 36, chart.ASCII}, {"filter", 80, 24, chart.Braille}, {"nothing", 60, 20, chart.Braille},
		{"form", 60, 20, chart.Braille}, {"form", 120, 36, chart.Braille}, {"error", 60, 20, chart.Braille},
	} {
		t.Run(fmt.Sprintf("%s-%dx%d-%s", c.name, c.w, c.h, c.glyphs), func(t *testing.T) {
			sc := gaussianScene(t)
			sc.Opener, sc.Glyphs = all[c.name], c.glyphs
			lines := sc.Frame(c.w, c.h).Plain()
			golden.RequireEqual(t, []byte(strings.Join(lines, "\n")+"\n"))
		})
	}
}

// The overlay never leaves its frame, and its list always shows the selected item.
func TestOpenerFits(t *testing.T) {
	all := openers()
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	scene := gaussianScene(t)
	encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
	rapid.Check(t, func(t *rapid.T) {
		sc := scene
		sc.Opener = all[rapid.SampledFrom(names).Draw(t, "opener")]
		sc.Opener.Selected = rapid.IntRange(0, len(sc.Opener.Items)).Draw(t, "selected")
		if rapid.Bool().Draw(t, "long") {
			sc.Opener.Filter = rapid.StringN(0, 80, -1).Draw(t, "filter")
			sc.Opener.Cursor = rapid.IntRange(0, 90).Draw(t, "cursor")
		}
		sc.Opening = rapid.SampledFrom([]string{"", "files"}).Draw(t, "opening")
		sc.Glyphs = rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
		w, h := rapid.IntRange(0, 210).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		requireFits(t, encoder.Encode(sc.Frame(w, h)), w, h)
		if sc.Opener.Filling || w < minWidth || h < minHeight {
			return
		}
		matching := sc.Opener.matching()
		at, rows := sc.openerList(w, h)
		if len(rows) > at.h {
			t.Fatalf("%d rows in a list of %d", len(rows), at.h)
		}
		if sc.Opener.Selected < len(matching) && !slices.Contains(rows, openerRow{item: sc.Opener.Selected}) {
			t.Fatalf("item %d is selected and not among the rows %v", sc.Opener.Selected, rows)
		}
	})
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}
