package table

type format struct {
	name string
	// sniff reports whether a file that begins with start, after decompression, has the format. If
	// start is the whole file, a line feed is appended.
	sniff func(start []byte) bool
	open  func(in *Input) ([]member, error)
	// siblings are pairs of endings of file names: the ending of a file of features, and the ending of
	// the file of labels in the same folder.
	siblings [][2]string
}

// A member is one table or one list of labels in a file that may contain several.
type member struct {
	Part
	// name is empty if the file has a single member.
	name string
	// open reads the header of the member, but not the rows.
	open func() (*Table, error)
	// isText is true if the member has texts. onlyByName is true if the member's size or type is unusual
	// for labels, so that only its name can make it the labels.
	isText, onlyByName bool
}

func (in *Input) newTable(form string, rows RowSource) *Table {
	return &Table{In: in, Part: in.Part, Form: form, Rows: rows}
}

func singleMember(t *Table, err error) ([]member, error) {
	if err != nil {
		return nil, err
	}
	return []member{{Part: t.Part, open: func() (*Table, error) { return t, nil }}}, nil
}

func (m member) readLabels() ([]string, error) {
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
