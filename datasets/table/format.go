package table

// A format is a row of the table of formats.
type format struct {
	// name is the usual name of the format.
	name string
	// sniff detects the format from the first bytes after decompression. A line feed follows the
	// bytes of a file that they are all of.
	sniff func(start []byte) bool
	// open returns the members of the file. It does not interpret the columns.
	open func(in *Input) ([]member, error)
	// siblings are pairs of file name endings: of a file of samples, and of the file with its
	// labels in the same folder.
	siblings [][2]string
}

// A member is one table or one list of labels in a file that may contain several.
type member struct {
	Part
	// name is empty if the file has a single member.
	name string
	// open reads the header of the member, but not its rows.
	open func() (*Table, error)
	// words is true if the member is known to have no numbers. aside is true if it is hardly an
	// array of labels, unless its name says so.
	words, aside bool
}

// tableOf returns the table of a file with a single member.
func (in *Input) tableOf(form string, rows Rows) *Table {
	return &Table{In: in, Part: in.Part, Form: form, Rows: rows}
}

// singleMember returns t as the single member of a file.
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
