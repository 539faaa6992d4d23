package target

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"larui/model"
	"larui/model/must"
	"larui/model/shift"
	"larui/tui/session"
	"larui/tui/stage/stagetest"
)

// sites writes a source and a folder of targets; the second target lacks a column.
func sites(t *testing.T) (source, folder string) {
	t.Helper()
	folder = t.TempDir()
	put := func(name, content string) string {
		path := must.Write(t, filepath.Join(folder, name), content)
		return path
	}
	rows := func(n int, drift float64) string {
		var b strings.Builder
		b.WriteString("a,b,c,label\n")
		for i := range n {
			x, y := 2*math.Sin(float64(7*i)), math.Cos(float64(5*i))
			fmt.Fprintf(&b, "%v,%v,%v,%v\n", x+drift, y+drift*x, math.Sin(float64(i*i)), x+y+0.5*math.Sin(float64(3*i*i)) > 0)
		}
		return b.String()
	}
	for i := range 4 {
		put(fmt.Sprintf("site%d.csv", 8+i), rows(60+i, float64(i)/2))
	}
	put("site9.csv", strings.ReplaceAll(rows(30, 0), "b,", "d,"))
	return put("../source.csv", rows(200, 0)), folder
}

// Each row equals the result of its target alone. The work on the source is done once, also after a
// row is opened.
func TestSeveral(t *testing.T) {
	source, folder := sites(t)
	v := &Several{}
	d := stagetest.Open(t, v, "files", map[string]string{"source": source, "target": folder, "standardize": "domain"})
	known := d.Update.Results
	d.Update.Results = nil
	d.Press("enter")
	if picture := d.Picture(80, 24); d.Said != openingTargets || !strings.Contains(picture, openingTargets) {
		t.Errorf("before anything is known of the targets Enter says %q, and the picture\n%s", d.Said, picture)
	}
	d.Update.Results = known
	for _, lambda := range []string{"0", "5"} {
		d.Set("k", "2")
		d.Set("lambda", lambda)
		rows := rowsOf(&d.Stage)
		if len(rows) != 4 {
			t.Fatalf("%d rows, want 4", len(rows))
		}
		for i, r := range rows {
			path := filepath.Join(folder, fmt.Sprintf("site%d.csv", 8+i))
			opening := must.Have(session.NewOpening("files", map[string]string{"source": source, "target": path, "standardize": "domain"}))
			opening.Spec.Cache = ""
			alone, err := session.Open(t.Context(), opening.Spec, nil, nil)
			if err != nil {
				if i != 1 || r.Err == nil || r.Err.Error() != err.Error() {
					t.Errorf("%s: %v, alone %v", path, r.Err, err)
				}
				continue
			}
			solution := must.Have(model.NewSolver(alone.Problem).Endpoints(t.Context(), d.State.Params))
			spec := opening.Spec
			spec.Standardize--
			scaled := must.Have(session.Open(t.Context(), spec, nil, nil))
			test := must.Have(shift.Test(t.Context(), scaled.Pair.Source.X, scaled.Pair.Target.X, 0))
			if r.Target != path || fmt.Sprint(r.None, r.LAR) != fmt.Sprint(solution.None.Evaluation, solution.Descent.Evaluation) ||
				r.Changed != alone.Problem.Changed(solution.None.Weights, solution.Descent.Weights) || r.Shift.P != test.P || r.Shift.Classifier != test.Classifier {
				t.Errorf("%s at λ = %s: %+v, alone %+v", path, lambda, r, solution.Descent.Evaluation)
			}
		}
	}
	if picture := d.Picture(120, 36); !strings.Contains(picture, "site11.csv") || !strings.Contains(picture, `column "b"`) {
		t.Error(picture)
	}
	for _, size := range [][2]int{{60, 20}, {80, 24}} {
		must.Say(t, d.Picture(size[0], size[1]), "site11.csv")
	}

	first := d.Update.Session
	held := must.Have(first.HeldOut(t.Context()))
	d.Press("down", "enter")
	must.Say(t, d.Said, "column")
	d.Press("down", "enter")
	now := d.Update.Session
	if filepath.Base(d.State.Spec.Target) != "site10.csv" || d.State.Params.Lambda != 5 || now == first {
		t.Fatalf("open is %s at λ = %v", d.State.Spec.Target, d.State.Params.Lambda)
	}
	if now.Pair.Source.X != first.Pair.Source.X || now.Problem.Src.Gram != first.Problem.Src.Gram || must.Have(now.HeldOut(t.Context())) != held {
		t.Error("the source is read, summed or held out again")
	}
	err := session.EachTarget(t.Context(), now.Spec, now, nil, func(_ string, opened *session.Session, err error) error {
		if err == nil && (opened.Pair.Source.X != first.Pair.Source.X || opened.Problem.Src.Gram != first.Problem.Src.Gram || must.Have(opened.HeldOut(t.Context())) != held) {
			t.Errorf("%s: the source is read, summed or held out again", opened.Pair.TargetName)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	d.Set("lambda", "4")
	for _, line := range v.Lines(&d.Stage) {
		if !strings.HasPrefix(line, "site") {
			t.Errorf("line %q", line)
		}
	}
}

// With one target the view explains how to compare several, and its keys are idle.
func TestOneTarget(t *testing.T) {
	d := stagetest.Open(t, &Several{}, "rotated-gaussian", map[string]string{"n": "20", "m": "20"})
	must.Say(t, d.Picture(80, 24), "one target is open")
	d.Press("enter")
	must.Equal(t, d.Said, oneTarget)
}
