package table

import (
	"cmp"
	"path/filepath"
	"strings"
)

// findLabels reads the labels of an array from the file in the same folder that f.siblings names. It reads
// none if t has labels or the user names a label column.
func (t *Table) findLabels(f format, column string) error {
	if _, ok := t.Rows.(*array); !ok || t.Labels != nil {
		return nil
	}
	if column != "" {
		t.MissingLabelText = ""
		return nil
	}
	for _, names := range f.siblings {
		sibling, named := findSibling(t.Path, names[0], names[1])
		switch {
		case sibling != "":
			return t.readLabels(f, sibling)
		case named:
			t.Note(" has no file of labels (…%s) beside it", names[1])
			t.FeaturesOnly = true
			if t.MissingLabelText != "" {
				t.MissingLabelText = "has no labels: there is no …" + names[1] + " beside it"
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
	texts, err := held[0].readLabels()
	t.Labels = &Labels{in.Part, "those of " + filepath.Base(path), texts, ""}
	return cmp.Or(err, in.CheckUnchanged())
}

// findSibling returns path with replacement in place of ending, or "" if there is no such file. The
// extension .gz or .bz2 may follow. named is true if path has the ending.
func findSibling(path, ending, replacement string) (sibling string, named bool) {
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
		if candidate := filepath.Join(folder, name[:at]+replacement+rest); Exists(candidate) {
			return candidate, true
		}
	}
	return "", true
}
