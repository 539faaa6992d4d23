package session

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"larui/tui/number"
)

// How the values of options are held, written, read and turned.

// holding has an option hold the value that at points to. What read does not take is
// an error that says why.
func holding[T any](o Option, at func(*State) *T, write func(T) string, read func(string) (T, error)) Option {
	o.Get = func(s State) string { return write(*at(&s)) }
	o.Set = func(s State, text string) (State, error) {
		v, err := read(text)
		if err != nil {
			return s, fmt.Errorf("%w: %s %q %w", ErrValue, o.Name, text, err)
		}
		*at(&s) = v
		return s, nil
	}
	return o
}

// whole is an option of a whole number on a ladder, within bounds.
func whole(o Option, rungs ladder, least, most int, at func(*State) *int) Option {
	want := fmt.Sprintf("is not a whole number ≥ %d", least)
	if most < math.MaxInt {
		want = fmt.Sprintf("is not a whole number from %d to %d", least, most)
	}
	o = holding(o, at, strconv.Itoa, func(text string) (int, error) {
		v, err := strconv.Atoi(text)
		if err != nil || v < least || v > most {
			return 0, errors.New(want)
		}
		return v, nil
	})
	o.Step = func(s State, _ Limits, n int) State {
		*at(&s) = int(rungs.step(float64(*at(&s)), n))
		return s
	}
	o.Place = func(s State, _ Limits) float64 { return rungs.place(float64(*at(&s))) }
	return o
}

// decimal is an option of a number on a ladder; want says what it has to be.
func decimal(o Option, rungs ladder, allowed func(float64) bool, want string, at func(*State) *float64) Option {
	o = holding(o, at, number.Short, func(text string) (float64, error) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !allowed(v) || math.IsInf(v, 0) {
			return 0, errors.New("is not " + want)
		}
		return v, nil
	})
	o.Step = func(s State, _ Limits, n int) State {
		*at(&s) = rungs.step(*at(&s), n)
		return s
	}
	o.Place = func(s State, _ Limits) float64 { return rungs.place(*at(&s)) }
	return o
}

func atLeastZero(v float64) bool { return v >= 0 }

// chosen is an option of a few values, named in order.
func chosen[T comparable](o Option, values []T, at func(*State) *T) Option {
	names := o.Values
	index := func(s State) int { return max(0, slices.Index(values, *at(&s))) }
	o.Get = func(s State) string { return names[index(s)] }
	o.Set = func(s State, text string) (State, error) {
		i := slices.Index(names, text)
		if i < 0 {
			return s, fmt.Errorf("%w: %s %q is %s", ErrValue, o.Name, text, noneOf(names))
		}
		*at(&s) = values[i]
		return s, nil
	}
	o.Step = func(s State, _ Limits, n int) State {
		count := len(values)
		*at(&s) = values[((index(s)+n)%count+count)%count]
		return s
	}
	o.Place = func(s State, _ Limits) float64 { return float64(index(s)) / float64(len(values)-1) }
	return o
}

// noneOf says that something is none of some names.
func noneOf(names []string) string {
	if len(names) == 2 {
		return fmt.Sprintf("neither %s nor %s", names[0], names[1])
	}
	last := len(names) - 1
	return fmt.Sprintf("not %s or %s", strings.Join(names[:last], ", "), names[last])
}

var switchValues = []string{"false", "true"}

// switched is an option that is true or false. Its flag takes all that stands for
// either, as flags do.
func switched(o Option, at func(*State) *bool) Option {
	o.Values = switchValues
	o = chosen(o, []bool{false, true}, at)
	set := o.Set
	o.Set = func(s State, text string) (State, error) {
		if v, err := strconv.ParseBool(text); err == nil {
			text = strconv.FormatBool(v)
		}
		return set(s, text)
	}
	return o
}

// typed makes an option one that is not turned.
func typed(o Option) Option {
	o.Step, o.Place = nil, nil
	return o
}

func identity(text string) string { return text }

// path is an option of a file or folder. A leading ~ is the home folder.
func path(o Option, at func(*State) *string) Option {
	o.Kind = Path
	return holding(o, at, identity, func(text string) (string, error) { return ExpandHome(text), nil })
}

// text is an option of any text.
func text(o Option, at func(*State) *string) Option {
	o.Kind = Text
	return holding(o, at, identity, func(text string) (string, error) { return text, nil })
}

// names is an option of a list of names, in quotes where they hold commas.
func names(o Option, at func(*State) *[]string) Option {
	o.Kind = List
	return holding(o, at, joinNames, func(text string) ([]string, error) {
		if text == "" {
			return nil, nil
		}
		list, err := csv.NewReader(strings.NewReader(text)).Read()
		if err != nil {
			return nil, errors.New("is not a list of names such as a,b")
		}
		return list, nil
	})
}

func joinNames(list []string) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(list) // a strings.Builder does not fail
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// wholes is an option of a list of whole numbers.
func wholes(o Option, at func(*State) *[]int) Option {
	o.Kind = List
	return holding(o, at, JoinWholes, func(text string) ([]int, error) {
		var list []int
		for part := range strings.SplitSeq(text, ",") {
			v, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil && strings.TrimSpace(text) != "" {
				return nil, errors.New("is not a list of whole numbers such as 3,8")
			}
			if err == nil {
				list = append(list, v)
			}
		}
		return list, nil
	})
}

// JoinWholes writes a list as its option reads it.
func JoinWholes(list []int) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = strconv.Itoa(v)
	}
	return strings.Join(words, ",")
}

// ExpandHome puts the home folder in place of a leading ~, as shells do.
func ExpandHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if home, err := os.UserHomeDir(); ok && err == nil && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(home, rest)
	}
	return path
}
