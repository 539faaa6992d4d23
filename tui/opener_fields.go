package tui

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"larui/datasets"
)

// A formField asks for the value of a flag.
type formField struct {
	// flag is the field's name too.
	flag, help string
	// path completes file names; needed fields can't be left empty.
	path, needed bool
	// values are the ones to choose from, where they are few.
	values []string
	// check says early, and in the form, what opening would say too; nil for
	// nothing.
	check func(value string) error
}

// formFields returns what there is to ask before the pair called name is opened:
// nothing for pairs that are generated without a choice to make first.
func formFields(name string) []formField {
	uses := adjustable(name)
	if !slices.Contains(uses, "Source") && !slices.Contains(uses, "Classes") {
		return nil
	}
	fits := []string{"none", "source", "domain"}
	var fields []formField
	for _, f := range []struct {
		field string
		form  formField
	}{
		{"Source", formField{flag: "source", path: true, needed: true, check: checkFile, help: "file of the labelled source domain"}},
		{"Target", formField{flag: "target", path: true, needed: true, check: checkFile, help: "file of the target domain; its labels, if any, only score"}},
		{"Label", formField{flag: "label", help: "column of the labels, by name or position; empty: found by itself"}},
		{"Drop", formField{flag: "drop", check: checkNames, help: "columns to leave out, such as id,date; empty: none"}},
		{"Task", formField{flag: "task", values: []string{"auto", "binary", "multiclass", "regression"}, help: "auto, binary, multiclass or regression; empty: auto, from the labels"}},
		{"Standardize", formField{flag: "standardize", values: fits, help: "zero mean and unit variance, fitted on source or each domain; empty: none"}},
		{"Scale", formField{flag: "scale", values: fits, help: "divide by the largest magnitude, fitted on source or each domain; empty: none"}},
		{"Validation", formField{flag: "validation", path: true, check: checkFile, help: "file of labelled target rows to choose by; empty: none"}},
		{"Classes", formField{flag: "classes", check: checkClasses, help: "digits to tell apart, such as 3,8; empty: all ten"}},
		{"Ratio", formField{flag: "ratio", check: checkRatio, help: "share of the lowest digit kept in the source, such as 0.1; empty: 1, all"}},
		{"ValidationSize", formField{flag: "validation-size", check: checkRows,
			help: fmt.Sprintf("target rows set aside to choose by; empty: %d", datasets.DefaultSpec(name).ValidationSize)}},
		{"Bias", formField{flag: "bias", values: []string{"true", "false"}, help: "append a constant 1 to the features; empty: true"}},
		{"Data", formField{flag: "data", path: true, check: checkFolder, help: "folder with mnist/ and usps/; empty: LARUI_DATA or the cache folder"}},
	} {
		if slices.Contains(uses, f.field) {
			if f.form.values != nil {
				f.form.check = checkChoice(f.form.values)
			}
			fields = append(fields, f.form)
		}
	}
	return fields
}

// checkFile wants a file that can be read.
func checkFile(value string) error {
	path, info, err := lookUp("", value)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it, Tab shows what there is", path)
	case !info.Mode().IsRegular():
		return nil // opening a pipe would wait for its writer
	}
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%s can't be read: %w", path, pathCause(err))
	}
	return file.Close()
}

// lookUp finds out what is at a path; what names the kind that is wanted, with a
// blank, or is empty.
func lookUp(what, value string) (path string, info os.FileInfo, err error) {
	path = expandHome(value)
	info, err = os.Stat(path)
	switch {
	case os.IsNotExist(err):
		err = fmt.Errorf("there is no %s%s", what, path)
	case err != nil:
		err = fmt.Errorf("%s can't be read: %w", path, pathCause(err))
	}
	return path, info, err
}

// pathCause is what is wrong with a path, without naming it again.
func pathCause(err error) error {
	if cause := (*os.PathError)(nil); errors.As(err, &cause) {
		return cause.Err
	}
	return err
}

// checkFolder wants a folder.
func checkFolder(value string) error {
	path, info, err := lookUp("folder ", value)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s is a file: name the folder that holds mnist/ and usps/", path)
	}
	return nil
}

func checkNames(value string) error {
	if _, err := splitCSV(value); err != nil {
		return fmt.Errorf("%q is not a list of columns such as id,date", value)
	}
	return nil
}

// checkClasses wants different digits, two at least.
func checkClasses(value string) error {
	seen := map[string]bool{}
	for part := range strings.SplitSeq(value, ",") {
		part = strings.TrimSpace(part)
		switch {
		case len(part) != 1 || part < "0" || part > "9":
			return fmt.Errorf("%q is not a digit from 0 to 9: write them with commas, such as %s", part, digitsOf(part))
		case seen[part]:
			return fmt.Errorf("%s is given twice: write different digits, such as 3,8", part)
		}
		seen[part] = true
	}
	if len(seen) == 1 {
		return fmt.Errorf("%s alone leaves nothing to tell apart: give two digits or more, such as 3,8", strings.TrimSpace(value))
	}
	return nil
}

// digitsOf is what may have been meant by digits without commas, or an example.
func digitsOf(text string) string {
	digits := strings.Split(text, "")
	known := func(digit string) bool { return digit >= "0" && digit <= "9" }
	for i, digit := range digits {
		if !known(digit) || slices.Contains(digits[:i], digit) {
			return "3,8"
		}
	}
	if len(digits) < 2 {
		return "3,8"
	}
	return strings.Join(digits, ",")
}

func checkRatio(value string) error {
	if v, err := strconv.ParseFloat(value, 64); err != nil || !(v > 0 && v <= 1) {
		return fmt.Errorf("%q is not a share: write a number above 0, up to 1, such as 0.1", value)
	}
	return nil
}

func checkRows(value string) error {
	if v, err := strconv.Atoi(value); err != nil || v < 0 {
		return fmt.Errorf("%q is not a number of rows: write 0 or more, such as 100", value)
	}
	return nil
}

// checkChoice wants one of values.
func checkChoice(values []string) func(string) error {
	return func(value string) error {
		if slices.Contains(values, value) {
			return nil
		}
		last := len(values) - 1
		return fmt.Errorf("%q is not one of %s and %s", value, strings.Join(values[:last], ", "), values[last])
	}
}
