package main

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/tui"
)

// defaultPair is what a command works on when no pair is named.
const defaultPair = "rotated-gaussian"

// A pairFlag sets one field of datasets.Spec. Its kind of value follows from
// that of the field.
type pairFlag struct {
	name, field, usage string
	// values are the ones to choose from, where they are few.
	values []string
}

func pairFlags() []pairFlag {
	fits := []string{"none", "source", "domain"}
	return []pairFlag{
		{name: "source", field: "Source", usage: "read the source domain from `FILE`, one row per sample (CSV, NPY, NPZ, MAT, IDX, LIBSVM or blank-separated text)"},
		{name: "target", field: "Target", usage: "read the target domain from `FILE`; its labels, if any, only score"},
		{name: "validation", field: "Validation", usage: "read validation rows of the target domain from `FILE`"},
		{name: "label", field: "Label", usage: "label `COLUMN`, by name or by position from 1 (or -1, from the end), or array of labels (NPZ, MAT)"},
		{name: "features", field: "Features", usage: "the `COLUMNS` to keep as features, a,b,c"},
		{name: "drop", field: "Drop", usage: "`COLUMNS` to leave out, a,b,c"},
		{name: "task", field: "Task", usage: "what the labels are: auto, binary, multiclass or regression",
			values: []string{"auto", "binary", "multiclass", "regression"}},
		{name: "standardize", field: "Standardize", usage: "zero mean and unit variance for every feature, fitted on: none, source or domain (each its own)", values: fits},
		{name: "scale", field: "Scale", usage: "divide every feature by its largest magnitude, fitted on: none, source or domain (each its own)", values: fits},
		{name: "scale-label", field: "ScaleLabel", usage: "map regression labels so that those of the source fill [-1, 1]"},
		{name: "data", field: "Data", usage: "`DIR` that holds mnist/ and usps/ (or set LARUI_DATA)"},
		{name: "classes", field: "Classes", usage: "the `DIGITS` to tell apart, 3,5; all ten when not given"},
		{name: "target-split", field: "TargetSplit", usage: "part of the other digit set that is the target: test or train",
			values: []string{"test", "train"}},
		{name: "raw", field: "Raw", usage: "leave pixels as the files have them"},
		{name: "bias", field: "Bias", usage: "append a constant 1 to the features"},
		{name: "validation-size", field: "ValidationSize", usage: "`ROWS` of the target to set aside by --seed for validation (100 for digits, else 0)"},
	}
}

// fileFields are the fields of datasets.Spec that a pair read from files uses.
var fileFields = [...]string{"Source", "Target", "Validation", "Label", "Features", "Drop", "Task",
	"Standardize", "Scale", "ScaleLabel", "Bias", "ValidationSize", "Seed"}

// fieldsOf returns the fields of datasets.Spec that the pair called name uses.
func fieldsOf(name string) []string {
	if name == datasets.FilesName {
		return fileFields[:]
	}
	for _, info := range datasets.List() {
		if info.Name != name {
			continue
		}
		if info.BuiltIn {
			return info.Adjustable
		}
		return append([]string{"Data"}, info.Adjustable...)
	}
	return nil
}

// pairNames are the names that PAIR may be.
func pairNames() []string {
	var names []string
	for _, info := range datasets.List() {
		names = append(names, info.Name)
	}
	return append(names, datasets.FilesName)
}

// A call holds what the flags of a command line ask for.
type call struct {
	flags *pflag.FlagSet
	// given holds the fields that flags have set, over the defaults.
	given           datasets.Spec
	noBias, noCache bool
	// controls holds the values of each control that was given, in order: one,
	// or several for those that are swept.
	controls map[string][]string
}

// newCall defines the flags of the pair on cmd, and those of the controls for
// which keep is true. Controls named in lists take several values.
func newCall(cmd *cobra.Command, keep func(tui.Control) bool, lists ...string) *call {
	c := &call{flags: cmd.Flags(), given: datasets.DefaultSpec(defaultPair), controls: map[string][]string{}}
	c.flags.SortFlags = false
	for _, control := range tui.Controls() {
		if !keep(control) {
			continue
		}
		value := &controlValue{control: control, list: slices.Contains(lists, control.Name), into: c.controls}
		flag := c.flags.VarPF(value, control.Name, "", control.Help)
		if value.isBool() {
			flag.NoOptDefVal = "true"
		}
		if control.Switch {
			complete(cmd, control.Name, switchValues(control)...)
		}
	}
	spec := reflect.ValueOf(&c.given).Elem()
	for _, f := range pairFlags() {
		define(c.flags, f, spec.FieldByName(f.field).Addr().Interface())
		if f.values != nil {
			complete(cmd, f.name, f.values...)
		}
		if f.name == "bias" {
			c.flags.BoolVar(&c.noBias, "no-bias", false, "the same as --bias=false")
		}
	}
	c.flags.BoolVar(&c.noCache, "no-cache", false, "neither look for what an earlier call kept of the pair nor keep anything")
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return pairNames(), cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

// define makes the flag f for a field.
func define(flags *pflag.FlagSet, f pairFlag, field any) {
	switch field := field.(type) {
	case *string:
		if f.values != nil {
			flags.Var(newChoice(field, f.values, f.values), f.name, f.usage)
			return
		}
		flags.StringVar(field, f.name, *field, f.usage)
	case *bool:
		flags.BoolVar(field, f.name, *field, f.usage)
	case *int:
		flags.IntVar(field, f.name, *field, f.usage)
	case *float64:
		flags.Float64Var(field, f.name, *field, f.usage)
	case *[]string:
		flags.StringSliceVar(field, f.name, *field, f.usage)
	case *[]int:
		flags.IntSliceVar(field, f.name, *field, f.usage)
	case *datasets.Fit:
		fits := []datasets.Fit{datasets.FitNone, datasets.FitSource, datasets.FitDomain}
		flags.Var(newChoice(field, f.values, fits), f.name, f.usage)
	}
}

// spec returns the pair that args and the flags name. A flag that the pair does
// not use is a wrong call.
func (c *call) spec(ctx context.Context, args []string) (datasets.Spec, error) {
	name := defaultPair
	switch {
	case len(args) > 0:
		name = args[0]
	case c.flags.Changed("source") || c.flags.Changed("target") || c.flags.Changed("validation"):
		name = datasets.FilesName
	}
	spec := datasets.DefaultSpec(name)
	if !slices.Contains(pairNames(), name) {
		// Open knows which names are near.
		if _, err := datasets.Open(ctx, spec, nil); err != nil {
			return spec, err
		}
	}
	if !c.noCache {
		spec.Cache = datasets.CacheFolder()
	}
	used := fieldsOf(name)
	to, from := reflect.ValueOf(&spec).Elem(), reflect.ValueOf(c.given)
	for _, f := range pairFlags() {
		if !c.flags.Changed(f.name) {
			continue
		}
		if !slices.Contains(used, f.field) {
			return spec, unused(f.name, name, func(other string) bool { return slices.Contains(fieldsOf(other), f.field) })
		}
		to.FieldByName(f.field).Set(from.FieldByName(f.field))
	}
	if c.noBias {
		if !slices.Contains(used, "Bias") {
			return spec, unused("no-bias", name, func(other string) bool { return slices.Contains(fieldsOf(other), "Bias") })
		}
		if c.flags.Changed("bias") && c.given.Bias {
			return spec, wrongf("--bias and --no-bias contradict each other")
		}
		spec.Bias = false
	}
	for _, control := range tui.Controls() {
		if _, given := c.controls[control.Name]; given && !applies(control, name) {
			return spec, unused(control.Name, name, func(other string) bool { return applies(control, other) })
		}
	}
	return tui.ParseSpec(spec, c.set())
}

func applies(control tui.Control, pair string) bool {
	return control.Applies(tui.Limits{Adjustable: fieldsOf(pair)})
}

// unused says that a flag does nothing for a pair, and for which it would.
func unused(flag, pair string, uses func(pair string) bool) error {
	var others []string
	for _, name := range pairNames() {
		if uses(name) {
			others = append(others, name)
		}
	}
	return wrongf("--%s does nothing for %s: it is for %s", flag, pair, strings.Join(others, ", "))
}

// filesNamed checks that a pair to be read from files names its files.
func filesNamed(spec datasets.Spec) error {
	switch {
	case spec.Name != datasets.FilesName:
		return nil
	case spec.Source == "":
		return wrongf("a pair read from files needs its source: --source FILE")
	case spec.Target == "" && !spec.SourceOnly:
		return wrongf("a pair read from files needs its target: --target FILE")
	}
	return nil
}

// set returns the controls that have a single value, as package tui takes them.
func (c *call) set() map[string]string {
	set := map[string]string{}
	for name, values := range c.controls {
		if len(values) == 1 {
			set[name] = values[0]
		}
	}
	return set
}

// begin returns the state of a session at the controls in set. A value that the
// pair can't honour is blamed on its flag.
func begin(s *tui.Session, set map[string]string) (tui.State, error) {
	for _, control := range tui.Controls() {
		if text, ok := set[control.Name]; ok {
			if _, err := s.Begin(map[string]string{control.Name: text}); err != nil {
				return tui.State{}, wrongf("--%s %s: %s", control.Name, text, plain(err))
			}
		}
	}
	return s.Begin(set)
}

// complete offers values for a flag.
func complete(cmd *cobra.Command, flag string, values ...string) {
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// addFormat defines --format and returns what it chooses.
func addFormat(cmd *cobra.Command) *string {
	format := "text"
	values := []string{"text", "json", "csv"}
	cmd.Flags().Var(newChoice(&format, values, values), "format", fmt.Sprintf("what to print: %s", strings.Join(values, ", ")))
	complete(cmd, "format", values...)
	return &format
}
