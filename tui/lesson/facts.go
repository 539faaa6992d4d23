package lesson

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// An outcome is a solved state.
type outcome struct {
	session  *session.Session
	state    session.State
	solution *model.Solution
	theory   *model.Theory
	rated    ratings
}

// Names of the facts of a screen, and parts of other names.
const (
	viewFact, playedFact = "view", "played"
	labelledFact         = "labelled"
	rivalsFact           = "rivals"
	componentsFact       = ".components."
	ratingFact           = ".labelFree."
	theoryFact           = "theory."
)

// isScreenFact reports whether name is a fact of the screen. Such facts are known only for the state
// on the screen.
func isScreenFact(name string) bool {
	return name == viewFact || name == playedFact || name == labelledFact || strings.HasPrefix(name, rivalsFact+".")
}

// numbers returns the facts of the solution, named as in JSON.
func (o outcome) numbers() []session.Fact {
	var theory model.Theory
	if o.theory != nil {
		theory = *o.theory
	}
	groups := session.SolvedFacts(o.session.Problem, o.solution, theory)
	for i, g := range groups {
		if rating, rated := o.rated[g.Name]; rated {
			groups[i].Value = append(g.Value.([]session.Fact), session.Fact{Name: "labelFree", Value: session.RatingFacts(rating)})
		}
	}
	return append(groups, session.Fact{Name: "pair", Value: session.PairFacts(o.session.Pair)})
}

// fullName expands the short names of scores: none.accuracy is none.targetAccuracy, and
// target.accuracy, a score of LAR after its epochs, is descent.targetAccuracy.
func fullName(name string) string {
	first, last, _ := strings.Cut(name, ".")
	for score := range strings.SplitSeq("accuracy balancedAccuracy f1 mse", " ") {
		title := map[string]string{"f1": "F1", "mse": "MSE"}[score]
		if title == "" {
			title = strings.ToUpper(score[:1]) + score[1:]
		}
		switch {
		case last != score:
		case slices.Contains([]string{"source", "target", "validation"}, first):
			return "descent." + first + title
		case slices.Contains([]string{"none", "closed", "descent"}, first):
			return first + ".target" + title
		}
	}
	return name
}

// fact returns the value of a name.
func (o outcome) fact(name string) value {
	if option, ok := session.OptionByName(name); ok {
		return optionValue(option, option.Get(o.state))
	}
	if side, rest, ok := strings.Cut(name, componentsFact); ok {
		return o.component(side, rest)
	}
	if strings.HasPrefix(name, theoryFact) && o.theory == nil {
		return value{pending: true}
	}
	found, ok := session.FindFact(o.numbers(), fullName(name))
	if !ok {
		return value{pending: strings.Contains(name, ratingFact)}
	}
	return valueOf(name, found)
}

// component returns a number of a component of source or target; rest is a place and a field,
// such as 1.share.
func (o outcome) component(side, rest string) value {
	of := &o.session.Problem.Src
	if side == "target" {
		of = &o.session.Problem.Tgt
	}
	number, field, _ := strings.Cut(rest, ".")
	place, _ := strconv.Atoi(number)
	if place < 1 || place > len(of.Sigma) {
		return value{}
	}
	c := of.Leading(place)[place-1]
	found, _ := session.FindFact(session.ComponentFacts(place, c), field)
	return valueOf(rest, found)
}

// optionValue returns the value of an option that is written as text.
func optionValue(o session.Option, text string) value {
	v := value{text: text, known: true, kind: textual}
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		v.kind, v.number = numeric, n
	} else if o.IsSwitch() {
		v = value{kind: truth, known: true, true: text == "true"}
	}
	if o.Name == "angle" {
		v.text += "°"
	}
	return v
}

// valueOf returns the value of a fact.
func valueOf(name string, fact any) value {
	v := value{known: true}
	switch fact := fact.(type) {
	case nil:
		v.known = false
	case bool:
		v.kind, v.true = truth, fact
	case string:
		v.kind, v.text = textual, fact
	case int:
		v.number, v.text = float64(fact), strconv.Itoa(fact)
	case float64:
		v.number, v.known, v.unit = fact, !math.IsNaN(fact), unitOf(name)
	}
	return v
}

// unitOf returns the unit of a fact, which its name shows.
func unitOf(name string) unit {
	last := strings.ToLower(name[strings.LastIndex(name, ".")+1:])
	switch {
	case strings.HasSuffix(last, "angle"):
		return degrees
	case strings.HasSuffix(last, "mse"):
		return squared
	case strings.HasSuffix(last, "accuracy"), strings.HasSuffix(last, "f1"), strings.HasSuffix(last, "share"),
		slices.Contains([]string{"leak", "outsidespan", "discriminator"}, last):
		return share
	}
	return plain
}

// rival splits a name such as rivals.dann.targetAccuracy into the rival's title and the fact.
// Both are empty for an unknown rival.
func rival(name string) (title, what string) {
	parts := strings.Split(name, ".")
	for _, r := range session.Rivals() {
		if len(parts) == 3 && parts[1] == slug(r.Title) {
			return r.Title, parts[2]
		}
	}
	return "", ""
}

// slug writes a title in small letters and digits, with dashes between words. The star marks
// a rival that runs as in the published code.
func slug(title string) string {
	title = strings.ReplaceAll(strings.ToLower(title), "*", " published")
	return strings.Join(strings.FieldsFunc(title, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// rivalFacts returns the scores of a trained rival and the share of rows that its
// discriminator gets right.
func rivalFacts(r session.RivalResult) []session.Fact {
	discriminator := r.Discriminator
	if discriminator == 0 {
		discriminator = math.NaN()
	}
	return []session.Fact{{Name: "sourceAccuracy", Value: r.Source}, {Name: "targetAccuracy", Value: r.Target},
		{Name: "validationAccuracy", Value: r.Validation}, {Name: "discriminator", Value: discriminator}}
}

// kindOf returns the kind of a name's value, or an error for an unknown name.
func kindOf(name string) (kind, error) {
	title, what := rival(name)
	switch option, isOption := session.OptionByName(name); {
	case name == viewFact:
		return textual, nil
	case name == playedFact:
		return truth, nil
	case name == labelledFact:
		return numeric, nil
	case isOption && option.IsSwitch():
		return truth, nil
	case isOption && option.Kind == session.NumberKind && option.Values == nil:
		return numeric, nil
	case isOption:
		return textual, nil
	case title != "":
		facts := rivalFacts(session.RivalResult{})
		if _, known := session.FindFact(facts, what); known {
			return numeric, nil
		}
		return 0, fmt.Errorf("there is no number %q of a rival: there are %s", what, factNames(facts))
	case strings.HasPrefix(name, rivalsFact+"."):
		var names []string
		for _, r := range session.Rivals() {
			names = append(names, slug(r.Title))
		}
		return 0, fmt.Errorf("there is no %q: write rivals.NAME.targetAccuracy, of %s", name, strings.Join(names, ", "))
	}
	if _, rest, ok := strings.Cut(name, componentsFact); ok {
		_, field, _ := strings.Cut(rest, ".")
		facts := session.ComponentFacts(0, model.Component{})
		if _, known := session.FindFact(facts, field); !known {
			return 0, fmt.Errorf("there is no %q: write source.components.1.share, of %s", name, factNames(facts))
		}
		return numeric, nil
	}
	found, ok := session.FindFact(example(), fullName(name))
	if !ok {
		group, _, _ := strings.Cut(name, ".")
		for _, f := range example() {
			if facts, isGroup := f.Value.([]session.Fact); isGroup && f.Name == group {
				return 0, fmt.Errorf("there is no %q: %s has %s", name, group, factNames(facts))
			}
		}
		return 0, fmt.Errorf("there is no %q: there are the options, view, played, labelled, and numbers of %s, rivals", name, factNames(example()))
	}
	return valueOf(name, found).kind, nil
}

// example returns the facts of an empty solution, which have all names there are.
var example = sync.OnceValue(func() []session.Fact {
	return outcome{session: &session.Session{Pair: &datasets.Pair{}, Problem: &model.Problem{}}, solution: &model.Solution{},
		rated: ratings{"none": {}, "descent": {}}}.numbers()
})

func factNames(facts []session.Fact) string {
	var names []string
	for _, f := range facts {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
