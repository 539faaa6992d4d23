package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/tui/config"
	"larui/tui/frame"
	"larui/tui/session"
	"larui/tui/stage"
)

const configHelp = `Print all settings, and the keys of all actions, as lines of the configuration file: config.toml
in larui's folder of settings, or the file that LARUI_CONFIG names. To change a setting, copy
its line into the file:

  theme = "light"

  [keys]
  undo = ["u", "ctrl+u"]
  map.best = "B"

Flags override the environment, and the environment overrides the file. The keys of an action
replace its default keys; [] removes them. The explorer writes the theme and the glyphs that
the keys T and G choose, and all panels chosen by d, to the file and leaves the rest unchanged.`

// A setting is a preference of the user, set permanently in the configuration file or for one call
// by the flag of the same name.
type setting struct {
	name, usage string
	// values are the allowed values, the default first; nil for a setting that is a folder.
	values []string
	// variable is the environment variable that overrides the file; empty for none.
	variable string
}

// dataSetting is the name of the setting for the data folder. An option of pairs has the same name.
const dataSetting = "data"

func settings() []setting {
	all := []setting{
		{"theme", "colours: auto, dark, light, mono, colour-blind or colour-blind-light",
			[]string{"auto", "dark", "light", "mono", "colour-blind", "colour-blind-light"}, ""},
		{"view", "the first view on the screen: " + strings.Join(frame.ViewNames(), ", "), frame.ViewNames(), ""},
		{"glyphs", "the characters of curves: braille, block or ascii", []string{"braille", "block", "ascii"}, ""},
		{"colour", "when to use colours (also --color): auto, always or never", []string{"auto", "always", "never"}, "NO_COLOR"},
		{"pictures", "how to draw pictures: auto (as the terminal reports), kitty or sixel (in pixels), or cells (in characters)",
			[]string{"auto", "kitty", "sixel", "cells"}, ""},
		{"mouse", "use of the mouse: on (for controls and choices) or off (the terminal selects text)",
			[]string{"on", "off"}, ""},
	}
	return append(all, setting{dataSetting, "", nil, "LARUI_DATA"})
}

// addDataFlag defines --data for a command that takes no pair.
func addDataFlag(cmd *cobra.Command) {
	data, _ := session.OptionByName(dataSetting)
	cmd.Flags().String(dataSetting, "", data.Help)
}

// addSettingFlags defines the flags of the named settings or, without names, of all settings except
// the data folder.
func addSettingFlags(cmd *cobra.Command, names ...string) {
	for _, s := range settings() {
		if s.values == nil || len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		value := s.values[0]
		addChoice(cmd, &value, s.name, s.usage, s.values...)
		if s.name == "colour" {
			addChoice(cmd, &value, "color", "the same as --colour", s.values...)
			cmd.Flags().Lookup("color").Hidden = true
		}
	}
}

// ignoreScreenFlags makes cmd accept the flags of the screen and ignore the values. A command line
// copied from the explorer has these flags.
func ignoreScreenFlags(cmd *cobra.Command) {
	screen := &cobra.Command{}
	addSettingFlags(screen)
	screen.Flags().Bool("present", false, "")
	screen.Flags().Bool("plain", false, "")
	screen.Flags().VisitAll(func(f *pflag.Flag) {
		f.Hidden = true
		cmd.Flags().AddFlag(f)
	})
}

// A valueWithOrigin is a setting with its value. from says where the value comes from: a flag, an
// environment variable, a line of the file, or the default.
type valueWithOrigin struct {
	setting
	value, defaultValue, from string
}

const fromLine, fromDefault = "line ", "default"

func readSettings(flags *pflag.FlagSet) (*config.File, []valueWithOrigin, error) {
	file, err := config.Read()
	if err != nil {
		return file, nil, err
	}
	all := settings()
	names := append(mapSlice(all, func(s setting) string { return s.name }), "keys")
	for _, e := range file.Entries {
		if i := slices.Index(names, e.Name); i >= 0 && i < len(all) {
			err = all[i].check(file, e)
		} else if !strings.HasPrefix(e.Name, "keys.") {
			err = file.EntryError(e, "unknown setting %q: %s", e.Name, wording.Suggest(e.Name, names))
		}
		if err != nil {
			return file, nil, err
		}
	}
	return file, mapSlice(all, func(s setting) valueWithOrigin { return s.resolve(file, flags) }), nil
}

func (s setting) check(file *config.File, e config.Entry) error {
	switch {
	case e.List:
		return file.EntryError(e, "%s takes one text, not a list", s.name)
	case s.values == nil && e.Texts[0] == "":
		return file.EntryError(e, "%s names no folder", s.name)
	case s.values != nil && !slices.Contains(s.values, e.Texts[0]):
		return file.EntryError(e, "unknown %s %q: %s", s.name, e.Texts[0], wording.Suggest(e.Texts[0], s.values))
	}
	return nil
}

// In resolve, flags override the environment, the environment overrides the file, and the file
// overrides the default.
func (s setting) resolve(file *config.File, flags *pflag.FlagSet) valueWithOrigin {
	as := valueWithOrigin{setting: s, from: fromDefault}
	as.defaultValue = filepath.Dir(datasets.CacheFolder())
	if s.values != nil {
		as.defaultValue = s.values[0]
	}
	switch terminal := os.Getenv("TERM"); {
	case s.name != "glyphs":
	case !hasUTF8():
		as.defaultValue = "ascii"
	case terminal == "linux", strings.HasPrefix(terminal, "vt"): // no font with braille
		as.defaultValue = "block"
	}
	as.value = as.defaultValue
	if e, ok := file.Find(s.name); ok {
		as.value, as.from = e.Texts[0], fromLine+strconv.Itoa(e.Line)
		if s.values == nil {
			as.value = resolveFolder(filepath.Dir(file.Path), as.value)
		}
	}
	if value := os.Getenv(s.variable); s.variable != "" && value != "" {
		as.value, as.from = value, s.variable
		if s.values != nil {
			as.value = as.defaultValue // the default, auto, obeys NO_COLOR
		}
	}
	for _, name := range []string{s.name, strings.Replace(s.name, "colour", "color", 1)} {
		if flag := flags.Lookup(name); flag != nil && flag.Changed {
			as.value, as.from = flag.Value.String(), "--"+name
		}
	}
	return as
}

// hasUTF8 also returns true if no locale is set.
func hasUTF8() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

func resolveFolder(folder, name string) string {
	name = session.ExpandHome(name)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(folder, name)
}

// readSettings does nothing for commands without a flag for the data folder.
func (o *opener) readSettings(flags *pflag.FlagSet) error {
	if flags.Lookup(dataSetting) == nil && flags.Lookup("dir") == nil {
		return nil
	}
	file, all, err := readSettings(flags)
	o.config, o.settings = file, map[string]string{}
	for _, s := range all {
		o.settings[s.name] = s.value
		if s.name == dataSetting && strings.HasPrefix(s.from, fromLine) {
			err = os.Setenv(s.variable, s.value) // for later opening of pairs
		}
	}
	return err
}

// saveSetting stores a setting in the configuration file and returns true. It does not replace the
// name of a single view: if the setting is view, and its present value is neither the first screen
// nor the screen of all panels, saveSetting stores nothing and returns false.
func (o *opener) saveSetting(setting, value string) (saved bool, err error) {
	if first := o.settings[setting]; setting == "view" && first != stage.FirstScreenName && first != stage.AllName {
		return false, nil
	}
	return true, config.Set(setting, value)
}

func allKeys() []stage.Key {
	host := frame.NewHost(session.Opening{})
	defer host.Close()
	return host.AllKeys()
}

// readBindings returns the keys in the configuration file by the name of their action.
func readBindings(file *config.File, actions []stage.Key) (map[string][]string, error) {
	for _, s := range settings() {
		if e, ok := file.Find("keys." + s.name); ok && !e.List && slices.Contains(s.values, e.Texts[0]) {
			return nil, file.EntryError(e, "%s = %q is a setting: put the line above [keys]", s.name, e.Texts[0])
		}
	}
	return file.Bindings(mapSlice(actions, func(k stage.Key) config.Action {
		return config.Action{Name: k.Name, View: k.View, Keys: k.Keys}
	}))
}

func newConfig(*opener) *cobra.Command {
	cmd := newCommand("config", "Print the settings of the configuration file, and the keys of all actions",
		configHelp, "  larui config\n  larui config --format json")
	cmd.PersistentPreRunE = func(*cobra.Command, []string) error { return nil } // config only reads settings
	addSettingFlags(cmd)
	addDataFlag(cmd)
	out := addFormat(cmd)
	setRun(cmd, func(_ context.Context, _ []string) error {
		file, all, err := readSettings(cmd.Flags())
		if err != nil {
			return err
		}
		actions := allKeys()
		bound, err := readBindings(file, actions)
		if err != nil {
			return err
		}
		report := newRecord("path", file.Path, "there", file.Exists, "settings", mapSlice(all, valueWithOrigin.record),
			"keys", mapSlice(actions, func(k stage.Key) record { return keyRecord(k, bound) }))
		return out.printAs(report, newRecordTable(mapSlice(all, valueWithOrigin.record)...), func(b *textBuilder) {
			writeConfig(b, file, all, actions, bound)
		})
	})
	return cmd
}

func (s valueWithOrigin) record() record {
	return newRecord("name", s.name, "value", s.value, "default", s.defaultValue, "from", s.from)
}

func boundKeys(k stage.Key, bindings map[string][]string) []string {
	if keys, ok := bindings[k.Name]; ok {
		return keys
	}
	return k.Keys
}

func keyRecord(k stage.Key, bound map[string][]string) record {
	spelt := func(keys []string) []string { return mapSlice(keys, config.FormatKey) }
	return newRecord("action", k.Name, "view", k.View, "keys", spelt(boundKeys(k, bound)),
		"default", spelt(k.Keys), "help", k.Help)
}

func writeConfig(b *textBuilder, file *config.File, all []valueWithOrigin, actions []stage.Key, bound map[string][]string) {
	there := ""
	if !file.Exists {
		there = " (does not exist yet)"
	}
	b.printf("# %s%s\n# to change a setting or a key, copy its line into this file; settings must be above [keys]\n\n", joinLines(file.Path), there)
	t := newTable("ll")
	for _, s := range all {
		from := s.from
		if strings.HasPrefix(from, "--") {
			from += ", this once"
		}
		if from != fromDefault {
			from += fmt.Sprintf(" (default %q)", s.defaultValue)
		}
		t.add(fmt.Sprintf("%s = %q", s.name, s.value), "# "+from)
	}
	t.write(b)
	b.line("\n[keys]")
	t = newTable("ll")
	for i, k := range actions {
		if k.View != "" && k.View != actions[i-1].View {
			t.add("# in the view " + k.View)
		}
		note := k.Help
		if e, ok := file.Find("keys." + k.Name); ok {
			note += fmt.Sprintf(" (%s%d, default %s)", fromLine, e.Line, formatKeys(k.Keys))
		}
		if note != "" {
			note = "# " + note
		}
		t.add(k.Name+" = "+formatKeys(boundKeys(k, bound)), note)
	}
	t.write(b)
	b.printf("\n# the settings are in the first lines: larui config | head\n")
}

func formatKeys(keys []string) string {
	quoted := mapSlice(keys, func(key string) string { return strconv.Quote(config.FormatKey(key)) })
	if len(quoted) == 1 {
		return quoted[0]
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
