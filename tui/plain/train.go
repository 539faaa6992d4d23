package plain

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/model/rivals"
	shown "larui/tui/panel/rivals"
	"larui/tui/session"
	"larui/tui/stage"
)

// noSetting stands for a missing setting.
const noSetting = -1

// findRival finds a method by its number or name, and the index of the setting that may
// follow; len(Grid) stands for the choice by validation rows. A name may lack its part in
// brackets if the rest is unique.
func (t *talker) findRival(text string) (r rivals.Method, setting int, err error) {
	all := t.Explorer.State.ConfiguredRivals()
	var names []string
	for i, r := range all {
		names = append(names, r.Title)
		short, _, _ := strings.Cut(r.Title, " (")
		another := func(other rivals.Method) bool {
			return other.Title != r.Title && strings.HasPrefix(other.Title, short+" (")
		}
		if slices.ContainsFunc(all, another) {
			short = r.Title
		}
		for _, name := range []string{strconv.Itoa(i + 1), r.Title, t.Scene.Spell(r.Title), speak(r.Title), short} {
			if len(text) < len(name) || !strings.EqualFold(text[:len(name)], name) {
				continue
			}
			rest := strings.TrimSpace(text[len(name):])
			n, err := strconv.Atoi(rest)
			switch separate := strings.HasPrefix(text[len(name):], " "); {
			case rest == "":
				return r, noSetting, nil
			case separate && strings.EqualFold(rest, "choose"):
				return r, len(r.Grid), nil
			case separate && err == nil && n >= 1:
				return r, n - 1, nil
			}
		}
	}
	return r, 0, fmt.Errorf("there is no method %q: there are %s, or their numbers, and a setting may follow", text, strings.Join(names, ", "))
}

// sayRivals describes all methods, or one.
func (t *talker) sayRivals(of string) error {
	if of == "" {
		return t.sayOnce(stage.RivalsName)
	}
	r, _, err := t.findRival(of)
	if err != nil {
		return err
	}
	t.say(shown.Describe(&t.Scene.Stage, r)...)
	return nil
}

// train trains a method, or all untrained ones.
func (t *talker) train(args string) error {
	switch {
	case args == "":
		return errors.New("name a method by its name or its number in rivals, or all")
	case strings.EqualFold(args, "all"):
		return t.trainAll()
	}
	r, setting, err := t.findRival(args)
	if err != nil {
		return err
	}
	opened, grid := t.Scene.Session, len(r.Grid)
	switch {
	case !r.Applies(t.Scene.Task()):
		return fmt.Errorf("%s does not apply here: it needs classes", r.Title)
	case setting == grid && grid > 1 && !opened.HasValidationLabels():
		return fmt.Errorf("%s: there are no labelled validation rows to choose by", r.Title)
	case setting != noSetting && (setting < 0 || setting >= opened.CountSettings(r)):
		return fmt.Errorf("%s has %d settings: rivals %s lists them", r.Title, grid, r.Title)
	case setting != noSetting:
		t.Scene.Trainer.SelectSetting(r, setting)
	}
	if !t.Scene.Trainer.CanTrain(t.Scene.Session, r) {
		t.say(r.Title + " is trained already: " + shown.DescribeScores(&t.Scene.Stage, r))
		return nil
	}
	return t.trainOne(r)
}

// trainAll trains the untrained methods in turn. It goes on after an error.
func (t *talker) trainAll() error {
	left := slices.DeleteFunc(t.Explorer.State.ConfiguredRivals(), func(r rivals.Method) bool { return !t.Scene.Trainer.CanTrain(t.Scene.Session, r) })
	if len(left) == 0 {
		t.say("all methods that apply are trained")
	}
	for _, r := range left {
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

// trainOne trains a method with its shown setting and says the scores.
func (t *talker) trainOne(r rivals.Method) error {
	t.Scene.Trainer.Train(t.Scene.Session, r)
	if err := t.wait(); err != nil {
		return err
	}
	switch e := t.Scene.Trainer.Entry(t.Scene.Session, r); e.State {
	case session.Failed:
		return fmt.Errorf("%s: %w", r.Title, e.Err)
	case session.Cancelled:
		return fmt.Errorf("training %s was %w", r.Title, errCancelled)
	}
	t.say(r.Title + ": " + shown.DescribeScores(&t.Scene.Stage, r))
	return nil
}

// reportTraining reports the progress of a training at every tenth.
func (t *talker) reportTraining(key session.RivalKey, before session.RivalEntry) {
	e := t.Scene.Trainer.Board[key]
	tenth := func(fraction float64) float64 { return math.Floor(10 * fraction) }
	if e.State != session.Training || e.Automatic || before.State == session.Training && tenth(e.Fraction) == tenth(before.Fraction) {
		return
	}
	t.report(key.Rival + ": " + strings.Join(strings.Fields(shown.DescribeProgress(e)), " "))
}
