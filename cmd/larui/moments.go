package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/datasets/moments"
	"larui/tui/session"
)

const momentsHelp = `Compute the sums that LAR needs of the rows of each FILE (- for standard input). For each file a
line of JSON is printed, with the sums and a sample of rows for scores and pictures. Lines add
up: a file with several lines counts as their sum, in any order. So each machine can sum the
rows that it has, and cat joins the lines.

A file of sums can be opened by --source, --target and --validation like any other file, with
any k, k̃, λ, scale and choice of features, with or without the constant. Numbers that sums
don't determine are computed from the sample, or are unknown.

Words, dates and gaps become numbers as in other commands (--encode, --dates, --impute), but
all lines need the same recipe: --like FILE takes the columns and the recipe of existing sums.
Sum the target with --like and the sums of the source. See also larui help cluster.`

const momentsExamples = `  larui moments --label y part-*.csv > source.moments
  larui moments --like source.moments target-*.csv > target.moments
  larui moments --columns a,b,c,y --label y - < partition
  larui moments --merge source.moments > small.moments
  larui solve small.moments target.moments --lambda 10`

func newMoments(opener *opener) *cobra.Command {
	cmd := newCommand("moments FILE...", "Sum the rows of files for LAR: a line of sums per file; --merge adds them up",
		momentsHelp, momentsExamples)
	flags := cmd.Flags()
	how := datasets.SumOptions{SampleSize: moments.DefaultSample}
	var columns []string
	var merge bool
	var lines moments.LineSummer
	var like, foreign string
	var query sqlQuery
	addFlag(cmd, &columns, "columns", "the column names of text files without a header, as a `LIST`")
	addFlag(cmd, &like, "like", "use the columns of this `FILE` of sums, and its encoding of columns")
	addFlag(cmd, &how.NoLabel, "no-label", "there is no label column")
	addFlag(cmd, &how.SampleSize, "sample", "how many `ROWS` to keep as a sample, for scores and pictures; 0 keeps no row")
	addFlag(cmd, &how.PerClass, "per-class", "write a line of sums per class, so that --merge --classes can leave out classes later")
	addFlag(cmd, &how.Folds, "folds", "divide the rows into `FOLDS` and write a line of sums per fold, for held-out scores without a sample")
	addFlag(cmd, &merge, "merge", "add up files of sums, to one line, or to a line per fold and, with --per-class, per class")
	addFlag(cmd, &lines.Classes, "classes", "with --merge, the `LIST` of classes to add up, from sums made with --per-class")
	addFlag(cmd, &lines.AllowDuplicates, "twice", "with --merge, add sums even if they seem to be sums of the same rows")
	addFlag(cmd, &query.table, "sql", "print an SQL query that sums the --columns and the --label of `TABLE`")
	addChoice(cmd, &query.dialect, "dialect", "the database of --sql: "+strings.Join(moments.Dialects(), ", "), moments.Dialects()...)
	addFlag(cmd, &query.regression, "regression", "with --sql, the label is a number, not a class")
	addChoice(cmd, &foreign, "read", "read sums made by other programs: sql, the result of the --sql query as CSV; gramian, a Gram matrix as JSON or NPZ", "sql", "gramian")
	options := []string{"label", "features", "drop", "missing", "na", "index", "decimal", "thousands", "encode", "rare", "dates", "date-order", "impute", "keep-gaps-flag", "id"}
	call := newFileCall(cmd, options...)
	cmd.Args, cmd.ValidArgsFunction = nil, nil // any files, which are completed
	setRun(cmd, func(ctx context.Context, args []string) error {
		// alone returns an error if the call sets a flag that has no effect together with the given
		// flag. The flags in allowed have an effect.
		alone := func(flag string, allowed ...string) error {
			for _, name := range append(options, "columns", "like", "no-label", "sample", "per-class", "folds", "sql", "read", "merge") {
				if flags.Changed(name) && name != flag && !slices.Contains(allowed, name) {
					return wrongCallf("--%s does nothing beside --%s", name, flag)
				}
			}
			return nil
		}
		switch {
		case query.table != "":
			query.columns, query.label = columns, fileSpec(call.options()).Label
			if err := alone("sql", "columns", "label", "no-label"); err != nil {
				return err
			}
			return query.print(cmd, args)
		case len(args) == 0:
			return wrongCallf("moments needs a file, - for standard input: larui moments FILE...")
		case how.SampleSize < 0:
			return wrongCallf("--sample %d: give 0 or more rows", how.SampleSize)
		case (lines.AllowDuplicates || lines.Classes != nil) && !merge:
			return wrongCallf("--twice and --classes need --merge")
		case flags.Changed("folds") && (how.Folds < 2 || how.Folds > moments.MostFolds):
			return wrongCallf("--folds %d: give 2 to %d folds", how.Folds, moments.MostFolds)
		case how.PerClass && how.NoLabel:
			return wrongCallf("--per-class needs labels: leave out --no-label")
		case foreign != "" || merge:
			read, flag := newSumReader(moments.ReadLines), "merge"
			if foreign != "" {
				read, flag = map[string]sumReader{"sql": newSumReader(moments.ReadResult), "gramian": datasets.ReadGramMatrix}[foreign], "read"
			}
			lines.PerClass = how.PerClass
			if err := alone(flag, "per-class"); err != nil {
				return err
			}
			all, err := addUpSums(ctx, args, read, &lines)
			var text []byte
			if err == nil {
				text, err = encodeSums(all)
			}
			if err == nil {
				_, err = cmd.OutOrStdout().Write(text)
			}
			return err
		}
		if like != "" {
			var others moments.LineSummer
			_, err := addUpSums(ctx, []string{like}, newSumReader(moments.ReadLines), &others)
			if err == nil {
				how.Like, err = others.Total()
			}
			if err != nil {
				return err
			}
		}
		rows := fileSpec(call.options())
		rows.Names = columns
		return sumFiles(cmd, opener.progress, rows, how, args)
	})
	return cmd
}

// sumFiles sums the rows of each file, several files at a time. It writes the lines of sums in the
// order of the files.
func sumFiles(cmd *cobra.Command, progress *progress, spec datasets.Spec, how datasets.SumOptions, files []string) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	type summed struct {
		lines []byte
		notes []string
		err   error
	}
	results := make([]chan summed, len(files))
	for i := range results {
		results[i] = make(chan summed, 1)
	}
	// A single file is read on all cores, several files on one core each.
	free := make(chan struct{}, min(len(files), runtime.GOMAXPROCS(0)))
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		for i, file := range files {
			free <- struct{}{}
			wg.Go(func() {
				defer func() { <-free }()
				spec := spec
				spec.Source = session.ExpandHome(file)
				var r summed
				r.lines, r.notes, r.err = sumFile(ctx, spec, how, progress)
				results[i] <- r
			})
		}
	})
	defer cancel() // before waiting
	said := map[string]bool{}
	for _, result := range results {
		r := <-result
		if r.err == nil {
			_, r.err = cmd.OutOrStdout().Write(r.lines)
		}
		if r.err != nil {
			return r.err
		}
		for _, note := range r.notes {
			if !said[note] {
				progress.printNotes(note)
			}
			said[note] = true
		}
	}
	return nil
}

func sumFile(ctx context.Context, spec datasets.Spec, how datasets.SumOptions, progress *progress) (lines []byte, notes []string, err error) {
	defer recoverPanic(&err)
	sums, notes, err := datasets.SumRows(ctx, spec, how, progress.showOpening)
	if err == nil {
		lines, err = encodeSums(sums)
	}
	return lines, notes, err
}

type sqlQuery struct {
	table, dialect, label string
	columns               []string
	regression            bool
}

func (q *sqlQuery) print(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 0:
		return wrongCallf("--sql prints a query and reads no file: leave out %s", strings.Join(args, " "))
	case q.dialect == "" || len(q.columns) == 0:
		return wrongCallf("--sql needs --dialect (%s) and the names of --columns", strings.Join(moments.Dialects(), ", "))
	case q.label == "" && !isSet(cmd, "no-label"):
		return wrongCallf("--sql needs the --label among the columns, or --no-label")
	case q.label != "" && !slices.Contains(q.columns, q.label):
		return wrongCallf("--label %s is not among the --columns", q.label)
	case q.label == "" && q.regression:
		return wrongCallf("--regression needs a --label")
	}
	columns := slices.DeleteFunc(slices.Clone(q.columns), func(name string) bool { return name == q.label })
	text, err := moments.BuildQuery(q.dialect, q.table, columns, q.label, q.regression)
	if err == nil {
		cmd.Print(text)
	}
	return err
}

type sumReader func(ctx context.Context, path string, lines *moments.LineSummer) error

func newSumReader(read func(io.Reader, *moments.LineSummer) error) sumReader {
	return func(_ context.Context, path string, lines *moments.LineSummer) error {
		return readFile(path, func(file io.Reader) error { return read(file, lines) })
	}
}

// readFile reads standard input if path is -.
func readFile(path string, read func(io.Reader) error) error {
	if path == "-" {
		return read(os.Stdin)
	}
	file, err := os.Open(session.ExpandHome(path))
	if err != nil {
		return errors.Unwrap(err)
	}
	defer file.Close()
	return read(file)
}

func encodeSums(all []*moments.Sums) (lines []byte, err error) {
	for _, s := range all {
		line, failed := s.EncodeLine()
		lines, err = append(lines, line...), cmp.Or(err, failed)
	}
	return lines, err
}

func addUpSums(ctx context.Context, files []string, read sumReader, lines *moments.LineSummer) ([]*moments.Sums, error) {
	for _, name := range files {
		if err := read(ctx, session.ExpandHome(name), lines); err != nil {
			return nil, addFileName(name, err)
		}
	}
	all, err := lines.Sums()
	if err == nil && len(all) == 0 {
		err = errors.New("holds no sums")
	}
	if err != nil {
		err = addFileName(files[0], err)
	}
	return all, err
}

func addFileName(name string, err error) error {
	at := &datasets.FormatError{File: name, Err: err}
	var line *moments.LineError
	if errors.As(err, &line) {
		at.Line, at.Err = line.Line, line.Err
	}
	return at
}
