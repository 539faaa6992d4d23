package session

import (
	"fmt"
	"slices"
	"strings"

	"larui/datasets/wording"
	"larui/model/rivals"
)

func rivalOption() Option {
	return setAccessors(Option{Name: "rival", Kind: ListKind, Help: "a setting of the rivals, `KEY=VALUE`; repeat it for more settings (larui help rivals lists the keys)"},
		func(s *State) *rivals.Hyper { return &s.Rivals }, FormatRivalSettings,
		func(text string) (h rivals.Hyper, err error) { return h, ParseRivalSettings(&h, text) })
}

// FormatRivalSettings writes the settings of h that are given, as ParseRivalSettings reads them:
// "epochs=7,l2=0.25".
func FormatRivalSettings(h rivals.Hyper) string {
	var words []string
	for _, s := range rivals.Hyperparameters() {
		if value := s.Format(h); value != "" {
			words = append(words, s.Name+"="+value)
		}
	}
	return strings.Join(words, ",")
}

// ParseRivalSettings adds settings, written as KEY=VALUE,KEY=VALUE, to h. It returns an error for
// an unknown key, an invalid value, and a setting that h already has.
func ParseRivalSettings(h *rivals.Hyper, text string) error {
	settings := rivals.Hyperparameters()
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' }) {
		key, value, _ := strings.Cut(word, "=")
		at := slices.IndexFunc(settings, func(s rivals.Hyperparameter) bool { return s.Name == key })
		if at < 0 {
			var keys []string
			for _, s := range settings {
				keys = append(keys, s.Name)
			}
			return fmt.Errorf("has the unknown key %q: %s", key, wording.Suggest(key, keys))
		}
		if settings[at].Format(*h) != "" {
			return fmt.Errorf("has %s twice", key)
		}
		if err := settings[at].Parse(h, value); err != nil {
			return fmt.Errorf("has %s %q, which %w", key, value, err)
		}
	}
	return nil
}
