package session

import (
	"testing"

	"larui/model"
	"larui/model/testutil"
)

// As many frames of a descent are scored on the source as its size allows.
func TestSourceScores(t *testing.T) {
	for _, c := range []struct{ n, d, outputs, want int }{
		{1000, 2, 1, TrajectoryFrames}, {200_000, 800, 1, TrajectoryFrames},
		{250_000, 800, 1, 75}, {60_000, 785, 10, 31}, {600_000, 785, 10, fewestSourceScores},
	} {
		p := &model.Problem{D: c.d, C: c.outputs, Src: model.Side{N: c.n}}
		testutil.Equal(t, countScoredFrames(p), c.want, c.n, c.d)
	}
}
