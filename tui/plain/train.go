package plain

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/tui/session"
	"larui/tui/view"
)

// Training a method takes seconds to minutes: the talker waits for it, tells how far
// it is, and comes back at once where it is given up.

// settingUnsaid is the setting of a method that is named without one.
const settingUnsaid = -1

// rivalNamed finds a method by its number or its name, and the setting that may
// follow: its index, or that of the choice by validation rows.
func (t *talker) rivalNamed(text string) (r view.Rival, setting int, ok bool) {
	if r, ok = t.rivalCalled(text); ok {
		return r, settingUnsaid, true
	}
	at := strings.LastIndexAny(text, " \t")
	if at < 0 {
		return view.Rival{}, 0, false
	}
	if r, ok = t.rivalCalled(text[:at]); !ok {
		return view.Rival{}, 0, false
	}
	last := text[at+1:]
	if strings.EqualFold(last, "choose") {
		return r, len(r.Method.Grid), true
	}
	n, err := strconv.Atoi(last)
	return r, n - 1, err == nil && n >= 1
}

// rivalCalled finds a method by its number or its name; what stands in brackets may
// be left out where that tells it apart.
func (t *talker) rivalCalled(text string) (view.Rival, bool) {
	all := view.Lineup()
	text = strings.TrimSpace(text)
	if n, err := strconv.Atoi(text); err == nil {
		if n < 1 || n > len(all) {
			return view.Rival{}, false
		}
		return all[n-1], true
	}
	for _, r := range all {
		for _, name := range []string{r.Name, t.host.Spell(r.Name), speak(r.Name)} {
			if strings.EqualFold(text, name) {
				return r, true
			}
		}
	}
	var short []view.Rival
	for _, r := range all {
		if name, _, ok := strings.Cut(r.Name, " ("); ok && strings.EqualFold(text, name) {
			short = append(short, r)
		}
	}
	if len(short) != 1 {
		return view.Rival{}, false
	}
	return short[0], true
}

func noRival(text string) error {
	var names []string
	for _, r := range view.Lineup() {
		names = append(names, r.Name)
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
func (t *talker) trainWith(r view.Rival, setting int) error {
	session, grid := t.host.Update.Session, len(r.Method.Grid)
	switch {
	case !r.Method.Applies(t.host.Task()):
		return fmt.Errorf("%s does not apply here: it needs classes", r.Name)
	case setting == grid && grid > 1 && !view.CanChoose(session):
		return fmt.Errorf("%s: there are no labelled validation rows to choose by", r.Name)
	case setting != settingUnsaid && (setting < 0 || setting >= r.Settings(session)):
		return fmt.Errorf("%s has %d settings: rivals %s says them", r.Name, grid, r.Name)
	case setting != settingUnsaid:
		t.host.Views.Rivals.ShowSetting(&t.host.Scene, r, setting)
	}
	if !t.host.Views.Rivals.CanTrain(&t.host.Scene, r) {
		t.say(r.Name + " is trained already: " + t.host.Views.Rivals.RivalRowInWords(&t.host.Scene, t.host.Views.Rivals.RivalRow(&t.host.Scene, r)))
		return nil
	}
	return t.trainOne(r)
}

// trainAll trains one method after the other. One that fails does not keep the
// others from it.
func (t *talker) trainAll() error {
	rivals := slices.DeleteFunc(view.Lineup(), func(r view.Rival) bool { return !t.host.Views.Rivals.CanTrain(&t.host.Scene, r) })
	if len(rivals) == 0 {
		t.say("all methods that apply are trained")
	}
	for _, r := range rivals {
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
func (t *talker) trainOne(r view.Rival) error {
	t.host.Views.Rivals.Train(&t.host.Scene, r, false)
	if err := t.attendTraining(true); err != nil {
		return err
	}
	switch e := t.host.Views.Rivals.RivalEntry(&t.host.Scene, r); e.State {
	case view.RivalFailed:
		return fmt.Errorf("%s: %w", r.Name, e.Err)
	case view.RivalCancelled:
		return fmt.Errorf("training %s was %w", r.Name, errCancelled)
	}
	t.say(r.Name + ": " + t.host.Views.Rivals.RivalRowInWords(&t.host.Scene, t.host.Views.Rivals.RivalRow(&t.host.Scene, r)))
	return nil
}

// attendTraining waits until nothing trains any more. What is given up is left
// cancelled.
func (t *talker) attendTraining(listening bool) error {
	err := t.attend(func() bool { return t.host.Views.Rivals.Pending() > 0 }, listening)
	if !errors.Is(err, errCancelled) {
		return err
	}
	for key, e := range t.host.Views.Rivals.Board {
		if e.Pending() {
			t.host.Views.Rivals.Drop(&t.host.Scene, key, view.RivalCancelled)
		}
	}
	return nil
}

// tellTraining tells how far a training is, at every tenth of it.
func (t *talker) tellTraining(key view.RivalKey, before view.RivalEntry) {
	e := t.host.Views.Rivals.Board[key]
	tenth := func(fraction float64) float64 { return math.Floor(10 * fraction) }
	if e.State != view.RivalTraining || e.Automatic || before.State == view.RivalTraining && tenth(e.Fraction) == tenth(before.Fraction) {
		return
	}
	t.tell(key.Rival + ": " + strings.Join(strings.Fields(view.TrainingText(e)), " "))
}
