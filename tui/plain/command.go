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

type command struct {
	names []string
	// args are the arguments as the help shows them. If help is empty, the command has the help of
	// the action called names[0] in package frame.
	args, help string
	// args is the line without the name of the command. An error says why the command can't be
	// obeyed.
	run func(t *plainHost, args string) error
}

func commands() []command {
	judges := make([]string, len(session.Judges()))
	for i, by := range session.Judges() {
		judges[i] = string(by) + " " + by.About()
	}
	table := []command{
		{[]string{"up"}, "NAME [STEPS]", "turn a control up", func(t *plainHost, args string) error { return t.stepControl(args, 1) }},
		{[]string{"down"}, "NAME [STEPS]", "turn a control down", func(t *plainHost, args string) error { return t.stepControl(args, -1) }},
		{[]string{"undo", "u"}, "", "", func(t *plainHost, _ string) error { return t.sayEffect(t.UndoTurn, "nothing to undo") }},
		{[]string{"redo"}, "", "", func(t *plainHost, _ string) error { return t.sayEffect(t.RedoTurn, "nothing to redo") }},
		{[]string{"reset"}, "", "", func(t *plainHost, _ string) error { return t.sayEffect(t.Reset, "nothing was turned") }},
		{[]string{"choose"}, "[JUDGE]", "choose k, ktilde and lambda: " + strings.Join(judges, ", ") + "; without JUDGE the first one", (*plainHost).chooseSetting},
		{[]string{"show"}, "", "describe the pair, the controls and the scores again", ignoreArgs((*plainHost).sayEverything)},
		{[]string{stage.FirstScreenName, stage.AllName}, "", "say the scores", func(t *plainHost, _ string) error { return t.sayView(stage.FirstScreenName) }},
	}
	for _, v := range frame.NewViews() {
		info := v.Info()
		c := command{[]string{info.Name}, "", info.About, func(t *plainHost, _ string) error { return t.sayView(info.Name) }}
		if info.Name == stage.RivalsName {
			c.args, c.run = "[METHOD]", (*plainHost).sayRivals
		}
		table = append(table, c)
	}
	return append(table, []command{
		{[]string{"view"}, "[NAME]", "print a view now and after every change of a control; the views are " + strings.Join(frame.ViewNames(), ", "), (*plainHost).chooseView},
		{[]string{"read"}, "[VIEW] VALUE", "print the points of a view's curves nearest to VALUE, such as an epoch or a lambda, or the target's row with the number VALUE",
			(*plainHost).sayValueAt},
		{[]string{"train"}, "METHOD [SETTING] | all",
			"train a method; METHOD is its name, or its number in the view rivals; SETTING is a number, " +
				"or the word choose for the setting with the best validation score", (*plainHost).trainMethods},
		{[]string{"cancel"}, "", "cancel the present training, opening, choice or export, as Ctrl+C does",
			ignoreArgs(func(t *plainHost) { t.say("nothing to cancel") })},
		{[]string{"open"}, "PAIR | SOURCE TARGET [OPTION=VALUE ...] | recent NUMBER",
			"open a built-in pair, two files, or a pair that you have opened before; " +
				"an OPTION is a flag of the command line without dashes, such as label=y drop=id,date task=binary", (*plainHost).openPair},
		{[]string{"pairs"}, "", "list the pairs to open", ignoreArgs((*plainHost).listPairs)},
		{[]string{"export"}, "[FILE [replace]]", "write the view as a figure or in numbers, the solution, the model or the predictions; " +
			"the ending of FILE decides which; without FILE, list the endings", (*plainHost).exportFile},
		{[]string{"label"}, "[FILE | CLASS | unsure | undo | back | next | which]", "label rows that LAR and no adaptation predict differently, to find the better of the two: give a FILE to save your answers in, " +
			"or to continue the answers in it; CLASS or unsure answers for the row; undo removes the last answer; back and next go to another row; " +
			"which prints the predictions of both models for the row; without an argument, print the row again or, before the first row, how many labels decide", (*plainHost).labelRows},
		{[]string{"command"}, "", "print the command line that opens the present state",
			ignoreArgs(func(t *plainHost) { t.sayVerbatim(t.Scene.CommandLine()) })},
		{[]string{"lessons"}, "", "print the command that writes a lesson as text",
			ignoreArgs(func(t *plainHost) {
				t.say("lessons need pictures: type larui lessons --print NAME in a shell to write a lesson as text")
			})},
		{[]string{"help", "?"}, "", "print this list", ignoreArgs((*plainHost).listCommands)},
		{[]string{"words"}, "", "explain the terms in the answers", ignoreArgs((*plainHost).sayTerms)},
		{[]string{"quit", "q", "exit"}, "", "quit", ignoreArgs(func(t *plainHost) { t.MustQuit = true })},
	}...)
}

func ignoreArgs(run func(*plainHost)) func(*plainHost, string) error {
	return func(t *plainHost, _ string) error {
		run(t)
		return nil
	}
}

func (t *plainHost) runLine(text string) error {
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
			return c.run(t, args)
		}
		if _, err := t.Scene.FindControl(name); err != nil { // lambda is a view and a control
			return fmt.Errorf("%s takes no arguments", name)
		}
	}
	return t.setControl(text)
}

func (t *plainHost) listCommands() {
	t.say("NAME VALUE, or NAME=VALUE: set a control; NAME: print the value of a control")
	for _, c := range commands() {
		t.say(strings.TrimSpace(strings.Join(c.names, ", ")+" "+c.args) + ": " + cmp.Or(c.help, frame.ActionHelp(&t.Scene, c.names[0])))
	}
	t.say("# TEXT: a comment, which does nothing")
	t.say("The controls:")
	for _, c := range t.Scene.Controls() {
		names := c.Name
		if label := strings.ToLower(t.Scene.ControlLabel(c)); label != c.Name {
			names += ", " + label
		}
		t.say(names + ": " + c.Help)
	}
}

func (t *plainHost) sayTerms() {
	for _, w := range explain.Terms() {
		t.say(w.Name + ": " + w.Explain())
	}
}
