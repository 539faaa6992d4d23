package main

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"larui/model/paper/figure"
	"larui/tui/keep"
)

// A figureFile is where a flag says to draw a figure, and how large.
type figureFile struct {
	flag, name string
	size       figure.Size
}

// addFigureFile defines the flag that names the file, and --size.
func addFigureFile(cmd *cobra.Command, flag, shorthand, usage string) *figureFile {
	f := &figureFile{flag: flag, size: figure.Size{Width: 16, Height: 10}}
	cmd.Flags().StringVarP(&f.name, flag, shorthand, "", usage)
	cmd.Flags().Var((*sizeValue)(&f.size), "size", "size of the figure, `WxHcm` (or mm, in)")
	return f
}

// format returns the format that the name of the file ends in.
func (f *figureFile) format() (string, error) {
	formats := strings.Join(figure.Formats(), ", ")
	if f.name == "" {
		return "", wrongf("a figure needs a file: --%s FILE, ending in one of %s", f.flag, formats)
	}
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(f.name), "."))
	if !slices.Contains(figure.Formats(), format) {
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
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	return keep.Replace(f.name, b, 0o644)
}

// A sizeValue is the flag of a size.
type sizeValue figure.Size

func (v *sizeValue) Set(text string) error {
	m := regexp.MustCompile(`^([\d.]+)[x×]([\d.]+)(cm|mm|in|)$`).FindStringSubmatch(strings.ToLower(strings.ReplaceAll(text, " ", "")))
	if m == nil {
		return fmt.Errorf("not a size such as 16x10cm")
	}
	cm := map[string]float64{"": 1, "cm": 1, "mm": 0.1, "in": 2.54}[m[3]]
	w, _ := strconv.ParseFloat(m[1], 64) // 0 where it is no number
	h, _ := strconv.ParseFloat(m[2], 64)
	if w, h = w*cm, h*cm; !(min(w, h) >= figure.SmallestSide && max(w, h) <= figure.LargestSide) {
		return fmt.Errorf("sides go from %d to %d cm", figure.SmallestSide, figure.LargestSide)
	}
	*v = sizeValue{Width: w, Height: h}
	return nil
}

func (v *sizeValue) String() string { return fmt.Sprintf("%gx%gcm", v.Width, v.Height) }

func (v *sizeValue) Type() string { return "SIZE" }
