package main

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/datasets/fetch"
	"larui/tui/session"
)

const getHelp = `Download the files of a data set into the data folder, where larui reads them, from the
first of several known addresses that has them:

%s
A file is stored only if its SHA-256 is right. Files that are already there and right are
not downloaded again. If a download fails or is interrupted by Ctrl+C, the part is kept and
the same call continues the download. HTTPS_PROXY and HTTP_PROXY can name a proxy.`

const getExamples = `  larui get mnist-usps
  larui get mnist-usps --dir ~/data
  larui get bike --from http://mirror.example/larui`

func newGet(opener *opener) *cobra.Command {
	t := newTable("ll")
	names := mapSlice(fetch.ListSets(), func(set fetch.Set) string { t.add(set.Name, set.Summary); return set.Name })
	cmd := newCommand("get NAME", "Download the digits, and other data of the paper's Table 1",
		strings.Replace(getHelp, "%s", t.String(), 1), getExamples)
	acceptArgument(cmd, "NAME", func() []string { return names })
	var fetcher fetch.Fetcher
	var dir string
	addFlag(cmd, &dir, "dir", "the folder `DIR` for the data (default: LARUI_DATA, or the cache folder)")
	addFlag(cmd, &fetcher.Mirror, "from", "download only from the `URL` of a copy of the data folder")
	addFlag(cmd, &fetcher.Replace, "replace", "replace files that differ from the published ones")
	fetcher.Progress = fetchProgress(opener.showOpening)
	setRun(cmd, func(ctx context.Context, args []string) error {
		if len(args) == 0 || !slices.Contains(names, args[0]) {
			return wrongCallf("get needs a set (%s), not %q", strings.Join(names, ", "), strings.Join(args, " "))
		}
		if at, err := url.Parse(fetcher.Mirror); isSet(cmd, "from") &&
			(err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https") {
			return wrongCallf("--from %s: not an address such as http://mirror.example/larui", quoteIfBlank(fetcher.Mirror))
		}
		folder, err := datasets.DataFolder(dir)
		if err != nil {
			return err
		}
		set := fetch.ListSets()[slices.Index(names, args[0])]
		hosts, err := fetcher.Fetch(ctx, set, folder)
		if errors.Is(err, context.Canceled) {
			opener.printNotes("the part that has arrived is kept: the same call continues the download")
		}
		if err != nil {
			return err
		}
		t := newTable("ll")
		for i, file := range set.Files {
			from := "already there"
			if hosts[i] != "" {
				from = "from " + hosts[i]
			}
			t.add(file.Name, from)
		}
		data := ""
		if dir != "" && dir != os.Getenv("LARUI_DATA") {
			data = " --data " + session.ShellQuote(dir)
		}
		cmd.Print(t.String() + "\n" + joinLines("The files are in "+folder+". Now: larui "+set.Example+data) + "\n")
		return nil
	})
	return cmd
}

func fetchProgress(report func(datasets.Progress)) func(file, host string, done, total int64) {
	return func(file, host string, done, total int64) {
		report(datasets.Progress{Stage: path.Base(file) + " from " + host, Done: done, Total: total})
	}
}

// newFetch returns a function that downloads the files of a built-in pair. If mirror is not empty,
// the files come from this address.
func newFetch(mirror string) session.FetchFunc {
	return func(ctx context.Context, spec datasets.Spec, told func(datasets.Progress)) error {
		sets := fetch.ListSets()
		i := slices.IndexFunc(sets, func(set fetch.Set) bool { return set.Name == spec.Name })
		folder, err := datasets.DataFolder(spec.Data)
		if i < 0 || err != nil {
			return err
		}
		fetcher := fetch.Fetcher{Mirror: mirror, Progress: fetchProgress(told)}
		_, err = fetcher.Fetch(ctx, sets[i], folder)
		return err
	}
}
