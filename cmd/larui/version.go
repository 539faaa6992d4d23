package main

import (
	_ "embed"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"
)

//go:generate go run licences_make.go
//go:embed licences.txt
var licences string

func newVersion(*opener) *cobra.Command {
	all := false
	cmd := newCommand("version", "Print the version and commit of larui and the version of Go",
		"", "  larui version\n  larui version --licences")
	cmd.Run = func(cmd *cobra.Command, _ []string) {
		if all {
			cmd.Print(licences)
		} else {
			cmd.Printf("larui version %s\n", versionText())
		}
	}
	addFlag(cmd, &all, "licences", "print the licences of larui and of all modules in it")
	return cmd
}

func versionText() string {
	commit := buildCommit()
	if commit != "" {
		commit = " (" + commit + ")"
	}
	return fmt.Sprintf("%s%s %s %s/%s", moduleVersion(), commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}

func buildCommit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return commitText(info.Settings)
}

// commitText returns the commit of a build with its date: "abcdef1 of 2024-05-06", or "abcdef1+ of
// 2024-05-06" if files had changed since the commit. It returns "" if the commit is unknown.
func commitText(settings []debug.BuildSetting) string {
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
	return fmt.Sprintf("%s%s of %s", commit[:7], changed, day[:len(time.DateOnly)])
}
