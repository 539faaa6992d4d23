package main

import (
	"context"
	"os"
	"path/filepath"
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
	for _, name := range []string{"", "solve", "sweep", "align", "plot", "repro", "pairs", "get", "version"} {
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
		{[]string{"solve", "--which", ""}, []string{"descent", "closed", "none"}},
		{[]string{"predict", "--mo"}, []string{"--model"}},
		{[]string{"predict", "--index", ""}, []string{"drop", "keep"}},
		{[]string{"align", "--no-c"}, []string{"--no-cache"}},
		{[]string{"--theme", ""}, []string{"auto", "dark", "light", "mono", "colour-blind", "colour-blind-light"}},
		{[]string{"plot", ""}, []string{"spectrum", "subspace"}},
		{[]string{"plot", "subspace", ""}, []string{"map"}},
		{[]string{"repro", ""}, []string{"figure1"}},
		{[]string{"get", ""}, []string{"mnist-usps", "bike"}},
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

// What is wrong with a file is one line on standard error and status 1, and nothing else; a
// guess about one that is read is said there too.
func TestFilesAreRefused(t *testing.T) {
	for name, test := range map[string]struct {
		content string
		flags   []string
		status  int
		said    string
	}{
		"missing":      {"x,label\n1,a\n2,NA\n3,b\n4,\n", nil, 1, "mine.csv:3:2: the label is missing from 2 rows, here first: leave them out with --missing drop"},
		"left out":     {"x,label\n1,a\n2,NA\n3,b\n", []string{"--missing", "drop"}, 0, "1 row without a label"},
		"mistyped":     {"x,label\n" + strings.Repeat("1,0\n2,1\n", 20) + "3,l\n", nil, 1, `mine.csv:42:2: 1 label of 41 rows, here first, no number but "l"`},
		"comma":        {"x;label\n1,5;0\n2;1\n", nil, 1, "mine.csv:2:1: \"1,5\" is not a number: for decimal commas add --decimal ,"},
		"comma, said":  {"x;label\n1,5;0\n2;1\n", []string{"--decimal", ","}, 0, ""},
		"index":        {",x,label\n0,1.5,0\n1,2,1\n", nil, 0, "the first column has no name"},
		"index, kept":  {",x,label\n0,1.5,0\n1,2,1\n", []string{"--index", "keep"}, 0, ""},
		"two labels":   {"label,x,label\n0,1.5,0\n1,2,1\n", nil, 1, "mine.csv:1:3: column 3 has the name of the label"},
		"underscore":   {"x,label\n1_0,0\n2,1\n", nil, 1, `mine.csv:2:1: "1_0" is not a number`},
		"no such mark": {"x,label\n1,0\n2,1\n", []string{"--decimal", ";"}, 2, "decimal"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "mine.csv")
			if err := os.WriteFile(path, []byte(test.content), 0o600); err != nil {
				t.Fatal(err)
			}
			status, stdout, stderr := larui(t, append([]string{"align", "--source", path, "--no-cache"}, test.flags...)...)
			if status != test.status || !strings.Contains(stderr, test.said) || (stdout == "") != (status > 0) || status > 0 && strings.Count(stderr, "\n") > 2 {
				t.Errorf("status %d, %q on standard error, %d bytes on standard output", status, stderr, len(stdout))
			}
		})
	}
}
