package session

import (
	"testing"

	"larui/model/testutil"
)

// TestForgottenStates checks that UndoCount grows with each turn, also after the oldest states are dropped.
func TestForgottenStates(t *testing.T) {
	x := &Explorer{}
	for n := range maxUndos + 3 {
		testutil.Equal(t, x.UndoCount(), n)
		x.history.push(HistoryEntry{})
	}
	testutil.Equal(t, len(x.history.entries), maxUndos)
	x.history.moveBy(-1, HistoryEntry{})
	testutil.Equal(t, x.UndoCount(), maxUndos+2)
}
