package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
)

// Command returns the command line that opens the program in a state of the session: the pair and
// every option whose value differs from the pair's default.
func (s *Session) Command(state State) string {
	usual := s.StartState()
	usual.Spec = defaultSpec(state.Spec.Name)
	limits := s.Limits()
	idle := func(o Option) bool { return !o.AppliesTo(limits) }
	return formatCommand(state, usual, slices.DeleteFunc(slices.Concat(fileOptions(), controls(), []Option{rivalOption()}), idle))
}

// SettingFlags returns flags for the parameters p of LAR and for the session's seed, such as "--k=5
// --lambda=0.1 --epochs=100 --seed=1".
func (s *Session) SettingFlags(p model.Params) string {
	state, usual := s.StartState(), s.StartState()
	state.Params, usual.Params.Epochs = p, 0
	state.Spec.Name = datasets.FilesName
	return strings.TrimPrefix(formatCommand(state, usual, controls()), "larui ") + fmt.Sprintf(" --seed=%d", s.Spec.Seed)
}

// ParseSetting reads flags that SettingFlags wrote and returns the session's state with these
// parameters. It returns an error for another seed.
func (s *Session) ParseSetting(flags string) (State, error) {
	_, values, err := parseFlags(strings.Fields(flags))
	if err != nil {
		return State{}, err
	}
	set, err := ParseOptions(values)
	if seed := set.ApplyTo(State{Spec: s.Spec}).Spec.Seed; err == nil && seed != s.Spec.Seed {
		err = fmt.Errorf("%w: the seed is %d, not %d", ErrValue, s.Spec.Seed, seed)
	}
	if err != nil {
		return State{}, err
	}
	return s.StartStateWith(set)
}

// PairCommand returns the command line that opens the pair of spec, with absolute paths of files and
// without the parameters of LAR.
func PairCommand(spec datasets.Spec) (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	state, usual := State{Spec: spec}.ResolvePaths(folder), State{Spec: defaultSpec(spec.Name)}
	state.Spec.Cache = usual.Spec.Cache
	return formatCommand(state, usual, fileOptions()), nil
}

func defaultSpec(name string) datasets.Spec {
	spec := datasets.DefaultSpec(name)
	spec.Cache = datasets.CacheFolder()
	return spec
}

// formatCommand returns a command line with those of the options whose values in state differ from
// the values in usual.
func formatCommand(state, usual State, options []Option) string {
	words := []string{"larui"}
	if state.Spec.Name != datasets.FilesName {
		words = append(words, state.Spec.Name)
	}
	for _, o := range options {
		if value := o.Get(state); value != o.Get(usual) {
			words = append(words, "--"+o.Name+"="+ShellQuote(value))
		}
	}
	return strings.Join(words, " ")
}

// ShellQuote quotes s for a shell, as wording.ShellQuote does.
func ShellQuote(s string) string { return wording.ShellQuote(s) }

// OutputBaseName returns the start of the names of files written for a pair: the name of the
// target's file without folder and ending, or the name of a built-in pair.
func OutputBaseName(spec datasets.Spec) string {
	if spec.Target == "" {
		return spec.Name
	}
	return strings.TrimSuffix(filepath.Base(spec.Target), filepath.Ext(spec.Target))
}
