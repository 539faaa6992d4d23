package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"larui/model/paper/figure"
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

// defaultPlotSize is the size of a figure where none is given.
func defaultPlotSize() figure.Size { return figure.Size{Width: 16, Height: 10} }

// newPlot returns `larui plot`.
func newPlot(opener *opener) *cobra.Command {
	var names []string
	var list strings.Builder
	rows := table{align: "ll"}
	for _, v := range plotViews() {
		names = append(names, v.name)
		rows.add(v.name, v.summary)
	}
	rows.write(&list)
	cmd := &cobra.Command{
		Use:     "plot [PAIR] VIEW --out FILE",
		Short:   "Draw a view of a pair as SVG, PNG or PDF",
		Long:    fmt.Sprintf(plotHelp, list.String()),
		Example: plotExamples,
	}
	call := newCall(cmd, func(session.Option) bool { return true })
	var out string
	size := sizeValue(defaultPlotSize())
	cmd.Flags().StringVarP(&out, "out", "o", "", "the `FILE` to write, ending in .svg, .png or .pdf")
	cmd.Flags().Var(&size, "size", "size of the figure, `WxHcm` (or mm, in)")
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
		pair, view, err := pairAndView(args)
		if err != nil {
			return err
		}
		format, err := formatOf("out", out)
		if err != nil {
			return err
		}
		session, params, err := call.open(cmd.Context(), pair, opener)
		if err != nil {
			return err
		}
		f, err := view.draw(cmd.Context(), session, params, opener.progress)
		if err != nil {
			return err
		}
		return export(cmd.Context(), f, out, format, figure.Size(size))
	}
	return cmd
}

// pairAndView tells the arguments of `larui plot` apart.
func pairAndView(args []string) (pair []string, view plotView, err error) {
	views := plotViews()
	var names []string
	for _, v := range views {
		names = append(names, v.name)
	}
	if len(args) == 0 || len(args) > 2 {
		return nil, view, wrongf("larui plot [PAIR] VIEW, not %d arguments; the views are %s", len(args), strings.Join(names, ", "))
	}
	name := args[len(args)-1]
	i := slices.Index(names, name)
	if i < 0 {
		if slices.Contains(pairNames(), name) {
			return nil, view, wrongf("which view of %s? There are %s", name, strings.Join(names, ", "))
		}
		return nil, view, wrongf("no view %q to plot: there are %s", name, strings.Join(names, ", "))
	}
	return args[:len(args)-1], views[i], nil
}

// formatOf returns the format that the name of a file ends in.
func formatOf(flag, file string) (string, error) {
	formats := strings.Join(figure.Formats(), ", ")
	if file == "" {
		return "", wrongf("a figure needs a file: --%s FILE, ending in one of %s", flag, formats)
	}
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
	if !slices.Contains(figure.Formats(), format) {
		return "", wrongf("--%s %s: the name ends in none of %s", flag, quoteEmpty(file), formats)
	}
	return format, nil
}

// export writes a figure to a file.
func export(ctx context.Context, f figure.Figure, file, format string, size figure.Size) error {
	b, err := figure.Encode(f, format, size)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return replaceFile(file, b)
}

// A sizeValue is the flag of a size.
type sizeValue figure.Size

func (v *sizeValue) Set(text string) error {
	units := []struct {
		name string
		cm   float64
	}{{"cm", 1}, {"mm", 0.1}, {"in", 2.54}}
	number, cm := strings.ToLower(strings.ReplaceAll(text, " ", "")), 1.0
	for _, unit := range units {
		if rest, ok := strings.CutSuffix(number, unit.name); ok {
			number, cm = rest, unit.cm
			break
		}
	}
	wide, high, ok := strings.Cut(strings.ReplaceAll(number, "×", "x"), "x")
	w, errW := strconv.ParseFloat(wide, 64)
	h, errH := strconv.ParseFloat(high, 64)
	if !ok || errW != nil || errH != nil {
		return fmt.Errorf("not a size such as 16x10cm")
	}
	w, h = w*cm, h*cm
	for _, side := range []float64{w, h} {
		if !(side >= figure.SmallestSide && side <= figure.LargestSide) {
			return fmt.Errorf("sides go from %d to %d cm", figure.SmallestSide, figure.LargestSide)
		}
	}
	*v = sizeValue{Width: w, Height: h}
	return nil
}

func (v *sizeValue) String() string { return fmt.Sprintf("%gx%gcm", v.Width, v.Height) }

func (v *sizeValue) Type() string { return "SIZE" }
