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

// A journal is a file of lines of JSON, one for each finished unit, each written at
// once behind what is there. So a process may be killed at any time, and two may write
// to one journal: a line that is cut off or there twice does no harm.

// journalFormat is the version of the journal's lines.
const journalFormat = 3

// journalName returns the name of the journal of an experiment under options. It holds
// a hash of what the results of all units follow from, besides their keys.
func journalName(ctx context.Context, e Experiment, o Options) (string, error) {
	name, hash := cmp.Or(e.journal, e.Name), sha256.New()
	fmt.Fprintln(hash, journalFormat, name, e.Revision)
	var files []string
	var err error
	if e.files != nil {
		files, err = e.files(ctx, o)
	}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%x\n", sha256.Sum256(content))
	}
	return fmt.Sprintf("%s-%x.jsonl", name, hash.Sum(nil)[:8]), err
}

// A finished unit is a line of the journal: its result and how long it took.
type finished struct {
	Unit    string          `json:"unit"`
	Seconds float64         `json:"seconds"`
	Result  json.RawMessage `json:"result"`
}

// openJournal opens a journal in folder, which is made if need be, and returns it with
// the units it holds. fresh starts anew.
func openJournal(folder, name string, fresh bool) (*os.File, map[string]finished, error) {
	mode := os.O_RDWR | os.O_CREATE | os.O_APPEND
	if fresh {
		mode |= os.O_TRUNC
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, nil, fmt.Errorf("making the folder of the journal: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(folder, name), mode, 0o666)
	if err != nil {
		return nil, nil, fmt.Errorf("opening the journal: %w", err)
	}
	text, err := io.ReadAll(file)
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("the journal %s: %w", file.Name(), err)
	}
	units := map[string]finished{}
	for line := range bytes.Lines(text) {
		var u finished
		if json.Unmarshal(line, &u) == nil && u.Result != nil {
			units[u.Unit] = u
		}
	}
	return file, units, nil
}

// appendTo appends the unit to a journal, if there is one; it is on the disk on return.
func (u finished) appendTo(file *os.File) error {
	if file == nil {
		return nil
	}
	line, err := json.Marshal(u)
	if err != nil {
		return err
	}
	// A line that was cut off before stays one of its own.
	if _, err := fmt.Fprintf(file, "\n%s", line); err != nil {
		return err
	}
	return file.Sync()
}
