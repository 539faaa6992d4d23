package session

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"larui/model/must"
)

// The end of a queue is told by what has been trained: of each by itself, else by other settings of
// the same, else by what is as quick.
func TestLeft(t *testing.T) {
	grid := 0
	for _, r := range Rivals() {
		if r.Title == "DANN" {
			grid = len(r.Grid)
		}
	}
	if grid < 2 {
		t.Fatal("DANN has no settings")
	}
	names := map[string]RivalState{"waits": Waiting, "runs": Training, "trained": Trained}
	// What stands on the board, as pair, rival, setting, state, seconds and the fraction done; and the seconds left.
	for _, row := range must.Rows(strings.NewReplacer("3×GRID", strconv.Itoa(3*grid), "GRID", strconv.Itoa(grid)).Replace(`
		this DANN 0 trained 9 1 | 0
		this DANN 0 runs 1 0.01, this CDAN 0 waits 0 0 | 0
		this DANN 0 runs 2 0.25 | 6
		this DANN 0 runs 2 0.25, this CDAN 0 waits 0 0 | 14
		this DANN 0 trained 3 1, this CDAN 0 trained 9 1, this DANN 1 waits 0 0 | 3
		this DANN 0 trained 3 1, this DANN GRID waits 0 0 | 3×GRID
		this DANN GRID trained 3×GRID 1, this DANN 0 waits 0 0 | 3
		this DANN 0 trained 3 1, this CDAN 0 trained 9 1, this IWDAN 0 waits 0 0 | 6
		this ridge 0 trained 3 1, this DANN 0 waits 0 0 | 0
		other DANN 0 trained 3 1, this DANN 0 waits 0 0 | 0`)) {
		board := map[RivalKey]RivalEntry{}
		for entry := range strings.SplitSeq(row[0], ", ") {
			var key RivalKey
			var state string
			var seconds, fraction float64
			must.Have(fmt.Sscan(entry, &key.Pair, &key.Rival, &key.Setting, &state, &seconds, &fraction))
			board[key] = RivalEntry{State: names[state], Elapsed: time.Duration(seconds) * time.Second, Fraction: fraction}
		}
		left, known := (&Trainer{Board: board}).Left()
		must.Equal(t, left.Seconds(), must.Numbers(row[1])[0], row)
		must.Equal(t, known, left > 0, row)
	}
	automatic := RivalEntry{State: Training, Automatic: true, Elapsed: time.Second, Fraction: 0.5}
	if left, known := (&Trainer{Board: map[RivalKey]RivalEntry{{Pair: "this", Rival: "DANN"}: automatic}}).Left(); known {
		t.Errorf("of what was not asked for %v are left", left)
	}
}
