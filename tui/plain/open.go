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

// openPair opens the pair that a line describes, or a recent pair by its number.
func (t *plainHost) openPair(line string) error {
	if words := strings.Fields(line); len(words) > 0 && strings.EqualFold(words[0], "recent") {
		recent := t.Recents.List()
		n, err := strconv.Atoi(strings.Join(words[1:], " "))
		switch {
		case len(recent) == 0:
			return errors.New("no pair of files has been opened before")
		case err != nil || n < 1 || n > len(recent):
			return fmt.Errorf("type open recent and a number from 1 to %d; type pairs to list the recent pairs", len(recent))
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

func (t *plainHost) finishOpening() error {
	if err := t.waitForWork(); err != nil {
		return err
	}
	if t.OpenError == nil {
		t.sayEverything()
	}
	var refusal *datasets.Refusal
	if errors.As(t.OpenError, &refusal) {
		for line := range strings.SplitSeq(refusal.Text(), "\n") {
			t.sayVerbatim(strings.TrimSpace(line))
		}
		return errors.New("some columns need a decision: add the options above to the command, or columns=auto to accept the proposals")
	}
	return t.OpenError
}

func (t *plainHost) listPairs() {
	recent := 0
	for _, item := range opener.ListItems(t.Recents.List()) {
		switch {
		case item.Recent:
			recent++
			t.sayVerbatim(fmt.Sprintf("recent %d: open %s", recent, strings.TrimPrefix(item.Line, "larui ")))
		case item.Line == datasets.FilesName:
			t.say("SOURCE TARGET: the names of two files, " + item.About)
		default:
			t.say(item.Line + ": " + item.About)
		}
	}
}
