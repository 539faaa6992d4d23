package plain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"larui/tui/frame"
	explain "larui/tui/overlay/help"
	"larui/tui/session"
	"larui/tui/stage"
)

// A command is a word that a line may begin with. The table of commands feeds dispatch and
// help.
type command struct {
	names []string
	// args are the arguments as help shows them. An empty help stands for the help of the
	// action called names[0].
	args, help string
	// do runs the command with the text behind its name. Errors give the reason for a
	// refusal.
	do func(t *talker, args string) error
}

func commands() []command {
	judges := make([]string, len(session.Judges()))
	for i, by := range session.Judges() {
		judges[i] = string(by) + " " + by.About()
	}
	table := []command{
		{[]string{"up"}, "NAME [STEPS]", "turn a control up", func(t *talker, args string) error { return t.step(args, 1) }},
		{[]string{"down"}, "NAME [STEPS]", "turn a control down", func(t *talker, args string) error { return t.step(args, -1) }},
		{[]string{"undo", "u"}, "", "", func(t *talker, _ string) error { return t.turn(t.host.UndoTurn, "nothing to undo") }},
		{[]string{"redo"}, "", "", func(t *talker, _ string) error { return t.turn(t.host.RedoTurn, "nothing to redo") }},
		{[]string{"reset"}, "", "", func(t *talker, _ string) error {
			return t.turn(func() { t.host.TurnTo(t.host.Explorer.Start) }, "nothing was turned")
		}},
		{[]string{"choose"}, "[JUDGE]", "choose k, ktilde and lambda: " + strings.Join(judges, ", ") + "; without a word by the first", (*talker).choose},
		{[]string{"show"}, "", "say everything again", noArgs((*talker).sayEverything)},
		{[]string{stage.FirstName, stage.AllName}, "", "say the scores", func(t *talker, _ string) error { return t.sayOnce(stage.FirstName) }},
	}
	for _, v := range frame.NewViews() {
		info := v.Info()
		c := command{[]string{info.Name}, "", info.About, func(t *talker, _ string) error { return t.sayOnce(info.Name) }}
		if info.Name == stage.RivalsName {
			c.args, c.do = "[METHOD]", (*talker).sayRivals
		}
		table = append(table, c)
	}
	return append(table, []command{
		{[]string{"view"}, "[NAME]", "say a view now and after every turn: " + strings.Join(frame.ViewNames(), ", "), (*talker).chooseView},
		{[]string{"read"}, "[VIEW] VALUE", "what the curves of a view have where they are nearest to a value, such as an epoch or lambda, or the target's row of a number",
			(*talker).read},
		{[]string{"train"}, "METHOD [SETTING] | all",
			"train a method, by the name or number that rivals says, with a setting of its own, by number, or choose: " +
				"that of the best validation score", (*talker).train},
		{[]string{"cancel"}, "", "while a method trains, a pair opens or a setting is chosen: give that up (also Ctrl+C)",
			noArgs(func(t *talker) { t.say("nothing to cancel") })},
		{[]string{"open"}, "PAIR | SOURCE TARGET [OPTION=VALUE ...] | recent NUMBER",
			"open another pair, by name, from two files, or one that was open before; " +
				"options are the flags of the command line, such as label=y drop=id,date task=binary", (*talker).open},
		{[]string{"pairs"}, "", "list what can be opened", noArgs((*talker).listPairs)},
		{[]string{"export"}, "[FILE [replace]]", "write what the view shows to a file: as a figure or in numbers, or the solution, the model, predictions, " +
			"as the name ends; without FILE, say how", (*talker).export},
		{[]string{"label"}, "[FILE | CLASS | ? | undo | back | next | which]", "label rows on which LAR and no adaptation differ, to decide between them: say what " +
			"that will tell; begin, or go on, with the answers in FILE; answer the row that is asked for, ? where you can't tell; take the last answer back; " +
			"go to another row; say which model predicts what", (*talker).label},
		{[]string{"command"}, "", "the command line that opens this state",
			noArgs(func(t *talker) { t.quote(t.host.Scene.Command()) })},
		{[]string{"lessons"}, "", "how to read them: they need pictures, and are not here",
			noArgs(func(t *talker) {
				t.say("lessons show pictures: larui lessons --print NAME writes one as a page to read")
			})},
		{[]string{"help", "?"}, "", "this list", noArgs((*talker).help)},
		{[]string{"words"}, "", "what the words mean that are said here", noArgs((*talker).sayWords)},
		{[]string{"quit", "q", "exit"}, "", "quit", noArgs(func(t *talker) { t.host.Quitting = true })},
	}...)
}

// noArgs adapts a function that needs no arguments and can't fail.
func noArgs(do func(*talker)) func(*talker, string) error {
	return func(t *talker, _ string) error {
		do(t)
		return nil
	}
}

// run runs a line.
func (t *talker) run(text string) error {
	t.host.Scene.Message = ""
	text = strings.TrimSpace(text)
	if text == "" || strings.HasPrefix(text, "#") {
		return nil
	}
	name := strings.Fields(text)[0]
	args := strings.TrimSpace(text[len(name):])
	for _, c := range commands() {
		if !slices.Contains(c.names, strings.ToLower(name)) {
			continue
		}
		if c.args != "" || args == "" {
			return c.do(t, args)
		}
		if _, err := t.host.Scene.Called(name); err != nil { // lambda is a view and a control
			return fmt.Errorf("%s takes nothing more", name)
		}
	}
	return t.assign(text)
}

func (t *talker) help() {
	t.say("NAME VALUE, or NAME=VALUE: set a control; NAME: where it stands")
	for _, c := range commands() {
		t.say(strings.TrimSpace(strings.Join(c.names, ", ")+" "+c.args) + ": " + cmp.Or(c.help, frame.HelpOf(&t.host.Scene, c.names[0])))
	}
	t.say("# TEXT: nothing, a remark")
	t.say("The controls:")
	for _, c := range t.host.Scene.Controls() {
		names := c.Name
		if label := strings.ToLower(t.host.Scene.Label(c)); label != c.Name {
			names += ", " + label
		}
		t.say(names + ": " + c.Help)
	}
}

func (t *talker) sayWords() {
	for _, w := range explain.Words() {
		t.say(w.Name + ": " + w.Explained())
	}
}
