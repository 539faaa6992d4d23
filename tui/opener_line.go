package tui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"larui/datasets"
)

// An opening is a pair to open and the values of controls to open it at.
type opening struct {
	spec datasets.Spec
	set  map[string]string
}

// parseOpening reads what to open: a command line as Command writes it, of which
// "larui" and the dashes may be left out. Two words that are no flags are the files
// of source and target. Errors wrap ErrValue.
func parseOpening(line string) (opening, error) {
	words, err := splitWords(line)
	if err != nil {
		return opening{}, err
	}
	var names []string
	values := map[string]string{}
	if len(words) > 0 && words[0] == "larui" {
		words = words[1:]
	}
	for i := 0; i < len(words); i++ {
		flag, value, has := strings.Cut(words[i], "=")
		dashed := strings.HasPrefix(flag, "--")
		flag = strings.TrimPrefix(flag, "--")
		switch {
		case !dashed && !(has && knownFlag(flag)):
			names = append(names, words[i])
			continue
		case !knownFlag(flag):
			return opening{}, fmt.Errorf("%w: there is no flag --%s", ErrValue, flag)
		case has:
		case isSwitch(flag):
			value = "true"
		case i+1 == len(words):
			return opening{}, fmt.Errorf("%w: --%s needs a value", ErrValue, flag)
		default:
			i++
			value = words[i]
		}
		values[flag] = value
	}
	switch {
	case len(names) == 2 && values["source"] == "" && values["target"] == "":
		values["source"], values["target"] = names[0], names[1]
		names = []string{datasets.FilesName}
	case len(names) == 0 && (values["source"] != "" || values["target"] != ""):
		names = []string{datasets.FilesName}
	case len(names) != 1 || adjustable(names[0]) == nil && looksLikeFile(names[0]):
		return opening{}, misnamed(names)
	}
	return newOpening(names[0], values)
}

// misnamed says what is wrong with names that are neither a pair nor two files.
func misnamed(names []string) error {
	for _, name := range names {
		if option, _, has := strings.Cut(name, "="); has && !looksLikeFile(name) {
			var known []string
			for _, f := range specFlagTable() {
				known = append(known, f.name)
			}
			return fmt.Errorf("%w: there is no option %q: there are %s, and the controls", ErrValue, option, strings.Join(known, ", "))
		}
	}
	switch len(names) {
	case 0:
		return fmt.Errorf("%w: name a pair, or the files of a source and a target", ErrValue)
	case 1:
		return fmt.Errorf("%w: %s alone is one file: name the file of a source and that of a target", ErrValue, names[0])
	}
	return fmt.Errorf("%w: %d names are too many: name a pair, or the files of a source and a target, names with blanks in quotes", ErrValue, len(names))
}

// looksLikeFile tells whether a word is the path of a file rather than a name.
func looksLikeFile(word string) bool {
	_, err := os.Stat(expandHome(word))
	return err == nil || strings.ContainsAny(word, "./"+string(filepath.Separator)) && !strings.Contains(word, "=")
}

// newOpening returns the pair of that name with the values that flags, by name, give
// it. Errors wrap ErrValue.
func newOpening(name string, values map[string]string) (opening, error) {
	o := opening{spec: datasets.DefaultSpec(name), set: map[string]string{}}
	limits := Limits{Adjustable: adjustable(name)}
	for _, c := range Controls() {
		if value, ok := values[c.Name]; ok {
			if !c.Applies(limits) {
				return o, fmt.Errorf("%w: --%s does nothing for %s", ErrValue, c.Name, name)
			}
			o.set[c.Name] = value
		}
	}
	if isTrue(values["no-bias"]) {
		values["bias"] = "false"
	}
	for _, f := range specFlagTable() {
		value, ok := values[f.name]
		if !ok {
			continue
		}
		if !slices.Contains(limits.Adjustable, f.field) {
			return o, fmt.Errorf("%w: --%s does nothing for %s", ErrValue, f.name, name)
		}
		if err := f.put(&o.spec, value); err != nil {
			return o, err
		}
	}
	if name == datasets.FilesName && (o.spec.Source == "" || o.spec.Target == "") {
		return o, fmt.Errorf("%w: a pair read from files needs a source and a target", ErrValue)
	}
	var err error
	o.spec, err = ParseSpec(o.spec, o.set)
	return o, err
}

// expandHome puts the home folder in place of a leading ~, as shells do.
func expandHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if home, err := os.UserHomeDir(); ok && err == nil && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(home, rest)
	}
	return path
}

// splitWords takes a line apart as a shell does: quotes hold words together, a
// backslash takes the next character as it is. Errors wrap ErrValue.
func splitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	within, escaped := false, false
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'' && os.PathSeparator != '\\':
			escaped, within = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, within = r, true
		case quote == 0 && (r == ' ' || r == '\t'):
			if within {
				words = append(words, word.String())
			}
			word.Reset()
			within = false
		default:
			word.WriteRune(r)
			within = true
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("%w: a quote is not closed", ErrValue)
	}
	if within {
		words = append(words, word.String())
	}
	return words, nil
}

// openingCommand writes the pair of spec as a command line that opens it from any
// folder, controls aside.
func openingCommand(spec datasets.Spec) (string, error) {
	spec.Cache = "any"
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
	words := []string{"larui"}
	if spec.Name != datasets.FilesName {
		words = append(words, spec.Name)
	}
	line := strings.Join(append(words, specFlags(spec)...), " ")
	if strings.ContainsAny(line, "\n\r") {
		return "", errors.New("a name with a line break does not fit into a line")
	}
	return line, nil
}
