package main

import (
	"cmp"
	"context"
	"embed"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"larui/cmd/larui/man"
	"larui/tui/config"
	explain "larui/tui/overlay/help"
	"larui/tui/session"
)

// help returns the help function: cobra's, after adding all commands, the defaults of the default
// pair and the texts of the topics. It adds them only when help is shown.
func help(opener *opener, show func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(cmd *cobra.Command, args []string) {
		fillDefaults(cmd)
		opener.addCommands(cmd.Root(), allCommands)
		fillTopics(cmd.Root())
		show(cmd, args)
	}
}

// usage returns the usage function: cobra's, with the flags grouped below their headings.
func usage(show func(*cobra.Command) error) func(*cobra.Command) error {
	return func(cmd *cobra.Command) error {
		var text strings.Builder
		to := cmd.OutOrStderr()
		cmd.SetOut(&text)
		err := show(cmd)
		cmd.SetOut(to)
		trimmed := func(flags *pflag.FlagSet) string { return strings.TrimRight(flags.FlagUsages(), " \n") }
		below := map[string]*pflag.FlagSet{}
		for _, name := range headings {
			below[name] = pflag.NewFlagSet(name, pflag.ContinueOnError)
			below[name].SortFlags = false
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { below[headingOf(f)].AddFlag(f) })
		var grouped []string
		for _, name := range headings {
			if below[name].HasAvailableFlags() {
				grouped = append(grouped, cmp.Or(name, "Flags")+":\n"+trimmed(below[name]))
			}
		}
		_, _ = io.WriteString(to, strings.Replace(text.String(), "Flags:\n"+trimmed(cmd.LocalFlags()), strings.Join(grouped, "\n\n"), 1))
		return err
	}
}

// fillDefaults sets the default shown in the help for each option flag that has none: the value at
// which the default pair opens.
func fillDefaults(cmd *cobra.Command) {
	opening, err := session.NewOpening(defaultPair, nil)
	if err != nil {
		return
	}
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
		if topic.Name() == wordsTopic {
			topic.Long = words()
		} else {
			text, _ := docs.ReadFile("docs/" + topic.Name() + ".md") // embedded, so never an error
			topic.Long = string(text)
		}
		title, _, _ := strings.Cut(topic.Long, "\n")
		topic.Short = strings.TrimPrefix(title, "# ")
	}
}

// words returns the page that explains the terms on the screens.
func words() string {
	var b strings.Builder
	b.WriteString("# Words of the screens\n")
	for _, w := range explain.Words() {
		b.WriteString("\n**" + w.Name + "**: " + w.Explained() + ".\n")
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
		Use:   "help [COMMAND|TOPIC]",
		Short: "Help about the explorer, a command or a topic",
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			opener.addCommands(root, allCommands)
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				if near := nearest(root, args[0]); len(near) > 0 {
					return wrongf("no command or topic %q to help with: did you mean larui help %s?", strings.Join(args, " "), near[0])
				}
				return wrongf("no command or topic %q to help with (see larui help)", strings.Join(args, " "))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
	cmd.ValidArgsFunction = completeArgs(func() []string {
		return each(cmd.Root().Commands(), func(c *cobra.Command) string { return c.Name() })
	})
	return cmd
}

// newMan returns `larui man`.
func newMan(opener *opener) *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the manual page",
		Long:    "Print the manual page, for man -l - or a folder where man looks for pages.",
		Example: "  larui man | man -l -\n  larui man > ~/.local/share/man/man1/larui.1",
		Args:    atMost(0, ""),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			root := cmd.Root()
			opener.addCommands(root, allCommands)
			fillDefaults(root)
			fillTopics(root)
			cmd.Print(man.Page(root, version(), aside...))
			return nil
		},
	}
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
		{"COLORFGBG", "The colours of the terminal, by which the theme auto is dark or light."},
		{"HTTPS_PROXY, HTTP_PROXY", "The proxy that larui get asks."},
	}},
	{Title: "Files", Text: "In the folder of settings ($XDG_CONFIG_HOME or ~/.config on Linux):", Terms: [][2]string{
		{"larui/config.toml", "What is settled for good: larui config prints it."},
		{"larui/session.json", "The last explorer that was quit, for --resume."},
		{"larui/recent", "The pairs of files opened last."},
	}},
}
