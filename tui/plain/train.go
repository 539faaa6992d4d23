package plain

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/tui/view"
)

// Training a method takes seconds to minutes: the talker waits for it, tells how far
// it is, and comes back at once where it is given up.

// settingUnsaid is the setting of a method that is named without one.
const settingUnsaid = -1

// rival finds a method by its number or its name, and the setting that may follow: its
// index, or that of the choice by validation rows. Of the name, what stands in brackets
// may be left out where that tells it apart.
func (t *talker) rival(text string) (r view.Rival, setting int, err error) {
	all := view.Lineup()
	var names []string
	for i, r := range all {
		names = append(names, r.Name)
		short, _, _ := strings.Cut(r.Name, " (")
		another := func(other view.Rival) bool { return other.Name != r.Name && strings.HasPrefix(other.Name, short+" (") }
		if slices.ContainsFunc(all, another) {
			short = r.Name
		}
		for _, name := range []string{strconv.Itoa(i + 1), r.Name, t.Spell(r.Name), speak(r.Name), short} {
			if len(text) < len(name) || !strings.EqualFold(text[:len(name)], name) {
				continue
			}
			rest := strings.TrimSpace(text[len(name):])
			n, err := strconv.Atoi(rest)
			switch separate := strings.HasPrefix(text[len(name):], " "); {
			case rest == "":
				return r, settingUnsaid, nil
			case separate && strings.EqualFold(rest, "choose"):
				return r, len(r.Method.Grid), nil
			case separate && err == nil && n >= 1:
				return r, n - 1, nil
			}
		}
	}
	return r, 0, fmt.Errorf("there is no method %q: there are %s, or their numbers, and a setting may follow", text, strings.Join(names, ", "))
}

// sayRivals says the methods, or one of them.
func (t *talker) sayRivals(of string) error {
	if of == "" {
		return t.sayOnce(view.RivalsName)
	}
	r, _, err := t.rival(of)
	if err != nil {
		return err
	}
	t.say(t.Views.Rivals.RivalInWords(&t.Scene, r)...)
	return nil
}

// train trains a method, or all that are not trained.
func (t *talker) train(args string) error {
	switch {
	case args == "":
		return errors.New("name a method, by the name or number that rivals says, or all")
	case strings.EqualFold(args, "all"):
		return t.trainAll()
	}
	r, setting, err := t.rival(args)
	if err != nil {
		return err
	}
	opened, grid := t.Update.Session, len(r.Method.Grid)
	switch {
	case !r.Method.Applies(t.Task()):
		return fmt.Errorf("%s does not apply here: it needs classes", r.Name)
	case setting == grid && grid > 1 && !view.CanChoose(opened):
		return fmt.Errorf("%s: there are no labelled validation rows to choose by", r.Name)
	case setting != settingUnsaid && (setting < 0 || setting >= r.Settings(opened)):
		return fmt.Errorf("%s has %d settings: rivals %s says them", r.Name, grid, r.Name)
	case setting != settingUnsaid:
		t.Views.Rivals.ShowSetting(&t.Scene, r, setting)
	}
	if !t.Views.Rivals.CanTrain(&t.Scene, r) {
		t.say(r.Name + " is trained already: " + t.Views.Rivals.RivalRowInWords(&t.Scene, t.Views.Rivals.RivalRow(&t.Scene, r)))
		return nil
	}
	return t.trainOne(r)
}

// trainAll trains one method after the other. One that fails does not keep the
// others from it.
func (t *talker) trainAll() error {
	rivals := slices.DeleteFunc(view.Lineup(), func(r view.Rival) bool { return !t.Views.Rivals.CanTrain(&t.Scene, r) })
	if len(rivals) == 0 {
		t.say("all methods that apply are trained")
	}
	for _, r := range rivals {
		err := t.trainOne(r)
		if err != nil && (errors.Is(err, errCancelled) || t.ctx.Err() != nil) {
			return err
		}
		if err != nil {
			t.sayError(err)
		}
	}
	return nil
}

// trainOne trains a method with the setting that is shown and says what it scores.
func (t *talker) trainOne(r view.Rival) error {
	t.Views.Rivals.Train(&t.Scene, r, false)
	if err := t.settle(); err != nil {
		return err
	}
	switch e := t.Views.Rivals.RivalEntry(&t.Scene, r); e.State {
	case view.RivalFailed:
		return fmt.Errorf("%s: %w", r.Name, e.Err)
	case view.RivalCancelled:
		return fmt.Errorf("training %s was %w", r.Name, errCancelled)
	}
	t.say(r.Name + ": " + t.Views.Rivals.RivalRowInWords(&t.Scene, t.Views.Rivals.RivalRow(&t.Scene, r)))
	return nil
}

// tellTraining tells how far a training is, at every tenth of it.
func (t *talker) tellTraining(key view.RivalKey, before view.RivalEntry) {
	e := t.Views.Rivals.Board[key]
	tenth := func(fraction float64) float64 { return math.Floor(10 * fraction) }
	if e.State != view.RivalTraining || e.Automatic || before.State == view.RivalTraining && tenth(e.Fraction) == tenth(before.Fraction) {
		return
	}
	t.tell(key.Rival + ": " + strings.Join(strings.Fields(view.TrainingText(e)), " "))
}
