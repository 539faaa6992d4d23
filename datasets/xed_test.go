package datasets

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/model/testutil"
)

// The pair xed names the file that it lacks. With its files it sets rows aside, standardizes each
// domain by itself and is judged by F1.
func TestXED(t *testing.T) {
	spec := DefaultSpec("xed")
	for data, want := range map[string]error{t.TempDir(): ErrMissingFile, os.Getenv("LARUI_DATA"): nil} {
		if _, err := os.Stat(filepath.Join(data, "xed")); want == nil && err != nil {
			t.Skip("LARUI_DATA has no xed/")
		}
		spec.Data = data
		pair, err := Open(t.Context(), spec, nil)
		if !errors.Is(err, want) || err != nil && !strings.Contains(err.Error(), "xed/xed_en.npz") {
			t.Fatal(err)
		}
		if err != nil {
			continue
		}
		testutil.Equal(t, [3]int{pair.Source.Rows(), pair.Target.Rows(), pair.Validation.Rows()}, [3]int{6524, 4562, 100})
		testutil.Equal(t, pair.Title+", "+spec.ScoreChoice.Name, "XED, en → de, f1")
		sum, squares := 0.0, 0.0
		for i := range pair.Source.Rows() {
			v := pair.Source.X.At(i, 7)
			sum, squares = sum+v, squares+v*v
		}
		if sum > 1e-8 || sum < -1e-8 || squares/6524 < 0.99 || squares/6524 > 1.01 {
			t.Errorf("a feature has the sum %g and the mean square %g", sum, squares/6524)
		}
	}
	spec.Language = "xx"
	if _, err := Open(t.Context(), spec, nil); !errors.Is(err, ErrSpec) {
		t.Errorf("unknown language: %v", err)
	}
}
