package target

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/stage"
	"larui/tui/stage/stagetest"
)

// The plane of many features has two directions: one within k̃, and of those beyond k̃ the one
// along which the predictions of no adaptation are largest. Rows, boundaries and arrows agree with a
// singular value decomposition of the target's rows.
func TestPlaneOfDirections(t *testing.T) {
	for _, kTilde := range []string{"1", "3", "7"} {
		values := stagetest.FilePair(t, 40, 7, "binary", true, stagetest.BinaryLabel)
		values["bias"], values["k"], values["ktilde"], values["lambda"] = "false", "7", kTilde, "2"
		s := open(t, datasets.FilesName, values)
		p, plane, w := s.Session.Problem, s.Update.View.Plane, s.Solution.None.Weights
		var svd mat.SVD
		if !svd.Factorize(p.Target.X, mat.SVDThin) {
			t.Fatal("no decomposition")
		}
		var v, along mat.Dense
		svd.VTo(&v)
		along.Mul(v.T(), w)
		sizes, cut := svd.Values(nil), s.Solution.KTilde
		most := func(from, to, but int) int {
			best := -1
			for i := from; i < to; i++ {
				if i != but && (best < 0 || sizes[i]*math.Abs(along.At(i, 0)) > sizes[best]*math.Abs(along.At(best, 0))) {
					best = i
				}
			}
			return best
		}
		want := [2]int{most(0, cut, -1), most(cut, 7, -1)}
		if cut == 7 {
			want[1] = most(0, 7, want[0])
		}
		if got := [2]int{plane.Across, plane.Up}; got != want || plane.Split != (cut < 7) {
			t.Errorf("k̃ = %d: directions %v, split %t, want %v", cut, got, plane.Split, want)
			continue
		}
		source, target := new(View).directionPlots(&s.Stage, plane)
		for at, i := range want {
			column := v.ColView(i)
			sign := 1.0
			var pull mat.VecDense
			pull.MulVec(p.Source.X.T(), mat.NewVecDense(len(p.Source.Y), p.Source.Y))
			if mat.Dot(&pull, column) < 0 {
				sign = -1
			}
			for row, x := range plane.Target[at] {
				// The accuracy of a direction is the rounding divided by the gap between singular
				// values.
				if math.Abs(x-sign*mat.Dot(column, p.Target.X.RowView(row))) > 1e-6*sizes[0] {
					t.Fatalf("k̃ = %d: row %d lies at %v along direction %d", cut, row, x, i+1)
				}
			}
			if long := math.Hypot(target.Arrows[at].X, target.Arrows[at].Y); math.Abs(long-2*sizes[i]/math.Sqrt(40)) > 1e-9*sizes[0] {
				t.Errorf("k̃ = %d: arrow %d is %v long", cut, i+1, long)
			}
			a, b := plane.LineCoefficients(w)
			if got := [2]float64{a, b}[at]; math.Abs(got-sign*along.At(i, 0)) > 1e-6*mat.Norm(w, 2) {
				t.Errorf("k̃ = %d: no adaptation has %v along direction %d", cut, got, i+1)
			}
		}
		for at, a := range source.Arrows {
			// A projected arrow is no longer than its direction.
			if i := plane.Leading[at]; math.Hypot(a.X, a.Y) > (1+1e-9)*2*p.Src.Sigma[i]/math.Sqrt(40) {
				t.Errorf("k̃ = %d: the source's arrow %d is %+v", cut, i+1, a)
			}
		}
	}
}

// No adaptation has one name and is dashed in the pictures of both domains.
func TestNoAdaptationLooksAlike(t *testing.T) {
	for _, c := range []struct {
		name   string
		values map[string]string
	}{
		{"rotated-gaussian", stagetest.SmallPair()}, {"subspace", stagetest.SmallPair()}, {"rotated-regression", stagetest.SmallPair()},
		{datasets.FilesName, stagetest.FilePair(t, 30, 5, "binary", true, stagetest.BinaryLabel)},
	} {
		s := open(t, c.name, c.values)
		s.Zoom = false
		source, target := s.View.(*View).domainPlots(&s.Stage)
		seen := 0
		for _, l := range append(source.Lines, target.Lines...) {
			if l.Style != chart.NoAdaptation {
				continue
			}
			seen++
			if l.Dash != chart.Dashed || !strings.Contains(l.Name, stage.NoAdaptation) {
				t.Errorf("%s: %+v", c.name, l)
			}
		}
		if seen == 0 {
			t.Errorf("%s does not show no adaptation", c.name)
		}
	}
}
