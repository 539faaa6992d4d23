package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"larui/datasets"
	"larui/tui/session"
)

// A block is a step as its file has it: a heading, fields, and paragraphs.
type block struct {
	title  string
	line   int
	fields []field
	prose  []field // without names
}

// A field is a value with a name, and the line where it begins.
type field struct {
	name, value string
	line        int
}

// What fields there are: of a lesson, and of a step.
var (
	lessonFields = []string{"title", "about", "minutes", "pair"}
	stepFields   = []string{"state", "view", "select", "present", "do", "done", "solution", "wrong", "ask", "answer", "claim", "mostly"}
	repeated     = []string{"wrong", "claim", "mostly"}
)

// at blames a line of a file.
func at(file string, line int, err error) error {
	return &datasets.FormatError{File: file, Line: line, Err: err}
}

// read reads a lesson. Errors are *datasets.FormatError.
func read(file, name, source string, w Words) (*Lesson, error) {
	source = strings.ReplaceAll(strings.TrimPrefix(source, "\ufeff"), "\r\n", "\n")
	lines := strings.Split(source, "\n")
	for i, line := range lines {
		if !utf8.ValidString(line) {
			return nil, at(file, i+1, errors.New("not UTF-8: save the file as UTF-8"))
		}
		if strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }) {
			return nil, at(file, i+1, errors.New("a control character has no place in a lesson"))
		}
	}
	head, blocks, line, err := split(lines)
	if err != nil {
		return nil, at(file, line, err)
	}
	l := &Lesson{Name: name, folder: filepath.Dir(file)}
	if line, err := l.readHead(head); err != nil {
		return nil, at(file, line, err)
	}
	if len(blocks) == 0 {
		return nil, at(file, len(lines), errors.New("there are no steps: each begins with a line ## TITLE"))
	}
	for _, b := range blocks {
		s := Step{Title: b.title, line: b.line}
		if line, err := s.read(l, b, w); err != nil {
			return nil, at(file, line, err)
		}
		l.Steps = append(l.Steps, s)
	}
	return l, nil
}

// split takes lines apart into what stands before the steps, and these.
func split(lines []string) (head []field, blocks []block, at int, err error) {
	const fence = "---"
	if strings.TrimSpace(lines[0]) != fence {
		return nil, nil, 1, errors.New("a lesson begins with a line ---, then title, minutes, about and pair, and another ---")
	}
	end := 1
	for ; end < len(lines) && strings.TrimSpace(lines[end]) != fence; end++ {
		name, value, ok := strings.Cut(lines[end], ":")
		switch line := strings.TrimSpace(lines[end]); {
		case line == "":
		case !ok:
			return nil, nil, end + 1, fmt.Errorf("%q is not a name, a colon and a value, such as minutes: 8", beginning(line))
		default:
			head = append(head, field{strings.TrimSpace(name), strings.TrimSpace(value), end + 1})
		}
	}
	if end == len(lines) {
		return nil, nil, end, errors.New("the line --- that ends what stands before the steps is missing")
	}
	var b *block
	var open *field // what the next line goes on with
	for i := end + 1; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		item, isItem := strings.CutPrefix(line, "- ")
		title, isTitle := strings.CutPrefix(line, "## ")
		switch {
		case isTitle:
			blocks = append(blocks, block{title: strings.TrimSpace(title), line: i + 1})
			b, open = &blocks[len(blocks)-1], nil
		case line == "":
			open = nil
		case b == nil:
			return nil, nil, i + 1, errors.New("this stands before the first step: a step begins with a line ## TITLE")
		case strings.HasPrefix(line, "#"):
			return nil, nil, i + 1, errors.New("a step begins with ## and a blank; there are no other headings")
		case isItem:
			name, value, ok := strings.Cut(item, ":")
			if !ok || strings.Contains(strings.TrimSpace(name), " ") {
				return nil, nil, i + 1, fmt.Errorf("%q is not a field such as - do: Turn λ up; there are %s", beginning(line), strings.Join(stepFields, ", "))
			}
			b.fields = append(b.fields, field{strings.TrimSpace(name), strings.TrimSpace(value), i + 1})
			open = &b.fields[len(b.fields)-1]
		case open != nil:
			open.value = strings.TrimSpace(open.value + " " + line)
		default:
			b.prose = append(b.prose, field{"", line, i + 1})
			open = &b.prose[len(b.prose)-1]
		}
	}
	return head, blocks, 0, nil
}

// fieldsOf tells fields by their names, which are to be known and each given once.
func fieldsOf(fields []field, known []string) (map[string]field, int, error) {
	by := map[string]field{}
	for _, f := range fields {
		switch _, again := by[f.name]; {
		case !slices.Contains(known, f.name):
			return nil, f.line, fmt.Errorf("there is no field %q: there are %s", f.name, strings.Join(known, ", "))
		case f.value == "":
			return nil, f.line, fmt.Errorf("%s has no value", f.name)
		case again && !slices.Contains(repeated, f.name):
			return nil, f.line, fmt.Errorf("%s is given twice", f.name)
		}
		by[f.name] = f
	}
	return by, 0, nil
}

// readHead takes in what stands before the steps.
func (l *Lesson) readHead(head []field) (int, error) {
	by, line, err := fieldsOf(head, lessonFields)
	if err != nil {
		return line, err
	}
	for _, name := range lessonFields {
		if _, given := by[name]; !given {
			return 1, fmt.Errorf("the lesson has no %s", name)
		}
	}
	l.Title, l.About, l.pair = by["title"].value, by["about"].value, by["pair"].value
	if l.Minutes, err = strconv.Atoi(by["minutes"].value); err != nil || l.Minutes < 1 {
		return by["minutes"].line, fmt.Errorf("minutes: %q is not a whole number above zero", by["minutes"].value)
	}
	_, err = l.open(l.pair)
	return by["pair"].line, plainly("pair", err)
}

// plainly names the field that an error is of.
func plainly(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %s", name, session.PlainError(err))
}

// read takes in a step. An error comes with its line.
func (s *Step) read(l *Lesson, b block, w Words) (int, error) {
	by, line, err := fieldsOf(b.fields, stepFields)
	if err != nil {
		return line, err
	}
	if s.Title == "" {
		return b.line, errors.New("the step has no title")
	}
	if err := s.readState(l, by["state"].value); err != nil {
		return cmp.Or(by["state"].line, b.line), err
	}
	var prose []string
	for _, p := range b.prose {
		prose = append(prose, p.value)
	}
	if len(prose) == 0 {
		return b.line, errors.New("the step says nothing: write two or three sentences below its title")
	}
	for _, f := range []string{"view", "select", "present"} {
		if err := s.readScreen(by[f], w); err != nil {
			return by[f].line, err
		}
	}
	if f, given := by["done"]; given {
		if s.done, err = s.condition(f.value, w); err != nil {
			return f.line, fmt.Errorf("done: %w", err)
		}
	}
	for _, pair := range [][2]string{{"do", "done"}, {"done", "do"}, {"done", "solution"}, {"ask", "answer"}, {"answer", "ask"}} {
		if f, given := by[pair[0]]; given && by[pair[1]].value == "" {
			return f.line, fmt.Errorf("%s needs %s as well", pair[0], pair[1])
		}
	}
	for _, t := range []struct {
		to   *text
		from field
	}{
		{&s.text, field{"text", strings.Join(prose, " "), cmp.Or(first(b.prose).line, b.line)}},
		{&s.do, by["do"]}, {&s.ask, by["ask"]}, {&s.answer, by["answer"]},
	} {
		if *t.to, err = readText(t.from.value, func(within string) (piece, error) { return s.within(within, w) }); err != nil {
			return t.from.line, err
		}
		if most := rowsAt80[t.from.name]; most > 0 {
			if rows := len(wrap(t.to.measured(), textWidth80)); rows > most {
				return t.from.line, fmt.Errorf("%s takes %d lines of a screen of 80 columns, %d have room: say it shorter, or in two steps", t.from.name, rows, most)
			}
		}
	}
	for _, f := range b.fields {
		if err := s.readChecks(f, w); err != nil {
			return f.line, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	s.others = s.named(append(slices.Concat(s.text, s.do, s.ask, s.answer), piece{expr: s.done}))
	return 0, nil
}

func first(fields []field) (f field) {
	if len(fields) > 0 {
		f = fields[0]
	}
	return f
}

// rowsAt80 are how many lines each text may take on a screen of 80 columns.
var rowsAt80 = map[string]int{"text": 4, "do": 2, "ask": 2, "answer": 4}

// textWidth80 is how wide texts are there.
const textWidth80 = 78

// measured is a text with numbers about as wide as they will be.
func (t text) measured() string {
	return plainText(t.write(func(string, string) value { return value{known: true, text: "99.9 %"} },
		func(string) (string, bool) { return "→", true }, nil))
}

// open reads a command line. Files are looked for from the folder of the lesson.
func (l *Lesson) open(line string) (session.Opening, error) {
	o, err := session.ParseOpening(line)
	if err != nil {
		return o, err
	}
	for name, value := range o.Set {
		option, _ := session.OptionByName(name)
		if value = session.ExpandHome(value); option.Kind == session.Path && !filepath.IsAbs(value) {
			o.Set[name] = filepath.Join(l.folder, value)
		}
	}
	return session.NewOpening(o.Spec.Name, o.Set)
}

// readState settles what the step opens: the lesson's pair with options, of which the last
// word counts, or another.
func (s *Step) readState(l *Lesson, line string) (err error) {
	if line == "" || strings.HasPrefix(line, "-") {
		line = l.pair + " " + line
	}
	s.Opening, err = l.open(line)
	return plainly("state", err)
}

// readScreen takes in what the step shows.
func (s *Step) readScreen(f field, w Words) error {
	switch f.name {
	case "view":
		if s.View = f.value; !slices.Contains(w.Views, f.value) {
			return fmt.Errorf("there is no view %q: there are %s", f.value, strings.Join(w.Views, ", "))
		}
	case "select":
		o, known := session.OptionByName(f.value)
		s.Select = f.value
		if !known || o.Step == nil || !s.applies(o) {
			return fmt.Errorf("there is no control %q of %s", f.value, s.Opening.Spec.Name)
		}
	case "present":
		if s.Present = f.value == "yes"; !s.Present && f.value != "no" {
			return fmt.Errorf("present: %q is not yes or no", f.value)
		}
	}
	return nil
}

// applies tells whether an option does anything for the pair of the step.
func (s *Step) applies(o session.Option) bool {
	return o.Applies(session.Limits{Options: session.PairOptions(s.Opening.Spec.Name)})
}

// expr reads an expression.
func (s *Step) expr(source string, w Words) (*expr, error) {
	names := func(name string) (kind, error) {
		if o, known := session.OptionByName(name); known && !s.applies(o) {
			return 0, fmt.Errorf("%s does nothing for %s", name, s.Opening.Spec.Name)
		}
		return kindOf(name)
	}
	other := func(set map[string]string) error {
		_, err := s.opening(set)
		return plainly("at", err)
	}
	e, err := readExpr(source, names, other)
	if err != nil {
		return nil, err
	}
	return e, e.checkWords(w)
}

// checkWords looks whether a name can be what it is compared with.
func (e *expr) checkWords(w Words) error {
	if len(e.args) == 2 && e.args[0].text == viewFact && e.args[1].op == "word" && !slices.Contains(w.Views, e.args[1].text) {
		return fmt.Errorf("there is no view %q: there are %s", e.args[1].text, strings.Join(w.Views, ", "))
	}
	for _, arg := range e.args {
		if err := arg.checkWords(w); err != nil {
			return err
		}
	}
	return nil
}

// condition reads an expression that is true or false.
func (s *Step) condition(source string, w Words) (*expr, error) {
	e, err := s.expr(source, w)
	if err == nil && e.kind != truth {
		err = fmt.Errorf("this is %s: compare it, as in lambda >= 100", e.kind)
	}
	return e, err
}

// within reads what stands in braces: an expression, the key of an action, or the goal.
func (s *Step) within(source string, w Words) (piece, error) {
	word, rest, _ := strings.Cut(source, " ")
	switch rest = strings.TrimSpace(rest); word {
	case "key":
		if _, known := w.Key(rest); !known {
			return piece{}, fmt.Errorf("no action is called %q: larui help lessons lists them", rest)
		}
		return piece{key: rest}, nil
	case "goal":
		literal, ok := goal(s.done, rest)
		if !ok {
			return piece{}, fmt.Errorf("done compares %q with no number", rest)
		}
		return piece{expr: &expr{op: "word", text: literal}}, nil
	}
	e, err := s.expr(source, w)
	return piece{expr: e}, err
}

// readChecks takes in what is played to check the lesson.
func (s *Step) readChecks(f field, w Words) error {
	switch f.name {
	case "solution", "wrong":
		acts := strings.Fields(f.value)
		for _, act := range acts {
			if err := s.checkAct(act, w); err != nil {
				return err
			}
		}
		if f.name == "solution" {
			s.Solution = acts
		} else {
			s.Wrong = append(s.Wrong, acts)
		}
	case "claim", "mostly":
		e, err := s.condition(f.value, w)
		if err != nil {
			return err
		}
		c := &claim{e, f.value, s.named(text{{expr: e}})}
		if f.name == "claim" {
			s.claims = append(s.claims, c)
		} else {
			s.mostly = append(s.mostly, c)
		}
	}
	return nil
}

// The acts of a solution: an option's value, a view, playing, or a rival to train.
const trainAct = "train"

// checkAct looks whether an act such as lambda=100 can be done.
func (s *Step) checkAct(act string, w Words) error {
	name, value, ok := strings.Cut(act, "=")
	if _, isOption := session.OptionByName(name); ok && isOption {
		_, err := s.opening(map[string]string{name: value})
		return err
	}
	switch {
	case name == viewFact && slices.Contains(w.Views, value), name == playingFact:
		return nil
	case name == trainAct:
		if title, _ := rival("rivals." + value + "."); title != "" {
			return nil
		}
		return fmt.Errorf("there is no rival %q", value)
	}
	return fmt.Errorf("%q is not done: write OPTION=VALUE, view=NAME, playing=yes or train=RIVAL", act)
}

// named returns the other states that a text names, and notes what else has to be computed.
func (s *Step) named(t text) (others []string) {
	for _, p := range t {
		if p.expr == nil {
			continue
		}
		p.expr.leaves(func(e *expr) {
			s.ratings = s.ratings || strings.Contains(e.text, ratingFact)
			s.theory = s.theory || strings.HasPrefix(e.text, theoryFact)
			if e.at != "" && !slices.Contains(others, e.at) {
				others = append(others, e.at)
			}
		})
	}
	return others
}
