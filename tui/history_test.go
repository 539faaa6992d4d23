package tui

import (
	"testing"

	"pgregory.net/rapid"

	"larui/datasets"
	"larui/tui/session"
)

// Going back and forth leads through the moments as they were left, each with the
// start of its pair.
func TestHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start, limits := exampleState()
		c, _ := session.OptionByName("k")
		moments := []moment{{start, start}}
		var h history
		for range rapid.IntRange(1, 30).Draw(t, "turns") {
			next := moments[len(moments)-1]
			if rapid.Bool().Draw(t, "opened") {
				next.start = next.state
			}
			next.state = c.Step(next.state, limits, 1)
			h.push(moments[len(moments)-1])
			moments = append(moments, next)
		}
		at := len(moments) - 1
		check := func(d direction, end, by int) {
			next, ok := h.next(d)
			if ok != (at != end) {
				t.Fatalf("at %d of %d there is a step in direction %d: %t", at, len(moments), d, ok)
			}
			if !ok {
				return
			}
			h.step(d, moments[at])
			if at += by; !next.state.Equal(moments[at].state) || !next.start.Equal(moments[at].start) {
				t.Fatalf("a step leads to k = %d, want %d", next.state.Params.K, moments[at].state.Params.K)
			}
		}
		for range rapid.IntRange(0, len(moments)+3).Draw(t, "back") {
			check(backward, 0, -1)
		}
		for range len(moments) - at {
			check(forward, len(moments)-1, 1)
		}
		if at != len(moments)-1 {
			t.Fatalf("the way forth ends at %d of %d", at, len(moments))
		}
	})
}

// What controls turn is the same pair; whatever else differs is another one.
func TestAnotherPair(t *testing.T) {
	spec := datasets.DefaultSpec("glyphs")
	for _, c := range []struct {
		name string
		turn func(*datasets.Spec)
		want bool
	}{
		{"nothing", func(*datasets.Spec) {}, false},
		{"controls", func(s *datasets.Spec) { s.Seed, s.N, s.M, s.Noise, s.Ratio, s.Angle = 9, 20, 30, 0.5, 0.5, 3 }, false},
		{"name", func(s *datasets.Spec) { s.Name = "subspace" }, true},
		{"classes", func(s *datasets.Spec) { s.Classes = []int{3, 8} }, true},
		{"file", func(s *datasets.Spec) { s.Source = "a.csv" }, true},
		{"label", func(s *datasets.Spec) { s.Label = "y" }, true},
		{"bias", func(s *datasets.Spec) { s.Bias = false }, true},
	} {
		turned := spec
		c.turn(&turned)
		if !session.SamePair(spec, turned) != c.want || !session.SamePair(turned, spec) != c.want {
			t.Errorf("%s: another pair: %t", c.name, !c.want)
		}
	}
}

// u and U lead across pairs, to the states in which they were left; reset leads to
// where each of them was opened, and turning anew cuts off the way forth.
func TestUndoAcrossPairs(t *testing.T) {
	ownFolders(t)
	files, other := binarySpec(t), fileSpec(t, 14, 5, "auto", func(i int) float64 { return float64(i%2*2 - 1) })
	d := newDesk(t, gaussian())
	type stop struct {
		moment
		d int
	}
	var way []stop
	here := func() stop { return stop{d.now(), d.scene.Limits.D} }
	turn := func(keys ...string) {
		for _, key := range keys {
			way = append(way, here())
			d.press1(key)
			d.settle()
		}
	}
	open := func(line string) {
		way = append(way, here())
		pair, err := session.ParseOpening(line)
		if err != nil {
			t.Fatal(err)
		}
		d.Program.open(pair)
		d.settle()
	}
	turn(">", "s", "a")
	open("wide-gaussian k=2 angle=30")
	turn("i", "[")
	open(session.Quote(files.Source) + " " + session.Quote(files.Target))
	turn(">")
	// Another pair of the same name, and the same one anew.
	open(session.Quote(other.Source) + " " + session.Quote(other.Target) + " standardize=source")
	turn("<")
	open("rotated-gaussian")
	open("rotated-gaussian --lambda=30")
	way = append(way, here())
	same := func(what string, want stop) {
		t.Helper()
		if got := here(); !got.state.Equal(want.state) || !got.start.Equal(want.start) || got.d != want.d {
			t.Fatalf("%s leads to %+v,\nwant %+v", what, got, want)
		}
		if !d.scene.Update.State.Equal(want.state) || d.scene.Update.Err != nil {
			t.Fatalf("%s: the screen shows %+v, error %v", what, d.scene.Update.State, d.scene.Update.Err)
		}
	}
	at := len(way) - 1
	for at > 0 {
		at--
		d.press1("u")
		d.settle()
		same("u", way[at])
	}
	if d.press1("u"); d.scene.Solving {
		t.Error("u leads beyond the beginning")
	}
	for at < len(way)-1 {
		at++
		d.press1("U")
		d.settle()
		same("U", way[at])
	}
	d.press1("u", "r")
	d.settle()
	d.press1("u")
	d.settle()
	for d.scene.State.Spec.Name != datasets.FilesName {
		d.press1("u")
		d.settle()
	}
	d.press1("r")
	d.settle()
	if !d.scene.State.Equal(d.start) || d.start.Spec.Source != other.Source {
		t.Errorf("reset leads to %+v", d.scene.State)
	}
	if len(d.history.future) > 0 {
		t.Error("a turn leaves the way forth")
	}
}

// A step to a pair that is gone changes nothing but says so, and one that is
// cancelled can be taken again.
func TestUndoToWhatIsGone(t *testing.T) {
	ownFolders(t)
	spec := binarySpec(t)
	d := newDesk(t, Request{State: State{Spec: spec}, Begin: true})
	d.press1(">")
	d.settle()
	left := d.now()
	d.Program.open(opening{spec: datasets.DefaultSpec("wide-gaussian")})
	d.settle()
	opened := d.now()

	d.press1("u", "u", ">", "U")
	if d.scene.Opening == "" || !d.scene.State.Equal(opened.state) {
		t.Fatal("the pair on the screen does not stay until the other is there")
	}
	d.press1("esc")
	d.settle()
	if !d.scene.State.Equal(opened.state) || len(d.history.future) > 0 {
		t.Errorf("a cancelled step leads to %+v", d.scene.State)
	}
	hidden := spec.Target + ".away"
	rename(t, spec.Target, hidden)
	d.press1("u")
	d.settle()
	if !d.scene.State.Equal(opened.state) || d.scene.Message == "" || d.scene.Opener.Shown || d.quitting {
		t.Errorf("with the file gone: %q, state %+v", d.scene.Message, d.scene.State)
	}
	if d.press1("o"); d.scene.Opener.Err != nil || !d.scene.Opener.Shown {
		t.Errorf("the overlay speaks of a step that it has not asked for: %v", d.scene.Opener.Err)
	}
	d.press1("esc")
	rename(t, hidden, spec.Target)
	d.press1("u")
	d.settle()
	if !d.scene.State.Equal(left.state) || !d.start.Equal(left.start) {
		t.Errorf("in the end u leads to %+v", d.scene.State)
	}
}
