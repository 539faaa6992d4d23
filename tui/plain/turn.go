package plain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"larui/datasets"
	"larui/tui/frame"
	"larui/tui/overlay/export"
	"larui/tui/session"
)

// cutLastWord splits a text before its last word.
func cutLastWord(text string) (before, last string) {
	at := strings.LastIndexAny(text, " \t") + 1
	return text[:at], text[at:]
}

// assign sets a control, as in "k 8" or "k=8". For a name alone it says the control's value.
func (t *talker) assign(text string) error {
	if c, err := t.Scene.FindControl(text); err == nil {
		t.sayControl(c)
		return nil
	}
	c, next, err := t.Scene.ParseAssignment(text)
	if err != nil {
		return err
	}
	return t.turnTo(c, next)
}

// step turns a control by one or more steps, as in "k" or "k 3", up or down by sign.
func (t *talker) step(args string, sign int) error {
	const most = 1000
	name, last := cutLastWord(args)
	steps, err := strconv.Atoi(last)
	switch {
	case err != nil || name == "":
		name, steps = args, 1
	case steps < 1 || steps > most:
		return fmt.Errorf("%d steps are not between 1 and %d", steps, most)
	}
	c, err := t.Scene.FindControl(name)
	if err != nil {
		return err
	}
	return t.turnTo(c, c.Step(t.Explorer.State, t.Explorer.Limits, sign*steps))
}

// turnTo makes next the state, which differs from the present state in the control c only.
func (t *talker) turnTo(c session.Option, next session.State) error {
	return t.turn(func() {
		if !next.Equal(t.Explorer.State) {
			t.Scene.Focus = c.Name
			t.TurnTo(next)
		}
	}, c.Name+" is "+c.Get(next)+" already")
}

// turn calls do and describes the new state, or says unchanged if do does not change the state.
// If the new state can't be solved or opened, turn returns to the old one.
func (t *talker) turn(do func(), unchanged string) error {
	before := *t.Explorer
	do()
	switch {
	case t.Explorer.Opening != "":
		return t.finishOpening()
	case before.State.Equal(t.Explorer.State):
		t.say(unchanged)
		return nil
	}
	if err := t.wait(); err != nil {
		return err
	}
	failed := t.Explorer.Err
	if failed == nil {
		t.sayTurn()
		return nil
	}
	t.Explorer.RevertTurn(before)
	t.Scene.StopPlaying()
	if err := t.wait(); err != nil {
		return err
	}
	if errors.Is(failed, context.Canceled) {
		return fmt.Errorf("%w: everything is as it was", errCancelled)
	}
	return failed
}

// choose turns to the setting that a judge chooses.
func (t *talker) choose(args string) error {
	by := session.JudgeName(cmp.Or(strings.ToLower(args), string(session.Judges()[0])))
	if err := t.Scene.Session.CanJudge(by, t.Explorer.State.Params.KTilde); err != nil {
		return errors.New(session.WithoutFlags(err.Error()))
	}
	t.report("choosing ...")
	t.ChooseSetting(by)
	err := t.wait()
	switch {
	case err != nil:
		return err
	case t.Explorer.Err != nil:
		return t.Explorer.Err
	case t.Scene.Message == "":
		return fmt.Errorf("choosing was %w: everything is as it was", errCancelled)
	}
	t.sayTurn()
	return nil
}

// chooseView shows a view, the present one if name is empty. The view is said now and after
// every turn.
func (t *talker) chooseView(name string) error {
	if name != "" {
		if !t.Scene.ShowView(strings.ToLower(name)) {
			return fmt.Errorf("there is no view %q: there are %s", name, strings.Join(frame.ViewNames(), ", "))
		}
		t.RequestJobs()
		if err := t.wait(); err != nil {
			return err
		}
	}
	t.say(t.Scene.Lines()...)
	return t.Explorer.Err
}

func (t *talker) setView(panel string, zoom bool) {
	t.Scene.Panel, t.Scene.Zoom = panel, zoom
}

// sayOnce says a view, and the control of that name if there is one. The present view stays.
func (t *talker) sayOnce(name string) error {
	if c, err := t.Scene.FindControl(name); err == nil {
		t.sayControl(c)
	}
	defer t.setView(t.Scene.Panel, t.Scene.Zoom)
	return t.chooseView(name)
}

// read says the part of a view at a value, such as an epoch or a row. The name of the view may
// be missing.
func (t *talker) read(args string) error {
	name, value := cutLastWord(args)
	name = cmp.Or(strings.ToLower(strings.TrimSpace(name)), t.Scene.ViewName())
	defer t.setView(t.Scene.Panel, t.Scene.Zoom)
	if t.Scene.ShowView(name) {
		t.RequestJobs()
		if err := t.wait(); err != nil {
			return err
		}
	}
	said, err := t.Scene.ReadAt(name, value)
	if err == nil {
		t.say(said)
	}
	return err
}

// export writes the present view to a file. It replaces an existing file only with the word
// replace.
func (t *talker) export(args string) error {
	words, err := session.SplitWords(args)
	if err != nil {
		return err
	}
	if why := frame.WhyNoExport(&t.Scene); why != "" {
		return errors.New(why)
	}
	kinds := t.Scene.Writer.Kinds
	replace := len(words) == 2 && strings.EqualFold(words[1], "replace")
	switch {
	case len(words) == 0:
		t.say(export.Lines(kinds, t.Scene.Panel)...)
		return nil
	case len(words) > 1 && !replace:
		return errors.New("export takes one file, a name with blanks in quotes, and the word replace to replace an existing file")
	}
	file, kind, there, err := export.Check(kinds, words[0], datasets.PairFiles(t.Explorer.State.Spec)...)
	switch {
	case err != nil:
		return err
	case there && !replace:
		return fmt.Errorf("%s is there already: export %s replace writes over it", file, session.QuoteShell(words[0]))
	}
	t.ExportFile(file, kind)
	if err := t.wait(); err != nil {
		return err
	}
	if t.Scene.Writer.Failed == nil {
		t.quote(t.Scene.Message)
	}
	return t.Scene.Writer.Failed
}
