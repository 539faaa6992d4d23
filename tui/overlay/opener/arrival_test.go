package opener_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model/rivals"
	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/overlay/opener"
	"larui/tui/session"
)

// A stage drives a host step by step.
type stage struct {
	*frame.Host
	t testing.TB
}

// newStage opens the rotated Gaussian with empty folders for settings and cache.
func newStage(t *testing.T) *stage {
	t.Helper()
	testutil.UseOwnFolders(t)
	first := testutil.Must(session.NewOpening("rotated-gaussian", map[string]string{"n": "60", "m": "60"}))
	s := &stage{frame.NewHost(first), t}
	t.Cleanup(s.Close)
	s.Recents = opener.UserRecentPairs()
	s.Scene.Width, s.Scene.Height = 200, 40
	s.OpenFirst()
	s.settle()
	return s
}

// form is the overlay.
func (s *stage) form() *frame.Opener { return frame.OverlayOf[*frame.Opener](&s.Scene) }

func (s *stage) settle() {
	for s.Explorer.Solving {
		s.HandleMessage(<-s.Messages)
	}
}

// press presses keys. A key that edits the text is typed at its end.
func (s *stage) press(keys ...string) {
	for _, key := range keys {
		switch o := s.form(); {
		case !o.Shown:
			s.Scene.Message = ""
			s.Press(key)
		case !o.Press(s.Host, key):
			o.SetText(s.Host, o.Text()+key)
		}
	}
}

// run presses keys and waits for what they ask for.
func (s *stage) run(keys ...string) {
	s.press(keys...)
	s.settle()
}

func (s *stage) screen() string {
	return strings.Join(s.Scene.Draw().Plain(), "\n")
}

// fill opens and fills the form of a pair, and leaves the cursor in field.
func (s *stage) fill(pair, field string, values map[string]string) {
	s.t.Helper()
	s.press("o", pair, "enter")
	form := s.form().Form
	if form == nil {
		s.t.Fatalf("%s has no form", pair)
	}
	filled := 0
	for range session.Options() {
		name := s.field()
		if value, ok := values[name]; ok && s.form().Text() == "" && value != "" {
			s.form().SetText(s.Host, value)
			filled++
		}
		if filled == len(values) && name == field {
			return
		}
		s.press("down")
	}
	s.t.Fatalf("%d of %v are filled in, and the cursor is not in %s", filled, values, field)
}

// field returns the name of the present field, as the screen shows it.
func (s *stage) field() string {
	for _, line := range strings.Split(s.screen(), "\n") {
		if _, rest, ok := strings.Cut(line, "› "); ok && strings.HasPrefix(line, "│ ›") {
			return strings.Fields(rest)[0]
		}
	}
	return ""
}

// table writes a file of n rows: two numbers, a town and a kind.
func table(t *testing.T, n int) string {
	var rows strings.Builder
	rows.WriteString("id,a,b,city,kind\n")
	for i := range n {
		fmt.Fprintf(&rows, "%d,%d,%d,Rome,%d\n", i, i%7, i*i%5, i%3)
	}
	return testutil.WriteFile(t, "rows.csv", rows.String())
}

// Every built-in pair opens in the same state as from the command line, and the old picture
// stays until then.
func TestOpensEveryPair(t *testing.T) {
	testutil.SkipInShort(t)
	s := newStage(t)
	for _, info := range datasets.ListPairs() {
		if !info.BuiltIn {
			continue
		}
		s.run(">")
		before := s.Scene.Solution
		s.press("o", info.Name)
		testutil.Contains(t, s.screen(), info.Name)
		s.press("enter")
		if info.Name == "glyphs" {
			s.press("3,8", "enter")
		}
		if s.Scene.Solution != before || s.form().Shown || s.Explorer.Opening != info.Name {
			t.Fatalf("%s: the old picture does not stay while it opens", info.Name)
		}
		s.settle()
		want := s.Explorer.Session.StartState()
		want.Spec = datasets.DefaultSpec(info.Name)
		want.Spec.Cache = datasets.CacheFolder()
		if info.Name == "glyphs" {
			want.Spec.Classes = []int{3, 8}
		}
		if !s.Explorer.State.Equal(want) || !s.Explorer.Start.Equal(want) || s.Explorer.Session.Spec.Name != info.Name || s.Scene.FocusedControl().Name != "lambda" {
			t.Errorf("%s opens at %+v, want %+v; %s is focused", info.Name, s.Explorer.State, want, s.Scene.FocusedControl().Name)
		}
	}
}

// Tab completes files. They are remembered and found again, and other files of the same kind
// are another pair.
func TestOpensFiles(t *testing.T) {
	s := newStage(t)
	paths := []string{table(t, 30), table(t, 40)}
	for _, path := range paths {
		s.press("o", "your own", "enter")
		s.form().SetText(s.Host, strings.TrimSuffix(path, "ws.csv"))
		testutil.Contains(t, s.screen(), "Enter next")
		s.press("tab", "enter")
		testutil.Equal(t, s.field(), "target")
		s.form().SetText(s.Host, path)
		s.press("down", "down")
		s.form().SetText(s.Host, "kind")
		s.press("down", "down")
		s.form().SetText(s.Host, "id,city")
		s.run("enter")
		enter := strings.Contains(s.screen(), "Enter open")
		s.run("enter")
		if !enter || !strings.Contains(s.screen(), "learn kind on ") {
			t.Errorf("Enter is to open it: %t; which label is learned is not said:\n%s", enter, s.screen())
		}
		if got := s.Explorer.Session.Spec; got.Source != path || got.Target != path || s.Explorer.Limits.D != 3 {
			t.Fatalf("%+v is open: %v", got, s.form().Err)
		}
	}
	recent := s.Recents.List()
	if len(recent) != 2 || !strings.Contains(recent[0], paths[1]) || !strings.Contains(recent[1], paths[0]) {
		t.Fatalf("remembered: %q", recent)
	}
	s.run("o", "recent "+paths[0], "enter")
	testutil.Equal(t, s.Explorer.State.Spec.Source, paths[0])
}

// A recent pair whose file now has a gap and words leads to the review, and Enter opens it as
// proposed.
func TestRecentRefused(t *testing.T) {
	s := newStage(t)
	source, target := table(t, 30), table(t, 40)
	spec := datasets.DefaultSpec(datasets.FilesName)
	spec.Source, spec.Target, spec.Label, spec.Drop = source, target, "kind", []string{"id"}
	s.Recents.Add(spec)
	changed := "id,a,b,city,kind\n1,,3,Oslo,1\n"
	for i := range 39 {
		changed += fmt.Sprintf("%d,%d,%d,%s,%d\n", i, i%7, i*i%5, []string{"Rome", "Oslo"}[i%2], i%3)
	}
	for _, path := range []string{source, target} {
		testutil.NoError(t, os.WriteFile(path, []byte(changed), 0o600))
	}
	s.run("o", "recent "+source, "enter")
	o := s.form()
	if !o.Shown || o.Review == nil || s.Explorer.State.Spec.Name != "rotated-gaussian" {
		t.Fatalf("no review shows: %v\n%s", o.Err, s.screen())
	}
	testutil.Contains(t, s.screen(), "3 columns → 4 features, label kind, 1 left out", "1 → 1", "one-hot", "Enter open")
	s.run("enter")
	got := s.Explorer.Session.Spec
	if s.form().Shown || got.Source != source || !slices.Equal(got.Impute, []string{"median"}) || !slices.Equal(got.Encode, []string{"city"}) || !slices.Equal(got.Drop, spec.Drop) {
		t.Errorf("%+v is open, %v", got, s.form().Err)
	}
	if recent := s.Recents.List(); len(recent) != 2 || !strings.Contains(recent[0], "--impute=median") {
		t.Errorf("remembered: %q", recent)
	}
	for line, want := range map[string]bool{
		"--source=" + source + " --target=" + target:                   true,
		"--source=" + source + " --target=" + target + " --lambda=3":   true,
		"--source=" + source + " --target=" + target + " --drop=b":     false,
		"--source=" + source + " --target=" + target + " --label=kind": false,
		"--source=" + target + " --target=" + source:                   false,
		"penguins": false,
	} {
		opening := testutil.Must(session.ParseOpening(line))
		with, found := s.Recents.AddColumns(opening)
		if found != want || found && (!slices.Equal(with.Spec.Impute, got.Impute) || with.Set.Has("lambda") != opening.Set.Has("lambda")) {
			t.Errorf("%s: %v, %+v", line, found, with)
		}
	}
	s.run("o", "recent "+source, "enter")
	if s.form().Review == nil {
		t.Error("the open pair shows no review when it is chosen again")
	}
}

// The form opens the same pair as the command line.
func TestFormOpens(t *testing.T) {
	s := newStage(t)
	file := table(t, 30)
	s.fill("your own", "target", map[string]string{
		"source": file, "target": file, "label": "kind", "features": "a,b,city", "drop": "city", "task": "regression", "standardize": "source",
		"scale": "domain", "scale-label": "true", "validation": file, "validation-size": "5", "bias": "false",
	})
	s.run("enter")
	s.run("enter")
	want := datasets.DefaultSpec(datasets.FilesName)
	want.Source, want.Target, want.Validation, want.Label, want.Cache = file, file, file, "kind", datasets.CacheFolder()
	want.Features, want.Drop = []string{"a", "b", "city"}, []string{"city"}
	want.Task, want.ScaleLabel, want.Bias, want.ValidationSize = "regression", true, false, 5
	want.Standardize, want.Scale = datasets.FitSource, datasets.FitDomain
	if got := s.Explorer.Session.Spec; !reflect.DeepEqual(got, want) {
		t.Errorf("open is %+v,\nwant %+v\n%v", got, want, s.form().Err)
	}
}

// A wrong entry leaves the form as typed and shows an error of one line, in the words of the
// form. The cursor moves to the faulty field, also for errors of opening.
func TestFormRefuses(t *testing.T) {
	testutil.SkipInShort(t)
	s := newStage(t)
	s.Scene.Height = 80 // all fields have room
	folder := t.TempDir()
	good := testutil.WriteFile(t, "good.csv", "a,b,city,label\n1,2,Rome,-1\n2,1,Oslo,1\n3,1,Oslo,1\n")
	single := testutil.WriteFile(t, "single.csv", "a,b,label\n1,2,1\n2,1,1\n")
	many := "a,b,label\n"
	for i := range 80 {
		many += fmt.Sprintf("%d,%d,word%d\n", i, i*i%7, i)
	}
	many = testutil.WriteFile(t, "many.csv", many)
	paths := strings.NewReplacer("$good", good, "$single", single, "$many", many, "$folder", folder)
	// A pair, what is entered, the fields in which Enter is pressed and in which the cursor is then, and what is said.
	for _, row := range testutil.ParseTable(paths.Replace(`
		glyphs | classes=0258 | classes | classes | "0258" is not a digit | such as 0,2,5,8
		glyphs | classes=3,12 | classes | classes | "12" is not a digit | such as 1,2
		glyphs | classes=a,b | classes | classes | "a" is not a digit | such as 3,8
		glyphs | classes=3,8,3 | classes | classes | 3 is given twice | such as 3,8
		glyphs | classes=3 | classes | classes | 3 alone | two digits or more
		glyphs | ratio=2 | ratio | ratio | ratio "2" is not
		glyphs | ratio=NaN | ratio | ratio | ratio "NaN" is not
		glyphs | bias=maybe | classes | bias | bias "maybe" is neither false nor true
		mnist-usps | validation-size=-1 | classes | validation-size | "-1" is not a whole number
		mnist-usps | data=$folder/nowhere | data | data | there is no folder | nowhere
		mnist-usps | data=$good | data | data | is a file | mnist/ and usps/
		mnist-usps | data=$folder | classes | data | data or LARUI_DATA names another folder
		your own | source=$folder/nothing.csv target=$good | source | source | there is no | nothing.csv
		your own | source=$folder target=$good | target | source | is a folder | Tab
		your own | source=$good/x target=$good | source | source | can't be read
		your own | target=$good | source | source | type a file name | Tab
		your own | source=$good target=$good validation=$folder | source | validation | is a folder
		your own | source=$good target=$good drop=a"b | source | drop | is not a list of names such as a,b
		your own | source=$good target=$good task=guess | task | task | "guess" is not auto, binary, multiclass or regression
		your own | source=$good target=$good scale=all | scale | scale | "all" is not none, source or domain
		your own | source=$good target=$good drop=city label=lable | source | label | "lable" | did you mean
		your own | source=$good target=$good drop=town | source | drop | "town"
		your own | source=$many target=$many | source | task | are classes only with task multiclass
		your own | source=$single target=$single | target | source | single.csv | classification needs two classes
		your own | source=$good target=$good drop=city validation-size=9 | validation-size | validation-size | set aside for validation`)) {
		values := map[string]string{}
		for entry := range strings.FieldsSeq(row[1]) {
			name, value, _ := strings.Cut(entry, "=")
			values[name] = value
		}
		s.fill(row[0], row[2], values)
		typed := s.screen()
		s.run("enter")
		o := s.form()
		if o.Review != nil {
			s.run("enter")
		}
		if !o.Shown || o.Form == nil || o.Err == nil || s.Explorer.State.Spec.Name != "rotated-gaussian" {
			t.Fatalf("%v: the form does not stay: %v", values, o.Err)
		}
		testutil.Equal(t, s.field(), row[3], values)
		for _, value := range values {
			if strings.Contains(typed, value) && !strings.Contains(s.screen(), value) {
				t.Errorf("%q is gone from\n%s", value, s.screen())
			}
		}
		testutil.Contains(t, s.screen(), row[4:]...)
		if said := o.Err.Error(); strings.Contains(said, "--") || row[3] != "data" && strings.Contains(said, filepath.Dir(good)) {
			t.Errorf("%v: %q speaks of flags or folders", values, o.Err)
		}
		s.press("esc", "esc", ">")
		if s.form().Shown || s.Explorer.Update.Err != nil || s.Explorer.State.Equal(s.Explorer.Start) {
			t.Errorf("%v: afterwards λ = %v, error %v", values, s.Explorer.State.Params.Lambda, s.Explorer.Update.Err)
		}
		s.run("u")
	}
}

// Esc cancels an opening, and keys that turn wait for it. The filled form comes back; the
// pair, its pins and its trained methods stay.
func TestCancelOpening(t *testing.T) {
	s := newStage(t)
	s.press("m")
	state := s.Explorer.State
	for _, pair := range []string{"subspace", "glyphs"} {
		s.press("o", pair, "enter")
		if s.form().Form != nil {
			s.press("3,8", "enter")
		}
		s.press(">", "#", "u", "=", "r", "right", "2")
		if !s.Explorer.State.Equal(state) || s.Scene.Typing {
			t.Error("a key turns something while a pair is opened")
		}
		if screen := s.screen(); !strings.Contains(screen, "Esc cancels") || !strings.Contains(screen, "opening "+pair) {
			t.Errorf("nothing says that a pair is opened:\n%s", screen)
		}
		// A pair that arrived before the cancellation and is heard later is not shown.
		held := []any{<-s.Messages}
		for u, ok := held[0].(session.Update); !ok || u.Solution == nil || u.State.Spec.Name != pair; u, ok = held[len(held)-1].(session.Update) {
			held = append(held, <-s.Messages)
		}
		s.press("esc")
		for _, msg := range held {
			s.HandleMessage(msg)
		}
		s.settle()
		if got := s.Explorer.Session.Spec.Name; got != "rotated-gaussian" || s.Explorer.State.Spec.Name != got || s.Explorer.Update.Err != nil || len(s.Scene.Pins) != 1 {
			t.Errorf("after Esc %s is open, error %v:\n%s", got, s.Explorer.Update.Err, s.screen())
		}
		if back := s.form().Form != nil; back != (pair == "glyphs") || s.form().Shown != back || back && s.form().Text() != "3,8" {
			t.Errorf("the form of %s comes back: %t", pair, back)
		}
	}
	s.run("enter")
	if s.Explorer.State.Spec.Name != "glyphs" || s.form().Shown {
		t.Error("the form that came back does not open the pair")
	}
}

// Trainings go on while another pair opens, and are cancelled once that pair is shown.
func TestOpeningCancelsTrainings(t *testing.T) {
	s := newStage(t)
	at := slices.IndexFunc(session.Rivals(), func(r rivals.Method) bool { return r.Title == "CDAN" })
	wide := testutil.Must(session.NewOpening("wide-gaussian", nil))
	s.Scene.Trainer.Train(s.Explorer.Session, session.Rivals()[at])
	s.OpenPair(wide)
	s.run("esc")
	testutil.Equal(t, s.Scene.Trainer.CountPending(), 1)
	s.OpenPair(wide)
	s.settle()
	if s.Scene.Trainer.CountPending() != 0 || len(s.Scene.Trainer.Board) != 0 {
		t.Error("the trainings of another pair are shown")
	}
}

// Help that was asked for meanwhile does not cover the overlay with the error of an opening.
func TestFailureIsNotCovered(t *testing.T) {
	s := newStage(t)
	s.press("o")
	impossible := testutil.Must(session.NewOpening("wide-gaussian", map[string]string{"n": "1"}))
	s.OpenPair(impossible)
	s.run("?")
	if !s.form().Shown || s.form().Err == nil || !strings.Contains(s.screen(), "open another pair") {
		t.Errorf("the overlay is not seen in\n%s", s.screen())
	}
}
