package tui

import (
	"encoding/csv"
	"strconv"
	"strings"

	"larui/datasets"
)

// Command returns the command line that opens the explorer in the state s of the
// session: the pair, what its specification changes from the defaults, and every
// control that is not where the pair opens by itself.
func Command(s State, session *Session) string {
	words := []string{"larui"}
	if s.Spec.Name != datasets.FilesName {
		words = append(words, s.Spec.Name)
	}
	words = append(words, specFlags(s.Spec)...)
	own := startState(s.Spec, session.Pair, session.Problem)
	own.Spec = datasets.DefaultSpec(s.Spec.Name)
	for _, c := range Controls() {
		value := c.Format(s)
		if !c.Applies(session.Limits()) || value == c.Format(own) {
			continue
		}
		words = append(words, "--"+c.Name+"="+quote(value))
	}
	return strings.Join(words, " ")
}

// command returns the command line that opens the explorer in the present state and
// view, spoken where it is.
func (sc *Scene) command() string {
	command := Command(sc.State, sc.Update.Session)
	if sc.Spoken {
		command += " --plain"
	}
	if view := sc.viewName(); view != dashboardName {
		command += " --view=" + view
	}
	return command
}

// specFlags writes how the pair differs from its defaults, controls aside.
func specFlags(spec datasets.Spec) []string {
	base := datasets.DefaultSpec(spec.Name)
	var words []string
	text := func(flag, value, standard string) {
		if value != standard {
			words = append(words, "--"+flag+"="+quote(value))
		}
	}
	text("source", spec.Source, base.Source)
	text("target", spec.Target, base.Target)
	text("validation", spec.Validation, base.Validation)
	text("label", spec.Label, base.Label)
	text("features", joinCSV(spec.Features), joinCSV(base.Features))
	text("drop", joinCSV(spec.Drop), joinCSV(base.Drop))
	text("task", spec.Task, base.Task)
	text("standardize", fitName(spec.Standardize), fitName(base.Standardize))
	text("scale", fitName(spec.Scale), fitName(base.Scale))
	text("scale-label", strconv.FormatBool(spec.ScaleLabel), strconv.FormatBool(base.ScaleLabel))
	text("data", spec.Data, base.Data)
	text("classes", joinInts(spec.Classes), joinInts(base.Classes))
	text("target-split", spec.TargetSplit, base.TargetSplit)
	text("raw", strconv.FormatBool(spec.Raw), strconv.FormatBool(base.Raw))
	text("bias", strconv.FormatBool(spec.Bias), strconv.FormatBool(base.Bias))
	text("validation-size", strconv.Itoa(spec.ValidationSize), strconv.Itoa(base.ValidationSize))
	if spec.Cache == "" && !builtIn(spec.Name) {
		words = append(words, "--no-cache")
	}
	return words
}

// builtIn tells whether the pair called name is generated: then nothing of it is
// kept anyway.
func builtIn(name string) bool {
	for _, info := range datasets.List() {
		if info.Name == name {
			return info.BuiltIn
		}
	}
	return false
}

func fitName(f datasets.Fit) string {
	switch f {
	case datasets.FitSource:
		return "source"
	case datasets.FitDomain:
		return "domain"
	}
	return "none"
}

// joinCSV writes a list as its flag reads it: with quotes where a name holds a
// comma.
func joinCSV(names []string) string {
	if len(names) == 0 {
		return ""
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(names) // a strings.Builder does not fail
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// splitCSV is the inverse of joinCSV.
func splitCSV(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	return csv.NewReader(strings.NewReader(text)).Read()
}

func joinInts(values []int) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = strconv.Itoa(v)
	}
	return strings.Join(words, ",")
}

// quote makes one shell word of s.
func quote(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./,:+=@%", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
