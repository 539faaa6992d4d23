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

	"larui/datasets/wording"
	"larui/model"
	"larui/tui/number"
)

// The functions below complete an Option for one kind of value. The argument valueIn returns a
// pointer to the value in a state.

// setAccessors sets the option's functions Get, Set and copyValue. An error of read begins with a
// verb, such as "is not a number".
func setAccessors[T any](o Option, valueIn func(*State) *T, write func(T) string, read func(string) (T, error)) Option {
	o.Get = func(s State) string { return write(*valueIn(&s)) }
	o.copyValue = func(s, other State) State {
		*valueIn(&s) = *valueIn(&other)
		return s
	}
	o.Set = func(s State, text string) (State, error) {
		v, err := read(text)
		if err != nil {
			return s, fmt.Errorf("%w: %s %q %w", ErrValue, o.Name, text, err)
		}
		*valueIn(&s) = v
		return s, nil
	}
	return o
}

func stepOnLadder[T any](o Option, valueIn func(*State) *T, rungs ladder, toNumber func(T) float64, fromNumber func(float64) T) Option {
	o.Step = func(s State, _ Limits, n int) State {
		*valueIn(&s) = fromNumber(rungs.step(toNumber(*valueIn(&s)), n))
		return s
	}
	o.Place = func(s State, _ Limits) float64 { return rungs.place(toNumber(*valueIn(&s))) }
	return o
}

func wholeOption(o Option, rungs ladder, least, most int, valueIn func(*State) *int) Option {
	want := fmt.Sprintf("≥ %d", least)
	if most < math.MaxInt {
		want = fmt.Sprintf("from %d to %d", least, most)
	}
	o = setAccessors(o, valueIn, strconv.Itoa, func(text string) (int, error) {
		v, err := strconv.Atoi(text)
		if err != nil || v < least || v > most {
			return 0, errors.New("is not a whole number " + want)
		}
		return v, nil
	})
	return stepOnLadder(o, valueIn, rungs, func(v int) float64 { return float64(v) }, func(v float64) int { return int(v) })
}

// addEndValue adds the value "end", which stands for ToTheEnd, to the option epochs.
func addEndValue(o Option) Option {
	get, set, largest := o.Get, o.Set, strconv.Itoa(ToTheEnd)
	o.Get = func(s State) string { return strings.Replace(get(s), largest, "end", 1) }
	o.Set = func(s State, text string) (State, error) {
		if text == "end" {
			text = largest
		}
		return set(s, text)
	}
	return o
}

// componentOption accepts numbers from 1 to d. The Place grows with the logarithm of the number.
func componentOption(o Option, valueIn func(*State) *int) Option {
	o.Width = 3
	o = wholeOption(o, nil, 1, math.MaxInt, valueIn)
	o.Step = func(s State, l Limits, n int) State {
		*valueIn(&s) = max(1, min(l.D, *valueIn(&s)+n))
		return s
	}
	o.Place = func(s State, l Limits) float64 {
		return math.Log(float64(*valueIn(&s))) / math.Log(float64(max(2, l.D)))
	}
	return o
}

// seedOption gives all seeds from 100 on the same Place, 1.
func seedOption(o Option, valueIn func(*State) *uint64) Option {
	write := func(v uint64) string { return strconv.FormatUint(v, 10) }
	o = setAccessors(o, valueIn, write, func(text string) (uint64, error) {
		v, err := strconv.ParseUint(text, 10, 63)
		if err != nil {
			return 0, errors.New("is not a whole number ≥ 0")
		}
		return v, nil
	})
	o.Step = func(s State, _ Limits, n int) State {
		v := valueIn(&s)
		if n < 0 {
			*v -= min(*v, uint64(-n))
		} else {
			*v = min(math.MaxInt64, *v+uint64(n))
		}
		return s
	}
	o.Place = func(s State, _ Limits) float64 { return math.Min(1, float64(*valueIn(&s))/100) }
	return o
}

type numberBound struct {
	allows      func(float64) bool
	description string
}

var (
	atLeastZero = numberBound{func(v float64) bool { return v >= 0 }, "a number ≥ 0"}
	belowOne    = numberBound{func(v float64) bool { return v >= 0 && v < 1 }, "a number in [0, 1)"}
	shareBound  = numberBound{func(v float64) bool { return v > 0 && v <= 1 }, "a share in (0, 1]"}
	degreeBound = numberBound{func(v float64) bool { return math.Abs(v) <= 360 }, "a number of degrees from -360 to 360"}
)

func identity[T any](v T) T { return v }

func decimalOption(o Option, rungs ladder, b numberBound, valueIn func(*State) *float64) Option {
	o = setAccessors(o, valueIn, number.AllDigits, func(text string) (float64, error) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !b.allows(v) || math.IsInf(v, 0) {
			return 0, errors.New("is not " + b.description)
		}
		return v + 0, nil // -0 becomes 0
	})
	return stepOnLadder(o, valueIn, rungs, identity, identity)
}

// rateRules lists the rules for the rate in the order of steps; the numbers follow after the rules.
var rateRules = []model.LearningRateRule{model.RateAuto, model.RatePaper}

func rateOption(o Option, rungs ladder, valueIn func(*State) *model.LearningRate) Option {
	write := func(r model.LearningRate) string {
		if r.Rule == model.RateFixed {
			return number.AllDigits(r.Value)
		}
		return r.String()
	}
	o = setAccessors(o, valueIn, write, func(text string) (model.LearningRate, error) {
		r, err := model.ParseLearningRate(text)
		if err != nil {
			err = errors.New("is not auto, paper or a positive number")
		}
		return r, err
	})
	to := func(r model.LearningRate) float64 {
		if i := slices.Index(rateRules, r.Rule); i >= 0 {
			return float64(i - len(rateRules))
		}
		return r.Value
	}
	return stepOnLadder(o, valueIn, rungs, to, func(v float64) model.LearningRate {
		if v < 0 {
			return model.LearningRate{Rule: rateRules[len(rateRules)+int(v)]}
		}
		return model.LearningRate{Rule: model.RateFixed, Value: v}
	})
}

// shareOption returns an option with a share in (0, 1], which may be written as a percentage.
func shareOption(o Option, valueIn func(*State) *float64) Option {
	return setAccessors(o, valueIn, number.AllDigits, func(text string) (float64, error) {
		digits, percent := strings.CutSuffix(text, "%")
		v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		if percent {
			v /= 100
		}
		if err != nil || !shareBound.allows(v) {
			return 0, errors.New("is not " + shareBound.description + ", such as 5% or 0.05")
		}
		return v, nil
	})
}

// choiceOption returns an option with one of a few values, whose names are o.Values in the same
// order. Steps from the last value lead to the first.
func choiceOption[T comparable](o Option, values []T, valueIn func(*State) *T) Option {
	index := func(v T) int { return max(0, slices.Index(values, v)) }
	o = setAccessors(o, valueIn, func(v T) string { return o.Values[index(v)] }, func(text string) (v T, err error) {
		i := slices.Index(o.Values, text)
		if i < 0 {
			return v, errors.New("is " + describeNoneOf(o.Values))
		}
		return values[i], nil
	})
	o.Step = func(s State, _ Limits, n int) State {
		count := len(values)
		*valueIn(&s) = values[((index(*valueIn(&s))+n)%count+count)%count]
		return s
	}
	o.Place = func(s State, _ Limits) float64 { return float64(index(*valueIn(&s))) / float64(len(values)-1) }
	return o
}

func wordOption(o Option, words []string, valueIn func(*State) *string) Option {
	o.Values = words
	return choiceOption(o, words, valueIn)
}

// describeNoneOf returns the end of an error about a text that differs from all names, after the
// word "is": "neither test nor train", "not a, b or c".
func describeNoneOf(names []string) string {
	if len(names) == 2 {
		return fmt.Sprintf("neither %s nor %s", names[0], names[1])
	}
	return "not " + wording.JoinWithWord(names, "or")
}

var switchValues = []string{"false", "true"}

// switchOption accepts the texts that strconv.ParseBool accepts.
func switchOption[T comparable](o Option, off, on T, valueIn func(*State) *T) Option {
	o.Values = switchValues
	o = choiceOption(o, []T{off, on}, valueIn)
	set := o.Set
	o.Set = func(s State, text string) (State, error) {
		if v, err := strconv.ParseBool(text); err == nil {
			text = strconv.FormatBool(v)
		}
		return set(s, text)
	}
	return o
}

func textOption(o Option, valueIn func(*State) *string) Option {
	o.Kind = TextKind
	return setAccessors(o, valueIn, identity, func(text string) (string, error) { return text, nil })
}

// pathOption accepts a leading ~ for the home folder.
func pathOption(o Option, valueIn func(*State) *string) Option {
	o.Kind = PathKind
	return setAccessors(o, valueIn, identity, func(text string) (string, error) { return ExpandHome(text), nil })
}

// nameListOption writes commas between names and quotes them as in CSV.
func nameListOption(o Option, valueIn func(*State) *[]string) Option {
	o.Kind = ListKind
	write := func(list []string) string {
		var b strings.Builder
		w := csv.NewWriter(&b)
		_ = w.Write(list) // a strings.Builder does not fail
		w.Flush()
		return strings.TrimSuffix(b.String(), "\n")
	}
	return setAccessors(o, valueIn, write, func(text string) ([]string, error) {
		if text == "" {
			return nil, nil
		}
		list, err := csv.NewReader(strings.NewReader(text)).Read()
		if err != nil {
			err = errors.New("is not a list of names such as a,b")
		}
		return list, err
	})
}

func wholeListOption(o Option, valueIn func(*State) *[]int) Option {
	o.Kind = ListKind
	return setAccessors(o, valueIn, FormatList, func(text string) (list []int, err error) {
		if strings.TrimSpace(text) == "" {
			return nil, nil
		}
		for part := range strings.SplitSeq(text, ",") {
			v, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil {
				return nil, errors.New("is not a list of whole numbers such as 3,8")
			}
			list = append(list, v)
		}
		return list, nil
	})
}

// FormatList writes numbers with commas between them.
func FormatList(list []int) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = strconv.Itoa(v)
	}
	return strings.Join(words, ",")
}

// ExpandHome replaces a leading ~ by the home folder, as shells do.
func ExpandHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if home, err := os.UserHomeDir(); ok && err == nil && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(home, rest)
	}
	return path
}
