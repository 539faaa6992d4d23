package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"larui/model/testutil"
)

// Scores of shards add up to what solve finds on all rows of the target.
func TestScore(t *testing.T) {
	for _, classes := range []int{0, 2, 3} {
		source, target := made(t, classes, 4)
		call := argv("--source % --target % --label y --drop id --standardize source --k 2 --ktilde 1 --lambda 3", source, target)
		folder := t.TempDir()
		model, none := filepath.Join(folder, "m.json"), filepath.Join(folder, "none.json")
		found := decode[struct {
			Descent struct{ TargetAccuracy, TargetMSE *float64 }
		}](t, "solve --save-model % %", model, call)
		put(t, "solve --which none --save-model % %", none, call)
		text := read(target)
		lines := strings.SplitAfter(text, "\n")
		first := testutil.WriteFile(t, "first.csv", strings.Join(lines[:50], ""))
		second := testutil.WriteFile(t, "second.csv", lines[0]+strings.Join(lines[50:], ""))
		scores := put(t, "score --model % --none % % %", model, none, first, second)
		got := decode[struct {
			N, Labelled, Shards           int
			Accuracy, MSE, AgreesWithNone *float64
		}](t, "score --merge %", scores)
		want, have := found.Descent.TargetAccuracy, got.Accuracy
		if classes == 0 {
			want, have = found.Descent.TargetMSE, got.MSE
		} else if *got.AgreesWithNone <= 0 || *got.AgreesWithNone > 1 {
			t.Errorf("agrees on %v", *got.AgreesWithNone)
		}
		if got.N != 120 || got.Labelled != 120 || got.Shards != 2 || math.Abs(*want-*have) > 1e-12**want {
			t.Errorf("%d classes: %v of %d rows, not %v", classes, *have, got.N, *want)
		}
		value := strings.TrimSpace(lines[1][strings.LastIndexByte(lines[1], ',')+1:])
		odd := testutil.WriteFile(t, "odd.csv", lines[0]+strings.Replace(lines[1], value, "odd", 1))
		refused(t, strings.NewReplacer("$scores", scores, "$other", put(t, "score --model % %", none, first), "$target", target, "$model", model, "$odd", odd), `
			1 score --merge $scores $scores | twice
			1 score --merge $other $scores | scores of different models can't be added
			1 score --merge $target | is not a line of larui score
			1 score --model $model $odd | odd
			2 score $target | score needs a model
			2 score --model $model | score needs a file`)
	}
}
