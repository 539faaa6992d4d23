package table

// A format is a file format that Open can read, an entry of formats.
type format struct {
	// name is the usual name of the format.
	name string
	// sniff reports whether a file that begins with start, after decompression, has the format. If
	// start is the whole file, a line feed is appended.
	sniff func(start []byte) bool
	// open returns the members of the file. It does not interpret the columns.
	open func(in *Input) ([]member, error)
	// siblings are pairs of file name endings: of a file with features, and of the file in the same
	// folder with their labels.
	siblings [][2]string
}

// A member is one table or one list of labels in a file that may contain several.
type member struct {
	Part
	// name is empty if the file has a single member.
	name string
	// open reads the header of the member, but not its rows.
	open func() (*Table, error)
	// isText is true if the member has texts. onlyByName is true if its size or type is unusual for
	// labels, so that only its name can make it an array of labels.
	isText, onlyByName bool
}

// newTable returns the table of a file with a single member.
func (in *Input) newTable(form string, rows RowSource) *Table {
	return &Table{In: in, Part: in.Part, Form: form, Rows: rows}
}

// singleMember returns t as the only member of a file.
func singleMember(t *Table, err error) ([]member, error) {
	if err != nil {
		return nil, err
	}
	return []member{{Part: t.Part, open: func() (*Table, error) { return t, nil }}}, nil
}

// texts returns the labels in m.
func (m member) texts() ([]string, error) {
	t, err := m.open()
	if err != nil {
		return nil, err
	}
	rows, ok := t.Rows.(interface {
		texts(t *Table) ([]string, error)
	})
	if !ok {
		return nil, t.Fault(ErrSyntax, "holds no array of labels")
	}
	return rows.texts(t)
}
