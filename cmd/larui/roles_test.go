package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"larui/model/testutil"
)

// Everything that opens a pair says that its validation rows are the target's own.
func TestSharedValidation(t *testing.T) {
	folder, random := t.TempDir(), rand.New(rand.NewPCG(41, 6))
	table := func(name string) string {
		text := "x,z,label\n"
		for i := range 20 {
			text += fmt.Sprintf("%.3f,%.3f,%s\n", random.NormFloat64(), random.NormFloat64(), []string{"a", "b"}[i%2])
		}
		return testutil.WriteFile(t, filepath.Join(folder, name), text)
	}
	source, target := table("s.csv"), table("t.csv")
	copied := testutil.WriteFile(t, filepath.Join(folder, "copy.csv"), read(target))
	for _, path := range []string{target, copied} {
		for _, verb := range argv("solve check label sweep") {
			args := argv("% --no-cache --source % --target % --validation %", verb, source, target, path)
			if verb == "label" {
				args = append(args, "--k", "1", "--ktilde", "1", "--lambda", "9")
			}
			status, stdout, stderr := larui(t, "%", args)
			said := strings.Join(strings.Fields(stdout+stderr), " ")
			if status != statusOK || !strings.Contains(said, "20 of the 20 rows of the validation set are also rows of the target") {
				t.Errorf("%s, %s: %d, %s", verb, filepath.Base(path), status, said)
			}
		}
	}
}
