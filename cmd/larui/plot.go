package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"larui/tui/session"
)

const plotHelp = `Draw a view of a pair as a figure for a document, in the format that the file's
name ends in: SVG, PNG or PDF. The numbers are those of larui solve, the colours
those of the explorer.

The views:
%s
A file that is there is replaced at once when the new one is complete, or stays
as it is. The same call writes the same bytes.`

const plotExamples = `  larui plot target --lambda 1000 --out target.svg
  larui plot mnist-usps spectrum --classes 3,5 --out spectrum.pdf
  larui plot subspace map --lambda 100 --size 12x10cm --out map.png`

// newPlot returns `larui plot`.
func newPlot(opener *opener) *cobra.Command {
	var list strings.Builder
	rows := table{align: "ll"}
	names := each(plotViews(), func(v plotView) string {
		rows.add(v.name, v.summary)
		return v.name
	})
	rows.write(&list)
	cmd := &cobra.Command{
		Use:     "plot [PAIR] VIEW --out FILE",
		Short:   "Draw a view of a pair as SVG, PNG or PDF",
		Long:    fmt.Sprintf(plotHelp, list.String()),
		Example: plotExamples,
	}
	call := newCall(cmd, func(session.Option) bool { return true })
	out := addFigureFile(cmd, "out", "o", "the `FILE` to write, ending in .svg, .png or .pdf")
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		switch {
		case len(args) == 0:
			return append(slices.Clone(names), pairNames()...), cobra.ShellCompDirectiveNoFileComp
		case len(args) == 1 && slices.Contains(pairNames(), args[0]):
			return names, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		pair, view, err := pairAndView(args, names)
		if err != nil {
			return err
		}
		if _, err := out.format(); err != nil {
			return err
		}
		opened, params, err := call.open(cmd.Context(), pair, opener)
		if err != nil {
			return err
		}
		p := &plotted{opened, params, opener.progress}
		drawn, err := view.draw(p, cmd.Context())
		if err != nil {
			return err
		}
		return out.write(cmd.Context(), p.titled(drawn))
	}
	return cmd
}

// pairAndView tells the arguments of `larui plot` apart.
func pairAndView(args, names []string) (pair []string, view plotView, err error) {
	list := strings.Join(names, ", ")
	if len(args) == 0 || len(args) > 2 {
		return nil, view, wrongf("larui plot [PAIR] VIEW, not %d arguments; the views are %s", len(args), list)
	}
	pair, name := args[:len(args)-1], args[len(args)-1]
	i := slices.Index(names, name)
	switch {
	case i >= 0:
		return pair, plotViews()[i], nil
	case slices.Contains(pairNames(), name):
		return nil, view, wrongf("which view of %s? There are %s", name, list)
	}
	return nil, view, wrongf("no view %q to plot: there are %s", name, list)
}
