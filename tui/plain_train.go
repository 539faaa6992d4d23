package tui

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Training a method takes seconds to minutes: the talker waits for it, tells how far
// it is, and comes back at once where it is given up.

// settingUnsaid is the setting of a method that is named without one.
const settingUnsaid = -1

// rivalNamed finds a method by its number or its name, and the setting that may
// follow: its index, or that of the choice by validation rows.
func (t *talker) rivalNamed(text string) (r rival, setting int, ok bool) {
	if r, ok = t.rivalCalled(text); ok {
		return r, settingUnsaid, true
	}
	at := strings.LastIndexAny(text, " \t")
	if at < 0 {
		return rival{}, 0, false
	}
	if r, ok = t.rivalCalled(text[:at]); !ok {
		return rival{}, 0, false
	}
	last := text[at+1:]
	if strings.EqualFold(last, "choose") {
		return r, len(r.method.Grid), true
	}
	n, err := strconv.Atoi(last)
	return r, n - 1, err == nil && n >= 1
}

// rivalCalled finds a method by its number or its name; what stands in brackets may
// be left out where that tells it apart.
func (t *talker) rivalCalled(text string) (rival, bool) {
	all := lineup()
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(all) {
			return rival{}, false
		}
		return all[n-1], true
	}
	for _, r := range all {
		for _, name := range []string{r.name, t.host.spell(r.name), speak(r.name)} {
			if strings.EqualFold(text, name) {
				return r, true
			}
		}
	}
	var short []rival
	for _, r := range all {
		if name, _, ok := strings.Cut(r.name, " ("); ok && strings.EqualFold(text, name) {
			short = append(short, r)
		}
	}
	if len(short) != 1 {
		return rival{}, false
	}
	return short[0], true
}

func noRival(text string) error {
	var names []string
	for _, r := range lineup() {
		names = append(names, r.name)
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
func (t *talker) trainWith(r rival, setting int) error {
	session, grid := t.host.Update.Session, len(r.method.Grid)
	switch {
	case !r.method.Applies(t.host.task()):
		return fmt.Errorf("%s does not apply here: it needs classes", r.name)
	case setting == grid && grid > 1 && !canChoose(session):
		return fmt.Errorf("%s: there are no labelled validation rows to choose by", r.name)
	case setting != settingUnsaid && (setting < 0 || setting >= r.settings(session)):
		return fmt.Errorf("%s has %d settings: rivals %s says them", r.name, grid, r.name)
	case setting != settingUnsaid:
		t.host.Views.rivals.showSetting(&t.host.Scene, r, setting)
	}
	if !t.host.Views.rivals.canTrain(&t.host.Scene, r) {
		t.say(r.name + " is trained already: " + t.host.Views.rivals.rivalRowInWords(&t.host.Scene, t.host.Views.rivals.rivalRow(&t.host.Scene, r)))
		return nil
	}
	return t.trainOne(r)
}

// trainAll trains one method after the other. One that fails does not keep the
// others from it.
func (t *talker) trainAll() error {
	rivals := slices.DeleteFunc(lineup(), func(r rival) bool { return !t.host.Views.rivals.canTrain(&t.host.Scene, r) })
	if len(rivals) == 0 {
		t.say("all methods that apply are trained")
	}
	for _, r := range rivals {
		err := t.trainOne(r)
		if err != nil && (errors.Is(err, errCancelled) || t.ctx.Err() != nil) {
			return err
		}
		if err != nil {
			t.say("error: " + plainError(err))
		}
	}
	return nil
}

// trainOne trains a method with the setting that is shown and says what it scores.
func (t *talker) trainOne(r rival) error {
	t.host.Views.rivals.train(&t.host.Scene, r, false)
	if err := t.attendTraining(true); err != nil {
		return err
	}
	switch e := t.host.Views.rivals.rivalEntry(&t.host.Scene, r); e.state {
	case rivalFailed:
		return fmt.Errorf("%s: %w", r.name, e.err)
	case rivalCancelled:
		return fmt.Errorf("training %s was %w", r.name, errCancelled)
	}
	t.say(r.name + ": " + t.host.Views.rivals.rivalRowInWords(&t.host.Scene, t.host.Views.rivals.rivalRow(&t.host.Scene, r)))
	return nil
}

// attendTraining waits until nothing trains any more. What is given up is left
// cancelled.
func (t *talker) attendTraining(listening bool) error {
	err := t.attend(func() bool { return t.host.Views.rivals.pending() > 0 }, listening)
	if !errors.Is(err, errCancelled) {
		return err
	}
	for key, e := range t.host.Views.rivals.board {
		if e.pending() {
			t.host.Views.rivals.drop(&t.host.Scene, key, rivalCancelled)
		}
	}
	return nil
}

// tellTraining tells how far a training is, at every tenth of it.
func (t *talker) tellTraining(key rivalKey, before rivalEntry) {
	e := t.host.Views.rivals.board[key]
	tenth := func(fraction float64) float64 { return math.Floor(10 * fraction) }
	if e.state != rivalTraining || e.automatic || before.state == rivalTraining && tenth(e.fraction) == tenth(before.fraction) {
		return
	}
	t.tell(key.rival + ": " + strings.Join(strings.Fields(trainingText(e)), " "))
}
