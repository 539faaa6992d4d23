package session

import (
	"errors"
	"path/filepath"
	"strings"

	"larui/datasets"
)

// Command returns the command line that opens the explorer in a state of the session:
// the pair, and every option that is not where the pair opens by itself.
func (s *Session) Command(state State) string {
	own := s.Start()
	own.Spec = usualSpec(state.Spec.Name)
	return strings.Join(words(state, own, s.Limits()), " ")
}

// PairCommand writes the pair of spec, controls aside, as a command line that opens
// it from any folder.
func PairCommand(spec datasets.Spec) (string, error) {
	kept := usualSpec(spec.Name)
	for _, path := range []*string{&spec.Source, &spec.Target, &spec.Validation, &spec.Data} {
		if *path == "" {
			continue
		}
		whole, err := filepath.Abs(*path)
		if err != nil {
			return "", err
		}
		*path = whole
	}
	var files []string
	for _, o := range FileOptions() {
		if o.Name != "no-cache" {
			files = append(files, o.Name)
		}
	}
	line := strings.Join(words(State{Spec: spec}, State{Spec: kept}, Limits{Options: files}), " ")
	if strings.ContainsAny(line, "\n\r") {
		return "", errors.New("a name with a line break does not fit into a line")
	}
	return line, nil
}

// usualSpec is that of the pair called name as it is opened without any option.
func usualSpec(name string) datasets.Spec {
	spec := datasets.DefaultSpec(name)
	spec.Cache = datasets.CacheFolder()
	return spec
}

// words are those of the command line of a state: the name of its pair, and the
// options that apply and differ from usual, files first.
func words(state, usual State, l Limits) []string {
	words := []string{"larui"}
	if state.Spec.Name != datasets.FilesName {
		words = append(words, state.Spec.Name)
	}
	for _, options := range [][]Option{FileOptions(), Controls()} {
		for _, o := range options {
			if value := o.Get(state); o.Applies(l) && value != o.Get(usual) {
				words = append(words, "--"+o.Name+"="+Quote(value))
			}
		}
	}
	return words
}

// Quote makes one shell word of s.
func Quote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:+=@%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
