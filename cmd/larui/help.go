package main

import (
	"cmp"
	"context"
	"embed"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/cmd/larui/man"
	"larui/model/rivals"
	"larui/tui/config"
	explain "larui/tui/overlay/help"
	"larui/tui/session"
)

// mostLines is the largest number of lines of help without the word all.
const mostLines = 60

// help returns the help function. It adds all commands, the defaults of the default pair and the
// texts of the topics only when help is shown. A long help lists only the main flags, unless all is
// among the arguments.
func help(opener *opener) func(*cobra.Command, []string) {
	return func(cmd *cobra.Command, args []string) {
		if !cmd.HasParent() {
			isAll := func(arg string) bool { return arg == "all" }
			opener.unknown = opener.commandOrPair(cmd, slices.DeleteFunc(cmd.Flags().Args(), isAll))
		}
		fillDefaults(cmd)
		opener.addCommands(cmd.Root(), allCommands)
		fillTopics(cmd.Root())
		text := helpText(cmd, true)
		if !cmd.IsAdditionalHelpTopicCommand() && strings.Count(text, "\n") > mostLines && !slices.Contains(args, "all") {
			text = helpText(cmd, false)
		}
		_, _ = io.WriteString(cmd.OutOrStdout(), text)
	}
}

// helpText returns the help of a command, with all flags or with the main ones and without the code
// at the end of the description.
func helpText(cmd *cobra.Command, all bool) string {
	var b prose
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

// writeCommands lists the commands below cmd. The commands of larui are grouped by task.
func writeCommands(b *prose, cmd *cobra.Command) {
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

// writeFlags writes the flags of a command below their headings. Without all, it writes only the
// main flags and, unless the command is larui itself, the flags that only the command has, and it
// returns the number of other flags.
func writeFlags(b *prose, cmd *cobra.Command, all bool) (left int) {
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

// mainFlags are the flags that most users of larui need.
var mainFlags = []string{"source", "target", "label", "data", "classes", "k", "ktilde", "lambda", "view", "snapshot", "plain", "resume", "help"}

// fillDefaults sets the default shown in the help for each option flag that has none: the value at
// which the default pair opens.
func fillDefaults(cmd *cobra.Command) {
	opening, _ := session.NewOpening(defaultPair, nil)
	opened, err := session.Open(context.Background(), opening.Spec, nil, nil)
	if err != nil {
		return
	}
	state := opened.Start()
	for _, option := range session.Options() {
		if flag := cmd.Flags().Lookup(option.Name); flag != nil && flag.DefValue == "" && option.Opposite == "" {
			flag.DefValue = option.Get(state)
		}
	}
}

// docs contains the documentation pages that the README links to.
//
//go:embed docs/*.md
var docs embed.FS

// soughtAs lists synonyms of topics for suggestions.
var soughtAs = map[string][]string{
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

// wordsTopic is the topic without a page in docs; words generates its text.
const wordsTopic = "words"

// newTopics returns a help topic for each page and the topic of words, all without text.
func newTopics() []*cobra.Command {
	pages, _ := docs.ReadDir("docs") // embedded, so never an error
	var topics []*cobra.Command
	for _, page := range pages {
		name, _ := strings.CutSuffix(page.Name(), ".md")
		topics = append(topics, &cobra.Command{Use: name, SuggestFor: soughtAs[name]})
	}
	return append(topics, &cobra.Command{Use: wordsTopic, SuggestFor: soughtAs[wordsTopic]})
}

// fillTopics sets the text and title of each topic.
func fillTopics(root *cobra.Command) {
	for _, topic := range root.Commands() {
		if !topic.IsAdditionalHelpTopicCommand() {
			continue
		}
		text, _ := docs.ReadFile("docs/" + topic.Name() + ".md") // embedded, so never an error
		topic.Long = string(text)
		switch topic.Name() {
		case wordsTopic:
			topic.Long = words()
		case "rivals":
			topic.Long += rivalKeys()
		}
		title, _, _ := strings.Cut(topic.Long, "\n")
		topic.Short = strings.TrimPrefix(title, "# ")
	}
}

// words returns the page that explains the terms on the screens.
func words() string {
	var b prose
	b.line("# Words of the screens")
	for _, w := range explain.Words() {
		b.WriteString("\n**" + w.Name + "**: " + w.Explained() + ".\n")
	}
	return b.String()
}

// rivalKeys returns a table of the keys of --rival with their values and, by method, the defaults.
func rivalKeys() string {
	var b prose
	b.line("\n| key | what | value | default (validation rows choose among several) |\n|---|---|---|---|")
	for _, s := range rivals.Settings() {
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

// nearest returns the commands and topics whose name or synonym is similar to word.
func nearest(root *cobra.Command, word string) []string {
	near := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, c := range root.Commands() { // cobra itself suggests no topics
		near.AddCommand(&cobra.Command{Use: c.Name(), SuggestFor: c.SuggestFor, Run: func(*cobra.Command, []string) {}})
	}
	return near.SuggestionsFor(word)
}

// newHelp returns `larui help [COMMAND|TOPIC]`.
func newHelp(opener *opener) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "help [COMMAND|TOPIC] [all]",
		Short: "Help about the explorer, a command or a topic",
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			opener.addCommands(root, allCommands)
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 && rest[0] != "all" {
				if near := nearest(root, args[0]); len(near) > 0 {
					return wrongf("no command or topic %q to help with: did you mean larui help %s?", strings.Join(args, " "), near[0])
				}
				return wrongf("no command or topic %q to help with (see larui help)", strings.Join(args, " "))
			}
			cmd.InitDefaultHelpFlag()
			cmd.HelpFunc()(cmd, rest)
			return nil
		},
	}
	cmd.ValidArgsFunction = completeArgs(func() []string {
		return mapSlice(cmd.Root().Commands(), func(c *cobra.Command) string { return c.Name() })
	})
	return cmd
}

// newMan returns `larui man`.
func newMan(opener *opener) *cobra.Command {
	cmd := newCommand("man", "Print the manual page", "Print the manual page, for man -l - or a folder where man looks for pages.",
		"  larui man | man -l -\n  larui man > ~/.local/share/man/man1/larui.1")
	cmd.Run = func(cmd *cobra.Command, _ []string) {
		root := cmd.Root()
		opener.addCommands(root, allCommands)
		fillDefaults(root)
		fillTopics(root)
		cmd.Print(man.Page(root, version(), aside...))
	}
	return cmd
}

// aside has the sections of the manual page after the commands and flags.
var aside = []man.Section{
	{Title: "Exit status", Terms: [][2]string{
		{strconv.Itoa(statusOK), "All went well."},
		{strconv.Itoa(statusFailed), "The work failed, or a line of config.toml is wrong; one line on standard error says why."},
		{strconv.Itoa(statusWrongCall), "The call was wrong."},
		{strconv.Itoa(statusInterrupted), "It was interrupted."},
	}},
	{Title: "Environment", Terms: [][2]string{
		{config.Variable, "The file of settings, instead of config.toml in the folder of settings."},
		{"LARUI_DATA", "The folder of the data sets, where --data does not name it."},
		{"LARUI_SIMD", "The kernel of the vector units to compute with; none leaves them out."},
		{"NO_COLOR", "No colours, where --colour does not ask for them."},
		{"COLORFGBG", "The colours of the terminal: the theme auto is dark or light accordingly."},
		{"HTTPS_PROXY, HTTP_PROXY", "The proxy that larui get asks."},
	}},
	{Title: "Files", Text: "In the folder of settings ($XDG_CONFIG_HOME or ~/.config on Linux):", Terms: [][2]string{
		{"larui/config.toml", "Settings and keys that last: larui config prints them."},
		{"larui/session.json", "The last explorer that was quit, for --resume."},
		{"larui/recent", "The pairs of files opened last."},
	}},
}
