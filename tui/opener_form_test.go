package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"larui/datasets"
	"larui/tui/session"
)

// A wrong entry of any field leaves the form open with what was typed and the cursor
// where it was, and says in one line what is wrong and what is right.
func TestFormRefuses(t *testing.T) {
	folder := t.TempDir()
	secret := writeTable(t, "secret.csv", [][]float64{{1, 2, 1}, {2, 1, -1}})
	if err := os.Chmod(secret, 0); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		pair, flag, entry string
		says              []string
	}{
		{"glyphs", "classes", "0258", []string{`"0258" is not a digit`, "such as 0,2,5,8"}},
		{"glyphs", "classes", "3,12", []string{`"12" is not a digit`, "such as 1,2"}},
		{"glyphs", "classes", "a,b", []string{`"a" is not a digit`, "such as 3,8"}},
		{"glyphs", "classes", "-3,8", []string{`"-3" is not a digit`, "such as 3,8"}},
		{"glyphs", "classes", "3,8,3", []string{"3 is given twice", "such as 3,8"}},
		{"glyphs", "classes", "3", []string{"3 alone", "two digits or more"}},
		{"glyphs", "classes", ",", []string{`"" is not a digit`, "such as 3,8"}},
		{"glyphs", "ratio", "2", []string{`"2" is not a share`, "such as 0.1"}},
		{"glyphs", "ratio", "0", []string{`"0" is not a share`}},
		{"glyphs", "ratio", "NaN", []string{`"NaN" is not a share`}},
		{"glyphs", "bias", "maybe", []string{`"maybe" is not one of true and false`}},
		{"mnist-usps", "validation-size", "-1", []string{`"-1" is not a number of rows`, "such as 100"}},
		{"mnist-usps", "validation-size", "some", []string{`"some" is not a number of rows`}},
		{"mnist-usps", "data", folder + "/nowhere", []string{"there is no folder", "nowhere"}},
		{"mnist-usps", "data", secret, []string{"is a file", "mnist/ and usps/"}},
		{"files", "source", folder + "/nothing.csv", []string{"there is no", "nothing.csv"}},
		{"files", "source", folder, []string{"is a folder", "Tab"}},
		{"files", "source", secret + "/x", []string{"can't be read"}},
		{"files", "source", "", []string{"type a file name", "Tab"}},
		{"files", "validation", folder, []string{"is a folder"}},
		{"files", "drop", `a"b`, []string{"is not a list of columns", "such as id,date"}},
		{"files", "task", "guess", []string{`"guess" is not one of auto, binary, multiclass and regression`}},
		{"files", "standardize", "all", []string{`"all" is not one of none, source and domain`}},
		{"files", "scale", "all", []string{`"all" is not one of none, source and domain`}},
	} {
		d := newDesk(t, gaussian())
		d.Update(tea.WindowSizeMsg{Width: 200, Height: 40})
		d.openForm(c.pair)
		form := &d.scene.Opener.Form
		if c.pair == "files" {
			spec := binarySpec(t)
			form.Values[0], form.Values[1] = spec.Source, spec.Target
		}
		d.goTo(c.flag)
		d.press1("ctrl+u")
		d.typeText(c.entry)
		d.press1("left", "enter")
		o := d.scene.Opener
		if !o.Shown || !o.Filling || d.scene.Opening != "" || o.Err == nil {
			t.Errorf("%s %q: the form does not stay", c.flag, c.entry)
			continue
		}
		if field := o.Form.field().flag; field != c.flag || o.Form.Values[o.Form.At] != c.entry || o.Cursor != max(0, len([]rune(c.entry))-1) {
			t.Errorf("%s %q: the cursor is at %d of %q in %s", c.flag, c.entry, o.Cursor, o.Form.Values[o.Form.At], field)
		}
		for _, text := range append(c.says, c.flag+": ") {
			if !strings.Contains(o.Err.Error(), text) || !strings.Contains(d.View(), text) {
				t.Errorf("%s %q: %q does not say %q", c.flag, c.entry, o.Err, text)
			}
		}
	}
	// Root can read everything.
	if err := checkFile(secret); os.Getuid() != 0 && (err == nil || !strings.Contains(err.Error(), "can't be read")) {
		t.Errorf("a file that must not be read: %v", err)
	}
}

// What only opening finds out comes back to the form as well: at the field that can
// mend it, which the message names as the form does, or else where the cursor was.
func TestFormAfterOpeningFails(t *testing.T) {
	ownFolders(t)
	good := writeText(t, "good.csv", "a,b,city,label\n1,2,Rome,-1\n2,1,Oslo,1\n3,1,Oslo,1\n")
	text := writeText(t, "text.csv", "a,b,city,label\n1,2,Rome,-1\n2,many,Oslo,1\n")
	wide := writeText(t, "wide.csv", "a,b,city,extra,label\n1,2,Rome,4,-1\n2,1,Oslo,5,1\n")
	single := writeText(t, "single.csv", "a,b,label\n1,2,1\n2,1,1\n")
	var words strings.Builder
	words.WriteString("a,b,label\n")
	for i := range 80 {
		fmt.Fprintf(&words, "%d,%d,word%d\n", i, i*i%7, i)
	}
	many := writeText(t, "many.csv", words.String())
	type entries map[string]string
	for _, c := range []struct {
		pair   string
		values entries
		// from is where Enter is pressed, at where the cursor is afterwards.
		from, at string
		says     []string
	}{
		{"files", entries{"source": good, "target": good}, "target", "drop", []string{"good.csv:2:3", `"Rome"`, "leave it out with drop city"}},
		{"files", entries{"source": good, "target": wide, "drop": "city"}, "target", "drop", []string{"extra", "leave it out with drop extra"}},
		{"files", entries{"source": text, "target": text, "drop": "city"}, "task", "drop", []string{"text.csv:3:2", `"many"`}},
		{"files", entries{"source": good, "target": good, "drop": "city", "label": "lable"}, "source", "label", []string{`"lable"`, "did you mean"}},
		{"files", entries{"source": good, "target": good, "drop": "town"}, "source", "drop", []string{`"town"`}},
		{"files", entries{"source": many, "target": many}, "source", "task", []string{"unless task multiclass says otherwise"}},
		{"files", entries{"source": single, "target": single}, "target", "source", []string{"single.csv", "classification needs two classes"}},
		{"files", entries{"source": good, "target": good, "drop": "city", "validation-size": "9"}, "validation-size", "validation-size", []string{"set aside for validation"}},
		{"mnist-usps", entries{"data": t.TempDir()}, "classes", "data", []string{"name the folder with data or LARUI_DATA"}},
	} {
		d := newDesk(t, gaussian())
		d.Update(tea.WindowSizeMsg{Width: 200, Height: 40})
		d.openForm(c.pair)
		form := &d.scene.Opener.Form
		for i, field := range form.Item.fields {
			form.Values[i] = c.values[field.flag]
		}
		d.goTo(c.from)
		d.press1("enter")
		d.settle()
		o := d.scene.Opener
		if !o.Shown || !o.Filling || o.Err == nil || d.scene.State.Spec.Name != "rotated-gaussian" {
			t.Errorf("%v: the form does not stay", c.values)
			continue
		}
		if got := o.Form.field().flag; got != c.at || o.Cursor != len([]rune(o.Form.Values[o.Form.At])) {
			t.Errorf("%v: the cursor is in %s, want %s", c.values, got, c.at)
		}
		for i, field := range o.Form.Item.fields {
			if o.Form.Values[i] != c.values[field.flag] {
				t.Errorf("%v: %s is now %q", c.values, field.flag, o.Form.Values[i])
			}
		}
		for _, text := range c.says {
			if !strings.Contains(o.Err.Error(), text) || !strings.Contains(d.View(), text) {
				t.Errorf("%v: %q does not say %q", c.values, o.Err, text)
			}
		}
		if strings.Contains(o.Err.Error(), "--") || strings.Contains(o.Err.Error(), filepath.Dir(good)) {
			t.Errorf("%v: %q speaks of flags or folders", c.values, o.Err)
		}
	}
}

// The form can be mended and opened: with every field it has, as the command line
// would open it.
func TestFormOpens(t *testing.T) {
	ownFolders(t)
	rows := "id,a,b,city,kind\n"
	for i := range 30 {
		rows += fmt.Sprintf("%d,%d,%d,Rome,%d\n", i, i%7, i*i%5, i%3)
	}
	file := writeText(t, "rows.csv", rows)
	values := map[string]string{
		"source": file, "target": file, "label": "kind", "drop": "id,city", "task": "regression", "standardize": "source",
		"scale": "domain", "validation": file, "validation-size": "5", "bias": "false",
	}
	d := newDesk(t, gaussian())
	d.openForm("files")
	for _, field := range d.scene.Opener.Form.Item.fields {
		value, ok := values[field.flag]
		if !ok {
			t.Fatalf("the test has nothing for %s", field.flag)
		}
		d.goTo(field.flag)
		if field.values != nil {
			d.typeText(value[:2])
			d.press1("tab")
			if got := d.scene.Opener.Form.Values[d.scene.Opener.Form.At]; got != value {
				t.Errorf("Tab makes %q of %q, want %q", got, value[:2], value)
			}
			continue
		}
		d.typeText(value)
	}
	d.press1("enter")
	d.settle()
	want := datasets.DefaultSpec(datasets.FilesName)
	want.Source, want.Target, want.Validation, want.Label, want.Drop = file, file, file, "kind", []string{"id", "city"}
	want.Task, want.Standardize, want.Scale, want.Bias, want.ValidationSize = "regression", datasets.FitSource, datasets.FitDomain, false, 5
	if got := d.scene.State.Spec; !reflect.DeepEqual(got, want) {
		t.Errorf("open is %+v,\nwant %+v\n%v", got, want, d.scene.Opener.Err)
	}
}

// A form asks only for what its pair uses, and no pair that has nothing to choose
// has one.
func TestFormFieldsApply(t *testing.T) {
	for _, item := range openerItems(nil) {
		uses := session.PairOptions(item.name)
		for _, field := range item.fields {
			at := slices.IndexFunc(specFlagTable(), func(f specFlag) bool { return f.name == field.flag })
			control, isControl := session.OptionByName(field.flag)
			switch {
			case at >= 0 && slices.Contains(uses, specFlagTable()[at].field):
			case isControl && control.Applies(Limits{Adjustable: uses}):
			default:
				t.Errorf("%s does not use %s", item.name, field.flag)
			}
			for _, value := range field.values {
				if err := field.check(value); err != nil {
					t.Errorf("%s: %v", field.flag, err)
				}
			}
		}
		if asks := item.name == "glyphs" || item.group != groupBuiltIn; asks != (len(item.fields) > 0) {
			t.Errorf("%s has %d fields", item.name, len(item.fields))
		}
	}
}

// A form whose pair was being opened comes back when that is cancelled.
func TestCancelBringsFormBack(t *testing.T) {
	d := newDesk(t, gaussian())
	d.openForm("glyphs")
	d.typeText("3,8")
	d.press1("enter", "esc")
	if o := d.scene.Opener; !o.Shown || !o.Filling || o.Form.Values[0] != "3,8" {
		t.Error("the form does not come back")
	}
	d.settle()
	d.press1("enter")
	d.settle()
	if d.scene.State.Spec.Name != "glyphs" || d.scene.Opener.Shown {
		t.Error("the form does not open the pair")
	}
}

// Flags lose their dashes as words of a message, and nowhere else.
func TestWithoutFlags(t *testing.T) {
	for text, want := range map[string]string{
		"a (--label y; or --drop x)":   "a (label y; or drop x)",
		"name one with --source":       "name one with source",
		"--scale, --scale-label=true":  "scale, scale-label=true",
		"my--drop.csv: no --droplet":   "my--drop.csv: no --droplet",
		"a -- b --, --task":            "a -- b --, task",
		"in x--label: leave --label y": "in x--label: leave label y",
	} {
		if got := withoutFlags(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// openForm opens the form of a pair.
func (d *desk) openForm(pair string) {
	d.t.Helper()
	d.press1("o")
	for i, item := range d.scene.Opener.matching() {
		if item.name == pair {
			d.scene.Opener.Selected = i
		}
	}
	d.press1("enter")
	if !d.scene.Opener.Filling {
		d.t.Fatalf("%s has no form", pair)
	}
}

// goTo goes to a field of the form by the arrows.
func (d *desk) goTo(flag string) {
	d.t.Helper()
	for range d.scene.Opener.Form.Values {
		if d.scene.Opener.Form.field().flag == flag {
			d.openerText()
			return
		}
		d.press1("down")
	}
	d.t.Fatalf("there is no field %s", flag)
}

// writeText writes a file into a folder of its own.
func writeText(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
