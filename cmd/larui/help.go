package main

import (
	"cmp"
	"context"
	"embed"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/cmd/larui/man"
	"larui/datasets/wording"
	"larui/model/rivals"
	"larui/tui/config"
	explain "larui/tui/overlay/help"
	"larui/tui/session"
)

// Help with more than maxHelpLines lines is shown in full only with the argument all.
const maxHelpLines = 60

// newHelpFunc returns the help function. Only a call of this function makes all commands, the
// defaults of flags and the texts of topics, because that is slow.
func newHelpFunc(opener *opener) func(*cobra.Command, []string) {
	return func(cmd *cobra.Command, args []string) {
		opener.isHelp = true
		if !cmd.HasParent() {
			isAll := func(arg string) bool { return arg == "all" }
			opener.unknownWord = opener.checkArgs(cmd, slices.DeleteFunc(cmd.Flags().Args(), isAll))
		}
		fillDefaults(cmd)
		opener.addCommands(cmd.Root(), nil)
		fillTopics(cmd.Root())
		text := helpText(cmd, true)
		if !cmd.IsAdditionalHelpTopicCommand() && strings.Count(text, "\n") > maxHelpLines && !slices.Contains(args, "all") {
			text = helpText(cmd, false)
		}
		_, _ = io.WriteString(cmd.OutOrStdout(), text)
	}
}

// helpText leaves out minor flags and the code at the end of the description, unless all is true.
func helpText(cmd *cobra.Command, all bool) string {
	var b textBuilder
	text := strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short))
	if code := strings.Index(text, "\n\n  import "); code >= 0 && !all {
		text = text[:strings.LastIndex(text[:code], "\n\n")]
	}
	b.line(text)
	if cmd.IsAdditionalHelpTopicCommand() {
		return b.String()
	}
	b.line("\nUsage:\n  " + cmd.UseLine())
	if cmd.HasExample() {
		b.line("\nExamples:\n" + cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		b.line("\nCommands:")
		writeCommands(&b, cmd)
	}
	left := writeFlags(&b, cmd, all)
	if !cmd.HasParent() {
		topics := slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAdditionalHelpTopicCommand() })
		b.line("\nPages:\n  larui help PAGE shows a page: " + strings.Join(mapSlice(topics, (*cobra.Command).Name), ", "))
	}
	if left > 0 {
		b.printf("\n%s --help all lists %d more flags.\n", cmd.CommandPath(), left)
	}
	return b.String()
}

func writeCommands(b *textBuilder, cmd *cobra.Command) {
	order, task := subcommands(), ""
	place := func(c *cobra.Command) int {
		return slices.IndexFunc(order, func(s subcommand) bool { return s.name == c.Name() })
	}
	commands := slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
	slices.SortStableFunc(commands, func(a, b *cobra.Command) int { return cmp.Compare(uint(place(a)), uint(place(b))) })
	list := newTable("lll")
	for _, c := range commands {
		of := ""
		if at := place(c); at >= 0 && order[at].task != task {
			of, task = order[at].task, order[at].task
		}
		list.add(of, c.Name(), c.Short)
	}
	list.write(b)
}

// If all is false, writeFlags writes only the main flags and the flags that only this command has.
// It returns the number of omitted flags.
func writeFlags(b *textBuilder, cmd *cobra.Command, all bool) (left int) {
	var list *pflag.FlagSet
	for _, heading := range headings {
		if all || heading == headings[0] {
			list = pflag.NewFlagSet(cmp.Or(heading, "Flags"), pflag.ContinueOnError)
			list.SortFlags = false
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			switch own := heading == headings[0] && cmd.HasParent(); {
			case headingOf(f) != heading:
			case all || own || slices.Contains(mainFlags, f.Name):
				list.AddFlag(f)
			case !f.Hidden:
				left++
			}
		})
		if (all || heading == headings[len(headings)-1]) && list.HasAvailableFlags() {
			b.WriteString("\n" + list.Name() + ":\n" + list.FlagUsages())
		}
	}
	return left
}

var mainFlags = []string{"source", "target", "label", "data", "classes", "k", "ktilde", "lambda", "view", "snapshot", "plain", "resume", "help"}

// fillDefaults gives each option flag without a default the value of the option in the default
// pair.
func fillDefaults(cmd *cobra.Command) {
	opening, _ := session.NewOpening(defaultPair, nil)
	opened, err := session.Open(context.Background(), opening.Spec, nil, nil)
	if err != nil {
		return
	}
	state := opened.StartState()
	for _, option := range session.Options() {
		if flag := cmd.Flags().Lookup(option.Name); flag != nil && flag.DefValue == "" && option.Opposite == "" {
			flag.DefValue = option.Get(state)
		}
	}
}

//go:embed docs/*.md
var docs embed.FS

// topicSynonyms has other words for each topic. After larui help with such a word, the error
// message suggests the topic.
var topicSynonyms = map[string][]string{
	"choosing":  {"choose", "choice", "label-free", "warnings"},
	"cluster":   {"spark", "sql", "dask", "database"},
	"data":      {"files", "file", "formats", "csv"},
	"field":     {"why", "need", "skada", "adapt", "libraries"},
	"labelling": {"labels", "answers"},
	"rivals":    {"methods", "baselines"},
	"shift":     {"drift", "monitoring"},
	"views":     {"keys", "explorer"},
	wordsTopic:  {"word", "glossary", "terms"},
}

// wordsTopic is the topic whose text is generated by termsPage; the texts of all other topics are
// in docs.
const wordsTopic = "words"

// newTopics returns the help topics without texts, which fillTopics adds.
func newTopics() []*cobra.Command {
	pages, _ := docs.ReadDir("docs") // embedded, so never an error
	var topics []*cobra.Command
	for _, page := range pages {
		name, _ := strings.CutSuffix(page.Name(), ".md")
		topics = append(topics, &cobra.Command{Use: name, SuggestFor: topicSynonyms[name]})
	}
	return append(topics, &cobra.Command{Use: wordsTopic, SuggestFor: topicSynonyms[wordsTopic]})
}

func fillTopics(root *cobra.Command) {
	for _, topic := range root.Commands() {
		if !topic.IsAdditionalHelpTopicCommand() {
			continue
		}
		text, _ := docs.ReadFile("docs/" + topic.Name() + ".md") // embedded, so never an error
		topic.Long = string(text)
		switch topic.Name() {
		case wordsTopic:
			topic.Long = termsPage()
		case "rivals":
			topic.Long += rivalTable()
		}
		title, _, _ := strings.Cut(topic.Long, "\n")
		topic.Short = strings.TrimPrefix(title, "# ")
	}
}

func termsPage() string {
	var b textBuilder
	b.line("# Words of the screens")
	for _, w := range explain.Terms() {
		b.WriteString("\n**" + w.Name + "**: " + w.Explain() + ".\n")
	}
	return b.String()
}

func rivalTable() string {
	var b textBuilder
	b.line("\n| key | what | value | default (validation rows choose among several) |\n|---|---|---|---|")
	for _, s := range rivals.Hyperparameters() {
		var defaults []string
		methods := map[string][]string{}
		for _, r := range session.Rivals() {
			if !r.Uses(s) {
				continue
			}
			var values []string
			for _, h := range r.Grid {
				if value := s.Format(h.WithDefaults(r.Defaults)); !slices.Contains(values, value) {
					values = append(values, value)
				}
			}
			text := strings.Join(values, ", ")
			if methods[text] == nil {
				defaults = append(defaults, text)
			}
			methods[text] = append(methods[text], r.Command)
		}
		for i, text := range defaults {
			defaults[i] = text + " (" + strings.Join(methods[text], ", ") + ")"
		}
		b.printf("| `%s` | %s | %s | %s |\n", s.Name, s.Help, s.ValidValues, strings.Join(defaults, "; "))
	}
	return b.String()
}

// similarName returns the command or topic whose name or synonym is most similar to word; empty if
// none is similar.
func similarName(root *cobra.Command, word string) string {
	names := map[string]string{}
	for _, c := range root.Commands() {
		for _, name := range append(c.SuggestFor, c.Name()) {
			names[name] = c.Name()
		}
	}
	near, _ := wording.FindNearest(word, slices.Sorted(maps.Keys(names)))
	return names[near]
}

func newHelp(opener *opener) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "help [COMMAND|TOPIC] [all]",
		Short: "Show help on the explorer, a command or a topic",
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			opener.addCommands(root, nil)
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 && rest[0] != "all" {
				if near := similarName(root, args[0]); near != "" {
					return wrongCallf("there is no command or topic %q: did you mean larui help %s?", strings.Join(args, " "), near)
				}
				return wrongCallf("there is no command or topic %q (see larui help)", strings.Join(args, " "))
			}
			cmd.InitDefaultHelpFlag()
			cmd.HelpFunc()(cmd, rest)
			return nil
		},
	}
	cmd.ValidArgsFunction = completeFirstArgument(func() []string {
		return mapSlice(cmd.Root().Commands(), func(c *cobra.Command) string { return c.Name() })
	})
	return cmd
}

func newMan(opener *opener) *cobra.Command {
	cmd := newCommand("man", "Print the manual page", "Print the manual page, for man -l - or a folder where man looks for pages.",
		"  larui man | man -l -\n  larui man > ~/.local/share/man/man1/larui.1")
	cmd.Run = func(cmd *cobra.Command, _ []string) {
		root := cmd.Root()
		opener.addCommands(root, nil)
		fillDefaults(root)
		fillTopics(root)
		cmd.Print(man.Page(root, moduleVersion(), manSections...))
	}
	return cmd
}

var manSections = []man.Section{
	{Title: "Exit status", Terms: [][2]string{
		{strconv.Itoa(statusOK), "The command succeeded."},
		{strconv.Itoa(statusFailed), "The work failed, or a line of config.toml is wrong; one line on standard error says why."},
		{strconv.Itoa(statusWrongCall), "The call was wrong."},
		{strconv.Itoa(statusInterrupted), "The call was interrupted."},
	}},
	{Title: "Environment", Terms: [][2]string{
		{config.PathVariable, "The configuration file, instead of larui/config.toml in the folder of settings."},
		{"LARUI_DATA", "The folder of the data sets, unless --data names one."},
		{"LARUI_SIMD", "The vector instructions for the computations; none means scalar instructions only."},
		{"PAGER", "The program that shows help longer than the screen; by default less."},
		{"NO_COLOR", "If set, larui prints no colours, unless --colour says always."},
		{"COLORFGBG", "The colours of the terminal; they make the theme auto dark or light."},
		{"HTTPS_PROXY, HTTP_PROXY", "The proxy for the downloads of larui get."},
	}},
	{Title: "Files", Text: "In the folder of settings ($XDG_CONFIG_HOME or ~/.config on Linux):", Terms: [][2]string{
		{"larui/config.toml", "The user's settings and keys; larui config prints both."},
		{"larui/session.json", "The last session of the explorer, for --resume."},
		{"larui/recent", "The recently opened pairs of files."},
	}},
}
