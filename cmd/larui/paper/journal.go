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

// A journal is a file with a line of JSON for each finished unit. If a process is killed, the last
// line may be incomplete. If two processes write, lines may repeat. Both are harmless.

const journalFormat = 3

// journalName returns the file name of an experiment's journal. It has a hash of all that
// determines the result of a unit besides its key: the format, the experiment, the revision, and
// the contents of the data files.
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

// A finishedUnit is a line of the journal.
type finishedUnit struct {
	Unit    string          `json:"unit"`
	Seconds float64         `json:"seconds"`
	Result  json.RawMessage `json:"result"`
}

// openJournal opens or creates a journal in folder, empties the journal if fresh is true, and
// returns the units in the journal by key.
func openJournal(folder, name string, fresh bool) (*os.File, map[string]finishedUnit, error) {
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
	units := map[string]finishedUnit{}
	for line := range bytes.Lines(text) {
		var u finishedUnit
		if json.Unmarshal(line, &u) == nil && u.Result != nil {
			units[u.Unit] = u
		}
	}
	return file, units, nil
}

// appendTo appends the unit to a journal and syncs the file. If file is nil, it does nothing.
func (u finishedUnit) appendTo(file *os.File) error {
	if file == nil {
		return nil
	}
	line, err := json.Marshal(u)
	if err != nil {
		return err
	}
	// If the process was killed while it wrote the line before, that line has no newline.
	if _, err := fmt.Fprintf(file, "\n%s", line); err != nil {
		return err
	}
	return file.Sync()
}
