package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// defaultPair is the pair of a command line that names no pair.
const defaultPair = "rotated-gaussian"

// pairNames returns the valid values of PAIR.
func pairNames() []string {
	return append(mapSlice(datasets.ListPairs(), func(info datasets.Info) string { return info.Name }), datasets.FilesName)
}

// newCommand returns a command without arguments and flags.
func newCommand(use, short, long, example string) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Long: long, Example: example, Args: atMost(0, ""), ValidArgsFunction: cobra.NoFileCompletions}
	cmd.Flags().SortFlags = false
	return cmd
}

// setWork lets the command call do.
func setWork(cmd *cobra.Command, do func(ctx context.Context, args []string) error) {
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return do(cmd.Context(), args) }
}

// takeOne lets the command take one argument at most, called what, and completes it with names.
func takeOne(cmd *cobra.Command, what string, names func() []string) {
	cmd.Args, cmd.ValidArgsFunction = atMost(1, what), completeArgs(names)
}

// A call maps the name of each option on a command line to its values in order; only swept options
// and --target can have several.
type call map[string][]session.Set

// newPairCall makes cmd take a pair, and defines the flags of the options that takes accepts. The
// options named in swept accept several values.
func newPairCall(cmd *cobra.Command, takes func(session.Option) bool, swept ...string) call {
	takeOne(cmd, "PAIR", pairNames)
	return newCall(cmd, takes, swept...)
}

// newFileCall defines the flags of the named options on cmd.
func newFileCall(cmd *cobra.Command, names ...string) call {
	return newCall(cmd, func(o session.Option) bool { return slices.Contains(names, o.Name) })
}

func newCall(cmd *cobra.Command, takes func(session.Option) bool, swept ...string) call {
	c := call{}
	for _, o := range session.Options() {
		if !takes(o) {
			continue
		}
		flag := cmd.Flags().VarPF(&optionValue{Option: o, swept: slices.Contains(swept, o.Name), into: c}, o.Name, "", o.Help)
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
	return c
}

// ofLAR reports whether the option does not belong to the other methods.
func ofLAR(o session.Option) bool { return o.Name != "rival" }

// headings are the headings of flags in the help, in order. The first, empty heading is for the
// flags that only the command has.
var headings = []string{"", "Data", "Columns of files", "Method", "Built-in pairs"}

// headingOf returns the heading of a flag.
func headingOf(flag *pflag.Flag) string {
	o, ok := flag.Value.(*optionValue)
	switch {
	case !ok:
		return headings[0]
	case o.Columns:
		return headings[2]
	case o.Changes == session.Method:
		return headings[3]
	case o.Name != "seed" && !slices.Contains(o.Pairs(), datasets.FilesName):
		return headings[4]
	}
	return headings[1]
}

// withVerb turns a command line of the explorer into a command line of `larui verb`; verb may be
// empty.
func withVerb(command, verb string) string {
	return strings.Replace(command, "larui", strings.TrimSpace("larui "+verb), 1)
}

// An optionValue implements the flag of an option.
type optionValue struct {
	session.Option
	// swept reports whether the flag accepts a list of values.
	swept bool
	into  call
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
		set, err := session.Set{}.With(v.Option, strings.TrimSpace(value))
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(sets, func(s session.Set) bool { return s.Value(v.Option) == set.Value(v.Option) }) {
			sets = append(sets, set)
		}
	}
	if v.IsSwitch() && again && given[0].Value(v.Option) != sets[0].Value(v.Option) {
		return fmt.Errorf("the call says --%s=%s as well", v.Name, given[0].Value(v.Option))
	}
	if v.Name == "target" && again { // larui check takes several
		sets = append(given, sets...)
	}
	v.into[v.Name], v.text = sets, values[0]
	return nil
}

func (v *optionValue) String() string { return v.text }

// Type returns the placeholder of the value in the help.
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

// opening returns the pair and options that args and flags request. It is a wrong call to give an
// option that the pair does not use.
func (c call) opening(args []string) (session.Opening, error) {
	name, set := defaultPair, c.set()
	switch {
	case len(args) == 2:
		name = datasets.FilesName
		files, err := session.ParseSet(map[string]string{"source": args[0], "target": args[1]})
		if set.Has("source") || set.Has("target") {
			err = wrongf("two files are the source and the target already: give --source and --target without them")
		}
		if err != nil {
			return session.Opening{}, err
		}
		set = set.And(files)
	case len(args) > 0:
		name = args[0]
	case c.gives("source", "target", "validation"):
		name = datasets.FilesName
	}
	return set.Opening(name)
}

// set returns the options with a single value, and the first --target.
func (c call) set() (set session.Set) {
	for name, sets := range c {
		if len(sets) == 1 || name == "target" {
			set = set.And(sets[0])
		}
	}
	return set
}

// fileSpec returns the spec of files with the options in set.
func fileSpec(set session.Set) datasets.Spec {
	return set.ApplyTo(session.State{Spec: datasets.DefaultSpec(datasets.FilesName)}).Spec
}

// begin returns the initial parameters of session s with the options in set. If a single option
// causes the error, the error names its flag.
func begin(s *session.Session, set session.Set) (model.Params, error) {
	state, err := s.Begin(set)
	if err == nil {
		return state.Params, nil
	}
	for _, o := range session.Options() {
		if !set.Has(o.Name) {
			continue
		}
		if _, alone := s.Begin(set.Only(o)); alone != nil {
			return state.Params, wrongf("--%s %s: %s", o.Name, set.Value(o), session.PlainError(alone))
		}
	}
	return state.Params, err
}

// completeArgs completes the first argument with names.
func completeArgs(names func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// complete registers values for the completion of a flag.
func complete(cmd *cobra.Command, flag string, values ...string) {
	// The only possible error is an undefined flag.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completeColumns completes the names of columns of the first file that the call reads. For a list
// flag, it omits the columns already in the list.
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
			for _, name := range datasets.ListColumns(cmd.Context(), flag.Value.String()) {
				column, _, _ := strings.Cut(name, "\t")
				if list {
					name = column // bash shows no descriptions for values with commas
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

// A choice is a flag with a fixed set of values.
type choice struct {
	to     *string
	values []string
}

// addFlag defines a flag that stores its value in to, with the value of to as the default.
func addFlag[T string | bool | int | []string](cmd *cobra.Command, to *T, name, usage string) {
	flags := cmd.Flags()
	switch to := any(to).(type) {
	case *string:
		flags.StringVar(to, name, *to, usage)
	case *bool:
		flags.BoolVar(to, name, *to, usage)
	case *int:
		flags.IntVar(to, name, *to, usage)
	case *[]string:
		flags.StringSliceVar(to, name, *to, usage)
	}
}

// isSet reports whether the call gives the flag.
func isSet(cmd *cobra.Command, flag string) bool { return cmd.Flags().Changed(flag) }

// addChoice defines a flag that stores one of the values in to.
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

// atMost accepts at most count arguments.
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

// namedFiles returns the files that a flag names. A flag can name several targets, or a folder with
// target files.
func namedFiles(flag *pflag.Flag) []string {
	v, ok := flag.Value.(*optionValue)
	if !ok {
		return []string{flag.Value.String()}
	}
	var paths []string
	for _, set := range v.into[v.Name] {
		paths = append(paths, datasets.PairFiles(fileSpec(set))...)
	}
	files, _ := datasets.TargetFiles("", paths) // a folder without files is not an input
	return files
}

// oneTarget returns an error if the call gives several targets to another command than check.
func oneTarget(cmd *cobra.Command) error {
	flag := cmd.Flags().Lookup("target")
	if flag == nil || cmd.Name() == "check" {
		return nil
	}
	files, err := flag.Value.(*optionValue).into.targets()
	if files != nil {
		return wrongf("this command takes one --target: larui check takes several, or a folder of them")
	}
	return err
}

// spareInputs returns an error if the call would write to one of its input files, also through
// another path or link.
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
		for _, from := range found("source", "target", "validation", "input", "model") {
			if os.SameFile(to.info, from.info) {
				return wrongf("%s would write over what %s reads: name another file", to.flag, from.flag)
			}
		}
	}
	return nil
}

// excludes returns an error if the named flag has a value and the call also sets one of the other
// flags.
func excludes(cmd *cobra.Command, flag, value string, others ...string) error {
	for _, name := range others {
		if value != "" && isSet(cmd, name) {
			return wrongf("--%s %s and --%s exclude each other", flag, value, name)
		}
	}
	return nil
}

// addJudge defines the flag --choose.
func addJudge(cmd *cobra.Command, judge *string) {
	addChoice(cmd, judge, "choose", "search k, k̃ and λ first, judged by this", session.JudgeNames()...)
}

// searchedBy returns the options that the judge searches; of an empty judge, all options that any
// judge searches.
func searchedBy(judge string) []string {
	if session.Judge(judge).AtKTilde() {
		return []string{"k", "lambda"}
	}
	return []string{"k", "lambda", "ktilde"}
}

// gives reports whether the call sets at least one of the named options.
func (c call) gives(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return c[name] != nil })
}
