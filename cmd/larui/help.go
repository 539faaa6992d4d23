package main

import (
	"context"
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

// newHelp returns `larui help [COMMAND]`.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Help about the explorer or a command",
		ValidArgsFunction: completeArgs(func() []string {
			return each(root.Commands(), func(c *cobra.Command) string { return c.Name() })
		}),
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return wrongf("no command %q to help with (see larui help)", strings.Join(args, " "))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}
