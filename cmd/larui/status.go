package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// Exit statuses.
const (
	statusOK          = 0
	statusFailed      = 1   // the work failed
	statusWrongCall   = 2   // the command line asks for something impossible
	statusInterrupted = 130 // as a shell reports SIGINT
)

// A wrongCall is an error of the command line itself.
type wrongCall struct{ text string }

func (w *wrongCall) Error() string { return w.text }

func wrongf(format string, args ...any) error {
	return &wrongCall{fmt.Sprintf(format, args...)}
}

// status returns the exit status for an error.
func status(err error) int {
	var call *wrongCall
	var place *datasets.FormatError
	switch {
	case errors.Is(err, context.Canceled):
		return statusInterrupted
	case errors.As(err, &call):
		return statusWrongCall
	case errors.As(err, &place):
		// The file is to blame, whatever is wrong in it.
		return statusFailed
	}
	for _, kind := range []error{session.ErrValue, model.ErrParams, datasets.ErrSpec, datasets.ErrUnknownPair} {
		if errors.Is(err, kind) {
			return statusWrongCall
		}
	}
	return statusFailed
}

// message is the error as one line.
func message(err error) string {
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	return oneLine(session.PlainError(err))
}

// oneLine joins the lines of s, without characters that act on a terminal.
func oneLine(s string) string {
	return datasets.OneLine(strings.ReplaceAll(strings.TrimSpace(s), "\n", "; "))
}

// flagError words what pflag found wrong in the flags of the command called
// path.
func flagError(path string, err error) error {
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return wrongf("%v (see %s --help)", err, path)
	}
	flag, text := value.GetFlag(), session.PlainError(value.Unwrap())
	var unparsed *strconv.NumError
	if errors.As(err, &unparsed) {
		text = "not " + map[string]string{"bool": "true or false", "int": "a whole number",
			"intSlice": "a list of whole numbers such as 3,5"}[flag.Value.Type()]
	}
	return wrongf("--%s %s: %s", flag.Name, quoteEmpty(value.GetValue()), text)
}

// quoteEmpty makes an empty value visible.
func quoteEmpty(s string) string {
	if strings.TrimSpace(s) == "" {
		return fmt.Sprintf("%q", s)
	}
	return s
}
