package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"

	"larui/model"
)

// errPacked says that bytes are not a packed pair.
var errPacked = errors.New("not a packed pair")

// packPair writes a pair, numbers to the bit. It reports false for one that can't
// be packed: its features are not in memory, or a number is not finite.
func packPair(pair *Pair) ([]byte, bool) {
	p := &packer{sound: pair.Source.X != nil}
	p.text(pair.Name)
	p.text(pair.Title)
	p.count(int(pair.Task))
	for _, domain := range []model.Domain{pair.Source, pair.Target, pair.Validation} {
		p.domain(domain)
	}
	p.text(pair.SourceName)
	p.text(pair.TargetName)
	p.texts(pair.ClassNames)
	p.texts(pair.Features)
	p.flag(pair.Bias)
	p.count(pair.Shape.Rows)
	p.count(pair.Shape.Cols)
	p.count(pair.Start.K)
	p.count(pair.Start.KTilde)
	p.count(pair.Start.Epochs)
	p.numbers([]float64{pair.Start.Lambda, pair.Start.Rate})
	p.texts(pair.Notes)
	return p.bytes, p.sound
}

// unpackPair is the inverse of packPair.
func unpackPair(packed []byte) (*Pair, error) {
	u := &unpacker{bytes: packed}
	pair := &Pair{}
	pair.Name = u.text()
	pair.Title = u.text()
	pair.Task = model.Task(u.count())
	for _, domain := range []*model.Domain{&pair.Source, &pair.Target, &pair.Validation} {
		*domain = u.domain()
	}
	pair.SourceName = u.text()
	pair.TargetName = u.text()
	pair.ClassNames = u.texts()
	pair.Classes = len(pair.ClassNames)
	pair.Features = u.texts()
	pair.Bias = u.flag()
	pair.Shape = Shape{u.count(), u.count()}
	pair.Start.K = u.count()
	pair.Start.KTilde = u.count()
	pair.Start.Epochs = u.count()
	start := make([]float64, 2)
	u.numbers(start)
	pair.Start.Lambda, pair.Start.Rate = start[0], start[1]
	pair.Notes = u.texts()
	switch {
	case u.err == nil && len(u.bytes) > 0:
		u.fail("%d bytes too many", len(u.bytes))
	case u.err == nil && pair.Source.X == nil:
		u.fail("no source")
	case pair.Task > model.Regression:
		u.fail("task %d", pair.Task)
	}
	if u.err != nil {
		return nil, u.err
	}
	return pair, nil
}

// A packer appends values to bytes.
type packer struct {
	bytes []byte
	// sound turns false with a value that can't be packed.
	sound bool
}

func (p *packer) count(n int) {
	p.sound = p.sound && n >= 0 && n <= math.MaxInt32
	p.bytes = binary.LittleEndian.AppendUint32(p.bytes, uint32(n))
}

func (p *packer) flag(v bool) {
	n := 0
	if v {
		n = 1
	}
	p.count(n)
}

func (p *packer) text(s string) {
	p.count(len(s))
	p.bytes = append(p.bytes, s...)
}

func (p *packer) texts(list []string) {
	p.flag(list != nil)
	if list == nil {
		return
	}
	p.count(len(list))
	for _, s := range list {
		p.text(s)
	}
}

func (p *packer) numbers(values []float64) {
	for _, v := range values {
		p.sound = p.sound && !math.IsNaN(v) && !math.IsInf(v, 0)
		p.bytes = binary.LittleEndian.AppendUint64(p.bytes, math.Float64bits(v))
	}
}

func (p *packer) domain(d model.Domain) {
	rest := d
	rest.X, rest.Y = nil, nil
	// What is more than a matrix and labels is not in memory.
	p.sound = p.sound && reflect.ValueOf(rest).IsZero()
	p.flag(d.X != nil)
	if d.X == nil {
		p.sound = p.sound && d.Y == nil
		return
	}
	p.matrix(d.X)
	p.flag(d.Y != nil)
	if d.Y != nil {
		p.sound = p.sound && len(d.Y) == d.Rows()
		p.numbers(d.Y)
	}
}

// An unpacker takes values from bytes. After an error it returns zeros.
type unpacker struct {
	bytes []byte
	err   error
}

func (u *unpacker) fail(format string, args ...any) {
	if u.err == nil {
		u.err = fmt.Errorf("%w: %s", errPacked, fmt.Sprintf(format, args...))
	}
}

// take returns the next n bytes.
func (u *unpacker) take(n int) []byte {
	if u.err == nil && n > len(u.bytes) {
		u.fail("breaks off")
	}
	if u.err != nil {
		return nil
	}
	taken := u.bytes[:n]
	u.bytes = u.bytes[n:]
	return taken
}

func (u *unpacker) count() int {
	b := u.take(4)
	if b == nil {
		return 0
	}
	n := binary.LittleEndian.Uint32(b)
	if n > math.MaxInt32 {
		u.fail("a count of %d", n)
		return 0
	}
	return int(n)
}

func (u *unpacker) flag() bool {
	n := u.count()
	if n > 1 {
		u.fail("a flag of %d", n)
	}
	return n == 1
}

func (u *unpacker) text() string { return string(u.take(u.count())) }

func (u *unpacker) texts() []string {
	if !u.flag() {
		return nil
	}
	n := u.count()
	if n > len(u.bytes)/4 {
		u.fail("%d texts", n)
	}
	if u.err != nil {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = u.text()
	}
	return list
}

func (u *unpacker) numbers(values []float64) {
	b := u.take(8 * len(values))
	if b == nil {
		return
	}
	if !readNumbers(values, b) {
		u.fail("a number is not finite")
	}
}

func (u *unpacker) domain() model.Domain {
	if !u.flag() {
		return model.Domain{}
	}
	d := model.Domain{X: u.matrix()}
	if u.flag() && u.err == nil {
		if d.Rows() > len(u.bytes)/8 {
			u.fail("breaks off")
			return model.Domain{}
		}
		d.Y = make([]float64, d.Rows())
		u.numbers(d.Y)
	}
	return d
}

// readNumbers reads as many numbers as there are places in values and reports
// whether all are finite.
func readNumbers(values []float64, from []byte) bool {
	// All bits of the exponent set: infinite or not a number.
	const exponent = 0x7ff << 52
	finite := true
	for i := range values {
		bits := binary.LittleEndian.Uint64(from[8*i:])
		if bits&exponent == exponent {
			finite = false
		}
		values[i] = math.Float64frombits(bits)
	}
	return finite
}
