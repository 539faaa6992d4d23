package plain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"larui/datasets"
	"larui/tui/opener"
	"larui/tui/session"
)

// How the talker opens other pairs.

// openLine opens the pair that the first of args describes.
func (t *talker) openLine(args []string) error {
	pair, err := t.parsePair(args[0])
	if err != nil {
		return err
	}
	t.host.OpenPair(pair)
	return t.arrive()
}

// parsePair reads what to open: as the command line has it, or by its place among
// those that were open before.
func (t *talker) parsePair(line string) (session.Opening, error) {
	if words := strings.Fields(line); len(words) > 0 && strings.EqualFold(words[0], "recent") {
		recent := t.host.Recents.List()
		if n, err := strconv.Atoi(strings.Join(words[1:], " ")); err == nil && 1 <= n && n <= len(recent) {
			return session.ParseOpening(recent[n-1])
		}
		if len(recent) == 0 {
			return session.Opening{}, errors.New("no pair of files was open before")
		}
		return session.Opening{}, fmt.Errorf("open recent takes a number from 1 to %d, as pairs says them", len(recent))
	}
	return session.ParseOpening(line)
}

// arrive waits for the pair that is being opened and says what it is. Where that
// fails or is cancelled, everything is as it was.
func (t *talker) arrive() error {
	name := t.host.Opening
	err := t.attend(func() bool { return t.host.Opening != "" }, true)
	if errors.Is(err, errCancelled) {
		t.host.CancelOpening()
		if err := t.settle(); err != nil {
			return err
		}
		return fmt.Errorf("opening %s was %w: everything is as it was", name, errCancelled)
	}
	if err != nil {
		return err
	}
	if err := t.settle(); err != nil {
		return err
	}
	if err := t.host.Failed; err != nil {
		return err
	}
	return t.show(nil)
}

func (t *talker) listPairs([]string) error {
	recent := 0
	for _, item := range opener.OpenerItems(t.host.Recents.List()) {
		switch {
		case item.Line != "":
			recent++
			// A command line is to be typed as it stands.
			t.answer.WriteString(fmt.Sprintf("recent %d: open %s\n", recent, strings.TrimPrefix(item.Line, "larui ")))
		case item.Name == datasets.FilesName:
			t.say("SOURCE TARGET: two files of your own, " + item.About)
		default:
			t.say(item.Name + ": " + item.About)
		}
	}
	return nil
}
