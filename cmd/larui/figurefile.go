package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"larui/model/paper/figure"
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
	return replaceFile(f.name, b)
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

// replaceFile writes a file, new or in place of one that is there, so that whoever
// looks sees the old or the new one: it is written under another name in the same
// folder first. Where that fails nothing is left of it.
func replaceFile(name string, content []byte) error {
	return replaceFileBy(name, func(w io.Writer) error { _, err := w.Write(content); return err })
}

// replaceFileBy does it with what write writes.
func replaceFileBy(name string, write func(io.Writer) error) error {
	// What a link points to is replaced, not the link.
	if to, err := filepath.EvalSymlinks(name); err == nil {
		name = to
	} else if to, err := os.Readlink(name); err == nil {
		return fmt.Errorf("writing %s: it is a link to %s, which is not there", name, to)
	}
	mode := fs.FileMode(0o644)
	switch info, err := os.Stat(name); {
	case err == nil && info.IsDir():
		return fmt.Errorf("writing %s: it is a folder", name)
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("writing %s: it is not an ordinary file", name)
	case err == nil:
		mode = info.Mode().Perm()
	}
	folder := filepath.Dir(name)
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("writing %s: there is no folder %s", name, folder)
	}
	f, err := os.CreateTemp(folder, "."+filepath.Base(name)+".*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	err = write(f)
	if err == nil {
		err = f.Chmod(mode)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error is the one to tell
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}
