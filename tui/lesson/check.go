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

// A claim is checked for claimSeeds seeds. A claim marked mostly must be true for mostSeeds of
// them.
const (
	claimSeeds = 10
	mostSeeds  = 8
)

// A CheckResult is the result of checking a step.
type CheckResult struct {
	// Skipped is the reason why the step was not checked, empty if it was.
	Skipped string
	// Claims is the number of claims, Seeds the number of seeds each was checked for.
	Claims, Seeds int
}

// Check plays all steps without a screen. The condition of a step must be false when the step
// opens and after each wrong act, and true after the solution. The text must stay true after
// the solution, and all claims must be true. Check calls say, unless nil, after each step. It
// stops at the first error, a *datasets.FormatError, or when ctx ends.
func (l *Lesson) Check(ctx context.Context, say func(step int, c CheckResult)) error {
	known := trainings{}
	for i := range l.Steps {
		s := &l.Steps[i]
		c, err := s.check(ctx, known)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			return lineError(l.reference(), s.line, err)
		}
		if say != nil {
			say(i, c)
		}
	}
	return nil
}

func (s *Step) check(ctx context.Context, known trainings) (c CheckResult, err error) {
	start, err := s.stage(ctx, nil, nil, known)
	info, _ := datasets.Lookup(s.Opening.Spec.Name)
	if errors.Is(err, datasets.ErrMissingFile) && info.Needs != "" {
		return CheckResult{Skipped: session.PlainError(err)}, nil
	}
	if err != nil {
		return c, err
	}
	if s.done != nil {
		if start.isTrue(s, s.done) {
			return c, errors.New("the step is done as it opens: its condition holds already")
		}
		for _, acts := range s.Wrong {
			wrong, err := s.stage(ctx, acts, start, known)
			if err == nil && wrong.isTrue(s, s.done) {
				err = fmt.Errorf("the wrong thing passes it: %s", strings.Join(acts, " "))
			}
			if err != nil {
				return c, err
			}
		}
		solved, err := s.stage(ctx, s.Solution, start, known)
		if err == nil && !solved.isTrue(s, s.done) {
			err = fmt.Errorf("its solution, %s, does not bring the condition about", strings.Join(s.Solution, " "))
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

// checkText returns an error if the solution turns an option and so changes a number of the
// text. The number may change if the text names an option that the solution sets.
func (s *Step) checkText(start, solved *Stage) error {
	changed, named := "", map[string]bool{}
	for _, p := range s.text {
		p.expr.leaves(func(e *expr) {
			named[e.text] = true
			if start.lookupFor(s)(e.text, e.at) != solved.lookupFor(s)(e.text, e.at) {
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
		return fmt.Errorf("the text shows {%s}, a number that %s changes: write the value of the option too", changed, strings.Join(s.Solution, " "))
	}
	return nil
}

// checkClaims checks the claims for claimSeeds seeds, or once if the pair takes no seed.
func (s *Step) checkClaims(ctx context.Context, known trainings) (CheckResult, error) {
	all := slices.Concat(s.claims, s.mostly)
	c := CheckResult{Claims: len(all), Seeds: 1}
	if len(all) == 0 {
		return c, nil
	}
	said := s.text.sample() + s.answer.sample()
	if len(s.mostly) > 0 && !strings.Contains(said, "ostly") && !strings.Contains(said, "sually") {
		return c, errors.New("a claim marked mostly is not always true: write mostly or usually in the text")
	}
	seed, _ := session.OptionByName("seed")
	held := make([]int, len(all))
	if s.applies(seed) {
		c.Seeds = claimSeeds
	}
	for n := range c.Seeds {
		of := *s
		var train []string
		for _, claim := range all {
			of.others = append(slices.Clip(of.others), claim.others...)
			claim.leaves(func(e *expr) {
				if title, _ := rival(e.text); title != "" {
					train = append(train, trainAct+"="+slug(title))
				}
			})
		}
		if c.Seeds > 1 {
			opening, err := s.opening(map[string]string{"seed": strconv.Itoa(n)})
			if err != nil {
				return c, err
			}
			of.Opening = opening
		}
		st, err := of.stage(ctx, train, nil, known)
		if err != nil {
			return c, err
		}
		for i, claim := range all {
			switch {
			case st.isTrue(&of, claim.expr):
				held[i]++
			case i < len(s.claims):
				return c, fmt.Errorf("this does not hold at seed %d: %s", n, claim.text)
			}
		}
	}
	for i, claim := range all {
		if held[i]*claimSeeds < mostSeeds*c.Seeds {
			return c, fmt.Errorf("this holds for %d of %d seeds, not mostly: %s", held[i], c.Seeds, claim.text)
		}
	}
	return c, nil
}

// trainings caches trained rivals, so that Check trains each only once.
type trainings map[session.RivalKey]session.RivalResult

// stage opens the step and plays acts such as lambda=100. start, which may be nil, is the
// stage of the opened step; its session and results are used again.
func (s *Step) stage(ctx context.Context, acts []string, start *Stage, known trainings) (*Stage, error) {
	st, set, results := &Stage{View: s.View}, map[string]string{}, map[string]session.Result{}
	var train []string
	for _, act := range acts {
		switch name, value, _ := strings.Cut(act, "="); name {
		case viewFact:
			st.View = value
		case playedFact:
			st.Played = value == "yes"
		case labelledFact:
			st.Labelled, _ = strconv.Atoi(value) // read has checked it
		case trainAct:
			train = append(train, value)
		default:
			set[name] = value
		}
	}
	opening, err := s.opening(set)
	if err != nil {
		return nil, err
	}
	var within *session.Session
	if start != nil {
		within = start.Session
	}
	now, err := solve(ctx, opening, within, s.needs)
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
		solved, err := solve(ctx, opening, now.session, s.needs)
		if err != nil {
			return nil, err
		}
		results[atJob+other] = session.Result{Key: keyOf(opening), Value: solved}
	}
	if s.ratings {
		results[ratingJob] = session.Result{Session: now.session, Key: now.state.Params, Value: now.rated}
	}
	st.Update = session.Update{Session: now.session, State: now.state, Solution: now.solution, Theory: now.theory, Results: results}
	trained := map[string]session.RivalResult{}
	for _, r := range session.Rivals() {
		if !slices.Contains(train, slug(r.Title)) {
			continue
		}
		key := now.session.RivalKey(r, r.Own)
		if _, there := known[key]; !there {
			known[key], err = session.TrainRival(ctx, now.session, r, r.Own, nil)
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
