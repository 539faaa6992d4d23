package main

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/tui/session"
)

// The help of every command lists its flags, all that it takes but those it hides and
// no others; explorer, solve, sweep and plot take all options.
func TestHelpListsFlags(t *testing.T) {
	root := newRoot(&opener{})
	for _, name := range []string{"", "solve", "sweep", "align", "plot", "repro", "pairs", "version"} {
		command := strings.Fields(name)
		cmd, _, err := root.Find(command)
		if err != nil {
			t.Fatal(err)
		}
		text := mustRun(t, append(command, "--help")...)
		if name != "" && (text != mustRun(t, "help", name) || !strings.Contains(text, "Examples:\n  larui "+name)) {
			t.Errorf("help %s and %s --help differ, or have no example:\n%s", name, name, text)
		}
		_, flags, _ := strings.Cut(text, "Flags:")
		var named []string
		for _, match := range regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z0-9-]+)`).FindAllStringSubmatch(flags, -1) {
			named = append(named, match[1])
		}
		takes := []string{"help"} // cobra makes it when it is called
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if !flag.Hidden {
				takes = append(takes, flag.Name)
			}
		})
		slices.Sort(named)
		slices.Sort(takes)
		if !slices.Equal(named, takes) {
			t.Errorf("larui %s takes %q, its help names %q", name, takes, named)
		}
		for _, o := range session.Options() {
			if explores := slices.Contains([]string{"", "solve", "sweep", "plot"}, name); explores && !slices.Contains(takes, o.Name) {
				t.Errorf("larui %s takes no --%s", name, o.Name)
			}
		}
	}
	general := mustRun(t, "help")
	if explorer, commands := strings.Index(general, "it is the explorer"), strings.Index(general, "Available Commands"); explorer < 0 || commands < explorer {
		t.Errorf("help does not start with the explorer:\n%s", general)
	}
}

// Help names the values at which the default pair opens.
func TestHelpNamesDefaults(t *testing.T) {
	opened, err := session.Open(context.Background(), datasets.DefaultSpec(defaultPair), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	state, err := opened.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	help := mustRun(t, "help", "solve")
	for _, o := range session.Controls() {
		want := o.Help
		if value := o.Get(state); value != "0" && value != "false" {
			want += " (default " + value + ")"
		}
		if !strings.Contains(help, want) && o.Applies(opened.Limits()) {
			t.Errorf("help does not say %q", want)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"sol"}, []string{"solve"}},
		{[]string{"solve", ""}, pairNames()},
		{[]string{"solve", "--tail", ""}, []string{"target", "source"}},
		{[]string{"solve", "--format", ""}, []string{"text", "json", "csv"}},
		{[]string{"align", "--no-c"}, []string{"--no-cache"}},
		{[]string{"--theme", ""}, []string{"auto", "dark", "light", "mono", "colour-blind", "colour-blind-light"}},
		{[]string{"plot", ""}, []string{"spectrum", "subspace"}},
		{[]string{"plot", "subspace", ""}, []string{"map"}},
		{[]string{"repro", ""}, []string{"figure1"}},
	} {
		out := mustRun(t, append([]string{"__complete"}, c.args...)...)
		for _, want := range c.want {
			if !strings.Contains("\n"+out, "\n"+want) {
				t.Errorf("%v does not offer %s:\n%s", c.args, want, out)
			}
		}
	}
	if script := mustRun(t, "completion", "bash"); !strings.Contains(script, "larui") {
		t.Error("no completion script for bash")
	}
}
