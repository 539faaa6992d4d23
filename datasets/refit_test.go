package datasets

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"larui/model"
	"larui/model/must"
)

// With Refit the validation rows follow the source's rows, with the same rescaling as without it;
// everything else is unchanged.
func TestRefit(t *testing.T) {
	small := targetSpec(t, t.TempDir(), "x,z,label\n1,2,a\n2,1,b\n4,4,a\n3,1,c\n", "x,z,label\n1,3,c\n5,2,b\n2,2,a\n4,1,a\n6,2,c\n")
	small.ValidationSize, small.Standardize = 2, FitDomain
	few := fixtureSpec(1)
	few.ScaleLabel, few.Task = true, "regression"
	glyphs := DefaultSpec("glyphs")
	glyphs.N, glyphs.M = 60, 20
	for _, spec := range []Spec{small, few, DefaultSpec("rotated-gaussian"), DefaultSpec("rotated-regression"), glyphs} {
		apart := mustOpen(t, spec)
		spec.Refit = true
		pair := mustOpen(t, spec)
		var x mat.Dense
		x.Stack(apart.Source.X, apart.Validation.X)
		switch rows := apart.Validation.Rows(); {
		case !mat.Equal(&x, pair.Source.X), !slices.Equal(pair.Source.Y, slices.Concat(apart.Source.Y, apart.Validation.Y)):
			t.Errorf("%s: the rows are not the stack of both", spec.Name)
		case pair.Validation.X != nil, pair.Refitted != rows, !mat.Equal(pair.OwnRows(), apart.Source.X), !equalDomains(pair.Target, apart.Target):
			t.Errorf("%s: %d rows more, %d left for validation", spec.Name, pair.Refitted, pair.Validation.Rows())
		case pair.Population != nil, !strings.HasSuffix(pair.SourceName, fmt.Sprintf(" and %d validation rows of the target", rows)):
			t.Errorf("%s is called %q", spec.Name, pair.SourceName)
		}
		checkNotes(t, pair, "are in the fit")
	}
}

// Sums of the source take the validation rows in.
func TestRefitSums(t *testing.T) {
	spec := targetSpec(t, t.TempDir(), "x,z,label\n1,2,a\n2,1,b\n4,4,a\n3,1,b\n", "x,z,label\n1,3,b\n5,2,b\n2,2,a\n4,1,a\n")
	spec.ValidationSize, spec.Refit, spec.Label = 2, true, "label"
	rows := mustOpen(t, spec)
	sums, _, err := Sum(t.Context(), spec, Summing{Sample: 1}, nil)
	must.Succeed(t, err)
	spec.Source = must.Write(t, filepath.Join(t.TempDir(), "sums.json"), string(must.Have(sums[0].Line()))+"\n")
	pair := mustOpen(t, spec)
	p, q := must.Have(model.NewProblem(t.Context(), rows.Data)), must.Have(model.NewProblem(t.Context(), pair.Data))
	if s := pair.Source; s.Samples() != 6 || s.Rows() != 3 || !mat.EqualApprox(p.Src.Gram, q.Src.Gram, 1e-12) || math.Abs(s.Sums.LabelNorm2-6) > 1e-12 {
		t.Errorf("%d rows of %d, ΦᵀΦ\n%v\nwant\n%v", s.Rows(), s.Samples(), mat.Formatted(q.Src.Gram), mat.Formatted(p.Src.Gram))
	}
	if !mat.EqualApprox(p.Src.XtY, q.Src.XtY, 1e-12) {
		t.Errorf("Φᵀy\n%v\nwant\n%v", mat.Formatted(q.Src.XtY), mat.Formatted(p.Src.XtY))
	}
}

// Where there is nothing to add one line says so.
func TestRefitErrors(t *testing.T) {
	none := targetSpec(t, t.TempDir(), "x,label\n1,a\n2,b\n", "x,label\n1,a\n5,b\n")
	unlabelled := targetSpec(t, t.TempDir(), "x,label\n1,a\n2,b\n", "x\n1\n5\n6\n")
	unlabelled.ValidationSize = 1
	file := targetSpec(t, t.TempDir(), "x,label\n1,a\n2,b\n", "x\n1\n5\n6\n")
	file.Validation = write(t, t.TempDir(), "rows.csv", "x\n1\n5\n6\n")
	many := fixtureSpec(1)
	many.Memory = 1
	for want, specs := range map[string][]Spec{
		"--validation-size sets some aside": {none, unlabelled, file},
		"penguins has no such rows":         {DefaultSpec("penguins")},
		"too many to be held":               {many},
	} {
		for _, spec := range specs {
			spec.Refit = true
			if _, err := Open(t.Context(), spec, nil); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %q", err, want)
			}
		}
	}
}
