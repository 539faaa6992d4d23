package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"larui/model/testutil"
)

// user writes the user's file of settings and returns its path.
func user(t *testing.T, text string) string {
	t.Helper()
	path := testutil.WriteFile(t, "config.toml", text)
	t.Setenv(PathVariable, path)
	return path
}

func TestRead(t *testing.T) {
	user(t, "\ufeff# mine\r\ntheme = \"light\" # for the projector\r\n\r\n[keys]\r\nundo = [\"z\",\r\n  'ctrl+u']\r\nmap.best = \"B\"\r\n[keys.rivals]\r\n\"train\" = []\r\n")
	f, err := Read()
	if err != nil || !f.Exists {
		t.Fatal(err)
	}
	var got []string
	for _, e := range f.Entries {
		got = append(got, e.Name+" "+strings.Join(e.Texts, "|"))
	}
	want := []string{"theme light", "keys.undo z|ctrl+u", "keys.map.best B", "keys.rivals.train "}
	for i, line := range []int{2, 5, 7, 9} {
		if got[i] != want[i] || f.Entries[i].Line != line || f.Entries[i].List != (i%2 == 1) {
			t.Errorf("%q in line %d, not %q in line %d", got[i], f.Entries[i].Line, want[i], line)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, says string }{
		{"\n# a\ntheme = dark # mine\n", `:3: write texts in quotes: theme = "dark"`},
		{"data = ~/my data\n", `:1: write texts in quotes: data = "~/my data"`},
		{"theme = \"dark\"\n\ntheme = 'light'\n", `:3: theme is already set in line 1`},
		{"[keys]\nundo = \"z\"\n[keys]\nundo = \"y\"\n", `:4: keys.undo is already set in line 2`},
		{"theme = 3\n", `:1: theme: write a text in quotes`},
		{"theme = true", `theme: write a text in quotes`},
		{"[keys]\nundo = [\"z\", 3]\n", `:2: keys.undo: write a list of texts in quotes`},
		{"[[keys]]\nundo = \"z\"\n", `:1: [[keys]] begins a list of tables`},
		{"theme = { a = \"b\" }\n", `:1: theme: write a text in quotes`},
		{"theme\n", `:1: this is no line such as theme = "dark": `},
		{"theme = \"da\n", `:1: this is no line such as theme = "dark": `},
		{"\n[keys\n", `:2: this is no line such as theme = "dark": `},
		{"theme = \"\xff\"\n", `:1: this is no line such as theme = "dark": `},
	} {
		path := user(t, c.text)
		_, err := Read()
		if err == nil || !strings.HasPrefix(err.Error(), path+":") || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, not %q", c.text, err, c.says)
		}
		if Set("theme", "mono") == nil {
			t.Errorf("%q is written to", c.text)
		}
	}
	t.Setenv(PathVariable, filepath.Join(t.TempDir(), "none.toml"))
	if _, err := Read(); err == nil || !strings.HasSuffix(err.Error(), "none.toml: this file, which LARUI_CONFIG names, does not exist") {
		t.Error(err)
	}
	t.Setenv(PathVariable, "/dev/zero") // which has no end
	if _, err := os.Stat("/dev/zero"); err == nil {
		if _, err := Read(); err == nil || !strings.Contains(err.Error(), "has at most 1 MB") {
			t.Error(err)
		}
	}
	t.Setenv(PathVariable, t.TempDir())
	if _, err := Read(); err == nil || !strings.Contains(err.Error(), "a folder can't be") {
		t.Error(err)
	}
}

// TestSet checks that Set changes one line, or adds one line where another TOML parser finds it.
func TestSet(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "theme = \"mono\"\n"},
		{"theme = 'dark'# mine\n", "theme = \"mono\"# mine\n"},
		{"# a\r\nview = \"map\"\r\n", "# a\r\nview = \"map\"\r\ntheme = \"mono\"\r\n"},
		{"view = \"map\"", "view = \"map\"\ntheme = \"mono\"\n"},
		{"\"theme\" = \"\"\"\ndark\"\"\"\nview = \"map\"\n", "\"theme\" = \"mono\"\nview = \"map\"\n"},
		{"view = \"map\"\n\n# keys\n# of mine\n[keys]\ntheme = \"x\"\n", "view = \"map\"\n\ntheme = \"mono\"\n# keys\n# of mine\n[keys]\ntheme = \"x\"\n"},
		{"[keys]\nundo = [\n\"[\",\n]\n", "theme = \"mono\"\n[keys]\nundo = [\n\"[\",\n]\n"},
		{"view = \"map\" # here\n[keys]\n", "view = \"map\" # here\ntheme = \"mono\"\n[keys]\n"},
		{"# [keys]\n# undo = \"z\"\n", "# [keys]\n# undo = \"z\"\ntheme = \"mono\"\n"},
	} {
		path := user(t, c.text)
		testutil.NoError(t, Set("theme", "mono"))
		got, err := os.ReadFile(path)
		if string(got) != c.want || err != nil {
			t.Errorf("%q became %q, not %q", c.text, got, c.want)
		}
		var by struct{ Theme string }
		if err := toml.Unmarshal(got, &by); err != nil || by.Theme != "mono" {
			t.Errorf("%q: theme %q, %v", got, by.Theme, err)
		}
	}
	path := user(t, "theme = \"dark\"\n")
	testutil.NoError(t, os.Chmod(path, 0o400))
	if err := Set("theme", "mono"); err == nil || !strings.Contains(err.Error(), "write-protected") {
		t.Error(err)
	}
}

// TestSetAnew checks that Set makes the user's folder of settings.
func TestSetAnew(t *testing.T) {
	testutil.UseOwnFolders(t)
	t.Setenv(PathVariable, "")
	if f, err := Read(); err != nil || f.Exists || len(f.Entries) > 0 {
		t.Error(f, err)
	}
	testutil.NoError(t, Set("theme", "mono"))
	f, err := Read()
	if e, ok := f.Find("theme"); err != nil || !ok || e.Texts[0] != "mono" || e.Line != 1 {
		t.Error(f, err)
	}
}

func FuzzSet(f *testing.F) {
	for _, text := range []string{"", "theme = 'a'\n[keys]\n", "a.b = [\n'x' , # c\n]\n#d\n [x]\n", "x = '''\n[x]\n'''\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := user(t, text)
		before, err := Read()
		if Set("theme", "mono") != nil {
			return
		}
		if err != nil {
			t.Fatalf("%q is written to", text)
		}
		after, err := Read()
		if err != nil {
			b, _ := os.ReadFile(path)
			t.Fatalf("%q became %q: %v", text, b, err)
		}
		for _, e := range append(before.Entries, Entry{Name: "theme", Texts: []string{"mono"}}) {
			got, ok := after.Find(e.Name)
			if !ok || e.Name != "theme" && strings.Join(got.Texts, "|") != strings.Join(e.Texts, "|") || got.Name == "theme" && got.Texts[0] != "mono" {
				t.Fatalf("%q: %q is %q", text, e.Name, got.Texts)
			}
		}
	})
}
