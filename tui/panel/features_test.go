package panel

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"larui/datasets"
)

func TestLargestEntries(t *testing.T) {
	v := []float64{1, -3, 0, 2, -2, math.Inf(1)}
	for n, want := range [][]int{{}, {5}, {5, 1}, {5, 1, 3}, {5, 1, 3, 4}, {5, 1, 3, 4, 0}, {5, 1, 3, 4, 0, 2}, {5, 1, 3, 4, 0, 2}} {
		if got := LargestEntries(v, n); !slices.Equal(got, want) {
			t.Errorf("the %d largest are %v, not %v", n, got, want)
		}
	}
}

// The pictures fit the page. If small pictures of all classes fit, the chosen size fits all classes.
func TestPictureSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 100).Draw(t, "w"), rapid.IntRange(2, 41).Draw(t, "h")
		shape := datasets.PictureShape{Rows: rapid.IntRange(1, 30).Draw(t, "rows"), Cols: rapid.IntRange(1, 30).Draw(t, "cols")}
		groups := rapid.IntRange(1, 12).Draw(t, "groups")
		lines, columns := PictureSize(w, h, groups, shape)
		if lines < 1 || columns < 1 || lines > h-1 {
			t.Fatalf("%d×%d for %d×%d cells", columns, lines, w, h)
		}
		least := max(1, 2*leastPicture*shape.Cols/shape.Rows)
		fits := (w+1)/(least+1)*(h/(leastPicture+1)) >= groups
		if fits && (w+1)/(columns+1)*(h/(lines+1)) < groups {
			t.Errorf("%d×%d leaves classes out of %d×%d cells", columns, lines, w, h)
		}
	})
}
