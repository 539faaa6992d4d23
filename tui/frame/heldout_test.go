package frame

import (
	"math/rand/v2"
	"strings"
	"testing"

	"larui/datasets"
	"larui/model/testutil"
	"larui/tui/chart"
	"larui/tui/stage/stagetest"
)

// Where nothing shows the label of the source to be learned, as one of coins, the first sentence says so, in
// the colour of what is bad, and the score of no adaptation on rows held out stands beside that on
// fitted rows; choosing comes to no adaptation.
func TestUnlearnableIsSaid(t *testing.T) {
	coins := rand.New(rand.NewPCG(27, 1))
	s := newStage(t, datasets.FilesName, stagetest.FilePair(t, 60, 5, "binary", false, func(int) float64 { return float64(coins.IntN(2)) }))
	s.settle()
	text, style := s.Sentence()
	if !strings.Contains(text, "it is not shown that this label can be learned") || style != chart.Bad {
		t.Errorf("the first sentence is %q", text)
	}
	testutil.Contains(t, s.picture(), "correct on held-out source rows")
	s.run("*")
	if p := s.State.Params; p.Lambda != 0 {
		t.Errorf("chosen is %+v", p)
	}
}
