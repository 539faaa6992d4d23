package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/datasets/wording"
	"larui/model"
	"larui/tui/session"
)

const defaultPair = "rotated-gaussian"

func pairNames() []string {
	return append(mapSlice(datasets.ListPairs(), func(info datasets.PairInfo) string { return info.Name }), datasets.FilesName)
}

// newCommand returns a command that takes no arguments.
func newCommand(use, short, long, example string) *cobra.Command {
	cmd := &cobra.Command{Use: use, Short: short, Long: long, Example: example, Args: limitArgs(0, ""), ValidArgsFunction: cobra.NoFileCompletions}
	cmd.Flags().SortFlags = false
	return cmd
}

func setRun(cmd *cobra.Command, do func(ctx context.Context, args []string) error) {
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return do(cmd.Context(), args) }
}

// acceptArgument makes cmd accept one argument, with names for its completion. kind is what error
// messages call the argument.
func acceptArgument(cmd *cobra.Command, kind string, names func() []string) {
	cmd.Args, cmd.ValidArgsFunction = limitArgs(1, kind), completeFirstArgument(names)
}

// A call maps the name of each option on the command line to its values. Only --target and the
// options of a grid of settings can have several values.
type call map[string][]session.OptionSet

// newPairCall makes cmd accept a pair or two files, and defines a flag for each option for which
// accepts returns true. The flags named in swept take lists of values.
func newPairCall(cmd *cobra.Command, accepts func(session.Option) bool, swept ...string) call {
	cmd.Args, cmd.ValidArgsFunction = checkPair, completePair
	return newCall(cmd, accepts, swept...)
}

func newFileCall(cmd *cobra.Command, names ...string) call {
	return newCall(cmd, func(o session.Option) bool { return slices.Contains(names, o.Name) })
}

func newCall(cmd *cobra.Command, accepts func(session.Option) bool, swept ...string) call {
	c := call{}
	for _, o := range session.Options() {
		if !accepts(o) {
			continue
		}
		flag := cmd.Flags().VarPF(&optionFlag{Option: o, swept: slices.Contains(swept, o.Name), into: c}, o.Name, "", o.Help)
		if o.IsSwitch() {
			flag.NoOptDefVal = "true"
		}
		switch {
		case o.Values != nil:
			completeFlag(cmd, o.Name, o.Values...)
		case slices.Contains([]string{"label", "features", "drop", "encode", "dates", "id"}, o.Name):
			_ = cmd.RegisterFlagCompletionFunc(o.Name, completeColumns(o.Kind == session.ListKind))
		case o.Kind != session.PathKind:
			completeFlag(cmd, o.Name)
		}
	}
	return c
}

// isForLAR returns false for an option that only other methods use.
func isForLAR(o session.Option) bool { return o.Name != "rival" }

// headings are the headings of flags in the help, in order. Flags that only one command has are
// below the empty heading.
var headings = []string{"", "Data", "Columns of files", "Method", "Built-in pairs"}

func headingOf(flag *pflag.Flag) string {
	o, ok := flag.Value.(*optionFlag)
	switch {
	case !ok:
		return headings[0]
	case o.Columns:
		return headings[2]
	case o.Changes == session.MethodPart:
		return headings[3]
	case o.Name != "seed" && !slices.Contains(o.PairNames(), datasets.FilesName):
		return headings[4]
	}
	return headings[1]
}

// insertSubcommand turns a command line of the explorer into a command line of the subcommand
// called name. An empty name changes nothing.
func insertSubcommand(command, name string) string {
	return strings.Replace(command, "larui", strings.TrimSpace("larui "+name), 1)
}

type optionFlag struct {
	session.Option
	// swept reports whether the flag accepts a list of values.
	swept bool
	into  call
	text  string
}

func (v *optionFlag) Set(text string) error {
	given, again := v.into[v.Name]
	values := []string{text}
	switch {
	case v.swept:
		values = strings.Split(text, ",")
	case v.Kind == session.ListKind && again:
		values = []string{v.text + "," + text}
	}
	var sets []session.OptionSet
	for _, value := range values {
		set, err := session.OptionSet{}.With(v.Option, strings.TrimSpace(value))
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(sets, func(s session.OptionSet) bool { return s.FormatValue(v.Option) == set.FormatValue(v.Option) }) {
			sets = append(sets, set)
		}
	}
	if v.IsSwitch() && again && given[0].FormatValue(v.Option) != sets[0].FormatValue(v.Option) {
		return fmt.Errorf("the call also has --%s=%s", v.Name, given[0].FormatValue(v.Option))
	}
	if v.Name == "target" && again { // larui check takes several
		sets = append(given, sets...)
	}
	v.into[v.Name], v.text = sets, values[0]
	return nil
}

func (v *optionFlag) String() string { return v.text }

// Type returns the placeholder for the value in the help.
func (v *optionFlag) Type() string {
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

// opening returns an error if the pair does not use an option of the call.
func (c call) opening(args []string) (session.Opening, error) {
	name, set := defaultPair, c.options()
	switch {
	case len(args) == 1:
		name = args[0]
	case c.hasAny("source", "target", "validation"):
		name = datasets.FilesName
	}
	return set.Opening(name)
}

// options returns the options with a single value, and the first value of --target.
func (c call) options() (set session.OptionSet) {
	for name, sets := range c {
		if len(sets) == 1 || name == "target" {
			set = set.Merge(sets[0])
		}
	}
	return set
}

func fileSpec(set session.OptionSet) datasets.Spec {
	return set.ApplyTo(session.State{Spec: datasets.DefaultSpec(datasets.FilesName)}).Spec
}

// initialParams returns the parameters with which s starts if the options in set are given. If one
// option alone causes an error, the error names its flag.
func initialParams(s *session.Session, set session.OptionSet) (model.Params, error) {
	state, err := s.StartStateWith(set)
	if err == nil {
		return state.Params, nil
	}
	for _, o := range session.Options() {
		if !set.Has(o.Name) {
			continue
		}
		if _, alone := s.StartStateWith(set.KeepOnly(o)); alone != nil {
			return state.Params, wrongCallf("--%s %s: %s", o.Name, set.FormatValue(o), session.PlainError(alone))
		}
	}
	return state.Params, err
}

func completeFirstArgument(names func() []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names(), cobra.ShellCompDirectiveNoFileComp
	}
}

// completePair completes the first argument with pairs and files, and the second with files if the
// first is a file.
func completePair(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	switch {
	case len(args) == 0:
		return pairNames(), cobra.ShellCompDirectiveDefault
	case len(args) == 1 && session.LooksLikeFile(args[0]):
		return nil, cobra.ShellCompDirectiveDefault
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

func completeFlag(cmd *cobra.Command, flag string, values ...string) {
	// An error would mean that the flag is not defined.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completeColumns completes the names of columns of the first input file. If list is true, the flag
// takes a list, and columns that are already in the list are not proposed.
func completeColumns(list bool) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) (names []string, _ cobra.ShellCompDirective) {
		_ = checkPair(cmd, args) // sets the flags of files given as arguments
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

type choiceFlag struct {
	to     *string
	values []string
}

// addFlag defines a flag that sets variable, whose present value is the default. The shell
// completes the flag with values, or with file names if there are no values.
func addFlag[T string | bool | int | []string](cmd *cobra.Command, variable *T, name, usage string, values ...string) {
	flags := cmd.Flags()
	switch variable := any(variable).(type) {
	case *string:
		flags.StringVar(variable, name, *variable, usage)
	case *bool:
		flags.BoolVar(variable, name, *variable, usage)
	case *int:
		flags.IntVar(variable, name, *variable, usage)
	case *[]string:
		flags.StringSliceVar(variable, name, *variable, usage)
	}
	if values != nil {
		completeFlag(cmd, name, values...)
	}
}

func isSet(cmd *cobra.Command, flag string) bool { return cmd.Flags().Changed(flag) }

func addChoice(cmd *cobra.Command, variable *string, name, usage string, values ...string) {
	cmd.Flags().Var(&choiceFlag{variable, values}, name, usage)
	completeFlag(cmd, name, values...)
}

func (c *choiceFlag) Set(text string) error {
	if !slices.Contains(c.values, text) {
		return fmt.Errorf("not one of %s", strings.Join(c.values, ", "))
	}
	*c.to = text
	return nil
}

func (c *choiceFlag) String() string { return *c.to }

func (c *choiceFlag) Type() string { return "CHOICE" }

// suggestFlags returns the end of an error message about word, an unknown flag or argument. If cmd
// has few flags, the message lists these flags. If not, the message names another command that has
// the flag word or, if there is none, the flag of cmd that is most similar to word.
func suggestFlags(cmd *cobra.Command, word string) (text string) {
	const few = 10
	var names []string
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && !f.Hidden {
			names = append(names, f.Name)
		}
	})
	near, isNear := wording.FindNearest(word, names)
	_, isOption := session.OptionByName(word)
	switch {
	case len(names) > few && isOption:
		text = "larui solve has it; "
	case len(names) > few && cmd.Root().Flags().Lookup(word) != nil:
		text = "only the explorer has it; "
	case len(names) > few && isNear:
		text = "did you mean --" + near + "? "
	case 0 < len(names) && len(names) <= few:
		text = "it has --" + strings.Join(names, ", --") + "; "
	}
	return text + "see " + cmd.CommandPath() + " --help"
}

// limitArgs returns a check that the command has at most count arguments. kind is what error
// messages call the arguments.
func limitArgs(count int, kind string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) <= count:
			return nil
		case count == 0:
			return wrongCallf("%s takes no arguments, not %q: %s", cmd.Name(), args[0], suggestFlags(cmd, args[0]))
		case len(args) > 2 && session.LooksLikeFile(args[0]):
			return wrongCallf("two files make a pair, the source and the target, not %d", len(args))
		}
		return wrongCallf("at most one %s, not %d: %s (see %s --help)", kind, len(args), strings.Join(args, " "), cmd.CommandPath())
	}
}

// checkPair accepts a pair, or two files as the source and the target. It sets the flags --source
// and --target to the files.
func checkPair(cmd *cobra.Command, args []string) error {
	if len(args) != 2 || !isFileArgument(args[0]) || cmd.Flags().Lookup("target") == nil {
		return limitArgs(1, "PAIR")(cmd, args)
	}
	if isSet(cmd, "source") || isSet(cmd, "target") {
		return wrongCallf("the two files are the source and the target: leave out --source and --target")
	}
	return cmp.Or(cmd.Flags().Set("source", args[0]), cmd.Flags().Set("target", args[1]))
}

// isFileArgument reports whether arg stands for a file rather than a built-in pair. An empty name
// and - (standard input) also stand for files.
func isFileArgument(arg string) bool { return arg == "" || arg == "-" || session.LooksLikeFile(arg) }

// namedFiles returns the files that the values of a flag name. If --target names a folder, these
// are the target files in the folder.
func namedFiles(flag *pflag.Flag) []string {
	v, ok := flag.Value.(*optionFlag)
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

func checkOneTarget(cmd *cobra.Command) error {
	flag := cmd.Flags().Lookup("target")
	if flag == nil || cmd.Name() == "check" {
		return nil
	}
	files, err := flag.Value.(*optionFlag).into.targets()
	if files != nil {
		return wrongCallf("this command takes one --target; larui check takes several, or a folder of targets")
	}
	return err
}

// checkNoInputOverwritten returns an error if an output file of the call is also one of its input
// files, even by another path or a link.
func checkNoInputOverwritten(flags *pflag.FlagSet) error {
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
				return wrongCallf("%s would overwrite the input of %s: name another file", to.flag, from.flag)
			}
		}
	}
	return nil
}

func checkNotCombined(cmd *cobra.Command, flag, value string, others ...string) error {
	for _, name := range others {
		if value != "" && isSet(cmd, name) {
			return wrongCallf("--%s %s and --%s exclude each other", flag, value, name)
		}
	}
	return nil
}

func addChooseFlag(cmd *cobra.Command, judge *string) {
	addChoice(cmd, judge, "choose", "search k, k̃ and λ first, and choose the setting by this judge", session.JudgeNames()...)
}

// searchedOptions returns the options whose values --choose searches. judge is the rule that
// chooses, such as label-free. An empty judge stands for all rules: the options are those that any
// rule searches.
func searchedOptions(judge string) []string {
	if session.JudgeName(judge).NeedsKTilde() {
		return []string{"k", "lambda"}
	}
	return []string{"k", "lambda", "ktilde"}
}

func (c call) hasAny(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return c[name] != nil })
}
