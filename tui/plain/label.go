package plain

import (
	"errors"
	"strings"
	"time"

	"larui/tui/frame"
	"larui/tui/rowlabels"
	"larui/tui/session"
)

// label describes the labelling, begins it with a file, or answers the present row.
func (t *talker) label(args string) error {
	words, err := session.SplitWords(args)
	if err != nil {
		return err
	}
	if why := frame.WhyNoLabels(&t.Scene); why != "" {
		return errors.New(why)
	}
	o, now := frame.OverlayOf[*frame.Labels](&t.Scene), &t.Scene.Update
	t.ShowLabels()
	defer func() { o.Shown = false }()
	t.RequestJobs()
	err = t.wait()
	if err == nil {
		err = o.Failed(now)
	}
	switch {
	case err != nil || len(words) == 0:
	case o.Round() != nil:
		err = answerRow(o.Round(), args)
	case len(words) > 1:
		err = errors.New("label takes one file to begin, a name with blanks in quotes")
	default:
		err = o.Begin(now, words[0])
	}
	if err != nil {
		return err
	}
	t.say(o.Lines(now)...)
	if o.Round() == nil {
		t.quote("label " + session.QuoteShell(o.Text()) + " begins, and keeps the answers there")
	}
	return nil
}

// answerRow answers the present row, or runs a word of the command label.
func answerRow(round *rowlabels.Round, word string) error {
	switch strings.ToLower(word) {
	case "undo":
		undone, err := round.Undo()
		if !undone && err == nil {
			err = errors.New("nothing was answered since this began")
		}
		return err
	case "back":
		round.Move(-1)
	case "next":
		round.Move(1)
	case "which":
		round.Revealed = !round.Revealed
	default:
		return round.Answer(word, time.Now())
	}
	return nil
}
