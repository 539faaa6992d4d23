package session

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// What can be known to be wrong with a value before anything is opened.

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
	path = ExpandHome(value)
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
