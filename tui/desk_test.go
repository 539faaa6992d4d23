package tui

import (
	"context"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
	"go.uber.org/goleak"

	"larui/model/testutil"
	"larui/tui/frame"
	"larui/tui/overlay/export"
	"larui/tui/session"
)

// No test may leave a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// opening is what a line opens, outside any cache.
func opening(t testing.TB, line string) session.Opening {
	t.Helper()
	o := testutil.Must(session.ParseOpening(line))
	o.Spec.Cache = ""
	return o
}

// gaussian is the pair that opens by itself.
func gaussian(t testing.TB) session.Opening { return opening(t, "rotated-gaussian") }

// small is the same of few samples.
func small(t testing.TB) session.Opening { return opening(t, "rotated-gaussian n=60 m=60") }

// files are two files of a binary pair of 14 rows and 3 features.
func files(t testing.TB) session.Opening {
	t.Helper()
	var line []string
	for _, name := range []string{"source", "target"} {
		var rows strings.Builder
		for i := range 14 {
			fmt.Fprintf(&rows, "%d,%d,%d,%d\n", i*i%11, i%5, i*i*i%7+len(name)*i%2, i%2)
		}
		path := testutil.WriteFile(t, name+".csv", rows.String())
		line = append(line, session.ShellQuote(path))
	}
	return opening(t, strings.Join(line, " "))
}

// A desk is a Program driven without a terminal: keys go in, and what engine and
// trainer say is taken in until they have nothing more to say.
type desk struct {
	*Program
	t testing.TB
}

func newDesk(t testing.TB, o session.Opening, prepare ...func(*frame.Host)) *desk {
	t.Helper()
	d := &desk{newProgram(terminalLook{profile: termenv.Ascii}, o), t}
	t.Cleanup(d.host.Close)
	for _, do := range prepare {
		do(d.host)
	}
	d.host.Scene.Writer.Kinds = exports(func(context.Context, export.Request) (string, error) { return "", nil })
	d.resize(120, 36)
	d.Init()
	d.settle()
	return d
}

func (d *desk) resize(w, h int) { d.Update(tea.WindowSizeMsg{Width: w, Height: h}) }

// settle takes in news until nothing is going on.
func (d *desk) settle() {
	for d.scene.Solving || d.scene.Trainer.CountPending() > 0 {
		d.Update(d.awaitMessage())
	}
}

// heard returns what has been said so far.
func (d *desk) heard() (all []tea.Msg) {
	for {
		select {
		case msg := <-d.host.Messages:
			all = append(all, msg)
		default:
			return all
		}
	}
}

// keyMessage is the message of a key by its name.
func keyMessage(name string) tea.KeyMsg {
	if rest, ok := strings.CutPrefix(name, "alt+"); ok {
		msg := keyMessage(rest)
		msg.Alt = true
		return msg
	}
	for kind := tea.KeyType(-200); kind < 200; kind++ {
		if kind != tea.KeyRunes && (tea.KeyMsg{Type: kind}).String() == name {
			return tea.KeyMsg{Type: kind, Runes: map[tea.KeyType][]rune{tea.KeySpace: {' '}}[kind]}
		}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// press presses keys one after the other and at once.
func (d *desk) press(keys ...string) {
	for _, key := range keys {
		d.Update(keyMessage(key))
	}
}

// run presses keys and waits for what they ask for.
func (d *desk) run(keys ...string) {
	d.press(keys...)
	d.settle()
}

// show shows the view of that name, with all it asks for.
func (d *desk) show(name string) {
	d.t.Helper()
	if !d.scene.ShowView(name) {
		d.t.Fatalf("there is no view %s", name)
	}
	d.host.RequestJobs()
	d.settle()
}

// Picture is the frame without colours and without what the last key had to say.
func (d *desk) picture() string {
	d.scene.Message, d.frame = "", nil
	return ansi.Strip(d.View())
}

// requireSeen fails where the screen lacks one of the texts.
func (d *desk) requireSeen(texts ...string) {
	d.t.Helper()
	d.frame = nil
	for _, text := range texts {
		testutil.Contains(d.t, ansi.Strip(d.View()), text)
	}
}

// requireFits fails where the frame is taller or wider than the screen.
func (d *desk) requireFits() {
	d.t.Helper()
	lines := strings.Split(d.View(), "\n")
	if len(lines) > max(1, d.scene.Height) {
		d.t.Fatalf("%d lines on a screen of %d", len(lines), d.scene.Height)
	}
	for _, line := range lines {
		if w := ansi.StringWidth(line); w > d.scene.Width {
			d.t.Fatalf("%d columns on a screen of %d: %q", w, d.scene.Width, line)
		}
	}
}
