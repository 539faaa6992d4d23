package main

import (
	"context"
	"embed"
	"io/fs"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"larui/tui/session"
)

// help returns the help function: that of cobra, with the values at which the
// default pair opens filled in. They are made only when somebody reads them.
func help(show func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(cmd *cobra.Command, args []string) {
		if opening, err := session.NewOpening(defaultPair, nil); err == nil {
			if opened, err := session.Open(context.Background(), opening.Spec, nil, nil); err == nil {
				fillDefaults(cmd, opened.Start())
			}
		}
		show(cmd, args)
	}
}

// fillDefaults gives the flag of each option its value in the state as the
// default that help shows, unless the command has one of its own.
func fillDefaults(cmd *cobra.Command, state session.State) {
	for _, option := range session.Options() {
		if flag := cmd.Flags().Lookup(option.Name); flag != nil && flag.DefValue == "" && option.Opposite == "" {
			flag.DefValue = option.Get(state)
		}
	}
}

// docs are the pages that the README leads to.
//
//go:embed docs/*.md
var docs embed.FS

// newTopics returns a topic of help for each page, which is shown as it stands.
func newTopics() []*cobra.Command {
	files, _ := fs.Glob(docs, "docs/*.md") // the pattern is well formed
	return each(files, func(file string) *cobra.Command {
		text, _ := docs.ReadFile(file) // it is there
		title, _, _ := strings.Cut(string(text), "\n")
		return &cobra.Command{
			Use: strings.TrimSuffix(path.Base(file), ".md"), Short: strings.TrimPrefix(title, "# "), Long: string(text),
		}
	})
}

// newHelp returns `larui help [COMMAND|TOPIC]`.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND|TOPIC]",
		Short: "Help about the explorer, a command or a topic",
		ValidArgsFunction: completeArgs(func() []string {
			return each(root.Commands(), func(c *cobra.Command) string { return c.Name() })
		}),
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return wrongf("no command or topic %q to help with (see larui help)", strings.Join(args, " "))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}
