package datasets

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"larui/datasets/table"
)

// TargetFiles lists the files at paths, each once. For a folder, it lists the files inside, sorted by name
// with numbers in numeric order, except hidden files, the source, and files with the labels of other files.
func TargetFiles(source string, paths []string) (files []string, err error) {
	for _, path := range paths {
		inside, err := listFolderTargets(path, source)
		if err != nil {
			return nil, err
		}
		for _, file := range inside {
			if !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files, nil
}

// listFolderTargets returns path itself if path is not a folder.
func listFolderTargets(path, source string) (files []string, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, nil // if path is wrong, opening it will fail
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, table.NewFault(ErrMissingFile, "folder %s can't be read: %s", path, errors.Unwrap(err))
	}
	var beside []string
	for _, entry := range entries {
		file := filepath.Join(path, entry.Name())
		if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || strings.HasPrefix(entry.Name(), ".") || isSameFile(info, source) {
			continue
		}
		files, beside = append(files, file), append(beside, table.LabelFilesBeside(file)...)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return slices.Contains(beside, file) })
	if len(files) == 0 {
		return nil, table.NewFault(ErrMissingFile, "folder %s has no file that may be a target", path)
	}
	slices.SortStableFunc(files, func(a, b string) int { return strings.Compare(padNumbers(a), padNumbers(b)) })
	return files, nil
}

func isSameFile(info fs.FileInfo, path string) bool {
	other, err := os.Stat(path)
	return err == nil && os.SameFile(info, other)
}

var numbers = regexp.MustCompile(`[0-9]+`)

// padNumbers pads the numbers in a name with zeros, so that 2 sorts before 10.
func padNumbers(name string) string {
	const widest = 20
	return numbers.ReplaceAllStringFunc(name, func(digits string) string {
		return strings.Repeat("0", max(0, widest-len(digits))) + digits
	})
}
