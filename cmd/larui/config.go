package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/datasets/phrase"
	"larui/tui/config"
	"larui/tui/frame"
	"larui/tui/session"
	"larui/tui/stage"
)

const configHelp = `Print what is settled for good, and the keys of all actions, as lines of the file that
settles it: config.toml in larui's folder of settings, or the one that LARUI_CONFIG names.
Copy a line there to change it:

  theme = "light"

  [keys]
  undo = ["u", "ctrl+u"]
  map.best = "B"

Flags win over the environment, and that over the file. The keys of an action replace its
usual ones; [] leaves it without. The theme and the glyphs that T and G choose in the
explorer, and by d all panels, are kept in the file, of which all else stays as it is.`

// A setting is what can be settled for good by a line of the file, and for once by the flag
// of its name.
type setting struct {
	name, usage string
	// values are what it may be, its default first; nil for a folder.
	values []string
	// variable is that of the environment that comes before the file.
	variable string
}

// dataSetting is the name of the one setting that is an option, too.
const dataSetting = "data"

// settings are all of them.
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
	data, _ := session.OptionByName(dataSetting)
	return append(all, setting{dataSetting, data.Help, nil, "LARUI_DATA"})
}

// addLooks defines the flags of the looks, or of those alone that are named.
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

// A settled is a setting with its value, and where that comes from: a flag, a variable, a
// line of the file, or its default.
type settled struct {
	setting
	value, usual, from string
}

const fromLine, fromDefault = "line ", "default"

// settle returns what flags, environment and the user's file settle. What is wrong in the
// file is an error of its line.
func settle(flags *pflag.FlagSet) (*config.File, []settled, error) {
	file, err := config.Read()
	if err != nil {
		return file, nil, err
	}
	all := settings()
	names := append(each(all, func(s setting) string { return s.name }), "keys")
	for _, e := range file.Entries {
		if i := slices.Index(names, e.Name); i >= 0 && i < len(all) {
			err = all[i].check(file, e)
		} else if !strings.HasPrefix(e.Name, "keys.") {
			err = file.Blame(e, "unknown setting %q: %s", e.Name, phrase.Among(e.Name, names))
		}
		if err != nil {
			return file, nil, err
		}
	}
	return file, each(all, func(s setting) settled { return s.settle(file, flags) }), nil
}

// check says what is wrong with a line of the file.
func (s setting) check(file *config.File, e config.Entry) error {
	switch {
	case e.List:
		return file.Blame(e, "%s is one text, not a list", s.name)
	case s.values == nil && e.Texts[0] == "":
		return file.Blame(e, "%s names no folder", s.name)
	case s.values != nil && !slices.Contains(s.values, e.Texts[0]):
		return file.Blame(e, "unknown %s %q: %s", s.name, e.Texts[0], phrase.Among(e.Texts[0], s.values))
	}
	return nil
}

// settle returns the setting as flags, environment, file or its default have it.
func (s setting) settle(file *config.File, flags *pflag.FlagSet) settled {
	as := settled{setting: s, from: fromDefault}
	as.usual = filepath.Dir(datasets.CacheFolder())
	if s.values != nil {
		as.usual = s.values[0]
	}
	if s.name == "glyphs" && !hasUTF8() {
		as.usual = "ascii"
	}
	as.value = as.usual
	if e, ok := file.Find(s.name); ok {
		as.value, as.from = e.Texts[0], fromLine+strconv.Itoa(e.Line)
		if s.values == nil {
			as.value = folderIn(filepath.Dir(file.Path), as.value)
		}
	}
	if value := os.Getenv(s.variable); s.variable != "" && value != "" {
		as.value, as.from = value, s.variable
		if s.values != nil {
			as.value = as.usual // which heeds the variable
		}
	}
	for _, name := range []string{s.name, strings.Replace(s.name, "colour", "color", 1)} {
		if flag := flags.Lookup(name); flag != nil && flag.Changed {
			as.value, as.from = flag.Value.String(), "--"+name
		}
	}
	return as
}

// hasUTF8 tells whether the locale, where there is one, writes text as UTF-8.
func hasUTF8() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

// folderIn returns the folder that a name in the file means: ~ is the user's, and others
// count from that of the file.
func folderIn(folder, name string) string {
	name = session.ExpandHome(name)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(folder, name)
}

// settle settles what a command goes by that opens pairs; others go by nothing.
func (o *opener) settle(flags *pflag.FlagSet) error {
	if flags.Lookup(dataSetting) == nil && flags.Lookup("dir") == nil {
		return nil
	}
	file, all, err := settle(flags)
	o.config, o.settled = file, map[string]string{}
	for _, s := range all {
		o.settled[s.name] = s.value
		if s.name == dataSetting && strings.HasPrefix(s.from, fromLine) {
			err = os.Setenv(s.variable, s.value) // for all who open pairs from here on
		}
	}
	return err
}

// like keeps a look as the default; all panels or the first screen not where a view is
// settled to come first.
func (o *opener) like(setting, value string) (kept bool, err error) {
	if first := o.settled[setting]; setting == "view" && first != stage.FirstName && first != stage.AllName {
		return false, nil
	}
	return true, config.Set(setting, value)
}

// allActions are those that keys can be bound to.
func allActions() []stage.Key {
	host := frame.NewHost(session.Opening{})
	defer host.Close()
	return host.Actions()
}

// bindings returns the keys that the file binds actions to.
func bindings(file *config.File, actions []stage.Key) (map[string][]string, error) {
	for _, s := range settings() {
		if e, ok := file.Find("keys." + s.name); ok && !e.List && slices.Contains(s.values, e.Texts[0]) {
			return nil, file.Blame(e, "%s = %q is a setting: it stands above [keys]", s.name, e.Texts[0])
		}
	}
	return file.Bindings(each(actions, func(k stage.Key) config.Action {
		return config.Action{Name: k.Name, View: k.View, Keys: k.Keys}
	}))
}

// newConfig returns `larui config`.
func newConfig(*opener) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "config",
		Short:   "Print what is settled for good, and the keys of all actions",
		Long:    configHelp,
		Example: "  larui config\n  larui config --format json",
		Args:    atMost(0, ""),

		ValidArgsFunction: cobra.NoFileCompletions,
		PersistentPreRunE: func(*cobra.Command, []string) error { return nil }, // it looks, and settles nothing
	}
	cmd.Flags().SortFlags = false
	addLooks(cmd)
	cmd.Flags().String(dataSetting, "", settings()[len(settings())-1].usage)
	format := addFormat(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		file, all, err := settle(cmd.Flags())
		if err != nil {
			return err
		}
		actions := allActions()
		bound, err := bindings(file, actions)
		if err != nil {
			return err
		}
		report := record{{"path", file.Path}, {"there", file.There}, {"settings", each(all, settled.record)},
			{"keys", each(actions, func(k stage.Key) record { return keyRecord(k, bound) })}}
		return emit(cmd, *format, report, sheet(each(all, settled.record)...), func(b *strings.Builder) {
			writeConfig(b, file, all, actions, bound)
		})
	}
	return cmd
}

func (s settled) record() record {
	return record{{"name", s.name}, {"value", s.value}, {"default", s.usual}, {"from", s.from}}
}

// keysOf returns the keys of an action as they are bound.
func keysOf(k stage.Key, bound map[string][]string) []string {
	if keys, ok := bound[k.Name]; ok {
		return keys
	}
	return k.Keys
}

func keyRecord(k stage.Key, bound map[string][]string) record {
	spelt := func(keys []string) []string { return each(keys, config.Spell) }
	return record{{"action", k.Name}, {"view", k.View}, {"keys", spelt(keysOf(k, bound))},
		{"default", spelt(k.Keys)}, {"help", k.Help}}
}

// writeConfig writes what is settled as the file would have it.
func writeConfig(b *strings.Builder, file *config.File, all []settled, actions []stage.Key, bound map[string][]string) {
	there := ""
	if !file.There {
		there = " (not there yet)"
	}
	fmt.Fprintf(b, "# %s%s\n# to change a setting or a key, copy its line there; settings stand above [keys]\n\n", oneLine(file.Path), there)
	t := table{align: "ll"}
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
	b.WriteString("\n[keys]\n")
	t = table{align: "ll"}
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
	fmt.Fprintf(b, "\n# settings, and how to change them: the first lines (larui config | head)\n")
}

// tomlKeys writes keys as the file has them.
func tomlKeys(keys []string) string {
	quoted := each(keys, func(key string) string { return strconv.Quote(config.Spell(key)) })
	if len(quoted) == 1 {
		return quoted[0]
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
