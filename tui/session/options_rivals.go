package session

import (
	"fmt"
	"slices"
	"strings"

	"larui/datasets/wording"
	"larui/model/rivals"
)

// rivalOption returns the option for the settings of the rivals.
func rivalOption() Option {
	return storeAt(Option{Name: "rival", Kind: ListKind, Help: "a setting of the other methods, `KEY=VALUE`, again for more (larui help rivals lists the keys)"},
		func(s *State) *rivals.Hyper { return &s.Rivals }, RivalsText,
		func(text string) (h rivals.Hyper, err error) { return h, ReadRivals(&h, text) })
}

// RivalsText formats settings of rivals in the format of ReadRivals.
func RivalsText(h rivals.Hyper) string {
	var words []string
	for _, s := range rivals.Settings() {
		if value := s.Format(h); value != "" {
			words = append(words, s.Name+"="+value)
		}
	}
	return strings.Join(words, ",")
}

// ReadRivals adds the settings in text, KEY=VALUE with commas between them, to h. A setting that h
// already has is an error.
func ReadRivals(h *rivals.Hyper, text string) error {
	settings := rivals.Settings()
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' }) {
		key, value, _ := strings.Cut(word, "=")
		at := slices.IndexFunc(settings, func(s rivals.Setting) bool { return s.Name == key })
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
