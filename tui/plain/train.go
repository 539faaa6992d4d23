package plain

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/model/rivals"
	"larui/tui/session"
	"larui/tui/view"
)

// Training a method takes seconds to minutes: the talker waits for it, tells how far
// it is, and comes back at once where it is given up.

// settingUnsaid is the setting of a method that is named without one.
const settingUnsaid = -1

// rivalNamed finds a method by its number or its name, and the setting that may
// follow: its index, or that of the choice by validation rows.
func (t *talker) rivalNamed(text string) (r rivals.Method, setting int, ok bool) {
	if r, ok = t.rivalCalled(text); ok {
		return r, settingUnsaid, true
	}
	at := strings.LastIndexAny(text, " \t")
	if at < 0 {
		return rivals.Method{}, 0, false
	}
	if r, ok = t.rivalCalled(text[:at]); !ok {
		return rivals.Method{}, 0, false
	}
	last := text[at+1:]
	if strings.EqualFold(last, "choose") {
		return r, len(r.Grid), true
	}
	n, err := strconv.Atoi(last)
	return r, n - 1, err == nil && n >= 1
}

// rivalCalled finds a method by its number or its name; what stands in brackets may
// be left out where that tells it apart.
func (t *talker) rivalCalled(text string) (rivals.Method, bool) {
	all := session.Rivals()
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(all) {
			return rivals.Method{}, false
		}
		return all[n-1], true
	}
	for _, r := range all {
		for _, name := range []string{r.Title, t.host.Spell(r.Title), speak(r.Title)} {
			if strings.EqualFold(text, name) {
				return r, true
			}
		}
	}
	var short []rivals.Method
	for _, r := range all {
		if name, _, ok := strings.Cut(r.Title, " ("); ok && strings.EqualFold(text, name) {
			short = append(short, r)
		}
	}
	if len(short) != 1 {
		return rivals.Method{}, false
	}
	return short[0], true
}

func noRival(text string) error {
	var names []string
	for _, r := range session.Rivals() {
		names = append(names, r.Title)
	}
	return fmt.Errorf("there is no method %q: there are %s, or their numbers, and a setting may follow", text, strings.Join(names, ", "))
}

// train trains a method, or all that are not trained.
func (t *talker) train(args []string) error {
	switch text := args[0]; {
	case text == "":
		return errors.New("name a method, by the name or number that rivals says, or all")
	case strings.EqualFold(text, "all"):
		return t.trainAll()
	default:
		r, setting, ok := t.rivalNamed(text)
		if !ok {
			return noRival(text)
		}
		return t.trainWith(r, setting)
	}
}

// trainWith trains a method with one of its settings.
func (t *talker) trainWith(r rivals.Method, setting int) error {
	s, grid := t.host.Update.Session, len(r.Grid)
	switch {
	case !r.Applies(t.host.Task()):
		return fmt.Errorf("%s does not apply here: it needs classes", r.Title)
	case setting == grid && grid > 1 && !s.CanChoose():
		return fmt.Errorf("%s: there are no labelled validation rows to choose by", r.Title)
	case setting != settingUnsaid && (setting < 0 || setting >= s.Settings(r)):
		return fmt.Errorf("%s has %d settings: rivals %s says them", r.Title, grid, r.Title)
	case setting != settingUnsaid:
		t.host.Trainer.Show(r, setting)
	}
	if !t.host.Trainer.CanTrain(t.host.Update.Session, r) {
		t.say(r.Title + " is trained already: " + t.host.RivalScores(r))
		return nil
	}
	return t.trainOne(r)
}

// trainAll trains one method after the other. One that fails does not keep the
// others from it.
func (t *talker) trainAll() error {
	left := slices.DeleteFunc(session.Rivals(), func(r rivals.Method) bool { return !t.host.Trainer.CanTrain(t.host.Update.Session, r) })
	if len(left) == 0 {
		t.say("all methods that apply are trained")
	}
	for _, r := range left {
		err := t.trainOne(r)
		if err != nil && (errors.Is(err, errCancelled) || t.ctx.Err() != nil) {
			return err
		}
		if err != nil {
			t.say("error: " + session.PlainError(err))
		}
	}
	return nil
}

// trainOne trains a method with the setting that is shown and says what it scores.
func (t *talker) trainOne(r rivals.Method) error {
	t.host.Trainer.Train(t.host.Update.Session, r)
	if err := t.attendTraining(true); err != nil {
		return err
	}
	switch e := t.host.Trainer.Entry(t.host.Update.Session, r); e.State {
	case session.Failed:
		return fmt.Errorf("%s: %w", r.Title, e.Err)
	case session.Cancelled:
		return fmt.Errorf("training %s was %w", r.Title, errCancelled)
	}
	t.say(r.Title + ": " + t.host.RivalScores(r))
	return nil
}

// attendTraining waits until nothing trains any more. What is given up is left
// cancelled.
func (t *talker) attendTraining(listening bool) error {
	err := t.attend(func() bool { return t.host.Trainer.Pending() > 0 }, listening)
	if !errors.Is(err, errCancelled) {
		return err
	}
	t.host.Trainer.CancelAll()
	return nil
}

// tellTraining tells how far a training is, at every tenth of it.
func (t *talker) tellTraining(key session.RivalKey, before session.RivalEntry) {
	e := t.host.Trainer.Board[key]
	tenth := func(fraction float64) float64 { return math.Floor(10 * fraction) }
	if e.State != session.Training || e.Automatic || before.State == session.Training && tenth(e.Fraction) == tenth(before.Fraction) {
		return
	}
	t.tell(key.Rival + ": " + strings.Join(strings.Fields(view.TrainingText(e)), " "))
}
