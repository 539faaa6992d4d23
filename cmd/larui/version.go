package main

import (
	_ "embed"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
)

// licences are those of everything that larui is built from.
//
//go:generate go run licences_make.go
//go:embed licences.txt
var licences string

// newVersion returns `larui version`.
func newVersion(*opener) *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version of larui, its commit and the Go that built it",
		Example: "  larui version\n  larui version --licences",
		Args:    atMost(0, ""),

		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if all {
				cmd.Print(licences)
				return nil
			}
			cmd.Printf("larui version %s\n", buildLine())
			return nil
		},
	}
	cmd.Flags().BoolVar(&all, "licences", false, "print the licences of larui and of all that it is built from")
	return cmd
}

// buildLine says which larui this is, and which Go built it for what.
func buildLine() string {
	return fmt.Sprintf("%s%s %s %s/%s", version(), revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is that of the module, "devel" where the build does not know it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

// revision is the commit that the program was built from, with its date: " (abcdef1 of
// 2024-05-06)", with a + where files differed from it. It is empty where the build does
// not know it.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return revisionIn(info.Settings)
}

// revisionIn is revision, of the settings of a build.
func revisionIn(settings []debug.BuildSetting) string {
	of := map[string]string{}
	for _, s := range settings {
		of[s.Key] = s.Value
	}
	commit, day := of["vcs.revision"], of["vcs.time"]
	if len(commit) < 7 || len(day) < len(time.DateOnly) {
		return ""
	}
	changed := ""
	if of["vcs.modified"] == "true" {
		changed = "+"
	}
	return fmt.Sprintf(" (%s%s of %s)", commit[:7], changed, day[:len(time.DateOnly)])
}
