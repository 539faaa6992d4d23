package opener

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/session"
)

// A form has the options of its pair only, a pair without options has no form, and every
// allowed value passes.
func TestFieldsApply(t *testing.T) {
	for _, item := range ListItems(nil) {
		fields := newForm(item).fields
		for _, field := range fields {
			if !slices.Contains(session.PairOptionNames(item.Line), field.Name) {
				t.Errorf("%s does not use %s", item.Line, field.Name)
			}
			for _, value := range field.Values {
				if _, err := field.Set(session.State{}, value); err != nil {
					t.Errorf("%s: %v", field.Name, err)
				}
			}
		}
		testutil.Equal(t, item.Line == "glyphs" || item.group != "built in", (len(fields) > 0), item.Line, len(fields))
	}
}

// Recents keep the newest pairs, each once, and ignore a damaged file and one that can't be
// written.
func TestRecents(t *testing.T) {
	r := RecentPairs{filepath.Join(t.TempDir(), "larui", "recent")}
	if got := r.List(); got != nil {
		t.Fatalf("at first: %q", got)
	}
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Target = "/t.csv"
	for i := range 3 * maxRecents {
		spec.Source = fmt.Sprintf("/a folder/s%d.csv", i%(maxRecents+5))
		r.Add(spec)
	}
	lines := r.List()
	if len(lines) != maxRecents || !strings.Contains(lines[0], spec.Source) {
		t.Errorf("%d lines, the first is %s", len(lines), lines[0])
	}
	r.Add(datasets.DefaultSpec("glyphs"))
	if !slices.Equal(r.List(), lines) {
		t.Error("a built-in pair is remembered")
	}
	broken := spec
	broken.Source = "/two\nlines.csv"
	r.Add(broken)
	lines = append([]string{`larui --source=$'/two\012lines.csv' --target=/t.csv`}, lines[:maxRecents-1]...)
	if got := r.List(); !slices.Equal(got, lines) {
		t.Errorf("of a name with a line break %q is remembered", got[0])
	}
	if entries, err := os.ReadDir(filepath.Dir(r.path)); err != nil || len(entries) != 1 {
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
	damaged := "\x00\x01{]\nlarui --source='a\n" + lines[3] + "\nlarui --nope=3\n" + lines[3] + "\n" + strings.Repeat("x", 2*maxRecentsBytes)
	testutil.NoError(t, os.WriteFile(r.path, []byte(damaged), 0o600))
	if got := r.List(); !slices.Equal(got, lines[3:4]) {
		t.Errorf("of a damaged file %q is read", got)
	}
	// A file where the folder should be, and no folder at all.
	for _, nowhere := range []RecentPairs{{filepath.Join(r.path, "larui", "recent")}, {}} {
		nowhere.Add(spec)
		if nowhere.List() != nil {
			t.Error("something is remembered where nothing can be written")
		}
	}
}

func TestComplete(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"source.csv", "south.csv", "täuschung.csv", "tänzer.csv", ".hidden", "data/inner.csv"} {
		path := filepath.Join(folder, name)
		testutil.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		testutil.NoError(t, os.WriteFile(path, nil, 0o600))
	}
	t.Setenv("HOME", folder)
	t.Chdir(folder)
	testutil.NoError(t, os.WriteFile("data/table.txt", []byte("plan,churn\n1,2\n"), 0o600))
	// A field, what is typed, what it becomes, and what is offered.
	for _, row := range testutil.ParseTable(strings.ReplaceAll(`
		source | sour | source.csv
		source | s | sou | source.csv | south.csv
		source | t | tä | tänzer.csv | täuschung.csv
		source | d | data/
		source | data/ | data/ | inner.csv | table.txt
		source | ~/sour | ~/source.csv
		source | .h | .hidden
		source |  |  | data/ | source.csv | south.csv | tänzer.csv | täuschung.csv
		source | nothing | nothing
		source | no/such/ | no/such/
		source | FOLDER/sout | FOLDER/south.csv
		source | OUTH | south.csv
		source | nner | data/inner.csv
		source | csv ou | csv ou | source.csv | south.csv
		label | c | churn
		drop | churn,pl | churn,plan
		drop | plan, | plan, | plan | churn
		task | r | regression
		task | x | x | auto | binary | multiclass | regression
		scale |  |  | none | source | domain`, "FOLDER", folder)) {
		f := newForm(Item{Line: datasets.FilesName})
		f.selected = slices.IndexFunc(f.fields, func(o field) bool { return o.Name == row[0] })
		f.fields[0].text = "data/table.txt"
		f.selectedField().text = row[1]
		f.completeText()
		if got := f.selectedField().text; got != row[2] || !slices.Equal(f.candidates, row[3:]) {
			t.Errorf("%q completes to %q of %q, want %q", row[1], got, f.candidates, row[2:])
		}
	}
}

// A single step from an end of a list goes to the other end; pages, Home and End stop there.
func TestListGoesRound(t *testing.T) {
	o := Opener{Items: ListItems(nil)}
	last := len(o.Items) - 1
	for _, c := range []struct {
		key      string
		from, to int
	}{
		{"up", 0, last}, {"shift+tab", 3, 2}, {"down", last, 0}, {"tab", 0, 1}, {"pgup", 0, 0}, {"pgup", 2, 0}, {"pgdown", last - 1, last},
		{"pgdown", last, last}, {"home", 0, 0}, {"home", 2, 0}, {"end", last, last}, {"end", 2, last},
	} {
		o.Selected = c.from
		o.Press(c.key)
		testutil.Equal(t, o.Selected, c.to, c.key, c.from, last)
	}
	o.SetText("a")
	testutil.Equal(t, o.Selected, 0)
	if _, known := o.Press("end"); known {
		t.Error("End does not edit what is typed")
	}
}

// Files typed into the filter open: a source in the form that asks for its target, both at
// once.
func TestFilesAreTyped(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, name := range []string{"mine.csv", "theirs.csv"} {
		testutil.NoError(t, os.WriteFile(name, []byte("1,2,0\n3,4,1\n"), 0o600))
	}
	o := Opener{Items: ListItems(nil)}
	o.SetText("./mine.csv")
	if pair, _ := o.Press("enter"); pair != nil || o.Form == nil || o.Form.fields[0].text != "./mine.csv" || o.Form.selectedField().Name != "target" {
		t.Fatalf("%+v opens, the form is %+v", pair, o.Form)
	}
	o.SetText("theirs.csv")
	one, _ := o.Press("enter")
	o = Opener{Items: ListItems(nil)}
	o.SetText("mine.csv theirs.csv label=2")
	both, _ := o.Press("enter")
	for _, pair := range []*session.Opening{one, both} {
		if pair == nil || filepath.Base(pair.Spec.Source) != "mine.csv" || filepath.Base(pair.Spec.Target) != "theirs.csv" {
			t.Errorf("%+v opens, %v", pair, o.Err)
		}
	}
}

// reviewed returns the review of two files of a few rows.
func reviewed(t *testing.T) *Review {
	t.Helper()
	folder := t.TempDir()
	spec := datasets.DefaultSpec(datasets.FilesName)
	source, target := "customer number,since,plan,minutes per month,calls,churned\n", "customer number,since,plan,minutes per month,calls,region\n"
	for i := range 12 {
		source += fmt.Sprintf("c-%d,2024-01-%02d,%s,%d,%s,%s\n", i, i+1, []string{"basic", "plus"}[i%2], i*i%7, []string{"", "3", "4"}[i%3], []string{"no", "yes"}[i/6])
		target += fmt.Sprintf("n-%d,2024-02-%02d,%s,%d,%d,west\n", i, i+1, []string{"basic", "pro"}[i%2], i*i%9, i)
	}
	spec.Source, spec.Target = filepath.Join(folder, "customers.csv"), filepath.Join(folder, "newer.csv")
	for path, text := range map[string]string{spec.Source: source, spec.Target: target} {
		testutil.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	}
	review := testutil.Must(datasets.InspectPair(t.Context(), spec, nil))
	return &Review{review, 2}
}

// openers returns overlays in all conditions.
func openers(t *testing.T) map[string]Opener {
	items := ListItems([]string{
		"larui --source=/home/someone/mine.csv --target=/home/someone/theirs.csv",
		"larui mnist-usps --classes=3,8",
	})
	items = slices.Delete(items, 1, len(items)-7) // so that a pair more changes no picture
	form := newForm(items[len(items)-3])
	form.fields[0].text = "/home/someone/mi"
	form.candidates = []string{"mine.csv", "mine-too.csv", "minutes/"}
	return map[string]Opener{
		"list":    {Items: items},
		"filter":  {Items: items, Filter: "digits", Cursor: 6, Selected: 2},
		"nothing": {Items: items, Filter: "zzz", Cursor: 3},
		"form":    {Items: items, Form: form, Cursor: 16},
		"review":  {Items: items, Form: form, Review: reviewed(t)},
		"error":   {Items: items, Err: os.ErrNotExist, Selected: 6},
	}
}

func TestFrames(t *testing.T) {
	for _, c := range []struct {
		name   string
		w, h   int
		glyphs chart.Glyphs
	}{
		{"list", 118, 27, chart.Braille}, {"list", 58, 13, chart.ASCII}, {"filter", 78, 16, chart.Braille},
		{"form", 58, 13, chart.Braille}, {"form", 118, 27, chart.Braille}, {"error", 58, 13, chart.Braille},
		{"review", 118, 27, chart.Braille}, {"review", 78, 16, chart.Braille}, {"review", 58, 10, chart.ASCII},
	} {
		t.Run(fmt.Sprintf("%s-%dx%d-%s", c.name, c.w, c.h, c.glyphs), func(t *testing.T) {
			g := chart.NewGrid(c.w, c.h).WithGlyphs(c.glyphs)
			o := openers(t)[c.name]
			o.Draw(g, c.glyphs)
			picture := regexp.MustCompile(`\d+ more`).ReplaceAllString(strings.Join(g.Plain(), "\n"), "N more")
			golden.RequireEqual(t, []byte(picture+"\n"))
		})
	}
}

// Pairs of files with equal names look different in a narrow list.
func TestRecentsDiffer(t *testing.T) {
	const room = 24
	seen := map[string]bool{}
	for _, line := range []string{
		"larui --source='/data/my own/a/s.csv' --target=/data/a/t.csv", "larui --source=/data/b/s.csv --target=/data/b/t.csv",
		"larui --source=/data/a/s.csv --target=/data/b/t.csv", "larui --source=/data/a/s.csv --target=/data/a/t.csv --label=y",
	} {
		items := ListItems([]string{line})
		last := items[len(items)-1]
		if about := chart.Truncate(last.About, room); last.Title != "s.csv → t.csv" || seen[about] {
			t.Errorf("of %s it says %s, %s", line, last.Title, about)
		} else {
			seen[about] = true
		}
	}
	if !seen["in a --label=y: --sourc…"] {
		t.Errorf("they are called %v", seen)
	}
}

// The overlay stays in its frame, the list shows the selected item, and a click selects the
// item drawn there.
func TestFits(t *testing.T) {
	all := openers(t)
	encoder := chart.NewEncoder(chart.Dark, termenv.TrueColor)
	rapid.Check(t, func(t *rapid.T) {
		o := all[rapid.SampledFrom([]string{"list", "filter", "nothing", "form", "review", "error"}).Draw(t, "opener")]
		o.Selected = rapid.IntRange(0, len(o.Items)).Draw(t, "selected")
		if rapid.Bool().Draw(t, "long") {
			o.Filter = rapid.StringN(0, 80, -1).Draw(t, "filter")
			o.Cursor = rapid.IntRange(0, 90).Draw(t, "cursor")
		}
		gl := rapid.SampledFrom([]chart.Glyphs{chart.Braille, chart.Block, chart.ASCII}).Draw(t, "glyphs")
		w, h := rapid.IntRange(0, 210).Draw(t, "w"), rapid.IntRange(0, 70).Draw(t, "h")
		g := chart.NewGrid(w, h).WithGlyphs(gl)
		o.Draw(g, gl)
		lines := strings.Split(encoder.Encode(g), "\n")
		for _, line := range lines {
			if len(lines) > max(1, h) || ansi.StringWidth(line) > w {
				t.Fatalf("%d lines, one of them %q, on %d×%d", len(lines), line, w, h)
			}
		}
		if o.Form == nil && o.Err == nil && w >= 40 && h > listY {
			rows, selected := o.rows(gl)
			from, shown := VisibleRows(len(rows), selected, h-listY)
			if more := strings.HasSuffix(g.Plain()[h-1], " more"); more != (from+shown < len(rows)) {
				t.Fatalf("%d of %d rows are shown in\n%s", shown, len(rows), strings.Join(g.Plain(), "\n"))
			}
		}
		const least = 8
		if matching := o.matchingItems(); o.Form == nil && w >= 40 && h >= least && o.Selected < len(matching) {
			mark := " " + string(gl.ReplaceRune(chart.FocusMark))
			at := slices.IndexFunc(g.Plain(), func(line string) bool { return strings.HasPrefix(line, mark) })
			if at < 0 || !o.ClickAt(w, h, at, gl) {
				t.Fatalf("item %d is selected and not where it is hit, line %d", o.Selected, at)
			}
		}
	})
}
