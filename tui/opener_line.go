package tui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"larui/datasets"
)

// An opening is a pair to open and the values of controls to open it at.
type opening struct {
	spec datasets.Spec
	set  map[string]string
}

// A specFlag is a flag of the command line that sets a field of datasets.Spec,
// controls aside.
type specFlag struct {
	name, field string
	// files tells that pairs read from files use it; for others Info.Adjustable says.
	files bool
}

func specFlagTable() []specFlag {
	return []specFlag{
		{"source", "Source", true}, {"target", "Target", true}, {"validation", "Validation", true},
		{"label", "Label", true}, {"features", "Features", true}, {"drop", "Drop", true},
		{"task", "Task", true}, {"standardize", "Standardize", true}, {"scale", "Scale", true},
		{"scale-label", "ScaleLabel", true}, {"data", "Data", false}, {"classes", "Classes", false},
		{"target-split", "TargetSplit", false}, {"raw", "Raw", false}, {"bias", "Bias", true},
		{"validation-size", "ValidationSize", true},
	}
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

// adjustable names the fields of datasets.Spec that the pair called name uses.
func adjustable(name string) []string {
	var fields []string
	if name == datasets.FilesName {
		fields = append(fields, "Seed")
		for _, f := range specFlagTable() {
			if f.files {
				fields = append(fields, f.field)
			}
		}
	}
	for _, info := range datasets.List() {
		if info.Name != name {
			continue
		}
		fields = slices.Clone(info.Adjustable)
		if !info.BuiltIn {
			fields = append(fields, "Data")
		}
	}
	return fields
}

func knownFlag(name string) bool {
	if _, ok := ControlByName(name); ok {
		return true
	}
	return name == "no-bias" || name == "no-cache" ||
		slices.ContainsFunc(specFlagTable(), func(f specFlag) bool { return f.name == name })
}

// isSwitch tells whether a flag may stand without a value.
func isSwitch(name string) bool {
	return slices.Contains([]string{"no-bias", "no-cache", "bias", "raw", "scale-label", "keep-implicit", "nesterov"}, name)
}

func isTrue(text string) bool {
	v, err := strconv.ParseBool(text)
	return err == nil && v
}

// put sets the field to what text says.
func (f specFlag) put(spec *datasets.Spec, text string) error {
	wrong := func(want string) error { return fmt.Errorf("%w: %s %q is not %s", ErrValue, f.name, text, want) }
	switch field := reflect.ValueOf(spec).Elem().FieldByName(f.field).Addr().Interface().(type) {
	case *string:
		*field = text
		if slices.Contains([]string{"Source", "Target", "Validation", "Data"}, f.field) {
			*field = expandHome(text)
		}
	case *bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return wrong("true or false")
		}
		*field = v
	case *int:
		v, err := strconv.Atoi(text)
		if err != nil {
			return wrong("a whole number")
		}
		*field = v
	case *[]string:
		names, err := splitCSV(text)
		if err != nil {
			return wrong("a list of names such as a,b")
		}
		*field = names
	case *[]int:
		*field = nil
		for part := range strings.SplitSeq(text, ",") {
			v, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil && strings.TrimSpace(text) != "" {
				return wrong("a list of whole numbers such as 3,8")
			}
			if err == nil {
				*field = append(*field, v)
			}
		}
	case *datasets.Fit:
		at := slices.Index([]string{"none", "source", "domain"}, text)
		if at < 0 {
			return wrong("none, source or domain")
		}
		*field = []datasets.Fit{datasets.FitNone, datasets.FitSource, datasets.FitDomain}[at]
	}
	return nil
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
