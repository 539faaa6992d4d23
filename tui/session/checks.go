package session

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// checkFile returns an error unless value is the path of a readable file, or "-" for standard input.
func checkFile(value string) error {
	if value == "-" {
		return nil
	}
	path, info, err := statPath("", value)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder: name a file in it (Tab lists them)", path)
	case !info.Mode().IsRegular():
		return nil // opening a pipe would wait for its writer
	}
	file, err := os.Open(path)
	if err != nil {
		return newReadError(path, err)
	}
	return file.Close()
}

func checkFolder(value string) error {
	path, info, err := statPath("folder ", value)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is a file: name the folder that holds mnist/ and usps/", path)
	}
	return err
}

// statPath expands a leading ~ in value and calls os.Stat. An error names the path after kind,
// which is "folder " or, for a file, empty.
func statPath(kind, value string) (path string, info os.FileInfo, err error) {
	path = ExpandHome(value)
	info, err = os.Stat(path)
	switch {
	case os.IsNotExist(err):
		err = fmt.Errorf("there is no %s%s", kind, path)
	case err != nil:
		err = newReadError(path, err)
	}
	return path, info, err
}

// newReadError returns an error that path can't be read. err must come from package os; only its
// reason is taken, since err names the path too.
func newReadError(path string, err error) error {
	return fmt.Errorf("%s can't be read: %w", path, errors.Unwrap(err))
}

// checkClasses returns an error unless value lists at least two different digits, such as 3,8.
func checkClasses(value string) error {
	var digits []string
	for part := range strings.SplitSeq(value, ",") {
		part = strings.TrimSpace(part)
		switch {
		case len(part) != 1 || !hasOnlyDigits(part):
			return fmt.Errorf("%q is not a digit from 0 to 9: write digits with commas between them, such as %s", part, suggestDigits(part))
		case slices.Contains(digits, part):
			return fmt.Errorf("%s is given twice: write different digits, such as 3,8", part)
		}
		digits = append(digits, part)
	}
	if len(digits) == 1 {
		return fmt.Errorf("the digit %s alone is not enough: give two digits or more, such as 3,8", digits[0])
	}
	return nil
}

func hasOnlyDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// suggestDigits writes commas between the digits of text, as in 3,5,8. If text is not two or more
// different digits, it returns the example 3,8.
func suggestDigits(text string) string {
	digits := strings.Split(text, "")
	distinct := slices.Compact(slices.Sorted(slices.Values(digits)))
	if len(digits) < 2 || len(distinct) < len(digits) || !hasOnlyDigits(text) {
		return "3,8"
	}
	return strings.Join(digits, ",")
}
