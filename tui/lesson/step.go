package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"larui/tui/chart"
	"larui/tui/session"
)

// read parses a step. With an error it returns the line of the error.
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
	for _, f := range []string{"view", "panel", "point", "select", "present"} {
		if err := s.readScreen(by[f], w); err != nil {
			return by[f].line, err
		}
	}
	if f, given := by["done"]; given {
		s.done, err = s.condition(f.value, w)
		if err != nil {
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
		{&s.text, field{"text", strings.Join(prose, " "), b.prose[0].line}},
		{&s.do, by["do"]}, {&s.ask, by["ask"]}, {&s.answer, by["answer"]},
	} {
		*t.to, err = readText(t.from.value, func(within string) (piece, error) { return s.readBraces(within, w) })
		if err != nil {
			return t.from.line, err
		}
		if most := rowsAt80[t.from.name]; most > 0 {
			if rows := len(chart.WrapAll(t.to.sample(), textWidth80)); rows > most {
				return t.from.line, fmt.Errorf("%s takes %d lines of a screen of 80 columns, %d have room: say it shorter, or in two steps", t.from.name, rows, most)
			}
		}
	}
	for _, f := range b.fields {
		if err := s.readChecks(f, w); err != nil {
			return f.line, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	s.others = s.otherStates(append(slices.Concat(s.text, s.do, s.ask, s.answer), piece{expr: s.done}))
	return 0, nil
}

// rowsAt80 is the largest number of lines of each text on a screen of 80 columns, whose texts
// are textWidth80 wide.
var rowsAt80 = map[string]int{"text": 4, "do": 2, "ask": 2, "answer": 4}

const textWidth80 = 78

// readState parses the state that the step opens: options added to the lesson's pair, or a
// whole command line. The last of equal options counts.
func (s *Step) readState(l *Lesson, line string) (err error) {
	if line == "" || strings.HasPrefix(line, "-") {
		line = l.pair + " " + line
	}
	s.Opening, err = l.open(line)
	return fieldError("state", err)
}

// readScreen parses a field that sets up the screen.
func (s *Step) readScreen(f field, w Words) error {
	switch f.name {
	case "view":
		s.View = f.value
		if !slices.Contains(w.Views, f.value) {
			return fmt.Errorf("there is no view %q: there are %s", f.value, strings.Join(w.Views, ", "))
		}
	case "panel":
		s.Panel = f.value
		if !slices.Contains(w.Panels, f.value) || s.View != "" {
			return fmt.Errorf("there is no panel %q: without a view there are %s", f.value, strings.Join(w.Panels, ", "))
		}
		if s.Panel != "" {
			s.Panels = []string{s.Panel}
		}
	case "point":
		return s.readPoint(f.value, w)
	case "select":
		o, known := session.OptionByName(f.value)
		s.Select = f.value
		if !known || o.Step == nil || !s.applies(o) {
			return fmt.Errorf("there is no control %q of %s", f.value, s.Opening.Spec.Name)
		}
	case "present":
		s.Present = f.value == "yes"
		if !s.Present && f.value != "no" {
			return fmt.Errorf("present: %q is not yes or no", f.value)
		}
	}
	return nil
}

// readPoint parses the panels and the direction to point at.
func (s *Step) readPoint(list string, w Words) error {
	if list == "" {
		return nil
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		number, isDirection := strings.CutPrefix(name, "direction ")
		n, err := strconv.Atoi(number)
		switch {
		case isDirection && err == nil && n > 0:
			s.Direction = n
		case slices.Contains(w.Panels, name) && s.View == "":
			s.Panels = append(s.Panels, name)
		default:
			return fmt.Errorf("there is no %q to point at: there are direction 1, direction 2, … and, without a view, %s", name, strings.Join(w.Panels, ", "))
		}
	}
	return nil
}

// applies reports whether the step's pair has an option.
func (s *Step) applies(o session.Option) bool {
	return o.AppliesTo(session.Limits{Options: session.PairOptions(s.Opening.Spec.Name)})
}

func (s *Step) expr(source string, w Words) (*expr, error) {
	names := func(name string) (kind, error) {
		if o, known := session.OptionByName(name); known && !s.applies(o) {
			return 0, fmt.Errorf("%s does nothing for %s", name, s.Opening.Spec.Name)
		}
		return kindOf(name)
	}
	other := func(set map[string]string) error {
		_, err := s.opening(set)
		return fieldError("at", err)
	}
	e, err := parseExpr(source, names, other)
	if err != nil {
		return nil, err
	}
	return e, e.checkNames(w)
}

// checkNames checks that every view in a comparison exists, and that no fact of the screen is
// followed by "at".
func (e *expr) checkNames(w Words) error {
	if e.at != "" && isScreenFact(e.text) {
		return fmt.Errorf("%s is a fact of the screen: it takes no at", e.text)
	}
	if len(e.args) == 2 && e.args[0].text == viewFact && e.args[1].op == "word" && !slices.Contains(w.Views, e.args[1].text) {
		return fmt.Errorf("there is no view %q: there are %s", e.args[1].text, strings.Join(w.Views, ", "))
	}
	for _, arg := range e.args {
		if err := arg.checkNames(w); err != nil {
			return err
		}
	}
	return nil
}

// condition parses an expression that is true or false.
func (s *Step) condition(source string, w Words) (*expr, error) {
	e, err := s.expr(source, w)
	if err == nil && e.kind != truth {
		err = fmt.Errorf("this is %s: compare it, as in lambda >= 100", e.kind)
	}
	return e, err
}

// readBraces parses the source between braces: an expression, the key of an action, or the
// goal.
func (s *Step) readBraces(source string, w Words) (piece, error) {
	word, rest, _ := strings.Cut(source, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "key":
		if _, known := w.Key(rest); !known {
			return piece{}, fmt.Errorf("no action is called %q: larui config lists them", rest)
		}
		return piece{key: rest}, nil
	case "goal":
		literal, ok := comparedNumber(s.done, rest)
		if !ok {
			return piece{}, fmt.Errorf("done compares %q with no number", rest)
		}
		return piece{expr: &expr{op: "word", text: literal}}, nil
	}
	e, err := s.expr(source, w)
	return piece{expr: e}, err
}

// readChecks parses a field that Check uses.
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
		c := &claim{e, f.value, s.otherStates(text{{expr: e}})}
		if f.name == "claim" {
			s.claims = append(s.claims, c)
		} else {
			s.mostly = append(s.mostly, c)
		}
	}
	return nil
}

// trainAct trains a rival. Other acts set an option, a view, played or labelled.
const trainAct = "train"

// checkAct checks an act of a solution, such as lambda=100.
func (s *Step) checkAct(act string, w Words) error {
	name, value, ok := strings.Cut(act, "=")
	if _, isOption := session.OptionByName(name); ok && isOption {
		_, err := s.opening(map[string]string{name: value})
		return err
	}
	_, unparsed := strconv.Atoi(value)
	switch {
	case name == viewFact && slices.Contains(w.Views, value), name == playedFact, name == labelledFact && unparsed == nil:
		return nil
	case name == trainAct:
		if title, _ := rival("rivals." + value + "."); title != "" {
			return nil
		}
		return fmt.Errorf("there is no rival %q", value)
	}
	return fmt.Errorf("%q is not done: write OPTION=VALUE, view=NAME, played=yes, labelled=NUMBER or train=RIVAL", act)
}

// otherStates returns the options of each state that a text refers to, apart from the step's own. It
// also records what the text needs to be computed.
func (s *Step) otherStates(t text) (others []string) {
	for _, p := range t {
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
