package lesson

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/tui/number"
	"larui/tui/session"
)

// An expr is an expression in a text or condition of a lesson. The operators, the weakest first:
//
//	or; and; not;
//	< <= > >= == != between numbers, or between words as in view == lambda;
//	+ -; * /
//
// Operands are numbers, percentages, facts such as lambda, facts in another state, written NAME at
// OPTION=VALUE,…, and expressions in round brackets.
type expr struct {
	// op is an operator, or "number", "word" or "name" for an expression without operands.
	op   string
	args []*expr
	kind kind
	// An expr with op "number" has number and unit, an expr with op "word" or "name" has text.
	number float64
	unit   numberUnit
	text   string
	// options are the options after the word "at", written by joinOptions; they are empty for the
	// present state.
	options string
}

type kind int

const (
	numeric kind = iota
	textual
	truth
)

func (k kind) String() string { return []string{"a number", "a word", "true or false"}[k] }

// A numberUnit says how a text shows a number: plain, as a share in percent, in degrees and so on.
type numberUnit int

const (
	plain   numberUnit = iota
	squared            // a mean squared error
	share
	points
	degrees
)

// A value is the result of an expression: pending until the engine has computed it, not known if
// the engine can't compute it.
type value struct {
	kind           kind
	number         float64
	unit           numberUnit
	text           string
	true           bool
	known, pending bool
}

func (v value) String() string {
	switch {
	case v.pending:
		return "…"
	case !v.known:
		return number.Unknown
	case v.text != "":
		return v.text
	case v.kind == truth:
		return map[bool]string{true: "yes", false: "no"}[v.true]
	case v.unit == squared:
		return number.PaddedDigits(v.number, 4)
	case v.unit == share:
		return number.Percent(v.number, 1)
	case v.unit == points:
		return strconv.FormatFloat(100*v.number, 'f', 1, 64) + " points"
	case v.unit == degrees:
		return strconv.FormatFloat(v.number, 'f', 1, 64) + "°"
	}
	return number.ThreeDigits(v.number)
}

// A factLookup returns the value of a fact in the state with the given options, as joinOptions
// writes them. Empty options stand for the present state.
type factLookup func(name, options string) value

func (e *expr) evaluate(facts factLookup) value {
	switch e.op {
	case "number":
		return value{number: e.number, unit: e.unit, known: true}
	case "word":
		return value{kind: textual, text: e.text, known: true}
	case "name":
		return facts(e.text, e.options)
	}
	v := value{kind: e.kind, known: true}
	var args []value
	for _, arg := range e.args {
		a := arg.evaluate(facts)
		v.known, v.pending = v.known && a.known, v.pending || a.pending
		args = append(args, a)
	}
	a, b := args[0], args[len(args)-1]
	switch e.op {
	case "not":
		v.true = !a.true
	case "and", "or":
		// One operand can decide: "true or x" is true even if x is unknown.
		v.true = a.true && b.true
		if e.op == "or" {
			v.true = a.true || b.true
			v.known, v.pending = v.known || v.true, v.pending && !v.true
		}
	case "==", "!=":
		v.true = (a.text == b.text && a.number == b.number && a.true == b.true) == (e.op == "==")
		if e.args[0].kind == numeric {
			v.true = (a.number == b.number) == (e.op == "==")
		}
	case "<":
		v.true = a.number < b.number
	case "<=":
		v.true = a.number <= b.number
	case ">":
		v.true = a.number > b.number
	case ">=":
		v.true = a.number >= b.number
	case "+", "-":
		v.number, v.unit = a.number+b.number, max(a.unit, b.unit)
		if e.op == "-" {
			v.number = a.number - b.number
			if a.unit == share && b.unit == share {
				v.unit = points
			}
		}
	case "*", "/":
		v.number = a.number * b.number
		if e.op == "/" {
			v.number = a.number / b.number
		} else if a.unit == share {
			v.unit = b.unit // a share of a quantity has its unit
		}
	}
	v.true = v.true && v.known
	v.known = v.known && !math.IsNaN(v.number)
	return v
}

// visitNames calls visit for every name in e, which may be nil.
func (e *expr) visitNames(visit func(*expr)) {
	if e == nil {
		return
	}
	if e.op == "name" {
		visit(e)
	}
	for _, arg := range e.args {
		arg.visitNames(visit)
	}
}

// The field kindOf returns the kind of a name, or an error for an unknown name. checkOptions
// returns an error for options that no state can have.
type parser struct {
	tokens       []string
	kindOf       func(name string) (kind, error)
	checkOptions func(set map[string]string) error
}

var tokenPattern = lazyPattern(`\s*([A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*|[0-9]*\.?[0-9]+(?:[eE][-+]?[0-9]+)?|[<>=!]=|\S)`)

func parseExpr(text string, kindOf func(string) (kind, error), checkOptions func(map[string]string) error) (*expr, error) {
	p := &parser{kindOf: kindOf, checkOptions: checkOptions}
	for _, m := range tokenPattern().FindAllStringSubmatch(text, -1) {
		p.tokens = append(p.tokens, m[1])
	}
	e, err := p.parseBinary(0)
	if err == nil && len(p.tokens) > 0 {
		err = fmt.Errorf("%q can't follow %q", p.tokens[0], strings.TrimSpace(strings.TrimSuffix(text, strings.Join(p.tokens, ""))))
		if p.tokens[0] == "=" {
			err = errors.New("write == in place of = to compare")
		}
	}
	return e, err
}

// operatorLevels lists the binary operators, the weakest first. If onlyOnce is true, two operators
// of a level can't follow each other without brackets: a < b < c is an error.
var operatorLevels = []struct {
	ops      []string
	operands kind
	result   kind
	onlyOnce bool
}{
	{[]string{"or"}, truth, truth, false},
	{[]string{"and"}, truth, truth, false},
	{[]string{"<=", ">=", "==", "!=", "<", ">"}, numeric, truth, true},
	{[]string{"+", "-"}, numeric, numeric, false},
	{[]string{"*", "/"}, numeric, numeric, false},
}

func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

func (p *parser) next() (token string) {
	token = p.peek()
	if token != "" {
		p.tokens = p.tokens[1:]
	}
	return token
}

func (p *parser) parseBinary(level int) (*expr, error) {
	if level == len(operatorLevels) {
		return p.parseUnary()
	}
	l := operatorLevels[level]
	left, err := p.parseBinary(level + 1)
	for err == nil && slices.Contains(l.ops, p.peek()) {
		op := p.next()
		var right *expr
		if equal := op == "==" || op == "!="; equal && left.kind == textual {
			right = &expr{op: "word", text: p.next(), kind: textual}
		} else {
			right, err = p.parseBinary(level + 1)
			if err != nil {
				return nil, err
			}
			if left.kind != right.kind || left.kind != l.operands && !equal {
				return nil, fmt.Errorf("%s needs %s on both sides, not %s and %s", op, l.operands, left.kind, right.kind)
			}
		}
		left = &expr{op: op, args: []*expr{left, right}, kind: l.result}
		if l.onlyOnce && slices.Contains(l.ops, p.peek()) {
			return nil, fmt.Errorf("%s compares only two values: write \"and\" between two comparisons", op)
		}
	}
	return left, err
}

func (p *parser) parseUnary() (*expr, error) {
	switch token := p.next(); {
	case token == "":
		return nil, errors.New("a name or a number is missing at the end")
	case token == "not":
		e, err := p.parseBinary(2)
		if err == nil && e.kind != truth {
			err = fmt.Errorf("the word \"not\" needs %s after it, not %s", truth, e.kind)
		}
		return &expr{op: "not", args: []*expr{e}, kind: truth}, err
	case token == "-":
		e, err := p.parseUnary()
		return &expr{op: "-", args: []*expr{{op: "number"}, e}}, err
	case token == "(":
		e, err := p.parseBinary(0)
		if err == nil && p.next() != ")" {
			err = errors.New("a closing bracket is missing")
		}
		return e, err
	case strings.ContainsRune("0123456789.", rune(token[0])):
		v, err := strconv.ParseFloat(token, 64)
		e := &expr{op: "number", number: v}
		if p.peek() == "%" {
			p.next()
			e.number, e.unit = v/100, share
		}
		return e, err
	case token[0]|0x20 < 'a' || token[0]|0x20 > 'z':
		return nil, fmt.Errorf("%q can't stand in an expression", token)
	default:
		k, err := p.kindOf(token)
		e := &expr{op: "name", text: token, kind: k}
		if err == nil && p.peek() == "at" {
			p.next()
			e.options, err = p.parseState()
		}
		return e, err
	}
}

// parseState parses the options after the word "at". The result has the form of joinOptions.
func (p *parser) parseState() (string, error) {
	set := map[string]string{}
	for {
		name := p.next()
		if _, known := session.OptionByName(name); !known {
			return "", fmt.Errorf("unknown option %q after \"at\": write, for example, at lambda=100, epochs=5000", name)
		}
		if p.next() != "=" {
			return "", fmt.Errorf("the option %s after \"at\" needs a value, as in at lambda=100", name)
		}
		value := p.next()
		if value == "-" {
			value += p.next()
		}
		set[name] = value
		if p.peek() != "," {
			break
		}
		p.next()
	}
	return joinOptions(set), p.checkOptions(set)
}

// joinOptions returns options as text such as "epochs=100, lambda=3", sorted by name. splitOptions
// is its inverse.
func joinOptions(set map[string]string) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(set)) {
		words = append(words, name+"="+set[name])
	}
	return strings.Join(words, ", ")
}

func splitOptions(options string) map[string]string {
	set := map[string]string{}
	for word := range strings.SplitSeq(options, ", ") {
		name, value, _ := strings.Cut(word, "=")
		set[name] = value
	}
	return set
}
