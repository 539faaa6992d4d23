package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"larui/datasets"
)

const ownFiles = `Any other pair is read from files, one row per sample:

  larui mine.csv theirs.csv [--validation more.csv] [--label COLUMN]

The target's labels may be missing; if present, they are used only for scores.
Formats (recognized by their content; files may be compressed by gzip or bzip2):

  text    fields between commas, tabs, semicolons or blanks, with or without header
  NPY     an array, its labels in …_y.npy beside …_X.npy or in a column
  NPZ     the arrays X and y, data and labels, features and label, … (not compressed again)
  MAT     the variables fts and labels, X and y, …, saved with -v7 or before
  IDX     …images-idx3-ubyte and beside it …labels-idx1-ubyte
  LIBSVM  label index:value …`

func newPairs(*opener) *cobra.Command {
	cmd := newCommand("pairs", "List all pairs, and the data that each needs",
		"List the pairs that can be opened by name, the data that each needs, and how to open\nyour own files.", "  larui pairs\n  larui pairs --format json")
	out := addFormat(cmd)
	setRun(cmd, func(_ context.Context, _ []string) error {
		t := newTable("lll", "pair", "what it is", "needs")
		rows := mapSlice(datasets.ListPairs(), func(info datasets.PairInfo) record {
			t.add(info.Name, info.Summary, cmp.Or(info.Needs, "nothing"))
			return newRecord("name", info.Name, "summary", info.Summary, "needs", info.Needs)
		})
		return out.printList(rows, t, ownFiles)
	})
	return cmd
}
