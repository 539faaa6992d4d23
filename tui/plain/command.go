package plain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"larui/tui/session"
	"larui/tui/view"
)

// A command is a word that the talker understands. The table of commands feeds
// dispatch and help.
type command struct {
	names []string
	// args are what may follow it, as help writes them.
	args, help string
	// whole tells that what follows is handed over as it stands, in one piece: names of
	// files and methods hold blanks.
	whole bool
	do    func(*talker, []string) error
}

func commands() []command {
	table := []command{
		{names: []string{"up"}, args: "NAME [STEPS]", help: "turn a control up", do: func(t *talker, args []string) error { return t.step(args, 1) }},
		{names: []string{"down"}, args: "NAME [STEPS]", help: "turn a control down", do: func(t *talker, args []string) error { return t.step(args, -1) }},
		{names: []string{"undo", "u"}, help: "undo the last turn or opening", do: func(t *talker, _ []string) error { return t.turnBy((*view.Host).UndoTurn, "nothing to undo") }},
		{names: []string{"redo"}, help: "redo what was undone", do: func(t *talker, _ []string) error { return t.turnBy((*view.Host).RedoTurn, "nothing to redo") }},
		{names: []string{"reset"}, help: "back to where the pair opened", do: func(t *talker, _ []string) error {
			return t.turnBy(func(h *view.Host) { h.TurnTo(h.Start) }, "nothing was turned")
		}},
		{names: []string{"show"}, help: "say everything again", do: (*talker).show},
	}
	spoken := []view.ViewInfo{{Name: view.DashboardName, About: "say the scores"}}
	for _, v := range new(view.Views).All() {
		spoken = append(spoken, v.Info())
	}
	for _, info := range spoken {
		args := ""
		if info.Name == view.RivalsName {
			args = "[METHOD]"
		}
		table = append(table, command{names: []string{info.Name}, args: args, help: info.About, whole: true,
			do: func(t *talker, args []string) error { return t.sayOnce(info.Name, args[0]) }})
	}
	return append(table,
		command{names: []string{"view"}, args: "[NAME]", help: "say a view now and after every turn: " + strings.Join(view.ViewNames(), ", "), do: (*talker).chooseView},
		command{names: []string{"train"}, args: "METHOD [SETTING] | all", help: "train a method, by the name or number that rivals says, with a setting of its own, by number, or choose: that of the best validation score", whole: true, do: (*talker).train},
		command{names: []string{"cancel"}, help: "while a method trains or a pair opens: give that up (also Ctrl+C)", do: func(t *talker, _ []string) error {
			t.say("nothing to cancel")
			return nil
		}},
		command{names: []string{"open"}, args: "PAIR | SOURCE TARGET [OPTION=VALUE ...] | recent NUMBER", help: "open another pair, by name, from two files, or one that was open before; options are the flags of the command line, such as label=y drop=id,date task=binary", whole: true, do: (*talker).openLine},
		command{names: []string{"pairs"}, help: "list what can be opened", do: (*talker).listPairs},
		command{names: []string{"command"}, help: "the command line that opens this state", do: func(t *talker, _ []string) error {
			t.answer.WriteString(t.host.Command() + "\n")
			return nil
		}},
		command{names: []string{"help", "?"}, help: "this list", do: (*talker).helpText},
		command{names: []string{"quit", "q", "exit"}, help: "quit", do: func(t *talker, _ []string) error {
			t.done = true
			return nil
		}},
	)
}

// isCommand tells whether a line is the command of that name alone.
func isCommand(name, line string) bool { return strings.EqualFold(strings.TrimSpace(line), name) }

// obey does what a line asks for. Errors say why not.
func (t *talker) obey(line string) error {
	t.host.Message = ""
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	words := strings.Fields(line)
	rest := strings.TrimSpace(line[len(words[0]):])
	for _, c := range commands() {
		if !slices.Contains(c.names, strings.ToLower(words[0])) {
			continue
		}
		if c.args == "" && rest != "" {
			if _, turns := t.controlNamed(words[0]); turns {
				break // lambda is a view and a control
			}
			return fmt.Errorf("%s takes nothing more", words[0])
		}
		if c.whole {
			return c.do(t, []string{rest})
		}
		return c.do(t, words[1:])
	}
	return t.assign(line)
}

// assign sets a control: "k 8", "k=8".
func (t *talker) assign(line string) error {
	if c, ok := t.controlNamed(line); ok {
		t.sayControl(c)
		return nil
	}
	name, value, ok := strings.Cut(line, "=")
	if !ok {
		at := strings.LastIndexAny(line, " \t")
		if at < 0 {
			return fmt.Errorf("%q is neither a command nor a control: type help", line)
		}
		name, value = line[:at], line[at+1:]
	}
	c, known := t.controlNamed(name)
	if !known {
		return fmt.Errorf("there is no control %q: there are %s", strings.TrimSpace(name), t.controlNames())
	}
	next, err := c.Set(t.host.State, strings.TrimSpace(value))
	if err == nil {
		err = next.Params.Check(t.host.Limits.D)
	}
	if err != nil {
		return err
	}
	return t.turnTo(c, next)
}

// sayControl says where a control stands and what it does.
func (t *talker) sayControl(c session.Option) {
	t.say(c.Name + " " + c.Get(t.host.State) + ": " + c.Help)
}

// step turns a control by steps.
func (t *talker) step(args []string, sign int) error {
	n := 1
	if len(args) > 1 {
		if steps, err := strconv.Atoi(args[len(args)-1]); err == nil {
			const most = 1000
			if steps < 1 || steps > most {
				return fmt.Errorf("%d steps are not between 1 and %d", steps, most)
			}
			n, args = steps, args[:len(args)-1]
		}
	}
	c, ok := t.controlNamed(strings.Join(args, " "))
	if !ok {
		return fmt.Errorf("there is no control %q: there are %s", strings.Join(args, " "), t.controlNames())
	}
	return t.turnTo(c, c.Step(t.host.State, t.host.Limits, sign*n))
}

// turnTo makes next the state and says what that did.
func (t *talker) turnTo(c session.Option, next session.State) error {
	return t.turnBy(func(h *view.Host) {
		if !next.Equal(h.State) {
			h.FocusOn(c.Name)
			h.TurnTo(next)
		}
	}, c.Name+" is "+c.Get(next)+" already")
}

// turnBy does what leads to another state and says what has come of it, or that it
// leads nowhere. From a state that can't be solved or opened it comes back: then
// everything is as it was.
func (t *talker) turnBy(do func(*view.Host), nowhere string) error {
	before := *t.host.Explorer
	do(t.host)
	switch {
	case t.host.Opening != "":
		return t.arrive()
	case before.State.Equal(t.host.State):
		t.say(nowhere)
		return nil
	}
	if err := t.settle(); err != nil {
		return err
	}
	failed := t.host.Update.Err
	if failed == nil {
		t.sayAll()
		return nil
	}
	t.host.Forget(before)
	t.host.StopPlaying()
	if err := t.settle(); err != nil {
		return err
	}
	if errors.Is(failed, context.Canceled) {
		return fmt.Errorf("%w: everything is as it was", errCancelled)
	}
	return failed
}

func (t *talker) show(_ []string) error {
	t.sayPair()
	t.sayState()
	t.sayAll()
	return nil
}

func (t *talker) chooseView(args []string) error {
	if name := strings.Join(args, " "); name != "" {
		if !t.host.ShowView(strings.ToLower(name)) {
			return fmt.Errorf("there is no view %q: there are %s", name, strings.Join(view.ViewNames(), ", "))
		}
		t.host.Ask()
		if err := t.settle(); err != nil {
			return err
		}
	}
	t.sayView()
	return t.host.Update.Err
}

func (t *talker) helpText([]string) error {
	t.say("NAME VALUE, or NAME=VALUE: set a control; NAME: where it stands")
	for _, c := range commands() {
		t.say(strings.TrimSpace(strings.Join(c.names, ", ")+" "+c.args) + ": " + c.help)
	}
	t.say("# TEXT: nothing, a remark")
	t.say("The controls:")
	for _, c := range t.host.Controls() {
		names := c.Name
		if label := strings.ToLower(t.host.Label(c)); label != c.Name {
			names += ", " + label
		}
		t.say(names + ": " + c.Help)
	}
	return nil
}

// controlNamed finds a control by its name, or by what the screen or the talker
// calls it.
func (t *talker) controlNamed(name string) (session.Option, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, c := range t.host.Controls() {
		for _, known := range []string{c.Name, c.Label, t.host.Label(c), speak(c.Label)} {
			if name == strings.ToLower(known) {
				return c, true
			}
		}
	}
	return session.Option{}, false
}

func (t *talker) controlNames() string {
	var names []string
	for _, c := range t.host.Controls() {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}
