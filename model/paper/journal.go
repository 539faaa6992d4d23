package paper

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// journalFormat is the version of the journal's lines.
const journalFormat = 1

// An identity is what the results of all units of an experiment follow from,
// besides their keys. It is the journal's first record.
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
	if e.Files == nil {
		return id, nil
	}
	files, err := e.Files(o)
	if err != nil {
		return id, err
	}
	for _, name := range files {
		if err := ctx.Err(); err != nil {
			return id, err
		}
		sum, err := sumFile(name)
		if err != nil {
			return id, err
		}
		id.Files = append(id.Files, sum)
	}
	return id, nil
}

func sumFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// A record is a line of the journal without its checksum: the identity in the
// first one, a finished unit in all others.
type record struct {
	Identity *identity       `json:"identity,omitempty"`
	Unit     string          `json:"unit,omitempty"`
	Seconds  float64         `json:"seconds,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
}

// A line is a record as it is written, with the CRC-32C of the record's bytes.
type line struct {
	Sum    string          `json:"crc32c"`
	Record json.RawMessage `json:"record"`
}

func checksum(b []byte) string {
	return fmt.Sprintf("%08x", crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}

// encodeLine returns the line of a record, with its newline.
func encodeLine(r record) ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	b, err := json.Marshal(line{checksum(text), text})
	return append(b, '\n'), err
}

// decodeLine returns the record of a line without its newline, if it is sound.
func decodeLine(b []byte) (record, error) {
	var l line
	var r record
	if err := json.Unmarshal(b, &l); err != nil {
		return r, err
	}
	if checksum(l.Record) != l.Sum {
		return r, errors.New("its checksum does not agree")
	}
	return r, json.Unmarshal(l.Record, &r)
}

// A finished is the result of a unit and how long it took.
type finished struct {
	result json.RawMessage
	took   time.Duration
}

// A journal is a file that holds the finished units of an experiment. One that is
// nil keeps nothing.
type journal struct {
	file *os.File
	// lock is a file beside it that is locked while the journal is open.
	lock *os.File
}

// errLocked: another run holds the journal.
var errLocked = errors.New("another run of the experiment is under way")

// openJournal opens the journal of an identity in folder, which is made if need
// be, and returns what it holds. Lines that are damaged are told to warn and left
// out; so is a journal of another identity. fresh starts anew.
func openJournal(folder string, id identity, fresh bool, warn func(string)) (j *journal, units map[string]finished, err error) {
	text, err := json.Marshal(id)
	if err != nil {
		return nil, nil, err
	}
	hash := sha256.Sum256(text)
	name := filepath.Join(folder, fmt.Sprintf("%s-%x.jsonl", id.Experiment, hash[:8]))
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, nil, fmt.Errorf("making the folder of the journal: %w", err)
	}
	lock, err := lockJournal(name)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			lock.Close()
		}
	}()
	units = map[string]finished{}
	sound := false
	if !fresh {
		if units, sound, err = readJournal(name, text, warn); err != nil {
			return nil, nil, err
		}
	}
	if !sound {
		if err := rewriteJournal(name, id, units); err != nil {
			return nil, nil, fmt.Errorf("writing the journal: %w", err)
		}
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return nil, nil, err
	}
	return &journal{file, lock}, units, nil
}

// lockJournal locks the journal called name.
func lockJournal(name string) (*os.File, error) {
	lock, err := os.OpenFile(name+".lock", os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, fmt.Errorf("locking the journal: %w", err)
	}
	if err := tryLock(lock); err != nil {
		lock.Close()
		return nil, fmt.Errorf("the journal %s: %w: wait for it, or name another folder with --journal", name, err)
	}
	return lock, nil
}

// readJournal returns the units in the journal called name, and whether every
// line of it is sound; it is not where there is none.
func readJournal(name string, identity []byte, warn func(string)) (map[string]finished, bool, error) {
	units := map[string]finished{}
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return units, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("reading the journal: %w", err)
	}
	sound := len(b) > 0
	complain := func(number int, err error) {
		sound = false
		warn(fmt.Sprintf("the journal %s is damaged in line %d (%v): that unit is run again", name, number, err))
	}
	for number := 1; len(b) > 0; number++ {
		text, rest, whole := bytes.Cut(b, []byte("\n"))
		b = rest
		r, err := decodeLine(text)
		switch {
		case !whole:
			complain(number, errors.New("it breaks off"))
		case err != nil:
			complain(number, err)
		case number == 1:
			got, err := json.Marshal(r.Identity)
			if err != nil || !bytes.Equal(got, identity) {
				warn(fmt.Sprintf("the journal %s belongs to other data: all units are run again", name))
				return map[string]finished{}, false, nil
			}
		default:
			units[r.Unit] = finished{r.Result, time.Duration(r.Seconds * float64(time.Second))}
		}
	}
	return units, sound, nil
}

// rewriteJournal replaces the journal called name by one of the units, at once:
// whoever reads it sees the old or the new one.
func rewriteJournal(name string, id identity, units map[string]finished) error {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // there no longer once it is renamed
	j := journal{file: f}
	err = j.write(record{Identity: &id})
	for key, u := range units {
		if err == nil {
			err = j.add(key, u)
		}
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// add appends a finished unit; it is on the disk when add returns.
func (j *journal) add(key string, u finished) error {
	return j.write(record{Unit: key, Seconds: u.took.Seconds(), Result: u.result})
}

func (j *journal) write(r record) error {
	if j == nil {
		return nil
	}
	b, err := encodeLine(r)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(b); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return errors.Join(j.file.Close(), j.lock.Close())
}
