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

const plotHelp = `Draw a view of a pair as a figure for a document (SVG, PNG or PDF), or write its numbers
as CSV; the ending of the file name selects the format. The numbers are those of larui
solve, the colours those of the explorer. An HTML page has sliders for λ and a second
control, or for the controls of --play and --and; the page works without larui and
without a network. Without --out, a terminal with Kitty's graphics protocol or sixels
shows the figure.

The views:
%s
An existing file is replaced only when the new file is complete. The same call
writes the same bytes.`

const plotExamples = `  larui plot target --lambda 1000
  larui plot target --lambda 1000 --out target.svg
  larui plot mnist-usps spectrum --classes 3,5 --out spectrum.pdf
  larui plot subspace map --lambda 100 --size 12x10cm --out map.png
  larui plot convergence --out curves.csv
  larui plot target --play lambda --and angle --out page.html`

func newPlot(opener *opener) *cobra.Command {
	rows := newTable("ll")
	for _, v := range plotViews() {
		rows.add(v.Info().Name, cmp.Or(v.Info().Plots, v.Info().Title))
	}
	names := plotViewNames()
	cmd := newCommand("plot [PAIR | SOURCE TARGET] VIEW [--out FILE]", "Draw a view of a pair as SVG, PNG or PDF, or write its numbers as CSV",
		fmt.Sprintf(plotHelp, rows.String()), plotExamples)
	call := newPairCall(cmd, isForLAR)
	out := addFigureFile(cmd, "out", "o", "the `FILE` to write, ending in .svg, .png, .pdf, .html or .csv", "html", "csv")
	var play, and string
	addChoice(cmd, &play, "play", "the `CONTROL` that the first slider of a page changes", sliderControls()...)
	addChoice(cmd, &and, "and", "the `CONTROL` that the second slider of a page changes", sliderControls()...)
	addSettingFlags(cmd, "pictures")
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		pair, _, err := parsePairAndView(args)
		return cmp.Or(err, checkPair(cmd, pair))
	}
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 2 || len(args) == 1 && slices.Contains(pairNames(), args[0]) {
			return names, cobra.ShellCompDirectiveNoFileComp
		}
		found, then := completePair(cmd, args, typed)
		if len(args) == 0 {
			found = append(found, names...)
		}
		return found, then
	}
	setRun(cmd, func(ctx context.Context, args []string) error {
		pair, view, _ := parsePairAndView(args) // cmd.Args has found no error
		var onto *imageTerminal
		if out.name == "" && play == "" && and == "" {
			onto = findImageTerminal(opener.conversation.Out, opener.settings["pictures"])
		}
		err := out.check()
		switch {
		case err == nil || onto != nil:
		case out.name == "":
			return wrongCallf("%v, or a terminal that shows images", err)
		default:
			return err
		}
		if play+and != "" && out.ending() != "html" {
			return wrongCallf("--play and --and set the sliders of a page: give --out FILE.html, not .%s", out.ending())
		}
		opened, params, err := call.open(ctx, pair, opener)
		if err == nil {
			err = opened.RequireRows()
		}
		if err != nil {
			return err
		}
		p := &plotter{opened, params, opener.showSolving}
		if onto == nil {
			return p.writeFile(ctx, view, out, play, and)
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

// plotViews returns the views that can be drawn without a running explorer.
func plotViews() []stage.View {
	return slices.DeleteFunc(frame.NewViews(), func(v stage.View) bool { return v.Info().Live })
}

func plotViewNames() []string {
	return mapSlice(plotViews(), func(v stage.View) string { return v.Info().Name })
}

type plotter struct {
	*session.Session
	params   model.Params
	progress func(done, all int)
}

// writeFile writes a figure, the numbers (csv) or a page with two sliders (html); the ending of the
// file name says which. first and second are the names of the controls that the sliders change. If
// first is empty, the first slider changes λ.
func (p *plotter) writeFile(ctx context.Context, view stage.View, out *figureFile, first, second string) error {
	switch out.ending() {
	case "html":
		page, err := p.sliderPage(ctx, view, cmp.Or(first, "lambda"), second, out.size)
		return replaceFile(ctx, out.name, page, err)
	case "csv":
		rows, err := p.viewTable(ctx, view)
		if err != nil {
			return err
		}
		return rows.saveCSV(ctx, out.name)
	}
	drawn, _, err := p.draw(ctx, view)
	if err != nil {
		return err
	}
	return out.writeFigure(ctx, drawn)
}

// draw also returns the stage, which has the solution at the parameters.
func (p *plotter) draw(ctx context.Context, view stage.View) (f figure.Figure, st *stage.Stage, err error) {
	st, err = stage.NewDocumentStage(ctx, p.Session, p.params)
	if err != nil {
		return f, nil, err
	}
	panels, err := st.Plot(ctx, view, p.progress)
	if err == nil && len(panels) == 0 {
		err = emptyViewError(st, view)
	}
	return newFigure(p.Session, p.params, view.Info().Title, panels), st, err
}

func (p *plotter) viewTable(ctx context.Context, view stage.View) (*table, error) {
	st, err := stage.NewDocumentStage(ctx, p.Session, p.params)
	if err != nil {
		return nil, err
	}
	rows, err := view.Table(ctx, st, p.progress)
	if err == nil && len(rows) == 0 {
		err = emptyViewError(st, view)
	}
	return newRecordTable(rows...), err
}

func emptyViewError(st *stage.Stage, view stage.View) error {
	if d := st.Solution.Descent; d.Diverges {
		return fmt.Errorf("descent diverges: the rate %s is above the largest stable rate %s; --rate auto stays below it",
			number.Digits(d.Rate, 4), number.Digits(d.LargestStableRate, 4))
	}
	return fmt.Errorf("there is nothing to plot in %s", view.Info().Name)
}

func parsePairAndView(args []string) (pair []string, view stage.View, err error) {
	names := plotViewNames()
	list := strings.Join(names, ", ")
	if len(args) == 0 {
		return nil, view, wrongCallf("larui plot [PAIR] VIEW: the views are %s", list)
	}
	pair, name := args[:len(args)-1], args[len(args)-1]
	i := slices.Index(names, name)
	switch {
	case i >= 0:
		return pair, plotViews()[i], nil
	case slices.Contains(pairNames(), name):
		return nil, view, wrongCallf("larui plot %s needs a view: %s", name, list)
	}
	return nil, view, wrongCallf("there is no view %q to plot: the views are %s", name, list)
}

// In a figureFile, flag is the command-line flag that sets name, the name of the file.
type figureFile struct {
	flag, name string
	size       figure.Size
	// formats are the allowed endings of name.
	formats []string
}

// addFigureFile defines the flag for the name of the file, and --size. Besides the formats of
// figures, the name may end in one of moreFormats.
func addFigureFile(cmd *cobra.Command, flag, shorthand, usage string, moreFormats ...string) *figureFile {
	f := &figureFile{flag: flag, size: defaultSize, formats: append(figure.Formats(), moreFormats...)}
	cmd.Flags().StringVarP(&f.name, flag, shorthand, "", usage)
	cmd.Flags().Var((*sizeFlag)(&f.size), "size", "size of the figure, `WxHcm` (or mm, in)")
	return f
}

var defaultSize = figure.Size{Width: 16, Height: 10}

// ending returns the ending of the file name in lower case, without the dot.
func (f *figureFile) ending() string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(f.name), "."))
}

func (f *figureFile) check() error {
	formats := strings.Join(f.formats, ", ")
	switch {
	case f.name == "":
		return wrongCallf("a figure needs a file: --%s FILE, ending in one of %s", f.flag, formats)
	case !slices.Contains(f.formats, f.ending()):
		return wrongCallf("--%s %s: the name must end in one of %s", f.flag, quoteIfBlank(f.name), formats)
	}
	return nil
}

func (f *figureFile) writeFigure(ctx context.Context, drawn figure.Figure) error {
	b, err := figure.Encode(drawn, f.ending(), f.size)
	return replaceFile(ctx, f.name, b, err)
}

type sizeFlag figure.Size

func (v *sizeFlag) Set(text string) error {
	m := regexp.MustCompile(`^([\d.]+)[x×]([\d.]+)(cm|mm|in|)$`).FindStringSubmatch(strings.ToLower(strings.ReplaceAll(text, " ", "")))
	if m == nil {
		return fmt.Errorf("not a size such as 16x10cm")
	}
	cm := map[string]float64{"": 1, "cm": 1, "mm": 0.1, "in": 2.54}[m[3]]
	w, _ := strconv.ParseFloat(m[1], 64) // 0 if not a number
	h, _ := strconv.ParseFloat(m[2], 64)
	w, h = w*cm, h*cm
	if !(min(w, h) >= figure.SmallestSide && max(w, h) <= figure.LargestSide) {
		return fmt.Errorf("each side must have %d to %d cm", figure.SmallestSide, figure.LargestSide)
	}
	*v = sizeFlag{Width: w, Height: h}
	return nil
}

func (v *sizeFlag) String() string { return fmt.Sprintf("%gx%gcm", v.Width, v.Height) }

func (v *sizeFlag) Type() string { return "SIZE" }
