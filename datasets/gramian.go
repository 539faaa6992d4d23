package datasets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"larui/datasets/moments"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// ReadGramMatrix reads a moments.GramMatrix and adds its entries to sums. The file at path is JSON, or NPZ
// with arrays of the same names; standard input, for "-", is JSON. If an NPZ file has no array called
// regression, its label is a number if the file has no classes and the matrix has exactly one column
// besides the features and the constant.
func ReadGramMatrix(ctx context.Context, path string, sums *moments.LineSummer) error {
	g, err := openGramMatrix(ctx, path)
	if err != nil {
		return err
	}
	s, err := g.Sums()
	if err == nil {
		err = sums.Add(s)
	}
	return err
}

func openGramMatrix(ctx context.Context, path string) (*moments.GramMatrix, error) {
	if path == "-" {
		return moments.ReadGramMatrix(os.Stdin)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	defer file.Close()
	start := make([]byte, 2)
	n, _ := file.ReadAt(start, 0) // reads nothing from a pipe
	if !bytes.Equal(start[:n], []byte("PK")) {
		return moments.ReadGramMatrix(file)
	}
	arrays, texts, err := table.ReadArrays(ctx, path)
	if err != nil {
		return nil, err
	}
	g := &moments.GramMatrix{Classes: texts["classes"]}
	g.Columns = texts["columns"]
	var regression []float64
	for name, array := range arrays {
		numbers := array.RawMatrix().Data
		switch name {
		case "gramian":
			for i := range array.RawMatrix().Rows {
				g.Matrix = append(g.Matrix, array.RawRowView(i))
			}
		case "classes":
			for _, class := range numbers {
				g.Classes = append(g.Classes, wording.FormatNumber(class))
			}
		case "shift":
			g.Shift = numbers
		case "labelShift":
			g.LabelShift = numbers[0]
		case "regression":
			regression = numbers
		default:
			return nil, fmt.Errorf("has an array %s, which is no part of a Gram matrix", wording.Excerpt(name))
		}
	}
	if g.Matrix == nil || g.Columns == nil {
		return nil, errors.New("holds no Gram matrix: it needs an array of numbers named gramian and an array of texts named columns")
	}
	for name, text := range texts {
		switch {
		case name == "label":
			g.Label = text[0]
		case name != "columns" && name != "classes":
			return nil, fmt.Errorf("has an array %s, which is no part of a Gram matrix", wording.Excerpt(name))
		}
	}
	g.Regression = g.Classes == nil && len(g.Matrix) == len(g.Columns)+2
	if regression != nil {
		g.Regression = regression[0] != 0
	}
	return g, nil
}
