package paper

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A journal is a file of lines of JSON: whose it is, and then the finished units,
// each written at once behind what is there. So a process may be killed at any
// time, and two may write to one journal: a line that is cut off or there twice
// does no harm.

// journalFormat is the version of the journal's lines.
const journalFormat = 2

// An identity is what the results of all units of an experiment follow from,
// besides their keys. It is the journal's first line, and its hash is in the name.
type identity struct {
	Format     int    `json:"format"`
	Experiment string `json:"experiment"`
	Revision   int    `json:"revision"`
	// Files holds the SHA-256 of each file that is read, in their order.
	Files []string `json:"files,omitempty"`
}

// identify returns the identity of an experiment under options.
func identify(ctx context.Context, e Experiment, o Options) (identity, error) {
	id := identity{Format: journalFormat, Experiment: cmp.Or(e.journal, e.Name), Revision: e.Revision}
	if e.files == nil {
		return id, nil
	}
	files, err := e.files(o)
	if err != nil {
		return id, err
	}
	for _, name := range files {
		if err := ctx.Err(); err != nil {
			return id, err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return id, err
		}
		id.Files = append(id.Files, fmt.Sprintf("%x", sha256.Sum256(content)))
	}
	return id, nil
}

// A finished unit is a line of the journal: its result and how long it took.
type finished struct {
	Unit    string          `json:"unit"`
	Seconds float64         `json:"seconds"`
	Result  json.RawMessage `json:"result"`
}

// openJournal opens the journal of an identity in folder, which is made if need
// be, and returns it with the units it holds. fresh starts anew.
func openJournal(folder string, id identity, fresh bool) (*os.File, map[string]finished, error) {
	header, err := json.Marshal(id)
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, nil, fmt.Errorf("making the folder of the journal: %w", err)
	}
	hash, mode := sha256.Sum256(header), os.O_RDWR|os.O_CREATE|os.O_APPEND
	if fresh {
		mode |= os.O_TRUNC
	}
	name := filepath.Join(folder, fmt.Sprintf("%s-%x.jsonl", id.Experiment, hash[:8]))
	file, err := os.OpenFile(name, mode, 0o666)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the journal: %w", err)
	}
	text, err := io.ReadAll(file)
	units := map[string]finished{}
	for line := range bytes.Lines(text) {
		var u finished
		if json.Unmarshal(line, &u) == nil && u.Result != nil {
			units[u.Unit] = u
		}
	}
	switch {
	case err != nil:
	case len(text) == 0:
		_, err = file.Write(append(header, '\n'))
	case text[len(text)-1] != '\n':
		_, err = file.WriteString("\n") // a line that was cut off stays one of its own
	}
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("the journal %s: %w", name, err)
	}
	return file, units, nil
}

// appendTo appends the unit to a journal, if there is one; it is on the disk on
// return.
func (u finished) appendTo(file *os.File) error {
	if file == nil {
		return nil
	}
	line, err := json.Marshal(u)
	if err != nil {
		return err
	}
	if _, err := file.Write(append(line, '\n')); err != nil {
		return err
	}
	return file.Sync()
}
