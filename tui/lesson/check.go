package lesson

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"larui/datasets"
	"larui/tui/session"
)

// Each claim is evaluated for claimSeeds seeds. It must be true for all seeds or, in a line
// "mostly", for mostSeeds of them.
const (
	claimSeeds = 10
	mostSeeds  = 8
)

// A CheckResult is the result of checking one step.
type CheckResult struct {
	// Skipped is the reason why the step was not checked, or empty.
	Skipped string
	// Claims is the number of claims. Each was evaluated for Seeds seeds.
	Claims, Seeds int
}

// Check plays all steps without a screen. It returns a *datasets.FormatError for the first faulty
// step, or the error of ctx. A step is faulty in three cases: its condition is true at the start or
// after wrong acts, or false after the solution; the solution makes a number in the text wrong; a
// claim is false. Check calls report, which may be nil, after each step.
func (l *Lesson) Check(ctx context.Context, report func(step int, c CheckResult)) error {
	known := trainedRivals{}
	for i := range l.Steps {
		s := &l.Steps[i]
		c, err := s.check(ctx, known)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return &datasets.FormatError{File: l.flagValue(), Line: s.line, Err: err}
		}
		if report != nil {
			report(i, c)
		}
	}
	return nil
}

func (s *Step) check(ctx context.Context, known trainedRivals) (c CheckResult, err error) {
	start, err := s.playActs(ctx, nil, nil, known)
	info, _ := datasets.LookupPair(s.Opening.Spec.Name)
	if errors.Is(err, datasets.ErrMissingFile) && info.Needs != "" {
		return CheckResult{Skipped: session.PlainError(err)}, nil
	}
	if err != nil {
		return c, err
	}
	if s.done != nil {
		if start.isTrue(s, s.done) {
			return c, errors.New("the condition \"done\" is true when the step opens: change the line \"done:\" or the line \"state:\"")
		}
		for _, acts := range s.Wrong {
			wrong, err := s.playActs(ctx, acts, start, known)
			if err == nil && wrong.isTrue(s, s.done) {
				err = fmt.Errorf("the condition \"done\" is true after the acts after \"wrong\": %s", strings.Join(acts, " "))
			}
			if err != nil {
				return c, err
			}
		}
		solved, err := s.playActs(ctx, s.Solution, start, known)
		if err == nil && !solved.isTrue(s, s.done) {
			err = fmt.Errorf("the condition \"done\" is false after the acts after \"solution\": %s", strings.Join(s.Solution, " "))
		}
		if err == nil {
			err = s.checkText(start, solved)
		}
		if err != nil {
			return c, err
		}
	}
	return s.checkClaims(ctx, known)
}

// checkText returns an error if the solution sets an option that changes a number in the text.
// There is no error if the text also shows the value of the option.
func (s *Step) checkText(start, solved *Situation) error {
	changed, named := "", map[string]bool{}
	for _, p := range s.text {
		p.expr.visitNames(func(e *expr) {
			named[e.text] = true
			if start.factsFor(s)(e.text, e.options) != solved.factsFor(s)(e.text, e.options) {
				changed = e.text
			}
		})
	}
	turned := false
	for _, act := range s.Solution {
		name, _, _ := strings.Cut(act, "=")
		o, isOption := session.OptionByName(name)
		turned = turned || isOption && !o.IsSwitch()
		if named[name] {
			return nil
		}
	}
	if changed != "" && turned {
		return fmt.Errorf("the text has the number {%s}, which %s changes: write the value of the option in the text, too", changed, strings.Join(s.Solution, " "))
	}
	return nil
}

// checkClaims evaluates the claims for claimSeeds seeds, or once if the pair has no option seed.
func (s *Step) checkClaims(ctx context.Context, known trainedRivals) (CheckResult, error) {
	c := CheckResult{Claims: len(s.claims), Seeds: 1}
	if len(s.claims) == 0 {
		return c, nil
	}
	said := s.text.withPlaceholders() + s.answer.withPlaceholders()
	if isMostly := func(c *claim) bool { return c.mostly }; slices.ContainsFunc(s.claims, isMostly) && !strings.Contains(said, "ostly") && !strings.Contains(said, "sually") {
		return c, errors.New("a claim in a line \"mostly\" may be false for some seeds: write mostly or usually in the text")
	}
	seed, _ := session.OptionByName("seed")
	held := make([]int, len(s.claims)) // seeds for which each claim is true
	if s.hasOption(seed) {
		c.Seeds = claimSeeds
	}
	for n := range c.Seeds {
		of := *s
		var train []string
		for _, claim := range s.claims {
			of.others = append(slices.Clip(of.others), claim.others...)
			claim.visitNames(func(e *expr) {
				if title, _ := splitRivalFact(e.text); title != "" {
					train = append(train, trainAct+"="+slug(title))
				}
			})
		}
		if c.Seeds > 1 {
			opening, err := s.openingWith(map[string]string{"seed": strconv.Itoa(n)})
			if err != nil {
				return c, err
			}
			of.Opening = opening
		}
		st, err := of.playActs(ctx, train, nil, known)
		if err != nil {
			return c, err
		}
		for i, claim := range s.claims {
			switch {
			case st.isTrue(&of, claim.expr):
				held[i]++
			case !claim.mostly:
				return c, fmt.Errorf("the claim is false for seed %d: %s", n, claim.text)
			}
		}
	}
	for i, claim := range s.claims {
		if held[i]*claimSeeds < mostSeeds*c.Seeds {
			return c, fmt.Errorf("the claim in the line \"mostly\" is true for only %d of %d seeds: %s", held[i], c.Seeds, claim.text)
		}
	}
	return c, nil
}

// A lesson keeps trainedRivals so that it trains each rival only once.
type trainedRivals map[session.RivalKey]session.RivalResult

// playActs opens the step and plays acts, such as lambda=100. If start is not nil, it is the
// situation when the step opened, and playActs uses the session and the results in start again.
func (s *Step) playActs(ctx context.Context, acts []string, start *Situation, known trainedRivals) (*Situation, error) {
	st, set, results := &Situation{View: s.View}, map[string]string{}, map[string]session.Result{}
	var train []string
	for _, act := range acts {
		switch name, value, _ := strings.Cut(act, "="); name {
		case viewFact:
			st.View = value
		case playedFact:
			st.Played = value == "yes"
		case labelledFact:
			st.Labelled, _ = strconv.Atoi(value) // checkAct has checked it
		case trainAct:
			train = append(train, value)
		default:
			set[name] = value
		}
	}
	opening, err := s.openingWith(set)
	if err != nil {
		return nil, err
	}
	var reusable *session.Session
	if start != nil {
		reusable = start.Session
	}
	now, err := solveOpening(ctx, opening, reusable, s.neededResults)
	if err != nil {
		return nil, err
	}
	if start != nil {
		maps.Copy(results, start.Results)
	}
	for _, other := range s.others {
		if _, there := results[atJob+other]; there {
			continue
		}
		opening := s.openingAt(other)
		solved, err := solveOpening(ctx, opening, now.session, s.neededResults)
		if err != nil {
			return nil, err
		}
		results[atJob+other] = session.Result{Key: openingKey(opening), Value: solved}
	}
	if s.ratings {
		results[ratingJob] = session.Result{Session: now.session, Key: now.state.Params, Value: now.ratings}
	}
	st.Update = session.Update{Session: now.session, State: now.state, Solution: now.solution, Theory: now.theory, Results: results}
	trained := map[string]session.RivalResult{}
	for _, r := range session.Rivals() {
		if !slices.Contains(train, slug(r.Title)) {
			continue
		}
		key := now.session.RivalKey(r, r.OwnIndex)
		if _, there := known[key]; !there {
			known[key], err = session.TrainRival(ctx, now.session, r, r.OwnIndex, nil)
			if err != nil {
				return nil, err
			}
		}
		trained[r.Title] = known[key]
	}
	st.Trained = func(title string) (session.RivalResult, bool) {
		r, ok := trained[title]
		return r, ok
	}
	return st, nil
}
