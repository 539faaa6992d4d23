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

// theory is nil, and ratings is empty, unless a step needs them.
type solvedState struct {
	session  *session.Session
	state    session.State
	solution *model.Solution
	theory   *model.Theory
	ratings  ratings
}

// These constants are names of facts, or parts of such names. viewFact, playedFact, labelledFact and the
// names that begin with rivalsFact belong to the screen: a step can't ask for them at another setting.
const (
	viewFact, playedFact = "view", "played"
	labelledFact         = "labelled"
	rivalsFact           = "rivals"
	componentsFact       = ".components."
	ratingFact           = ".labelFree."
	theoryFact           = "theory."
)

func isScreenFact(name string) bool {
	return name == viewFact || name == playedFact || name == labelledFact || strings.HasPrefix(name, rivalsFact+".")
}

func (o solvedState) facts() []session.Fact {
	var theory model.Theory
	if o.theory != nil {
		theory = *o.theory
	}
	groups := session.SolvedFacts(o.session.Problem, o.solution, theory)
	for i, g := range groups {
		if rating, rated := o.ratings[g.Name]; rated {
			groups[i].Value = session.Facts(g.Value.([]session.Fact), "labelFree", session.RatingFacts(rating))
		}
	}
	return session.Facts(groups, "pair", session.PairFacts(o.session.Pair))
}

// expandFactName returns the full name of a score: none.targetAccuracy for none.accuracy,
// descent.targetAccuracy (LAR after its epochs) for target.accuracy. Other names stay the same.
func expandFactName(name string) string {
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

func (o solvedState) factValue(name string) value {
	if option, ok := session.OptionByName(name); ok {
		return optionValue(option, option.Get(o.state))
	}
	if side, rest, ok := strings.Cut(name, componentsFact); ok {
		return o.componentValue(side, rest)
	}
	if strings.HasPrefix(name, theoryFact) && o.theory == nil {
		return value{pending: true}
	}
	found, ok := session.FindFact(o.facts(), expandFactName(name))
	if !ok {
		return value{pending: strings.Contains(name, ratingFact)}
	}
	return valueOf(name, found)
}

// componentValue returns a fact on one singular component of side, "source" or "target". rest, such
// as 1.share, has the component's number, from 1, and the fact's name.
func (o solvedState) componentValue(side, rest string) value {
	of := &o.session.Problem.Src
	if side == "target" {
		of = &o.session.Problem.Tgt
	}
	number, field, _ := strings.Cut(rest, ".")
	place, _ := strconv.Atoi(number)
	if place < 1 || place > len(of.Sigma) {
		return value{}
	}
	c := of.LeadingComponents(place)[place-1]
	found, _ := session.FindFact(session.ComponentFacts(place, c), field)
	return valueOf(rest, found)
}

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

// valueOf converts a fact to a value, with the unit that the name of the fact decides.
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

func unitOf(name string) numberUnit {
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

// splitRivalFact splits a name such as rivals.dann.targetAccuracy into the rival's title, here DANN,
// and the fact's name. Both are empty for an unknown rival.
func splitRivalFact(name string) (title, factName string) {
	parts := strings.Split(name, ".")
	for _, r := range session.Rivals() {
		if len(parts) == 3 && parts[1] == slug(r.Title) {
			return r.Title, parts[2]
		}
	}
	return "", ""
}

// slug writes a title in small letters and digits, with dashes between words. A star in the title
// becomes the word "published".
func slug(title string) string {
	title = strings.ReplaceAll(strings.ToLower(title), "*", " published")
	return strings.Join(strings.FieldsFunc(title, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}), "-")
}

// rivalFacts returns the scores of a trained rival, and the share of rows whose domain the rival's
// discriminator predicts correctly.
func rivalFacts(r session.RivalResult) []session.Fact {
	discriminator := r.Discriminator
	if discriminator == 0 {
		discriminator = math.NaN()
	}
	return session.Facts("sourceAccuracy", r.Source, "targetAccuracy", r.Target,
		"validationAccuracy", r.Validation, "discriminator", discriminator)
}

func kindOf(name string) (kind, error) {
	title, what := splitRivalFact(name)
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
		return 0, fmt.Errorf("a rival has no value %q: its values are %s", what, factNames(facts))
	case strings.HasPrefix(name, rivalsFact+"."):
		var names []string
		for _, r := range session.Rivals() {
			names = append(names, slug(r.Title))
		}
		return 0, fmt.Errorf("unknown rival in %q: write rivals.NAME.targetAccuracy; the names are %s", name, strings.Join(names, ", "))
	}
	if _, rest, ok := strings.Cut(name, componentsFact); ok {
		_, field, _ := strings.Cut(rest, ".")
		facts := session.ComponentFacts(0, model.Component{})
		if _, known := session.FindFact(facts, field); !known {
			return 0, fmt.Errorf("unknown name %q: write source.components.1.NAME; the names are %s", name, factNames(facts))
		}
		return numeric, nil
	}
	found, ok := session.FindFact(exampleFacts(), expandFactName(name))
	if !ok {
		group, _, _ := strings.Cut(name, ".")
		for _, f := range exampleFacts() {
			if facts, isGroup := f.Value.([]session.Fact); isGroup && f.Name == group {
				return 0, fmt.Errorf("unknown name %q: %s has %s", name, group, factNames(facts))
			}
		}
		return 0, fmt.Errorf("unknown name %q: write the name of an option, view, played, labelled, rivals, or one of %s", name, factNames(exampleFacts()))
	}
	return valueOf(name, found).kind, nil
}

// exampleFacts returns the facts of an empty solution, which have all possible names.
var exampleFacts = sync.OnceValue(func() []session.Fact {
	return solvedState{session: &session.Session{Pair: &datasets.Pair{}, Problem: &model.Problem{}}, solution: &model.Solution{},
		ratings: ratings{"none": {}, "descent": {}}}.facts()
})

func factNames(facts []session.Fact) string {
	var names []string
	for _, f := range facts {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}
