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

const momentsHelp = `Sum what LAR has to know of the rows of each FILE, - being standard input: a line of JSON
for each, with a sample of rows to be scored and drawn. Lines add up: a file of several is
their sum, in any order, so that whatever holds the rows of a domain, on however many
machines, sums its own, and cat joins the lines.

Such a file opens as any other by --source, --target and --validation, at any k, k̃, λ,
scale, choice of features, with or without the constant. What can't be known from sums is
of the sample, or unknown.

Words, dates and gaps become numbers as everywhere (--encode, --dates, --impute), but by one
recipe for all lines: --like names sums whose columns and recipe these are to have. The target
is summed like the source. larui help cluster has the ways to run it.`

const momentsExamples = `  larui moments --label y part-*.csv > source.moments
  larui moments --like source.moments target-*.csv > target.moments
  larui moments --columns a,b,c,y --label y - < partition
  larui moments --merge source.moments > small.moments
  larui solve --source small.moments --target target.moments --lambda 10`

// newMoments returns `larui moments`.
func newMoments(opener *opener) *cobra.Command {
	cmd := newCommand("moments FILE...", "Sum rows that lie elsewhere, a line for each file; lines add up",
		momentsHelp, momentsExamples)
	flags := cmd.Flags()
	how := datasets.SumOptions{SampleSize: moments.DefaultSample}
	var columns []string
	var merge bool
	var lines moments.Lines
	var like, foreign string
	var query sqlQuery
	addFlag(cmd, &columns, "columns", "names of the columns of text, where a `LIST` is not its first row")
	addFlag(cmd, &like, "like", "use the columns and the recipe of this `FILE` of sums")
	addFlag(cmd, &how.NoLabel, "no-label", "there is no label column")
	addFlag(cmd, &how.SampleSize, "sample", "how many `ROWS` to keep, to be scored and drawn; 0 where none may leave")
	addFlag(cmd, &how.PerClass, "per-class", "sum the rows of each class apart, a line for each, so that --classes can leave some out later")
	addFlag(cmd, &how.Folds, "folds", "sum the rows of each of so many `FOLDS` apart, a line for each, for held-out scores where there is no sample")
	addFlag(cmd, &merge, "merge", "the files are of sums: add them up, to one line, or to one for each fold and, by --per-class, class")
	addFlag(cmd, &lines.Classes, "classes", "with --merge, a `LIST` of the classes to add up, of rows summed by --per-class")
	addFlag(cmd, &lines.AllowDuplicates, "twice", "with --merge, add what seems to be the same rows twice")
	addFlag(cmd, &query.table, "sql", "print the query with which a database sums the --columns and the --label of `TABLE`")
	addChoice(cmd, &query.dialect, "dialect", "the database of --sql: "+strings.Join(moments.Dialects(), ", "), moments.Dialects()...)
	addFlag(cmd, &query.regression, "regression", "for --sql, the label is a number, not a class")
	addChoice(cmd, &foreign, "read", "the files are sums by other programs: sql, the answer to --sql as CSV; gramian, a Gram matrix as JSON or NPZ", "sql", "gramian")
	options := []string{"label", "features", "drop", "missing", "na", "index", "decimal", "thousands", "encode", "rare", "dates", "date-order", "impute", "keep-gaps-flag", "id"}
	call := newFileCall(cmd, options...)
	cmd.Args, cmd.ValidArgsFunction = nil, nil // any files, which are completed
	setWork(cmd, func(ctx context.Context, args []string) error {
		// alone returns an error if a flag is set that has no effect together with the given flag.
		alone := func(flag string, but ...string) error {
			for _, name := range append(options, "columns", "like", "no-label", "sample", "per-class", "folds", "sql", "read", "merge") {
				if flags.Changed(name) && name != flag && !slices.Contains(but, name) {
					return wrongf("--%s does nothing beside --%s", name, flag)
				}
			}
			return nil
		}
		switch {
		case query.table != "":
			query.columns, query.label = columns, fileSpec(call.set()).Label
			if err := alone("sql", "columns", "label", "no-label"); err != nil {
				return err
			}
			return query.print(cmd, args)
		case len(args) == 0:
			return wrongf("moments needs a file, - for standard input: larui moments FILE...")
		case how.SampleSize < 0:
			return wrongf("--sample %d: not a number of rows", how.SampleSize)
		case (lines.AllowDuplicates || lines.Classes != nil) && !merge:
			return wrongf("--twice and --classes go with --merge")
		case flags.Changed("folds") && (how.Folds < 2 || how.Folds > moments.MostFolds):
			return wrongf("--folds %d: from 2 to %d can be", how.Folds, moments.MostFolds)
		case how.PerClass && how.NoLabel:
			return wrongf("--per-class needs labels: leave out --no-label")
		case foreign != "" || merge:
			read, flag := readingBy(moments.Read), "merge"
			if foreign != "" {
				read, flag = map[string]readSums{"sql": readingBy(moments.ReadResult), "gramian": datasets.ReadGramMatrix}[foreign], "read"
			}
			lines.PerClass = how.PerClass
			if err := alone(flag, "per-class"); err != nil {
				return err
			}
			all, err := readMoments(ctx, args, read, &lines)
			var text []byte
			if err == nil {
				text, err = linesOf(all)
			}
			if err == nil {
				_, err = cmd.OutOrStdout().Write(text)
			}
			return err
		}
		if like != "" {
			var others moments.Lines
			_, err := readMoments(ctx, []string{like}, readingBy(moments.Read), &others)
			if err == nil {
				how.Like, err = others.Total()
			}
			if err != nil {
				return err
			}
		}
		rows := fileSpec(call.set())
		rows.Names = columns
		return sumFiles(cmd, opener.progress, rows, how, args)
	})
	return cmd
}

// sumFiles writes the sums of each file as lines, in the order of the files. It sums several files
// concurrently.
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
				progress.note(note)
			}
			said[note] = true
		}
	}
	return nil
}

// sumFile returns the lines with the sums of a file, and notes for the user.
func sumFile(ctx context.Context, spec datasets.Spec, how datasets.SumOptions, progress *progress) (lines []byte, notes []string, err error) {
	defer recovered(&err)
	sums, notes, err := datasets.SumRows(ctx, spec, how, progress.opening)
	if err == nil {
		lines, err = linesOf(sums)
	}
	return lines, notes, err
}

// A sqlQuery holds the flags of --sql.
type sqlQuery struct {
	table, dialect, label string
	columns               []string
	regression            bool
}

// print prints the SQL query.
func (q *sqlQuery) print(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 0:
		return wrongf("--sql prints a query, and reads no file: %s", strings.Join(args, " "))
	case q.dialect == "" || len(q.columns) == 0:
		return wrongf("--sql needs --dialect (%s) and the names of --columns", strings.Join(moments.Dialects(), ", "))
	case q.label == "" && !isSet(cmd, "no-label"):
		return wrongf("--sql needs the --label among the columns, or --no-label")
	case q.label != "" && !slices.Contains(q.columns, q.label):
		return wrongf("--label %s is not among the --columns", q.label)
	case q.label == "" && q.regression:
		return wrongf("--regression needs a --label")
	}
	columns := slices.DeleteFunc(slices.Clone(q.columns), func(name string) bool { return name == q.label })
	text, err := moments.Query(q.dialect, q.table, columns, q.label, q.regression)
	if err == nil {
		cmd.Print(text)
	}
	return err
}

// A readSums adds the sums in the file at path to all.
type readSums func(ctx context.Context, path string, all *moments.Lines) error

// readingBy returns a readSums that opens the file for read.
func readingBy(read func(io.Reader, *moments.Lines) error) readSums {
	return func(_ context.Context, path string, all *moments.Lines) error {
		return withFile(path, func(file io.Reader) error { return read(file, all) })
	}
}

// withFile calls read with the opened file; the name - is standard input.
func withFile(path string, read func(io.Reader) error) error {
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

// linesOf returns the lines of sums.
func linesOf(all []*moments.Sums) (lines []byte, err error) {
	for _, s := range all {
		line, failed := s.Line()
		lines, err = append(lines, line...), cmp.Or(err, failed)
	}
	return lines, err
}

// readMoments adds up the sums in files with read; the name - is standard input.
func readMoments(ctx context.Context, files []string, read readSums, lines *moments.Lines) ([]*moments.Sums, error) {
	for _, name := range files {
		if err := read(ctx, session.ExpandHome(name), lines); err != nil {
			return nil, inFile(name, err)
		}
	}
	all, err := lines.Sums()
	if err == nil && len(all) == 0 {
		err = errors.New("holds no sums")
	}
	if err != nil {
		err = inFile(files[0], err)
	}
	return all, err
}

// inFile returns err with the file name and, if known, the line number.
func inFile(name string, err error) error {
	at := &datasets.FormatError{File: name, Err: err}
	var line *moments.LineError
	if errors.As(err, &line) {
		at.Line, at.Err = line.Line, line.Err
	}
	return at
}
