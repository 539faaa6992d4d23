package plain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"larui/datasets"
	"larui/tui/overlay/opener"
	"larui/tui/session"
)

// open opens another pair by its command line, or by its number among the recent pairs.
func (t *talker) open(line string) error {
	if words := strings.Fields(line); len(words) > 0 && strings.EqualFold(words[0], "recent") {
		recent := t.Recents.List()
		n, err := strconv.Atoi(strings.Join(words[1:], " "))
		switch {
		case len(recent) == 0:
			return errors.New("no pair of files was open before")
		case err != nil || n < 1 || n > len(recent):
			return fmt.Errorf("open recent takes a number from 1 to %d, as in the list of pairs", len(recent))
		}
		line = recent[n-1]
	}
	pair, err := session.ParseOpening(line)
	if err != nil {
		return err
	}
	t.OpenPair(pair)
	return t.finishOpening()
}

// finishOpening waits for the pair that is being opened and describes it. If the opening
// fails or is cancelled, nothing changes.
func (t *talker) finishOpening() error {
	if err := t.wait(); err != nil {
		return err
	}
	if t.OpenError == nil {
		t.sayEverything()
	}
	var refusal *datasets.Refusal
	if errors.As(t.OpenError, &refusal) {
		for line := range strings.SplitSeq(refusal.Text(), "\n") {
			t.quote(strings.TrimSpace(line))
		}
		return errors.New("these files need an answer: add the flags, or columns=auto to accept the proposals")
	}
	return t.OpenError
}

// listPairs lists the pairs that can be opened.
func (t *talker) listPairs() {
	recent := 0
	for _, item := range opener.Items(t.Recents.List()) {
		switch {
		case item.Recent:
			recent++
			t.quote(fmt.Sprintf("recent %d: open %s", recent, strings.TrimPrefix(item.Line, "larui ")))
		case item.Line == datasets.FilesName:
			t.say("SOURCE TARGET: two files of your own, " + item.About)
		default:
			t.say(item.Line + ": " + item.About)
		}
	}
}
