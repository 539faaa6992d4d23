package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"larui/cmd/larui/paper/figure"
	"larui/model"
	"larui/tui/frame"
	"larui/tui/number"
	"larui/tui/session"
	"larui/tui/stage"
)

const plotHelp = `Draw a view of a pair as a figure for a document, in the format that the file's
name ends in: SVG, PNG or PDF; or write its numbers as CSV. The numbers are those of
larui solve, the colours those of the explorer. A page of HTML has sliders for λ and
a second control, or for those that --play and --and name; it needs neither larui nor
a network. Without --out the figure is shown in place, on a terminal that has pixels
(Kitty's graphics protocol, or sixels).

The views:
%s
A file that is there is replaced at once when the new one is complete, or stays
as it is. The same call writes the same bytes.`

const plotExamples = `  larui plot target --lambda 1000
  larui plot target --lambda 1000 --out target.svg
  larui plot mnist-usps spectrum --classes 3,5 --out spectrum.pdf
  larui plot subspace map --lambda 100 --size 12x10cm --out map.png
  larui plot convergence --out curves.csv
  larui plot target --play lambda --and angle --out page.html`

// newPlot returns `larui plot`.
func newPlot(opener *opener) *cobra.Command {
	rows := newTable("ll")
	for _, v := range plotViews() {
		rows.add(v.Info().Name, cmp.Or(v.Info().Plots, v.Info().Title))
	}
	names := plotNames()
	cmd := newCommand("plot [PAIR] VIEW [--out FILE]", "Draw a view of a pair as SVG, PNG or PDF, or write its numbers as CSV",
		fmt.Sprintf(plotHelp, rows.String()), plotExamples)
	call := newPairCall(cmd, ofLAR)
	out := addFigureFile(cmd, "out", "o", "the `FILE` to write, ending in .svg, .png, .pdf, .html or .csv", plotFormats...)
	var play, and string
	addChoice(cmd, &play, "play", "the first `CONTROL` of a page", playable()...)
	addChoice(cmd, &and, "and", "the second `CONTROL` of a page", playable()...)
	addLooks(cmd, "pictures")
	cmd.Args = nil
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		switch {
		case len(args) == 0:
			return append(slices.Clone(names), pairNames()...), cobra.ShellCompDirectiveNoFileComp
		case len(args) == 1 && slices.Contains(pairNames(), args[0]):
			return names, cobra.ShellCompDirectiveNoFileComp
		}
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	setWork(cmd, func(ctx context.Context, args []string) error {
		pair, view, err := pairAndView(args)
		if err != nil {
			return err
		}
		var onto *screen
		if out.name == "" && play == "" && and == "" {
			onto = screenOf(opener.talk.Out, opener.settled["pictures"])
		}
		format, err := out.format()
		switch {
		case err == nil || onto != nil:
		case out.name == "":
			return wrongf("%v, or a terminal that has pixels", err)
		default:
			return err
		}
		if play+and != "" && format != "html" {
			return wrongf("--play and --and are the sliders of a page: --out FILE.html, not .%s", format)
		}
		opened, params, err := call.open(ctx, pair, opener)
		if err == nil {
			err = opened.NeedRows()
		}
		if err != nil {
			return err
		}
		p := &plotted{opened, params, opener.solving}
		if onto == nil {
			return p.write(ctx, view, out, play, and)
		}
		drawn, _, err := p.draw(ctx, view)
		if err != nil {
			return err
		}
		text, err := onto.encode(drawn, out.size)
		cmd.Print(text)
		return err
	})
	return cmd
}

// plotFormats are the formats of a view in addition to the formats of figures.
var plotFormats = []string{"html", "csv"}

// plotViews returns the views that can be drawn at any state.
func plotViews() []stage.View {
	return slices.DeleteFunc(frame.NewViews(), func(v stage.View) bool { return v.Info().Live })
}

func plotNames() []string {
	return mapSlice(plotViews(), func(v stage.View) string { return v.Info().Name })
}

// A plotted draws the views of a session at the parameters of a call.
type plotted struct {
	*session.Session
	params   model.Params
	progress func(done, all int)
}

// write draws a view into a file or writes its numbers, depending on the ending of the file name.
// The sliders of an HTML page change the controls play, by default λ, and and.
func (p *plotted) write(ctx context.Context, view stage.View, out *figureFile, play, and string) error {
	format, err := out.format()
	if err != nil {
		return err
	}
	switch format {
	case "html":
		page, err := p.page(ctx, view, cmp.Or(play, "lambda"), and, out.size)
		return replace(ctx, out.name, page, err)
	case "csv":
		rows, err := p.numbers(ctx, view)
		if err != nil {
			return err
		}
		return rows.save(ctx, out.name)
	}
	drawn, _, err := p.draw(ctx, view)
	if err != nil {
		return err
	}
	return out.write(ctx, drawn)
}

// draw returns the figure of a view and the stage of the view.
func (p *plotted) draw(ctx context.Context, view stage.View) (f figure.Figure, st *stage.Stage, err error) {
	st, err = stage.NewDocument(ctx, p.Session, p.params)
	if err != nil {
		return f, nil, err
	}
	panels, err := st.Plot(ctx, view, p.progress)
	if err == nil && len(panels) == 0 {
		err = emptyViewError(st, view)
	}
	return figureOf(p.Session, p.params, view.Info().Title, panels), st, err
}

// numbers returns the data of a view as a table.
func (p *plotted) numbers(ctx context.Context, view stage.View) (*table, error) {
	st, err := stage.NewDocument(ctx, p.Session, p.params)
	if err != nil {
		return nil, err
	}
	rows, err := st.Table(ctx, view, p.progress)
	if err == nil && len(rows) == 0 {
		err = emptyViewError(st, view)
	}
	return sheet(mapSlice(rows, recordOf)...), err
}

// emptyViewError returns an error with the reason why a view is empty.
func emptyViewError(st *stage.Stage, view stage.View) error {
	if d := st.Solution.Descent; d.Diverges {
		return fmt.Errorf("descent diverges: the rate %s is above the largest stable one, %s; --rate auto stays below it",
			number.Digits(d.Rate, 4), number.Digits(d.LargestStableRate, 4))
	}
	return fmt.Errorf("there is nothing to plot in %s", view.Info().Name)
}

// pairAndView splits the arguments of `larui plot` into pair and view.
func pairAndView(args []string) (pair []string, view stage.View, err error) {
	names := plotNames()
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

// A figureFile is the file and the size of a figure, set by flags.
type figureFile struct {
	flag, name string
	size       figure.Size
	// formats are the allowed endings of name.
	formats []string
}

// addFigureFile defines the flag of the file name, and --size. The file may also have one of the
// formats in others.
func addFigureFile(cmd *cobra.Command, flag, shorthand, usage string, others ...string) *figureFile {
	f := newFigureFile(flag, "", others...)
	cmd.Flags().StringVarP(&f.name, flag, shorthand, "", usage)
	cmd.Flags().Var((*sizeValue)(&f.size), "size", "size of the figure, `WxHcm` (or mm, in)")
	return f
}

// newFigureFile returns a figureFile with the given name and the default size.
func newFigureFile(flag, name string, others ...string) *figureFile {
	return &figureFile{flag: flag, name: name, size: figure.Size{Width: 16, Height: 10}, formats: append(figure.Formats(), others...)}
}

// format returns the format given by the ending of the file name.
func (f *figureFile) format() (string, error) {
	formats := strings.Join(f.formats, ", ")
	if f.name == "" {
		return "", wrongf("a figure needs a file: --%s FILE, ending in one of %s", f.flag, formats)
	}
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(f.name), "."))
	if !slices.Contains(f.formats, format) {
		return "", wrongf("--%s %s: the name ends in none of %s", f.flag, quoteEmpty(f.name), formats)
	}
	return format, nil
}

// write draws a figure into the file.
func (f *figureFile) write(ctx context.Context, drawn figure.Figure) error {
	format, err := f.format()
	if err != nil {
		return err
	}
	b, err := figure.Encode(drawn, format, f.size)
	return replace(ctx, f.name, b, err)
}

// A sizeValue implements the flag of a size.
type sizeValue figure.Size

func (v *sizeValue) Set(text string) error {
	m := regexp.MustCompile(`^([\d.]+)[x×]([\d.]+)(cm|mm|in|)$`).FindStringSubmatch(strings.ToLower(strings.ReplaceAll(text, " ", "")))
	if m == nil {
		return fmt.Errorf("not a size such as 16x10cm")
	}
	cm := map[string]float64{"": 1, "cm": 1, "mm": 0.1, "in": 2.54}[m[3]]
	w, _ := strconv.ParseFloat(m[1], 64) // 0 if not a number
	h, _ := strconv.ParseFloat(m[2], 64)
	w, h = w*cm, h*cm
	if !(min(w, h) >= figure.SmallestSide && max(w, h) <= figure.LargestSide) {
		return fmt.Errorf("sides go from %d to %d cm", figure.SmallestSide, figure.LargestSide)
	}
	*v = sizeValue{Width: w, Height: h}
	return nil
}

func (v *sizeValue) String() string { return fmt.Sprintf("%gx%gcm", v.Width, v.Height) }

func (v *sizeValue) Type() string { return "SIZE" }
