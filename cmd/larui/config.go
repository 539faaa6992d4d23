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

const configHelp = `Print the settings of the configuration file, and the keys of all actions, as lines of the file that
settles it: config.toml in larui's folder of settings, or the one that LARUI_CONFIG names.
Copy a line there to change it:

  theme = "light"

  [keys]
  undo = ["u", "ctrl+u"]
  map.best = "B"

Flags win over the environment, and that over the file. The keys of an action replace its
usual ones; [] leaves it without. The theme and the glyphs that T and G choose in the
explorer, and by d all panels, are kept in the file, of which all else stays as it is.`

// A setting is a preference of the user. The configuration file sets it permanently, the flag of
// the same name for one call.
type setting struct {
	name, usage string
	// values are the allowed values, the default first; nil for a folder.
	values []string
	// variable is the environment variable that overrides the file; empty for none.
	variable string
}

// dataSetting is the name of the only setting that is also an option.
const dataSetting = "data"

// settings returns all settings.
func settings() []setting {
	all := []setting{
		{"theme", "colours: auto, dark, light, mono, colour-blind or colour-blind-light",
			[]string{"auto", "dark", "light", "mono", "colour-blind", "colour-blind-light"}, ""},
		{"view", "what fills the screen at first: " + strings.Join(frame.ViewNames(), ", "), frame.ViewNames(), ""},
		{"glyphs", "what curves are drawn with: braille, block or ascii", []string{"braille", "block", "ascii"}, ""},
		{"colour", "when to colour (also --color): auto, always or never", []string{"auto", "always", "never"}, "NO_COLOR"},
		{"pictures", "what draws pictures: auto (the terminal is asked), kitty or sixel (its pixels), or cells (characters)",
			[]string{"auto", "kitty", "sixel", "cells"}, ""},
		{"mouse", "whether the mouse turns and chooses (on), or selects text as the terminal does (off)",
			[]string{"on", "off"}, ""},
	}
	return append(all, setting{dataSetting, "", nil, "LARUI_DATA"})
}

// addDataFlag defines the flag --data of a command without options.
func addDataFlag(cmd *cobra.Command) {
	data, _ := session.OptionByName(dataSetting)
	cmd.Flags().String(dataSetting, "", data.Help)
}

// addLooks defines the flags of all settings with a list of values, or only of the settings named
// in only.
func addLooks(cmd *cobra.Command, only ...string) {
	for _, s := range settings() {
		if s.values == nil || len(only) > 0 && !slices.Contains(only, s.name) {
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

// A valueWithOrigin is a setting with its value and the origin of the value: a flag, a variable, a line of
// the file, or the default. usual is the default.
type valueWithOrigin struct {
	setting
	value, usual, from string
}

const fromLine, fromDefault = "line ", "default"

// settle returns the value of each setting from flags, environment and the user's file. A mistake
// in the file is an error with the line number.
func settle(flags *pflag.FlagSet) (*config.File, []valueWithOrigin, error) {
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
			err = file.Blame(e, "unknown setting %q: %s", e.Name, wording.Suggest(e.Name, names))
		}
		if err != nil {
			return file, nil, err
		}
	}
	return file, mapSlice(all, func(s setting) valueWithOrigin { return s.settle(file, flags) }), nil
}

// check returns an error if the entry e of the file is no valid value of the setting.
func (s setting) check(file *config.File, e config.Entry) error {
	switch {
	case e.List:
		return file.Blame(e, "%s is one text, not a list", s.name)
	case s.values == nil && e.Texts[0] == "":
		return file.Blame(e, "%s names no folder", s.name)
	case s.values != nil && !slices.Contains(s.values, e.Texts[0]):
		return file.Blame(e, "unknown %s %q: %s", s.name, e.Texts[0], wording.Suggest(e.Texts[0], s.values))
	}
	return nil
}

// settle returns the setting with its value. A flag overrides the environment, the environment the
// file, and the file the default.
func (s setting) settle(file *config.File, flags *pflag.FlagSet) valueWithOrigin {
	as := valueWithOrigin{setting: s, from: fromDefault}
	as.usual = filepath.Dir(datasets.CacheFolder())
	if s.values != nil {
		as.usual = s.values[0]
	}
	switch terminal := os.Getenv("TERM"); {
	case s.name != "glyphs":
	case !hasUTF8():
		as.usual = "ascii"
	case terminal == "linux", strings.HasPrefix(terminal, "vt"): // no font with braille
		as.usual = "block"
	}
	as.value = as.usual
	if e, ok := file.Find(s.name); ok {
		as.value, as.from = e.Texts[0], fromLine+strconv.Itoa(e.Line)
		if s.values == nil {
			as.value = resolveFolder(filepath.Dir(file.Path), as.value)
		}
	}
	if value := os.Getenv(s.variable); s.variable != "" && value != "" {
		as.value, as.from = value, s.variable
		if s.values != nil {
			as.value = as.usual // the default, auto, obeys NO_COLOR
		}
	}
	for _, name := range []string{s.name, strings.Replace(s.name, "colour", "color", 1)} {
		if flag := flags.Lookup(name); flag != nil && flag.Changed {
			as.value, as.from = flag.Value.String(), "--"+name
		}
	}
	return as
}

// hasUTF8 reports whether the locale uses UTF-8 or is not set.
func hasUTF8() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

// resolveFolder resolves a folder name of the configuration file: ~ is the home folder, and relative
// names start at folder.
func resolveFolder(folder, name string) string {
	name = session.ExpandHome(name)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(folder, name)
}

// settle reads the settings of a command that opens pairs; for other commands it does nothing.
func (o *opener) settle(flags *pflag.FlagSet) error {
	if flags.Lookup(dataSetting) == nil && flags.Lookup("dir") == nil {
		return nil
	}
	file, all, err := settle(flags)
	o.config, o.settled = file, map[string]string{}
	for _, s := range all {
		o.settled[s.name] = s.value
		if s.name == dataSetting && strings.HasPrefix(s.from, fromLine) {
			err = os.Setenv(s.variable, s.value) // for later opening of pairs
		}
	}
	return err
}

// like stores a setting in the configuration file. It does not replace a configured view other than
// the first or all panels.
func (o *opener) like(setting, value string) (kept bool, err error) {
	if first := o.settled[setting]; setting == "view" && first != stage.FirstName && first != stage.AllName {
		return false, nil
	}
	return true, config.Set(setting, value)
}

// allActions returns all actions that a key can trigger.
func allActions() []stage.Key {
	host := frame.NewHost(session.Opening{})
	defer host.Close()
	return host.AllKeys()
}

// bindings returns the keys bound to actions in the file.
func bindings(file *config.File, actions []stage.Key) (map[string][]string, error) {
	for _, s := range settings() {
		if e, ok := file.Find("keys." + s.name); ok && !e.List && slices.Contains(s.values, e.Texts[0]) {
			return nil, file.Blame(e, "%s = %q is a setting: it stands above [keys]", s.name, e.Texts[0])
		}
	}
	return file.Bindings(mapSlice(actions, func(k stage.Key) config.Action {
		return config.Action{Name: k.Name, View: k.View, Keys: k.Keys}
	}))
}

// newConfig returns `larui config`.
func newConfig(*opener) *cobra.Command {
	cmd := newCommand("config", "Print the settings of the configuration file, and the keys of all actions",
		configHelp, "  larui config\n  larui config --format json")
	cmd.PersistentPreRunE = func(*cobra.Command, []string) error { return nil } // config only reads settings
	addLooks(cmd)
	addDataFlag(cmd)
	out := addFormat(cmd)
	setWork(cmd, func(_ context.Context, _ []string) error {
		file, all, err := settle(cmd.Flags())
		if err != nil {
			return err
		}
		actions := allActions()
		bound, err := bindings(file, actions)
		if err != nil {
			return err
		}
		report := record{{"path", file.Path}, {"there", file.There}, {"settings", mapSlice(all, valueWithOrigin.record)},
			{"keys", mapSlice(actions, func(k stage.Key) record { return keyRecord(k, bound) })}}
		return out.emit(report, sheet(mapSlice(all, valueWithOrigin.record)...), func(b *prose) {
			writeConfig(b, file, all, actions, bound)
		})
	})
	return cmd
}

func (s valueWithOrigin) record() record {
	return record{{"name", s.name}, {"value", s.value}, {"default", s.usual}, {"from", s.from}}
}

// keysOf returns the keys bound to an action, by default its usual keys.
func keysOf(k stage.Key, bound map[string][]string) []string {
	if keys, ok := bound[k.Name]; ok {
		return keys
	}
	return k.Keys
}

func keyRecord(k stage.Key, bound map[string][]string) record {
	spelt := func(keys []string) []string { return mapSlice(keys, config.Spell) }
	return record{{"action", k.Name}, {"view", k.View}, {"keys", spelt(keysOf(k, bound))},
		{"default", spelt(k.Keys)}, {"help", k.Help}}
}

// writeConfig writes all settings and keys in the format of the configuration file.
func writeConfig(b *prose, file *config.File, all []valueWithOrigin, actions []stage.Key, bound map[string][]string) {
	there := ""
	if !file.There {
		there = " (not there yet)"
	}
	b.printf("# %s%s\n# to change a setting or a key, copy its line there; settings stand above [keys]\n\n", oneLine(file.Path), there)
	t := newTable("ll")
	for _, s := range all {
		from := s.from
		if strings.HasPrefix(from, "--") {
			from += ", this once"
		}
		if from != fromDefault {
			from += fmt.Sprintf(" (default %q)", s.usual)
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
			note += fmt.Sprintf(" (%s%d, default %s)", fromLine, e.Line, tomlKeys(k.Keys))
		}
		if note != "" {
			note = "# " + note
		}
		t.add(k.Name+" = "+tomlKeys(keysOf(k, bound)), note)
	}
	t.write(b)
	b.printf("\n# settings, and how to change them: the first lines (larui config | head)\n")
}

// tomlKeys formats keys as a TOML value: a string for one key, else a list.
func tomlKeys(keys []string) string {
	quoted := mapSlice(keys, func(key string) string { return strconv.Quote(config.Spell(key)) })
	if len(quoted) == 1 {
		return quoted[0]
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
