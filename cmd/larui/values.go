package main

import (
	"fmt"
	"slices"
	"strings"
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
