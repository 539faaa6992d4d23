package main

import (
	_ "embed"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// licences are those of everything that larui is built from.
//
//go:generate go run licences_make.go
//go:embed licences.txt
var licences string

// newVersion returns `larui version`.
func newVersion() *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of larui and of the Go that built it",
		Example: "  larui version\n  larui version --licences",
		Args:    atMost(0, ""),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if all {
				cmd.Print(licences)
				return nil
			}
			cmd.Printf("larui %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
	cmd.Flags().BoolVar(&all, "licences", false, "print the licences of larui and of all that it is built from")
	return cmd
}

// version is that of the module, "devel" where the build does not know it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
