package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"larui/datasets"
	"larui/datasets/wording"
)

const inspectHelp = `Read files and list their columns: the kind of each column, its number of gaps in each file, an
example, the shift of its mean in standard deviations of the source, and its proposed use: label,
feature, one-hot (a feature for each word), days, weekday and month of a date, id, or left out;
and how gaps are filled. The first file is the source; --source and --target can name the files,
too, as in other commands.

Below the columns are the problems that keep larui from opening the files, a note if features
differ 30-fold in scale, and the flags that make larui open the files as proposed. The exit status
is 0 if the files can be opened without these flags, else 1.`

// errReported makes a command that has printed its results exit with statusFailed. The text of
// errReported is never printed.
var errReported = errors.New("what was found has been printed")

func newInspect(opener *opener) *cobra.Command {
	cmd := newCommand("inspect FILE...", "List the columns of files, and how larui would use each",
		inspectHelp, "  larui inspect mine.csv\n  larui inspect mine.csv theirs.csv --label churned\n  larui inspect mine.csv theirs.csv --format json")
	out := addFormat(cmd)
	call := newFileCall(cmd, "source", "target", "label", "features", "drop", "missing", "na", "index", "decimal", "thousands", "encode", "dates", "date-order", "impute", "id")
	cmd.Args, cmd.ValidArgsFunction = nil, nil // any files, which are completed
	setRun(cmd, func(ctx context.Context, args []string) error {
		spec := fileSpec(call.options())
		files := slices.DeleteFunc(slices.Concat([]string{spec.Source}, args, []string{spec.Target}), func(file string) bool { return file == "" })
		if len(files) == 0 {
			return wrongCallf("inspect needs a file: larui inspect FILE...")
		}
		spec.Source, spec.Target = "", ""
		review, err := datasets.Inspect(ctx, spec, files, opener.showOpening)
		if err != nil {
			return err
		}
		rows, sheet := reviewTables(review)
		err = out.printAs(review, sheet, func(b *textBuilder) {
			rows.write(b)
			for _, c := range review.Columns {
				if c.Note != "" {
					b.line(wording.OneLine(fmt.Sprintf("column %s: %s", wording.Excerpt(c.Name), c.Note)))
				}
			}
			for _, problem := range append(review.Problems, review.Scales) {
				if problem != "" {
					b.line(wording.OneLine(problem))
				}
			}
			if review.Flags != "" {
				b.line("\n" + wording.OneLine(review.Flags))
			}
		})
		if err == nil && len(review.Problems) > 0 {
			err = errReported
		}
		return err
	})
	return cmd
}

func reviewTables(review *datasets.Review) (text, csv *table) {
	head := []any{"column", "kind"}
	for _, f := range review.Files {
		head = append(head, "gaps in "+wording.DisplayName(f.Name))
	}
	text = newTable("ll"+strings.Repeat("r", len(review.Files))+"rll", append(head, "shift", "proposed", "example")...)
	records := mapSlice(review.Columns, func(c datasets.ReviewedColumn) record {
		line := []any{wording.DisplayName(c.Name), string(c.Kind)}
		r := newRecord("column", c.Name, "kind", string(c.Kind))
		for i, gaps := range c.Gaps {
			var count any
			if gaps != nil {
				count = *gaps
			}
			line, r = append(line, count), newRecord(r, "gaps "+fmt.Sprint(i+1), count)
		}
		var shift, moved any
		if c.Shift != nil {
			shift, moved = fmt.Sprintf("%+.2f", *c.Shift), *c.Shift
		}
		text.add(append(line, shift, c.UseText(), wording.DisplayName(c.Example))...)
		return newRecord(r, "shift", moved, "proposed", string(c.Use), "fill", c.Fill, "note", c.Note, "example", c.Example)
	})
	return text, newRecordTable(records...)
}
