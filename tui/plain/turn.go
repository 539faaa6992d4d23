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

func cutLastWord(text string) (before, last string) {
	at := strings.LastIndexAny(text, " \t") + 1
	return text[:at], text[at:]
}

// setControl sets a control, as in "k 8" or "k=8". After the name of a control alone, it says the
// control's value.
func (t *plainHost) setControl(text string) error {
	if c, err := t.Scene.FindControl(text); err == nil {
		t.sayControl(c)
		return nil
	}
	c, next, err := t.Scene.ParseAssignment(text)
	if err != nil {
		return err
	}
	return t.changeControl(c, next)
}

// stepControl moves a control by one step, as in "k", or by several, as in "k 3": up if sign is 1
// and down if sign is -1.
func (t *plainHost) stepControl(args string, sign int) error {
	const most = 1000
	name, last := cutLastWord(args)
	steps, err := strconv.Atoi(last)
	switch {
	case err != nil || name == "":
		name, steps = args, 1
	case steps < 1 || steps > most:
		return fmt.Errorf("%d is not a number of steps from 1 to %d", steps, most)
	}
	c, err := t.Scene.FindControl(name)
	if err != nil {
		return err
	}
	return t.changeControl(c, c.Step(t.Explorer.State, t.Explorer.Limits, sign*steps))
}

// changeControl changes the state to next, which has another value of the control c.
func (t *plainHost) changeControl(c session.Option, next session.State) error {
	return t.sayEffect(func() {
		if !next.Equal(t.Explorer.State) {
			t.Scene.Focus = c.Name
			t.TurnTo(next)
		}
	}, c.Name+" is "+c.Get(next)+" already")
}

// sayEffect calls change and says what has changed. If nothing has, it says the text in unchanged.
// If the new state can't be solved or opened, the old state returns.
func (t *plainHost) sayEffect(change func(), unchanged string) error {
	before := *t.Explorer
	change()
	switch {
	case t.Explorer.Opening != "":
		return t.finishOpening()
	case before.State.Equal(t.Explorer.State):
		t.say(unchanged)
		return nil
	}
	if err := t.waitForWork(); err != nil {
		return err
	}
	failed := t.Explorer.Err
	if failed == nil {
		t.sayChange()
		return nil
	}
	t.Explorer.RevertTurn(before)
	t.Scene.StopPlaying()
	if err := t.waitForWork(); err != nil {
		return err
	}
	if errors.Is(failed, context.Canceled) {
		return fmt.Errorf("%w; no control has changed", errCancelled)
	}
	return failed
}

// chooseSetting sets k, k̃ and λ to the best setting by a judge, such as validation. args is the
// name of the judge, or empty for the first judge.
func (t *plainHost) chooseSetting(args string) error {
	by := session.JudgeName(cmp.Or(strings.ToLower(args), string(session.Judges()[0])))
	if err := t.Scene.Session.CanJudge(by, t.Explorer.State.Params.KTilde); err != nil {
		return errors.New(session.WithoutFlags(err.Error()))
	}
	t.reportProgress("choosing ...")
	t.ChooseSetting(by)
	err := t.waitForWork()
	switch {
	case err != nil:
		return err
	case t.Explorer.Err != nil:
		return t.Explorer.Err
	case t.Scene.Message == "":
		return fmt.Errorf("choosing was %w; no control has changed", errCancelled)
	}
	t.sayChange()
	return nil
}

// chooseView says a view, now and after every change of a control. If name is empty, it says the
// present view once.
func (t *plainHost) chooseView(name string) error {
	if name != "" {
		if !t.Scene.ShowView(strings.ToLower(name)) {
			return fmt.Errorf("there is no view %q: the views are %s", name, strings.Join(frame.ViewNames(), ", "))
		}
		t.RequestJobs()
		if err := t.waitForWork(); err != nil {
			return err
		}
	}
	t.say(t.Scene.Lines()...)
	return t.Explorer.Err
}

func (t *plainHost) restoreView(panel string, zoom bool) {
	t.Scene.Panel, t.Scene.Zoom = panel, zoom
}

// sayView says a view without making it the present view. If a control has the same name, sayView
// also says the value of the control.
func (t *plainHost) sayView(name string) error {
	if c, err := t.Scene.FindControl(name); err == nil {
		t.sayControl(c)
	}
	defer t.restoreView(t.Scene.Panel, t.Scene.Zoom)
	return t.chooseView(name)
}

// sayValueAt says what a view shows at a value, such as an epoch or the number of a row. If args
// names no view, sayValueAt reads the present view.
func (t *plainHost) sayValueAt(args string) error {
	name, value := cutLastWord(args)
	name = cmp.Or(strings.ToLower(strings.TrimSpace(name)), t.Scene.ViewName())
	defer t.restoreView(t.Scene.Panel, t.Scene.Zoom)
	if t.Scene.ShowView(name) {
		t.RequestJobs()
		if err := t.waitForWork(); err != nil {
			return err
		}
	}
	said, err := t.Scene.ReadAt(name, value)
	if err == nil {
		t.say(said)
	}
	return err
}

// exportFile writes the present view, or what the ending of the file name asks for. To replace an
// existing file, the word replace must follow the file name.
func (t *plainHost) exportFile(args string) error {
	words, err := session.SplitWords(args)
	if err != nil {
		return err
	}
	if why := frame.WhyNoExport(&t.Scene); why != "" {
		return errors.New(why)
	}
	kinds := frame.ExportKinds(&t.Scene)
	replace := len(words) == 2 && strings.EqualFold(words[1], "replace")
	switch {
	case len(words) == 0:
		t.say(export.DescribeKinds(kinds, t.Scene.Panel)...)
		return nil
	case len(words) > 1 && !replace:
		return errors.New("export takes one file name, which may need quotes, and the word replace to overwrite an existing file")
	}
	file, kind, there, err := export.CheckFile(kinds, words[0], datasets.PairFiles(t.Explorer.State.Spec)...)
	switch {
	case err != nil:
		return err
	case there && !replace:
		return fmt.Errorf("%s exists already: type export %s replace to overwrite it", file, session.ShellQuote(words[0]))
	}
	t.ExportFile(file, kind)
	if err := t.waitForWork(); err != nil {
		return err
	}
	if t.Scene.Writer.Err == nil {
		t.sayVerbatim(t.Scene.Message)
	}
	return t.Scene.Writer.Err
}
