package table

import (
	"cmp"
	"path/filepath"
	"strings"
)

// findLabels reads the labels of an array from the label file in the same folder, by the names of
// its format f. It does nothing if t has labels or the user names a label column.
func (t *Table) findLabels(f format, column string) error {
	if _, ok := t.Rows.(*array); !ok || t.Labels != nil {
		return nil
	}
	if column != "" {
		t.Lacking = ""
		return nil
	}
	for _, names := range f.siblings {
		sibling, named := siblingOf(t.Path, names[0], names[1])
		switch {
		case sibling != "":
			return t.readLabels(f, sibling)
		case named:
			t.Note(" has no file of labels (…%s) beside it", names[1])
			t.FeaturesOnly = true
			if t.Lacking != "" {
				t.Lacking = "has no labels: there is no …" + names[1] + " beside it"
			}
		}
	}
	return nil
}

func (t *Table) readLabels(f format, path string) error {
	in, err := openInput(t.In.report, path, t.In.Options)
	if err != nil {
		return err
	}
	defer in.Close()
	held, err := f.open(in)
	if err != nil {
		return err
	}
	texts, err := held[0].texts()
	t.Labels = &Labels{in.Part, "those of " + filepath.Base(path), texts, ""}
	return cmp.Or(err, in.CheckUnchanged())
}

// siblingOf returns the existing file whose path is path with another ending: by in place of ending.
// The extension of a compression may follow. named is true if path has the ending. sibling is "" if
// there is no such file.
func siblingOf(path, ending, by string) (sibling string, named bool) {
	folder, name := filepath.Split(path)
	at := strings.LastIndex(name, ending)
	if at < 0 {
		return "", false
	}
	rest := name[at+len(ending):]
	if rest != "" && rest != ".gz" && rest != ".bz2" {
		return "", false
	}
	for _, rest := range []string{rest, "", ".gz", ".bz2"} {
		if candidate := filepath.Join(folder, name[:at]+by+rest); Exists(candidate) {
			return candidate, true
		}
	}
	return "", true
}
