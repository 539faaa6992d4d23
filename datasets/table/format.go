package table

// A format is a row of the table of what can be read.
type format struct {
	// name is what people call it.
	name string
	// sniff tells it by the first bytes of the content, after decompression; whole
	// says that start is all there is.
	sniff func(start []byte, whole bool) bool
	// open returns what the file holds: one table, or as many as it has names for.
	// What the columns mean is none of its business.
	open func(in *Input) ([]member, error)
	// siblings are endings of the names of files of samples, and of those with their
	// labels, which lie beside them.
	siblings [][2]string
}

// A member is one of the things that a file holds: a table, or labels.
type member struct {
	Part
	// name is empty where the file holds but one.
	name string
	// open reads what comes before its rows.
	open func() (*Table, error)
	// words tells that it is known to be none of numbers, and aside that it is hardly
	// labels, unless named so.
	words, aside bool
}

// alone is t as all that a file holds.
func alone(t *Table, err error) ([]member, error) {
	if err != nil {
		return nil, err
	}
	return []member{{Part: t.Part, open: func() (*Table, error) { return t, nil }}}, nil
}

// texts returns m as labels.
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
