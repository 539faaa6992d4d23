package session

import (
	"os"
	"slices"
	"strings"

	"larui/datasets"
	"larui/datasets/phrase"
)

// Command returns the command line that opens the explorer in a state of the session:
// the pair, and every option that is not where the pair opens by itself.
func (s *Session) Command(state State) string {
	usual := s.Start()
	usual.Spec = usualSpec(state.Spec.Name)
	limits := s.Limits()
	idle := func(o Option) bool { return !o.Applies(limits) }
	return command(state, usual, slices.DeleteFunc(slices.Concat(fileOptions(), controls(), rivalControls()), idle))
}

// PairCommand writes the pair of spec, controls aside, as a command line that opens
// it from any folder.
func PairCommand(spec datasets.Spec) (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	state, usual := State{Spec: spec}.From(folder), State{Spec: usualSpec(spec.Name)}
	state.Spec.Cache = usual.Spec.Cache
	return command(state, usual, fileOptions()), nil
}

// usualSpec is that of the pair called name as it is opened without any option.
func usualSpec(name string) datasets.Spec {
	spec := datasets.DefaultSpec(name)
	spec.Cache = datasets.CacheFolder()
	return spec
}

// command writes a state: the name of its pair, and those of the options that differ
// from usual.
func command(state, usual State, options []Option) string {
	words := []string{"larui"}
	if state.Spec.Name != datasets.FilesName {
		words = append(words, state.Spec.Name)
	}
	for _, o := range options {
		if value := o.Get(state); value != o.Get(usual) {
			words = append(words, "--"+o.Name+"="+Quote(value))
		}
	}
	return strings.Join(words, " ")
}

// Quote makes one shell word of s.
func Quote(s string) string { return phrase.Word(s) }
