package plain

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"larui/datasets"
	"larui/tui/frame"
	"larui/tui/rowlabels"
	"larui/tui/session"
)

// labelRows begins a round of questions for labels, and args is the name of the file that stores
// the labels. During the round, args is the label of the present row. If args is empty, labelRows
// says which row to label next or, before the round, what labels can decide.
func (t *plainHost) labelRows(args string) error {
	words, err := session.SplitWords(args)
	if err != nil {
		return err
	}
	if why := frame.WhyNoLabels(&t.Scene); why != "" {
		return errors.New(why)
	}
	o, now := frame.OverlayOf[*frame.LabelOverlay](&t.Scene), &t.Scene.Update
	t.ShowLabels()
	if t.Scene.Message != "" {
		t.say(t.Scene.Message)
	}
	defer func() { o.Shown = false }()
	t.RequestJobs()
	err = t.waitForWork()
	if err == nil {
		err = o.CompareError(now)
	}
	switch {
	case err != nil || len(words) == 0:
	case o.Round() != nil:
		err = answerRow(o.Round(), args)
	case len(words) > 1:
		err = errors.New("label takes one file name; put a name with blanks in quotes")
	default:
		err = o.Begin(now, words[0])
	}
	if err != nil {
		return err
	}
	t.say(o.Lines(now)...)
	if o.Round() == nil {
		t.sayVerbatim(fmt.Sprintf("type label %s to begin, and to save the answers in this file", session.ShellQuote(o.Text())))
	}
	return nil
}

// answerRow gives the present row the class called word, or obeys one of the words unsure, undo,
// back, next and which.
func answerRow(round *rowlabels.Round, word string) error {
	switch strings.ToLower(word) {
	case "undo":
		return round.Undo()
	case "back":
		round.Move(-1)
	case "next":
		round.Move(1)
	case "unsure":
		return round.Answer(datasets.UnsureLabel, time.Now())
	case "which":
		round.Revealed = !round.Revealed
	default:
		return round.Answer(word, time.Now())
	}
	return nil
}
