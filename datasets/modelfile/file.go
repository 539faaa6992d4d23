package modelfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"larui/datasets"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// Encode returns the model as the content of a file with the given name: NPZ for the extension
// .npz, otherwise JSON.
func (m *Model) Encode(name string) ([]byte, error) {
	if IsNPZ(name) {
		return m.encodeNPZ()
	}
	return m.encodeJSON()
}

// IsNPZ and IsJSON report whether a file name has the extension .npz or .json.
func IsNPZ(name string) bool  { return strings.HasSuffix(strings.ToLower(name), ".npz") }
func IsJSON(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".json") }

func (m *Model) encodeJSON() ([]byte, error) {
	var b bytes.Buffer
	between := "{\n"
	fields := reflect.ValueOf(*m)
	for i := range fields.NumField() {
		name, options, _ := strings.Cut(fields.Type().Field(i).Tag.Get("json"), ",")
		if options == "omitempty" && fields.Field(i).Len() == 0 {
			continue
		}
		var value bytes.Buffer
		encoder := json.NewEncoder(&value)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(fields.Field(i).Interface()); err != nil {
			return nil, err
		}
		// encoding/json does not escape some characters beyond ASCII that control a terminal.
		fmt.Fprintf(&b, "%s  %q: %s", between, name, wording.OneLine(strings.TrimSpace(value.String())))
		between = ",\n"
	}
	b.WriteString("\n}\n")
	return b.Bytes(), nil
}

// encodeNPZ writes two arrays: weights (d×c), and model, which has the bytes of the JSON without the
// weights.
func (m *Model) encodeNPZ() ([]byte, error) {
	rest := *m
	rest.Weights = nil
	text, err := rest.encodeJSON()
	if err != nil {
		return nil, err
	}
	var weights bytes.Buffer
	for _, row := range m.Weights {
		_ = binary.Write(&weights, binary.LittleEndian, row) // a Buffer returns no error
	}
	var b bytes.Buffer
	archive := zip.NewWriter(&b)
	for _, array := range []struct {
		name, descr, shape string
		content            []byte
	}{
		{"weights", "<f8", fmt.Sprintf("(%d, %d)", len(m.Weights), len(m.Weights[0])), weights.Bytes()},
		{"model", "|u1", fmt.Sprintf("(%d,)", len(text)), text},
	} {
		member, _ := archive.CreateHeader(&zip.FileHeader{Name: array.name + ".npy", Method: zip.Store}) // a Buffer returns no error
		// numpy.lib.format, version 1.0: the numbers start at a multiple of 64 bytes.
		header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", array.descr, array.shape)
		header += strings.Repeat(" ", (128-11-len(header)%64)%64) + "\n"
		start := append([]byte("\x93NUMPY\x01\x00"), byte(len(header)), byte(len(header)>>8))
		for _, part := range [][]byte{start, []byte(header), array.content} {
			_, _ = member.Write(part)
		}
	}
	err = archive.Close()
	return b.Bytes(), err
}

// Read reads a model that Encode wrote, or a linear model of another program (imported.go). The error is a
// *datasets.FormatError or the context's error.
func Read(ctx context.Context, path string) (*Model, error) {
	m := &Model{}
	isNPZ, err := m.readJSON(path)
	if isNPZ {
		err = m.readNPZ(ctx, path)
	}
	var told *datasets.FormatError
	if m.Format == "" && ctx.Err() == nil && !errors.As(err, &told) {
		made, ok, failed := readImported(ctx, path, isNPZ)
		switch {
		case ok && failed == nil:
			return made, nil
		case ok:
			return nil, &datasets.FormatError{File: path, Err: fmt.Errorf("is no linear model: %w", failed)}
		}
	}
	switch {
	case errors.As(err, &told), ctx.Err() != nil:
		return nil, cmp.Or(ctx.Err(), err)
	case m.Format == "" && !errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("is not a model file such as larui solve --save-model writes")
	case m.Format != "" && m.Format != modelFormat && m.Format != recipeFormat:
		err = fmt.Errorf("is a model of another version, %q by larui %s: this larui reads %q and %q", m.Format, m.Larui, modelFormat, recipeFormat)
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("breaks off before its end")
	case err == nil:
		err = m.check()
		fallthrough
	default:
		if err != nil {
			err = fmt.Errorf("is a damaged model: %w", err)
		}
	}
	if err != nil {
		return nil, &datasets.FormatError{File: path, Err: err}
	}
	return m, nil
}

// readJSON reads the model in a JSON file. If the file is a zip archive, readJSON reads nothing and isNPZ
// is true.
func (m *Model) readJSON(path string) (isNPZ bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		text := errors.Unwrap(err)
		if errors.Is(err, os.ErrNotExist) {
			text = errors.New("no such file")
		}
		return false, &datasets.FormatError{File: path, Err: text}
	}
	defer file.Close()
	in := bufio.NewReader(file)
	if start, _ := in.Peek(2); string(start) == "PK" {
		return true, nil
	}
	decoder := json.NewDecoder(in)
	var text json.RawMessage
	err = decoder.Decode(&text)
	if err == nil {
		err = m.decode(text, true)
		if _, end := decoder.Token(); err == nil && end != io.EOF {
			err = errors.New("something follows its end")
		}
	}
	return false, err
}

func (m *Model) readNPZ(ctx context.Context, path string) error {
	arrays, _, err := table.ReadArrays(ctx, path)
	if err != nil {
		return err
	}
	text, weights := arrays["model"], arrays["weights"]
	if text == nil {
		return nil // no model
	}
	var b []byte
	for _, c := range text.RawMatrix().Data {
		b = append(b, byte(c))
	}
	if err := m.decode(b, false); err != nil || weights == nil {
		return cmp.Or(err, errors.New("it has no weights"))
	}
	m.Weights = copyRows(weights)
	return nil
}

// decode decodes text into m. It refuses what encodeJSON would not write, but encoding/json accepts:
// unknown or repeated names, names in another case, and null for 0. If whole is false, text lacks the
// weights.
func (m *Model) decode(text []byte, whole bool) error {
	if err := json.Unmarshal(text, m); err != nil || m.Format != modelFormat && m.Format != recipeFormat {
		return err
	}
	if whole && m.check() != nil {
		return nil // Read returns the error of check
	}
	again, _ := m.encodeJSON() // fails only for NaN and infinities, which JSON lacks
	var read, written any
	if err := cmp.Or(json.Unmarshal(text, &read), json.Unmarshal(again, &written)); err != nil {
		return err
	}
	if where := findFirstDifference("", read, written); where != "" {
		return fmt.Errorf("%s is unknown or has an invalid value", wording.Excerpt(where))
	}
	return checkUniqueNames(json.NewDecoder(bytes.NewReader(text)))
}

// findFirstDifference returns the JSON path of the first name with different values in read and written, or
// "". path is the JSON path of both arguments.
func findFirstDifference(path string, read, written any) string {
	a, isObject := read.(map[string]any)
	b, both := written.(map[string]any)
	if !isObject || !both {
		if reflect.DeepEqual(read, written) {
			return ""
		}
		return path
	}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		value, known := b[name]
		if !known {
			return path + "/" + name
		}
		if where := findFirstDifference(path+"/"+name, a[name], value); where != "" {
			return where
		}
	}
	return ""
}

func checkUniqueNames(d *json.Decoder) error {
	token, err := d.Token()
	names, opens := map[any]bool{}, token == json.Delim('{') || token == json.Delim('[')
	for err == nil && opens && d.More() {
		if token == json.Delim('{') {
			name, _ := d.Token() // the text is valid JSON
			if names[name] {
				return fmt.Errorf("%q occurs twice", name)
			}
			names[name] = true
		}
		err = checkUniqueNames(d)
	}
	if err == nil && opens {
		_, err = d.Token()
	}
	return err
}
