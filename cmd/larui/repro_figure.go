package main

import (
	"context"

	"github.com/spf13/cobra"

	"larui/model/paper"
	"larui/model/paper/figure"
)

// A figureFlag is where to draw an experiment's curves, and how large.
type figureFlag struct {
	cmd  *cobra.Command
	file string
	size sizeValue
}

// addFigure defines --figure and --size.
func addFigure(cmd *cobra.Command) *figureFlag {
	f := &figureFlag{cmd: cmd, size: sizeValue(defaultPlotSize())}
	cmd.Flags().StringVar(&f.file, "figure", "", "draw the curves into `FILE`, ending in .svg, .png or .pdf, as well")
	cmd.Flags().Var(&f.size, "size", "size of the figure, `WxHcm` (or mm, in)")
	return f
}

// check tells a wrong call before the experiment is run.
func (f *figureFlag) check(e paper.Experiment) error {
	if !f.cmd.Flags().Changed("figure") {
		if f.cmd.Flags().Changed("size") {
			return wrongf("--size is that of --figure FILE")
		}
		return nil
	}
	if !e.Draws {
		return wrongf("--figure does nothing for %s, which has no curves", e.Name)
	}
	_, err := formatOf("figure", f.file)
	return err
}

// export draws the report's curves, if that was asked for.
func (f *figureFlag) export(ctx context.Context, r *paper.Report) error {
	if f.file == "" {
		return nil
	}
	drawn, err := r.Figure()
	if err != nil {
		return err
	}
	format, err := formatOf("figure", f.file)
	if err != nil {
		return err
	}
	return export(ctx, drawn, f.file, format, figure.Size(f.size))
}
