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

// An Opening is a pair to open and the options to open it with. Spec already has the options that
// belong to the pair.
type Opening struct {
	Spec datasets.Spec
	Set  OptionSet
	// Fetch downloads the pair's files before opening.
	Fetch bool
	// Review makes opening files fail with a datasets.Refusal that describes their columns, if
	// anything about the columns can be chosen.
	Review bool
	// ReviewIfNeeded does so only if the review has proposals, and the files can't be opened without a
	// proposal or their features differ in scale.
	ReviewIfNeeded bool
}

// NewOpening returns the opening of the pair called name with the given values of options by name.
// Errors come from ParseSet and Set.Opening.
func NewOpening(name string, values map[string]string) (Opening, error) {
	set, err := ParseOptions(values)
	if err != nil {
		return Opening{}, err
	}
	return set.Opening(name)
}

// Opening returns the opening of the pair called name with the options of the set. The options of
// the method are applied when the pair is open. The cache is the user's unless no-cache is set.
// Errors wrap ErrValue or datasets.ErrUnknownPair.
func (s OptionSet) Opening(name string) (Opening, error) {
	limits := Limits{Options: PairOptions(name)}
	if limits.Options == nil {
		return Opening{}, datasets.UnknownPair(name)
	}
	for _, o := range options() {
		idle := !o.AppliesTo(limits) && o.Name != "no-cache" // built-in pairs are never cached anyway
		if idle && s.Has(o.Name) {
			return Opening{}, fmt.Errorf("%w: --%s does nothing for %s: it is for %s", ErrValue, o.Name, name, strings.Join(o.PairNames(), ", "))
		}
	}
	return Opening{Spec: s.ApplyTo(State{Spec: defaultSpec(name)}).Spec, Set: s}, s.clash
}

// CheckFiles returns an error if a pair of files has no source or no target.
func (o Opening) CheckFiles() error {
	switch {
	case o.Spec.Name != datasets.FilesName:
	case o.Spec.Source == "":
		return fmt.Errorf("%w: a pair read from files needs its source: --source FILE", ErrValue)
	case o.Spec.Target == "" && !o.Spec.SourceOnly:
		return fmt.Errorf("%w: a pair read from files needs its target: --target FILE", ErrValue)
	}
	return nil
}

func (o Opening) request() Request {
	return Request{State: State{Spec: o.Spec}, AtStart: true, Set: o.Set, Fetch: o.Fetch, Review: o.Review, ReviewIfNeeded: o.ReviewIfNeeded}
}

// ParseOpening parses a command line as written by Command; "larui" and the dashes are optional.
// Two words that are no options are the files of source and target. Errors come from NewOpening
// and Opening.Check.
func ParseOpening(line string) (Opening, error) {
	words, err := SplitWords(line)
	if err != nil {
		return Opening{}, err
	}
	var names []string
	values := map[string]string{}
	if len(words) > 0 && words[0] == "larui" {
		words = words[1:]
	}
	for i := 0; i < len(words); i++ {
		flag, value, has := strings.Cut(words[i], "=")
		dashed := strings.HasPrefix(flag, "--")
		o, known := OptionByName(strings.TrimPrefix(flag, "--"))
		switch {
		case !dashed && !(has && known):
			names = append(names, words[i])
			continue
		case !known:
			return Opening{}, fmt.Errorf("%w: there is no flag %s", ErrValue, flag)
		case has:
		case o.IsSwitch():
			value = "true"
		case i+1 == len(words):
			return Opening{}, fmt.Errorf("%w: %s needs a value", ErrValue, flag)
		default:
			i++
			value = words[i]
		}
		if before, again := values[o.Name]; again && o.Name == "rival" {
			value = before + "," + value
		}
		values[o.Name] = value
	}
	switch {
	case len(names) == 2 && values["source"] == "" && values["target"] == "":
		values["source"], values["target"] = names[0], names[1]
		names = []string{datasets.FilesName}
	case len(names) == 0 && (values["source"] != "" || values["target"] != ""):
		names = []string{datasets.FilesName}
	case len(names) != 1 || PairOptions(names[0]) == nil && LooksLikeFile(names[0]):
		return Opening{}, wrongNames(names)
	}
	opening, err := NewOpening(names[0], values)
	if err == nil {
		err = opening.CheckFiles()
	}
	return opening, err
}

// wrongNames returns the error for words that are not the name of a pair or two files.
func wrongNames(names []string) error {
	for _, name := range names {
		if option, _, has := strings.Cut(name, "="); has && !LooksLikeFile(name) {
			var known []string
			for _, o := range fileOptions() {
				known = append(known, o.Name)
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

// LooksLikeFile reports whether a word is the path of a file rather than a name.
func LooksLikeFile(word string) bool {
	_, err := os.Stat(ExpandHome(word))
	return err == nil || strings.ContainsAny(word, "./"+string(filepath.Separator)) && !strings.Contains(word, "=")
}

// unescape decodes a bash $'…' string. text starts behind the opening quote; rest starts behind
// the closing quote.
func unescape(text string) (read, rest string, err error) {
	var b []byte
	for !strings.HasPrefix(text, "'") {
		if after, ok := strings.CutPrefix(text, `\e`); ok {
			b, text = append(b, 0x1b), after
			continue
		}
		r, multibyte, tail, err := strconv.UnquoteChar(text, '\'')
		switch {
		case err != nil:
			return "", "", fmt.Errorf("%w: $'%s is not closed, or has an escape that is unknown", ErrValue, text)
		case multibyte:
			b = utf8.AppendRune(b, r)
		default:
			b = append(b, byte(r))
		}
		text = tail
	}
	return string(b), text[1:], nil
}

// SplitWords splits a line into words as a shell does: quotes group words, and a backslash escapes
// the next character. Errors wrap ErrValue.
func SplitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	within, escaped := false, false
	read := 0 // bytes of line that are read already
	for i, r := range line {
		switch {
		case i < read:
		case quote == 0 && !escaped && strings.HasPrefix(line[i:], "$'"):
			text, rest, err := unescape(line[i+2:])
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
		return nil, fmt.Errorf("%w: a quote is not closed", ErrValue)
	}
	if within {
		words = append(words, word.String())
	}
	return words, nil
}
