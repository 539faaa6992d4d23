package table

import (
	"archive/zip"
	"context"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"larui/datasets/wording"
)

func openNPZ(in *Input) ([]member, error) {
	if in.raw == nil {
		return nil, in.Fault(ErrSyntax, "is a zip archive inside other compression or a pipe: name the archive itself")
	}
	archive, err := zip.NewReader(in.raw, in.Size)
	if err != nil {
		return nil, in.wrapReadError(err)
	}
	arrays := map[string]*zip.File{}
	var others []member
	for _, file := range archive.File {
		name, isArray := strings.CutSuffix(file.Name, ".npy")
		switch {
		case file.Name == "xl/workbook.xml":
			return nil, in.Fault(ErrSyntax, "is an Excel workbook: save the sheet as CSV")
		case !isArray:
			name = strings.TrimSuffix(file.Name, path.Ext(file.Name))
			unread := Part{in.Path, "member " + wording.Excerpt(file.Name)}
			if findUsualMember([]member{{name: name}}, labelArrays) != nil {
				others = append(others, member{Part: unread, name: name, isText: true, open: func() (*Table, error) {
					return nil, unread.Fault(ErrSyntax, "is no NumPy array, so that its labels are not read: save them as an array of numbers")
				}})
			}
			continue
		case arrays[name] != nil:
			return nil, in.Fault(ErrSyntax, "holds two arrays called %s", wording.Excerpt(name))
		}
		arrays[name] = file
	}
	if len(arrays) == 0 {
		return nil, in.Fault(ErrSyntax, "is a zip archive without NumPy arrays (.npy)")
	}
	held := in.newArrayMembers(slices.Sorted(maps.Keys(arrays)), func(t *Table) error { return fillZippedTable(t, arrays[t.Array]) })
	return append(held, others...), nil
}

// newArrayMembers returns a member for each name. A member, when opened, calls fill with a table whose
// Array is the name; fill must set the size and the rows of the table.
func (in *Input) newArrayMembers(names []string, fill func(*Table) error) (members []member) {
	for _, name := range names {
		members = append(members, in.newArrayMember("array", name, fill))
	}
	return members
}

func (in *Input) newArrayMember(kind, name string, fill func(*Table) error) member {
	p := Part{in.Path, kind + " " + wording.Excerpt(name)}
	return member{Part: p, name: name, open: func() (*Table, error) {
		t := &Table{In: in, Part: p, Array: name}
		return t, fill(t)
	}}
}

// ReadArrays returns the arrays in the NPZ file at path, by name. Arrays of numbers become matrices whose
// rows are the first dimension. texts has the arrays of texts.
func ReadArrays(ctx context.Context, path string) (arrays map[string]*mat.Dense, texts map[string][]string, err error) {
	in, err := openInput(NewReporter(ctx, nil), path, Options{})
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	held, err := openNPZ(in)
	if err != nil {
		return nil, nil, err
	}
	arrays, texts = map[string]*mat.Dense{}, map[string][]string{}
	for _, m := range held {
		if m.isText {
			continue
		}
		t, err := m.open()
		if err != nil {
			return nil, nil, err
		}
		if t.N == 0 || t.Cols == 0 {
			return nil, nil, t.Fault(ErrEmpty, "is empty")
		}
		if rows, ok := t.Rows.(*textArray); ok {
			texts[m.name], err = rows.texts(t)
			if err != nil {
				return nil, nil, err
			}
			continue
		}
		var all []float64
		if err := t.Scan(func(row []float64) error { all = append(all, row...); return nil }); err != nil {
			return nil, nil, err
		}
		arrays[m.name] = mat.NewDense(t.N, t.Cols, all)
	}
	return arrays, texts, nil
}

func fillZippedTable(t *Table, file *zip.File) error {
	open := func() (npyHeader, io.ReadCloser, error) {
		content, err := file.Open()
		if err != nil {
			return npyHeader{}, nil, t.wrapReadError(err)
		}
		h, err := readNPYHeader(content, t.Part)
		if err != nil {
			content.Close()
		}
		return h, content, err
	}
	const encrypted = 1
	packed, unpacked := file.CompressedSize64, file.UncompressedSize64
	switch {
	case file.Flags&encrypted != 0:
		return t.Fault(ErrSyntax, "is encrypted")
	case packed > uint64(t.In.Size):
		return t.Fault(ErrTruncated, "promises %d bytes in an archive of %d bytes", packed, t.In.Size)
	case unpacked/deflateRatio > packed:
		return t.Fault(ErrTooLarge, "claims to unpack from %d bytes to %d bytes, more than they can hold", packed, unpacked)
	}
	h, content, err := open()
	if err != nil {
		return err
	}
	content.Close()
	t.Form = "NPZ, " + t.Part.Name + " of " + h.numberType.name
	stored := file.Method == zip.Store && packed == unpacked
	return h.fillTable(t, max(int64(unpacked)-h.headerBytes, 0), !stored, func() (io.ReadCloser, error) {
		_, content, err := open()
		return content, err
	})
}
