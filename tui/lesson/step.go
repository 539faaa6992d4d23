package lesson

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"larui/datasets"
	"larui/tui/chart"
	"larui/tui/session"
)

func (s *Step) parse(l *Lesson, b stepSource, w ScreenNames) *datasets.FormatError {
	by, wrong := fieldsByName(b.fields, stepFields)
	if wrong != nil {
		return wrong
	}
	if s.Title == "" {
		return lineError(b.line, "the step has no title")
	}
	if err := s.readState(l, by["state"].value); err != nil {
		return lineError(cmp.Or(by["state"].line, b.line), "%w", err)
	}
	var prose []string
	for _, p := range b.prose {
		prose = append(prose, p.value)
	}
	if len(prose) == 0 {
		return lineError(b.line, "the step has no text: write two or three sentences below its title")
	}
	for _, f := range []string{"view", "panel", "point", "select", "present"} {
		if err := s.readScreenField(by[f], w); err != nil {
			return lineError(by[f].line, "%w", err)
		}
	}
	var err error
	if f, given := by["done"]; given {
		s.done, err = s.parseCondition(f.value, w)
		if err != nil {
			return lineError(f.line, "done: %w", err)
		}
	}
	for _, pair := range [][2]string{{"do", "done"}, {"done", "do"}, {"done", "solution"}, {"ask", "answer"}, {"answer", "ask"}} {
		if f, given := by[pair[0]]; given && by[pair[1]].value == "" {
			return lineError(f.line, "%s needs %s as well", pair[0], pair[1])
		}
	}
	for _, t := range []struct {
		to   *text
		from field
	}{
		{&s.text, field{"text", strings.Join(prose, " "), b.prose[0].line}},
		{&s.do, by["do"]}, {&s.ask, by["ask"]}, {&s.answer, by["answer"]},
	} {
		*t.to, err = readText(t.from.value, func(within string) (textPart, error) { return s.readBraces(within, w) })
		if err != nil {
			return lineError(t.from.line, "%w", err)
		}
		if most := rowsAt80[t.from.name]; most > 0 {
			if rows := len(chart.WrapAll(t.to.withPlaceholders(), textWidth80)); rows > most {
				return lineError(t.from.line, "%s needs %d lines on a screen of 80 columns, which has room for %d: shorten it, or write two steps", t.from.name, rows, most)
			}
		}
	}
	for _, f := range b.fields {
		if err := s.readCheckField(f, w); err != nil {
			return lineError(f.line, "%s: %w", f.name, err)
		}
	}
	s.others = s.otherStates(append(slices.Concat(s.text, s.do, s.ask, s.answer), textPart{expr: s.done}))
	return nil
}

// rowsAt80 is the largest number of lines of each of a step's texts on a screen of 80 columns,
// where a line of text has textWidth80 columns.
var rowsAt80 = map[string]int{"text": 4, "do": 2, "ask": 2, "answer": 4}

const textWidth80 = 78

// readState parses the field "state": a whole command line, or options to add to the pair of the
// lesson. If an option occurs more than once, the last one counts.
func (s *Step) readState(l *Lesson, line string) (err error) {
	if line == "" || strings.HasPrefix(line, "-") {
		line = l.pair + " " + line
	}
	s.Opening, err = l.parseOpening(line)
	return fieldError("state", err)
}

// readScreenField parses a field that sets the screen, such as "view".
func (s *Step) readScreenField(f field, w ScreenNames) error {
	switch f.name {
	case "view":
		s.View = f.value
		return w.checkView(f.value)
	case "panel":
		s.Panel = f.value
		if !slices.Contains(w.Panels, f.value) || s.View != "" {
			return fmt.Errorf("unknown panel %q: a step without a view has the panels %s", f.value, strings.Join(w.Panels, ", "))
		}
		if s.Panel != "" {
			s.Panels = []string{s.Panel}
		}
	case "point":
		return s.readPoint(f.value, w)
	case "select":
		o, known := session.OptionByName(f.value)
		s.Control = f.value
		if !known || o.Step == nil || !s.hasOption(o) {
			return fmt.Errorf("%s has no control %q", s.Opening.Spec.Name, f.value)
		}
	case "present":
		s.Present = f.value == "yes"
		if !s.Present && f.value != "no" {
			return fmt.Errorf("present: %q is not yes or no", f.value)
		}
	}
	return nil
}

// readPoint parses the field "point": panels and a direction, separated by commas.
func (s *Step) readPoint(list string, w ScreenNames) error {
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
			return fmt.Errorf("a step can't point at %q: write direction 1, direction 2, … or, in a step without a view, %s", name, strings.Join(w.Panels, ", "))
		}
	}
	return nil
}

func (s *Step) hasOption(o session.Option) bool {
	return o.AppliesTo(session.Limits{Options: session.PairOptionNames(s.Opening.Spec.Name)})
}

func (s *Step) parseExpr(source string, w ScreenNames) (*expr, error) {
	names := func(name string) (kind, error) {
		if o, known := session.OptionByName(name); known && !s.hasOption(o) {
			return 0, fmt.Errorf("%s does nothing for %s", name, s.Opening.Spec.Name)
		}
		return kindOf(name)
	}
	other := func(set map[string]string) error {
		_, err := s.openingWith(set)
		return fieldError("at", err)
	}
	e, err := parseExpr(source, names, other)
	if err != nil {
		return nil, err
	}
	return e, e.checkNames(w)
}

// checkNames returns an error if a comparison names an unknown view, or if "at" follows a fact of
// the screen. Such a fact, for example view, is known only for the present state.
func (e *expr) checkNames(w ScreenNames) error {
	if e.options != "" && isScreenFact(e.text) {
		return fmt.Errorf("%s can't have \"at\": it is known only for the state on the screen", e.text)
	}
	if len(e.args) == 2 && e.args[0].text == viewFact && e.args[1].op == "word" {
		if err := w.checkView(e.args[1].text); err != nil {
			return err
		}
	}
	for _, arg := range e.args {
		if err := arg.checkNames(w); err != nil {
			return err
		}
	}
	return nil
}

func (s *Step) parseCondition(source string, w ScreenNames) (*expr, error) {
	e, err := s.parseExpr(source, w)
	if err == nil && e.kind != truth {
		err = fmt.Errorf("a condition is true or false, this is %s: compare it, as in lambda >= 100", e.kind)
	}
	return e, err
}

// readBraces parses the text between braces: an expression, "key" and an action, or "goal" and a
// fact. A goal is the number with which the condition done compares the fact.
func (s *Step) readBraces(source string, w ScreenNames) (textPart, error) {
	word, rest, _ := strings.Cut(source, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "key":
		if _, known := w.Key(rest); !known {
			return textPart{}, fmt.Errorf("unknown action %q: larui config lists the actions", rest)
		}
		return textPart{key: rest}, nil
	case "goal":
		literal, ok := comparedNumber(s.done, rest)
		if !ok {
			return textPart{}, fmt.Errorf("the condition \"done\" does not compare %q with a number", rest)
		}
		return textPart{expr: &expr{op: "word", text: literal}}, nil
	}
	e, err := s.parseExpr(source, w)
	return textPart{expr: e}, err
}

// readCheckField parses a field that only Check uses, such as "solution".
func (s *Step) readCheckField(f field, w ScreenNames) error {
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
		e, err := s.parseCondition(f.value, w)
		if err != nil {
			return err
		}
		s.claims = append(s.claims, &claim{e, f.value, s.otherStates(text{{expr: e}}), f.name == "mostly"})
	}
	return nil
}

// trainAct is the name of an act that trains a rival, as in train=dann. Other acts set an option,
// view, played or labelled.
const trainAct = "train"

func (s *Step) checkAct(act string, w ScreenNames) error {
	name, value, ok := strings.Cut(act, "=")
	if _, isOption := session.OptionByName(name); ok && isOption {
		_, err := s.openingWith(map[string]string{name: value})
		return err
	}
	_, unparsed := strconv.Atoi(value)
	switch {
	case name == viewFact && slices.Contains(w.Views, value), name == playedFact, name == labelledFact && unparsed == nil:
		return nil
	case name == trainAct:
		if title, _ := splitRivalFact("rivals." + value + "."); title != "" {
			return nil
		}
		return fmt.Errorf("unknown rival %q", value)
	}
	return fmt.Errorf("unknown act %q: write OPTION=VALUE, view=NAME, played=yes, labelled=NUMBER or train=RIVAL", act)
}

// otherStates returns the states that a text names after the word "at", written by joinOptions. It
// also notes in the step which results the text needs.
func (s *Step) otherStates(t text) (others []string) {
	for _, p := range t {
		p.expr.visitNames(func(e *expr) {
			s.ratings = s.ratings || strings.Contains(e.text, ratingFact)
			s.theory = s.theory || strings.HasPrefix(e.text, theoryFact)
			if e.options != "" && !slices.Contains(others, e.options) {
				others = append(others, e.options)
			}
		})
	}
	return others
}
