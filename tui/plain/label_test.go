package plain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"larui/model/testutil"
	"larui/tui/session"
)

// Labelling in words asks for the same rows as the screen and goes on with the answers of a
// file.
func TestLabel(t *testing.T) {
	testutil.UseOwnFolders(t)
	o := pair(t, "rotated-gaussian")
	file := filepath.Join(t.TempDir(), "my rows.csv")
	begin := "label " + session.ShellQuote(file)
	got := talk(t, o, "lambda 100", "label", begin, "label -1", "label which", "label unsure", "label undo", "label 7", "label back", "label back", "label next", "label next")
	testutil.Contains(t, got, "\nLAR and no adaptation differ in 100 of the target's 1000 rows, 10.0 %.\n", "\nYou may stop after any answer: for example, 9 of 10, 16 of 20 or 22 of 30 answers for the same model decide.\n", "\ntype label rotated-gaussian-labels.csv to begin, and to save the answers in this file\n", "\nrow 842, answers 0, rows predicted differently 100: one says +1, the other -1\nx1 0.5031184178175933, x2 -0.23748090922847304\n", "\n1 row answered, 0 unsure: LAR is right on 1, no adaptation on 0\n", "no adaptation -1", "\n1 row answered, 1 unsure", "\nerror: label \"7\" is not a class of the source", "\nopen: ")
	if text, _ := os.ReadFile(file); strings.Count(string(text), ",-1,") != 1 || strings.Contains(string(text), "?") {
		t.Errorf("the file is\n%s", text)
	}
	if got := talk(t, o, "lambda 100", begin); !strings.Contains(got, ", answers 1, ") || !strings.Contains(got, "\n1 row answered") {
		t.Errorf("going on says\n%s", got)
	}
	testutil.Contains(t, talk(t, o, "angle 60", "choose", "label"), "\ntesting k 1, ktilde 1, lambda 10: not chosen without labels\nLAR and no adaptation differ in ")
	if got := talk(t, o, "label "+session.ShellQuote(file), "label a b c", "lambda 0.001", "label "+session.ShellQuote(file)); strings.Count(got, "\nerror: ") != 3 {
		t.Errorf("files of another setting, and three words, say\n%s", got)
	}
}
