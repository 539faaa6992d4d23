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

const noSetting = -1

// findRival finds the method that text begins with. The text may give the number of the method, the
// title, or the name on the command line. setting is the index of the setting that follows in text:
// noSetting if there is none, len(r.Grid) for the word choose.
func (t *plainHost) findRival(text string) (r rivals.Method, setting int, err error) {
	all := t.Explorer.ConfiguredRivals()
	var names []string
	for i, r := range all {
		names = append(names, r.Title)
		for _, name := range []string{strconv.Itoa(i + 1), r.Title, t.Scene.Spell(r.Title), toSpeech(r.Title), r.Command} {
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
	return r, 0, fmt.Errorf("there is no method %q: type one of %s, or its number in rivals; a setting may follow", text, strings.Join(names, ", "))
}

func (t *plainHost) sayRivals(name string) error {
	if name == "" {
		return t.sayView(stage.RivalsName)
	}
	r, _, err := t.findRival(name)
	if err != nil {
		return err
	}
	t.say(shown.Describe(&t.Scene.Stage, r)...)
	return nil
}

func (t *plainHost) trainMethods(args string) error {
	switch {
	case args == "":
		return errors.New("type train with the name of a method, its number in rivals, or the word all")
	case strings.EqualFold(args, "all"):
		return t.trainAll()
	}
	r, setting, err := t.findRival(args)
	if err != nil {
		return err
	}
	opened, grid := t.Scene.Session, len(r.Grid)
	switch {
	case !r.AppliesTo(t.Scene.Task()):
		return fmt.Errorf("%s needs classes, but the labels of this pair are numbers", r.Title)
	case setting == grid && grid > 1 && !opened.HasValidationLabels():
		return fmt.Errorf("%s: choosing a setting needs labelled validation rows, which this pair lacks", r.Title)
	case setting != noSetting && (setting < 0 || setting >= opened.CountSettings(r)):
		return fmt.Errorf("%s has %d settings: type rivals %s to list them", r.Title, grid, r.Title)
	case setting != noSetting:
		t.Scene.Trainer.SelectSetting(r, setting)
	}
	if !t.Scene.Trainer.CanTrain(t.Scene.Session, r) {
		t.say(r.Title + " is trained already: " + shown.DescribeScores(&t.Scene.Stage, r))
		return nil
	}
	return t.trainOne(r)
}

// trainAll continues after an error.
func (t *plainHost) trainAll() error {
	left := slices.DeleteFunc(t.Explorer.ConfiguredRivals(), func(r rivals.Method) bool { return !t.Scene.Trainer.CanTrain(t.Scene.Session, r) })
	if len(left) == 0 {
		t.say("all methods for this pair are trained")
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

func (t *plainHost) trainOne(r rivals.Method) error {
	t.Scene.Trainer.Train(t.Scene.Session, r)
	if err := t.waitForWork(); err != nil {
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

// reportTraining writes a line whenever another tenth of the training is done.
func (t *plainHost) reportTraining(key session.RivalKey, before session.RivalEntry) {
	e := t.Scene.Trainer.Board[key]
	tenth := func(fraction float64) float64 { return math.Floor(10 * fraction) }
	if e.State != session.Training || e.Automatic || before.State == session.Training && tenth(e.Fraction) == tenth(before.Fraction) {
		return
	}
	t.reportProgress(key.Rival + ": " + strings.Join(strings.Fields(shown.DescribeProgress(e)), " "))
}
