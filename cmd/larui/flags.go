package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/tui/session"
)

// defaultPair is what a command works on when no pair is named.
const defaultPair = "rotated-gaussian"

// pairNames are the names that PAIR may be.
func pairNames() []string {
	return append(each(datasets.List(), func(info datasets.Info) string { return info.Name }), datasets.FilesName)
}

// A call holds what the flags of a command line ask for.
type call struct {
	// values holds what was given for each option, in order: one value, or several
	// for those that are swept.
	values map[string][]session.Set
	// single tells that the command takes one target alone.
	single bool
	// several tells that the call has several targets, once these are opened.
	several bool
}

// newCall defines the flags of the options for which takes is true on cmd. Those named
// in swept take several values.
func newCall(cmd *cobra.Command, takes func(session.Option) bool, swept ...string) *call {
	c := &call{values: map[string][]session.Set{}, single: true}
	flags := cmd.Flags()
	flags.SortFlags = false
	options := session.Options()
	for i := range options {
		o := &options[i]
		if !takes(*o) {
			continue
		}
		c.single = c.single && o.Name != "targets"
		value := &optionValue{Option: o, swept: slices.Contains(swept, o.Name), into: c.values}
		flag := flags.VarPF(value, o.Name, "", o.Help)
		if o.IsSwitch() {
			flag.NoOptDefVal = "true"
		}
		switch {
		case o.Values != nil:
			complete(cmd, o.Name, o.Values...)
		case slices.Contains([]string{"label", "features", "drop", "encode", "dates", "id"}, o.Name):
			_ = cmd.RegisterFlagCompletionFunc(o.Name, completeColumns(o.Kind == session.List))
		case o.Kind != session.Path:
			complete(cmd, o.Name)
		}
	}
	cmd.ValidArgsFunction = completeArgs(pairNames)
	return c
}

// ofLAR are all options but those of other methods.
func ofLAR(o session.Option) bool { return o.Changes != session.Rival }

// headings are those that help lists flags below, in order; those of the command alone stand first.
var headings = []string{"", "Data", "Columns of files", "Method", "Built-in pairs", "Other methods"}

// headingOf is the one that a flag stands below.
func headingOf(flag *pflag.Flag) string {
	o, ok := flag.Value.(*optionValue)
	switch {
	case !ok:
		return headings[0]
	case o.Columns:
		return headings[2]
	case o.Changes == session.Method:
		return headings[3]
	case o.Changes == session.Rival:
		return headings[5]
	case o.Name != "seed" && !slices.Contains(o.Pairs(), datasets.FilesName):
		return headings[4]
	}
	return headings[1]
}

// withVerb turns a command line that opens the explorer into one of `larui verb`, which may be empty.
func withVerb(command, verb string) string {
	return strings.Replace(command, "larui", strings.TrimSpace("larui "+verb), 1)
}

// An optionValue is the flag of an option: what the option takes as text.
type optionValue struct {
	*session.Option
	// swept takes several values.
	swept bool
	into  map[string][]session.Set
	text  string
}

func (v *optionValue) Set(text string) error {
	given, again := v.into[v.Name]
	values := []string{text}
	switch {
	case v.swept:
		values = strings.Split(text, ",")
	case v.Kind == session.List && again:
		values = []string{v.text + "," + text}
	}
	var sets []session.Set
	for _, value := range values {
		set, err := session.Set{}.With(*v.Option, strings.TrimSpace(value))
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(sets, func(s session.Set) bool { return s.Value(*v.Option) == set.Value(*v.Option) }) {
			sets = append(sets, set)
		}
	}
	if v.IsSwitch() && again && given[0].Value(*v.Option) != sets[0].Value(*v.Option) {
		return fmt.Errorf("the call says --%s=%s as well", v.Name, given[0].Value(*v.Option))
	}
	if v.Name == "target" && again { // they are several
		sets = append(given, sets...)
	}
	v.into[v.Name], v.text = sets, values[0]
	return nil
}

func (v *optionValue) String() string { return v.text }

// Type is what help calls the value.
func (v *optionValue) Type() string {
	switch {
	case v.IsSwitch():
		return "bool"
	case v.swept:
		return "LIST"
	case v.Values != nil:
		return "CHOICE"
	}
	return "NUMBER"
}

// opening returns what args and the flags ask to open. A flag that the pair does not
// use is a wrong call, and so are several targets where the command takes one.
func (c *call) opening(args []string) (opening session.Opening, err error) {
	name := defaultPair
	switch {
	case len(args) > 0:
		name = args[0]
	case slices.ContainsFunc([]string{"source", "target", "targets", "validation"}, func(name string) bool { return c.values[name] != nil }):
		name = datasets.FilesName
	}
	opening, err = c.set().Opening(name)
	if err == nil && len(opening.Spec.Targets) > 0 && c.single {
		err = wrongf("this command takes one --target: larui check, solve, sweep and the explorer take several")
	}
	return opening, err
}

// set returns the options that have a single value, and several targets.
func (c *call) set() (set session.Set) {
	for _, sets := range c.values {
		if len(sets) == 1 {
			set = set.And(sets[0])
		}
	}
	if target, _ := session.OptionByName("target"); len(c.values[target.Name]) > 1 {
		set = set.AndTargets(each(c.values[target.Name], func(s session.Set) string { return s.Value(target) }))
	}
	return set
}

// begin returns the state of a session at the options in set. A value that the pair
// can't honour is blamed on its flag.
func begin(s *session.Session, set session.Set) (session.State, error) {
	state, err := s.Begin(set)
	if err == nil {
		return state, nil
	}
	for _, o := range session.Options() {
		if !set.Has(o.Name) {
			continue
		}
		if _, alone := s.Begin(set.Only(o)); alone != nil {
			return state, wrongf("--%s %s: %s", o.Name, set.Value(o), session.PlainError(alone))
		}
	}
	return state, err
}

// completeArgs offers names for the first argument.
func completeArgs(names func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// complete offers values for a flag.
func complete(cmd *cobra.Command, flag string, values ...string) {
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completeColumns offers the columns of the file that the call reads, for a list those that
// it has not yet.
func completeColumns(list bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, typed string) (names []string, _ cobra.ShellCompDirective) {
		before, then := "", cobra.ShellCompDirectiveNoFileComp
		if list {
			before, then = typed[:strings.LastIndexByte(typed, ',')+1], then|cobra.ShellCompDirectiveNoSpace
		}
		for _, file := range []string{"source", "target", "input"} {
			flag := cmd.Flags().Lookup(file)
			if flag == nil || !flag.Changed {
				continue
			}
			for _, name := range datasets.Columns(cmd.Context(), flag.Value.String()) {
				column, _, _ := strings.Cut(name, "\t")
				if list {
					name = column // bash takes no words beside what holds commas
				}
				if strings.HasPrefix(before+column, typed) && !slices.Contains(strings.Split(before, ","), column) {
					names = append(names, before+name)
				}
			}
			break
		}
		return names, then
	}
}

// A choice is a flag with a few values.
type choice struct {
	to     *string
	values []string
}

// addChoice defines a flag that sets to to one of the values.
func addChoice(cmd *cobra.Command, to *string, name, usage string, values ...string) {
	cmd.Flags().Var(&choice{to, values}, name, usage)
	complete(cmd, name, values...)
}

func (c *choice) Set(text string) error {
	if !slices.Contains(c.values, text) {
		return fmt.Errorf("not one of %s", strings.Join(c.values, ", "))
	}
	*c.to = text
	return nil
}

func (c *choice) String() string { return *c.to }

func (c *choice) Type() string { return "CHOICE" }

// addFormat defines --format and returns what it chooses.
func addFormat(cmd *cobra.Command) *string {
	format := "text"
	addChoice(cmd, &format, "format", "what to print: text, json, csv", "text", "json", "csv")
	return &format
}

// atMost accepts so many arguments.
func atMost(count int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) <= count:
			return nil
		case count == 0:
			return wrongf("%s takes no arguments, not %q", cmd.Name(), args[0])
		}
		return wrongf("one %s at most, not %d: %s (see %s --help)", what, len(args), strings.Join(args, " "), cmd.CommandPath())
	}
}

// namedFiles are those that a flag names: several targets, and those in a folder, too.
func namedFiles(flag *pflag.Flag) []string {
	v, ok := flag.Value.(*optionValue)
	if !ok {
		return []string{flag.Value.String()}
	}
	var paths []string
	for _, set := range v.into[v.Name] {
		paths = append(paths, datasets.Files(set.On(session.State{Spec: datasets.DefaultSpec(datasets.FilesName)}).Spec)...)
	}
	files, _ := datasets.ListTargets(datasets.Spec{Targets: paths}) // a folder without any is read by nobody
	return files
}

// spareInputs refuses to write onto a file that the same call reads, by whatever path or link.
func spareInputs(flags *pflag.FlagSet) error {
	type named struct {
		flag string
		info os.FileInfo
	}
	found := func(names ...string) (files []named) {
		for _, name := range names {
			f := flags.Lookup(name)
			if f == nil || !f.Changed {
				continue
			}
			for _, path := range namedFiles(f) {
				if info, err := os.Stat(session.ExpandHome(path)); err == nil && info.Mode().IsRegular() {
					files = append(files, named{"--" + name + " " + f.Value.String(), info})
				}
			}
		}
		return files
	}
	for _, to := range found("out", "save-model", "save-script", "save-predictions", "export") {
		for _, from := range found("source", "target", "targets", "validation", "input", "model") {
			if os.SameFile(to.info, from.info) {
				return wrongf("%s would write over what %s reads: name another file", to.flag, from.flag)
			}
		}
	}
	return nil
}

// excludes blames a call that has others beside a flag that says where they come from, if
// that has a value.
func excludes(cmd *cobra.Command, flag, value string, others ...string) error {
	for _, name := range others {
		if value != "" && cmd.Flags().Changed(name) {
			return wrongf("--%s %s and --%s exclude each other", flag, value, name)
		}
	}
	return nil
}

// addJudge adds the flag that names a judge.
func addJudge(cmd *cobra.Command, judge *string) {
	addChoice(cmd, judge, "choose", "search k, k̃ and λ first, judged by this", session.JudgeNames()...)
}

// searchedBy names the options that a judge searches, any judge where it is empty.
func searchedBy(judge string) []string {
	if session.Judge(judge).AtKTilde() {
		return []string{"k", "lambda"}
	}
	return []string{"k", "lambda", "ktilde"}
}

// gives tells that the call has a value for one of these options.
func (c *call) gives(names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return c.values[name] != nil })
}
