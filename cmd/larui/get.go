package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
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

const getHelp = `Fetch the files of a set into the data folder, where larui looks for them, from the
first of several known addresses that has them:

%s
Each file takes its place once its SHA-256 is right. Files that are there and right
are left alone. What breaks off, or is interrupted by Ctrl+C, is kept, and the same
call goes on from there. A proxy is taken from HTTPS_PROXY and HTTP_PROXY.`

const getExamples = `  larui get mnist-usps
  larui get mnist-usps --dir ~/data
  larui get bike --from http://mirror.example/larui`

// newGet returns `larui get`.
func newGet(opener *opener) *cobra.Command {
	t := newTable("ll")
	names := mapSlice(fetch.Sets(), func(set fetch.Set) string { t.add(set.Name, set.Summary); return set.Name })
	cmd := newCommand("get NAME", "Fetch the digits, and the other data of the paper's Table 1 that are published as files",
		strings.Replace(getHelp, "%s", t.String(), 1), getExamples)
	takeOne(cmd, "NAME", func() []string { return names })
	var fetcher fetch.Fetcher
	var dir string
	addFlag(cmd, &dir, "dir", "the data `DIR` to fetch into (LARUI_DATA or the cache folder when not given)")
	addFlag(cmd, &fetcher.Mirror, "from", "fetch from the `URL` of such a folder, and from nowhere else")
	addFlag(cmd, &fetcher.Replace, "replace", "replace files that differ from the published ones")
	fetcher.Progress = fetchProgress(opener.opening)
	setWork(cmd, func(ctx context.Context, args []string) error {
		if len(args) == 0 || !slices.Contains(names, args[0]) {
			return wrongf("get needs a set (%s), not %q", strings.Join(names, ", "), strings.Join(args, " "))
		}
		if at, err := url.Parse(fetcher.Mirror); isSet(cmd, "from") &&
			(err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https") {
			return wrongf("--from %s: not an address such as http://mirror.example/larui", quoteEmpty(fetcher.Mirror))
		}
		folder, err := datasets.DataFolder(dir)
		if err != nil {
			return err
		}
		set := fetch.Sets()[slices.Index(names, args[0])]
		hosts, err := fetcher.Fetch(ctx, set, folder)
		if errors.Is(err, context.Canceled) {
			opener.note("the part that arrived is kept: the same call continues")
		}
		if err != nil {
			return err
		}
		t := newTable("ll")
		for i, file := range set.Files {
			from := "was there"
			if hosts[i] != "" {
				from = "from " + hosts[i]
			}
			t.add(file.Name, from)
		}
		data := ""
		if dir != "" && dir != os.Getenv("LARUI_DATA") {
			data = " --data " + session.QuoteShell(dir)
		}
		cmd.Print(t.String() + "\n" + oneLine("The files are in "+folder+". Now: larui "+set.Then+data) + "\n")
		return nil
	})
	return cmd
}

// fetchProgress adapts the function told to the progress function of a fetcher.
func fetchProgress(told func(datasets.Progress)) func(file, host string, done, total int64) {
	return func(file, host string, done, total int64) {
		told(datasets.Progress{Stage: path.Base(file) + " from " + host, Done: done, Total: total})
	}
}

// fetching returns a function that fetches the files of a pair of digits, from the mirror if one is
// given.
func fetching(mirror string) session.FetchFunc {
	return func(ctx context.Context, spec datasets.Spec, told func(datasets.Progress)) error {
		sets := fetch.Sets()
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

// offer asks the user whether to fetch the missing files of a pair, and fetches them. If the user
// declines, it returns errLeft.
func (o *opener) offer(ctx context.Context, in io.Reader, spec datasets.Spec, why error) error {
	o.note(message(why))
	fmt.Fprint(o.stderr, "fetch the missing files, 20 MB at most? [y/N] ")
	answer := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(in).ReadString('\n')
		if err != nil {
			line = err.Error()
		}
		answer <- line
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case line := <-answer:
		if !strings.EqualFold(strings.TrimSpace(line), "y") {
			return errLeft
		}
	}
	return fetching("")(ctx, spec, o.opening)
}

// errLeft is the error after the user declined to fetch files; the reason has been printed before.
var errLeft = errors.New("nothing was opened")
