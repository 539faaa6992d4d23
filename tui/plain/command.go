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
		{[]string{"undo", "u"}, "", "", func(t *talker, _ string) error { return t.turn(t.UndoTurn, "nothing to undo") }},
		{[]string{"redo"}, "", "", func(t *talker, _ string) error { return t.turn(t.RedoTurn, "nothing to redo") }},
		{[]string{"reset"}, "", "", func(t *talker, _ string) error { return t.turn(t.Reset, "nothing was turned") }},
		{[]string{"choose"}, "[JUDGE]", "choose k, ktilde and lambda: " + strings.Join(judges, ", ") + "; without JUDGE the first one", (*talker).choose},
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
		{[]string{"view"}, "[NAME]", "print a view now and after every change of a control: " + strings.Join(frame.ViewNames(), ", "), (*talker).chooseView},
		{[]string{"read"}, "[VIEW] VALUE", "read the curves of a view at the value nearest to VALUE, such as an epoch or lambda, or the target's row with that number",
			(*talker).read},
		{[]string{"train"}, "METHOD [SETTING] | all",
			"train a method, given by its name or its number in rivals; SETTING is a number, or choose for the setting with " +
				"the best validation score", (*talker).train},
		{[]string{"cancel"}, "", "cancel a training, an opening, a choice or an export (also Ctrl+C)",
			noArgs(func(t *talker) { t.say("nothing to cancel") })},
		{[]string{"open"}, "PAIR | SOURCE TARGET [OPTION=VALUE ...] | recent NUMBER",
			"open a pair by its name, from two files, or one that was open before; " +
				"options are the flags of the command line, such as label=y drop=id,date task=binary", (*talker).open},
		{[]string{"pairs"}, "", "list the pairs to open", noArgs((*talker).listPairs)},
		{[]string{"export"}, "[FILE [replace]]", "write a file: the view as a figure or in numbers, the solution, the model or predictions; " +
			"the ending of the name decides; without FILE, list the endings", (*talker).export},
		{[]string{"label"}, "[FILE | CLASS | ? | undo | back | next | which]", "label rows where LAR and no adaptation differ, to decide between them: FILE begins, or goes on with the answers " +
			"in it; CLASS answers a row, ? if you are unsure; undo takes the last answer back; back and next go to another row; which shows the predictions; " +
			"without a word, show the row or, before the start, how much labels can decide", (*talker).label},
		{[]string{"command"}, "", "the command line that opens this state",
			noArgs(func(t *talker) { t.quote(t.Scene.CommandLine()) })},
		{[]string{"lessons"}, "", "say how to read lessons, which need pictures",
			noArgs(func(t *talker) {
				t.say("lessons show pictures: larui lessons --print NAME writes one as a page to read")
			})},
		{[]string{"help", "?"}, "", "this list", noArgs((*talker).help)},
		{[]string{"words"}, "", "explain the words of the answers", noArgs((*talker).sayWords)},
		{[]string{"quit", "q", "exit"}, "", "quit", noArgs(func(t *talker) { t.MustQuit = true })},
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
	t.Scene.Message = ""
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
		if _, err := t.Scene.FindControl(name); err != nil { // such as lambda, a view and a control
			return fmt.Errorf("%s takes nothing more", name)
		}
	}
	return t.assign(text)
}

func (t *talker) help() {
	t.say("NAME VALUE, or NAME=VALUE: set a control; NAME: say its value")
	for _, c := range commands() {
		t.say(strings.TrimSpace(strings.Join(c.names, ", ")+" "+c.args) + ": " + cmp.Or(c.help, frame.ActionHelp(&t.Scene, c.names[0])))
	}
	t.say("# TEXT: a remark, without effect")
	t.say("The controls:")
	for _, c := range t.Scene.Controls() {
		names := c.Name
		if label := strings.ToLower(t.Scene.ControlLabel(c)); label != c.Name {
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
