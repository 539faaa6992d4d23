package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"larui/datasets"
)

// An Opening is a pair of domains to open. Set has all options that a user gave, Spec only the
// options of the pair. The options of LAR are applied when the pair is open.
type Opening struct {
	Spec datasets.Spec
	Set  OptionSet
	// Fetch downloads the pair's files before opening.
	Fetch bool
	// Review makes the opening stop with a datasets.Refusal that describes the columns of the
	// files, so that the user can choose options for them. If datasets.InspectPair finds nothing to
	// choose, the pair opens. ReviewIfNeeded is like Review, but only for files that can't be
	// opened without further options, or whose features differ in scale.
	Review, ReviewIfNeeded bool
}

// NewOpening returns the opening of the pair called name. values maps names of options to their
// values as text. Errors come from ParseOptions and OptionSet.Opening.
func NewOpening(name string, values map[string]string) (Opening, error) {
	set, err := ParseOptions(values)
	if err != nil {
		return Opening{}, err
	}
	return set.Opening(name)
}

// Opening returns the opening of the pair called name with the options of the set. The pair is
// cached in the user's cache folder unless the set has no-cache. Errors wrap
// datasets.ErrUnknownPair or ErrValue, which includes an option without an effect on the pair.
func (s OptionSet) Opening(name string) (Opening, error) {
	limits := Limits{Options: PairOptionNames(name)}
	if limits.Options == nil {
		return Opening{}, datasets.UnknownPair(name)
	}
	for _, o := range options() {
		idle := !o.AppliesTo(limits) && o.Name != "no-cache" // built-in pairs are never cached anyway
		if idle && s.Has(o.Name) {
			return Opening{}, fmt.Errorf("%w: --%s does nothing for %s: use it with %s", ErrValue, o.Name, name, strings.Join(o.PairNames(), ", "))
		}
	}
	return Opening{Spec: s.ApplyTo(State{Spec: defaultSpec(name)}).Spec, Set: s}, s.clash
}

// CheckFiles returns an error if the pair is read from files and its source or its target is missing.
func (o Opening) CheckFiles() error {
	switch {
	case o.Spec.Name != datasets.FilesName:
	case o.Spec.Source == "":
		return fmt.Errorf("%w: the file of the source is missing: give --source FILE", ErrValue)
	case o.Spec.Target == "" && !o.Spec.SourceOnly:
		return fmt.Errorf("%w: the file of the target is missing: give --target FILE", ErrValue)
	}
	return nil
}

func (o Opening) newRequest() Request {
	return Request{State: State{Spec: o.Spec}, AtStart: true, Opening: o}
}

// ParseOpening parses a command line as Session.Command writes it. The word larui and the dashes of
// flags may be left out. Two words that are no options are the files of source and target. Errors
// come from NewOpening and Opening.CheckFiles.
func ParseOpening(line string) (Opening, error) {
	words, err := SplitWords(line)
	if err != nil {
		return Opening{}, err
	}
	if len(words) > 0 && words[0] == "larui" {
		words = words[1:]
	}
	names, values, err := parseFlags(words)
	if err != nil {
		return Opening{}, err
	}
	switch {
	case len(names) == 2 && values["source"] == "" && values["target"] == "":
		values["source"], values["target"] = names[0], names[1]
		names = []string{datasets.FilesName}
	case len(names) == 0 && (values["source"] != "" || values["target"] != ""):
		names = []string{datasets.FilesName}
	case len(names) != 1 || PairOptionNames(names[0]) == nil && LooksLikeFile(names[0]):
		return Opening{}, newUnknownNamesError(names)
	}
	opening, err := NewOpening(names[0], values)
	if err == nil {
		err = opening.CheckFiles()
	}
	return opening, err
}

// parseFlags returns in names the words that are no options, in order. Errors wrap ErrValue.
func parseFlags(words []string) (names []string, values map[string]string, err error) {
	values = map[string]string{}
	for i := 0; i < len(words); i++ {
		flag, value, has := strings.Cut(words[i], "=")
		dashed := strings.HasPrefix(flag, "--")
		o, known := OptionByName(strings.TrimPrefix(flag, "--"))
		switch {
		case !dashed && !(has && known):
			names = append(names, words[i])
			continue
		case !known:
			return nil, nil, fmt.Errorf("%w: there is no flag %s", ErrValue, flag)
		case has:
		case o.IsSwitch():
			value = "true"
		case i+1 == len(words):
			return nil, nil, fmt.Errorf("%w: %s needs a value", ErrValue, flag)
		default:
			i++
			value = words[i]
		}
		if before, again := values[o.Name]; again && o.Name == "rival" {
			value = before + "," + value
		}
		values[o.Name] = value
	}
	return names, values, nil
}

func newUnknownNamesError(names []string) error {
	for _, name := range names {
		if option, _, has := strings.Cut(name, "="); has && !LooksLikeFile(name) {
			var known []string
			for _, o := range fileOptions() {
				known = append(known, o.Name)
			}
			return fmt.Errorf("%w: there is no option %q; the options are %s, and the names of controls such as k and lambda", ErrValue, option, strings.Join(known, ", "))
		}
	}
	switch len(names) {
	case 0:
		return fmt.Errorf("%w: name a pair, or the files of a source and a target", ErrValue)
	case 1:
		return fmt.Errorf("%w: %s is only one file: name the file of the source and the file of the target", ErrValue, names[0])
	}
	return fmt.Errorf("%w: %d names are too many: name a pair, or the files of a source and a target; put names with blanks in quotes", ErrValue, len(names))
}

// LooksLikeFile reports whether a word is rather the path of a file than the name of a pair.
func LooksLikeFile(word string) bool {
	_, err := os.Stat(ExpandHome(word))
	return err == nil || strings.ContainsAny(word, "./"+string(filepath.Separator)) && !strings.Contains(word, "=")
}

// unescapeShellString decodes a string that a shell quotes as $'…'. text starts behind the opening quote, rest
// behind the closing quote.
func unescapeShellString(text string) (read, rest string, err error) {
	var b []byte
	for !strings.HasPrefix(text, "'") {
		if after, ok := strings.CutPrefix(text, `\e`); ok {
			b, text = append(b, 0x1b), after
			continue
		}
		r, multibyte, tail, err := strconv.UnquoteChar(text, '\'')
		switch {
		case err != nil:
			return "", "", fmt.Errorf("%w: the quotation $'%s has no end or an unknown escape", ErrValue, text)
		case multibyte:
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, byte(r))
		}
		text = tail
	}
	return string(b), text[1:], nil
}

// SplitWords splits a line into words as a shell does, with quotes and, except on Windows,
// backslashes. Errors wrap ErrValue.
func SplitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	within, escaped := false, false
	read := 0 // number of bytes of line that unescape has read
	for i, r := range line {
		switch {
		case i < read:
		case quote == 0 && !escaped && strings.HasPrefix(line[i:], "$'"):
			text, rest, err := unescapeShellString(line[i+2:])
			if err != nil {
				return nil, err
			}
			word.WriteString(text)
			read, within = len(line)-len(rest), true
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
		return nil, fmt.Errorf("%w: a quotation has no end", ErrValue)
	}
	if within {
		words = append(words, word.String())
	}
	return words, nil
}
