package session

import (
	"testing"
	"time"
)

// The end of a queue is told by what has been trained: of each by itself, else by other settings of
// the same, else by what is as quick.
func TestLeft(t *testing.T) {
	const s = time.Second
	at := func(rival string, setting int) RivalKey {
		return RivalKey{Pair: "pair", Rival: rival, Setting: setting}
	}
	runs := func(elapsed time.Duration, fraction float64) RivalEntry {
		return RivalEntry{State: Training, Elapsed: elapsed, Fraction: fraction}
	}
	done := func(elapsed time.Duration) RivalEntry { return RivalEntry{State: Trained, Elapsed: elapsed} }
	waits := RivalEntry{State: Waiting}
	grid := len(rival("DANN").Grid)
	for name, c := range map[string]struct {
		board map[RivalKey]RivalEntry
		left  time.Duration
	}{
		"nothing waits":      {map[RivalKey]RivalEntry{at("DANN", 0): done(9 * s)}, 0},
		"it has just begun":  {map[RivalKey]RivalEntry{at("DANN", 0): runs(s, 0.01), at("CDAN", 0): waits}, 0},
		"one runs":           {map[RivalKey]RivalEntry{at("DANN", 0): runs(2*s, 0.25)}, 6 * s},
		"by one that runs":   {map[RivalKey]RivalEntry{at("DANN", 0): runs(2*s, 0.25), at("CDAN", 0): waits}, (6 + 8) * s},
		"by another setting": {map[RivalKey]RivalEntry{at("DANN", 0): done(3 * s), at("CDAN", 0): done(9 * s), at("DANN", 1): waits}, 3 * s},
		"a choice":           {map[RivalKey]RivalEntry{at("DANN", 0): done(3 * s), at("DANN", grid): waits}, time.Duration(3*grid) * s},
		"of a choice":        {map[RivalKey]RivalEntry{at("DANN", grid): done(time.Duration(3*grid) * s), at("DANN", 0): waits}, 3 * s},
		"a mean":             {map[RivalKey]RivalEntry{at("DANN", 0): done(3 * s), at("CDAN", 0): done(9 * s), at("IWDAN", 0): waits}, 6 * s},
		"not by quick ones":  {map[RivalKey]RivalEntry{at("ridge", 0): done(3 * s), at("DANN", 0): waits}, 0},
		"nor other pairs":    {map[RivalKey]RivalEntry{{Pair: "other", Rival: "DANN"}: done(3 * s), at("DANN", 0): waits}, 0},
		"what was not asked": {map[RivalKey]RivalEntry{at("DANN", 0): {State: Training, Automatic: true, Elapsed: s, Fraction: 0.5}}, 0},
	} {
		left, known := (&Trainer{Board: c.board}).TimeLeft()
		if left != c.left || known != (c.left > 0) {
			t.Errorf("%s: %v (%v), want %v", name, left, known, c.left)
		}
	}
}
