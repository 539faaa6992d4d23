package main

import (
	"fmt"
	"slices"
	"strings"

	"larui/tui"
)

// A choice is a flag with a few named values.
type choice[T comparable] struct {
	to     *T
	names  []string
	values []T
}

// newChoice returns a flag that sets to to the value whose name is given. names
// and values go together.
func newChoice[T comparable](to *T, names []string, values []T) *choice[T] {
	return &choice[T]{to, names, values}
}

func (c *choice[T]) Set(text string) error {
	i := slices.Index(c.names, text)
	if i < 0 {
		return fmt.Errorf("not one of %s", strings.Join(c.names, ", "))
	}
	*c.to = c.values[i]
	return nil
}

func (c *choice[T]) String() string {
	if c.to == nil {
		return ""
	}
	if i := slices.Index(c.values, *c.to); i >= 0 {
		return c.names[i]
	}
	return ""
}

func (c *choice[T]) Type() string { return "CHOICE" }

// A controlValue is the flag of a control: its values as text, each of which the
// control can parse.
type controlValue struct {
	control tui.Control
	list    bool
	into    map[string][]string
}

func (v *controlValue) Set(text string) error {
	values := []string{text}
	if v.list {
		values = strings.Split(text, ",")
	}
	var distinct []string
	for _, value := range values {
		value = strings.TrimSpace(value)
		if _, err := v.control.Parse(tui.State{}, value); err != nil {
			return err
		}
		if !slices.Contains(distinct, value) {
			distinct = append(distinct, value)
		}
	}
	v.into[v.control.Name] = distinct
	return nil
}

func (v *controlValue) String() string { return strings.Join(v.into[v.control.Name], ",") }

// Type is what help calls the value.
func (v *controlValue) Type() string {
	switch {
	case v.isBool():
		return "bool"
	case v.list:
		return "LIST"
	case v.control.Switch:
		return "CHOICE"
	}
	return "NUMBER"
}

// isBool reports whether the control is a switch between true and false, which
// may be given without a value.
func (v *controlValue) isBool() bool {
	return v.control.Switch && slices.Contains(switchValues(v.control), "true")
}

// switchValues are the values that a switch turns through.
func switchValues(c tui.Control) []string {
	state := tui.State{}
	first := c.Format(state)
	values := []string{first}
	for {
		state = c.Step(state, tui.Limits{}, 1)
		next := c.Format(state)
		if next == first {
			return values
		}
		values = append(values, next)
	}
}
