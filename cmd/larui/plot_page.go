package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"larui/cmd/larui/paper/figure"
	"larui/model"
	"larui/tui/session"
	"larui/tui/stage"
)

// playable returns the names of the controls that a slider can change: the controls with steps.
func playable() (names []string) {
	for _, o := range session.Controls() {
		if o.Step != nil && o.Values == nil {
			names = append(names, o.Name)
		}
	}
	return names
}

// turned returns the option with the given name; it is an error if the pair does not have it.
func (p *plotted) turned(name string) (session.Option, error) {
	option, _ := session.OptionByName(name)
	if !option.AppliesTo(p.Limits()) {
		return option, wrongf("%s has no %s to play", p.Pair.Name, name)
	}
	return option, nil
}

// steps returns the states that the option can reach by steps, from the lowest up, and the index of
// the current state. If there are more than about most states, it returns equally spaced ones.
func (p *plotted) steps(option session.Option, most int) (all []session.State, at int) {
	limits, state := p.Limits(), session.State{Spec: p.Spec, Params: p.params}
	way := func(by int) (states []session.State) {
		for from := state; ; {
			to := option.Step(from, limits, by)
			if to.Equal(from) {
				return states
			}
			states, from = append(states, to), to
		}
	}
	by := (len(way(-1))+len(way(1)))/most + 1
	for _, lower := range way(-by) {
		all = append([]session.State{lower}, all...)
	}
	return append(append(all, state), way(by)...), len(all)
}

// at returns p at another state; it opens the pair again unless only the method changes.
func (p *plotted) at(ctx context.Context, state session.State, changes session.StatePart) (*plotted, error) {
	shown := *p
	shown.params = state.Params
	if changes == session.MethodPart {
		return &shown, nil
	}
	var err error
	shown.Session, err = session.Open(ctx, state.Spec, p.Session, nil)
	return &shown, err
}

// largestPage is the largest size of a page in bytes, small enough for an e-mail.
const largestPage = 1_500_000

// page draws the view as an HTML page with sliders for the controls name and other. If other is
// empty, it is the first control specific to the pair, such as its angle, or else k̃. The number of
// steps of other is halved until the page is at most largestPage bytes.
func (p *plotted) page(ctx context.Context, view stage.View, name, other string, size figure.Size) ([]byte, error) {
	across, err := p.turned(name)
	if err != nil {
		return nil, err
	}
	for _, o := range session.Controls() {
		if own := o.Changes != session.MethodPart && o.Step != nil && !o.Advanced && o.AppliesTo(p.Limits()); other == "" && own {
			other = o.Name
		}
	}
	other = cmp.Or(other, "ktilde")
	down, err := p.turned(other)
	if err != nil {
		return nil, err
	}
	if other == name {
		return nil, wrongf("both sliders turn %s: --and takes another control", name)
	}
	for most := 12; ; most /= 2 {
		page, err := p.pageOf(ctx, view, across, down, most)
		if err != nil {
			return nil, err
		}
		b, err := page.Encode(size)
		if err != nil || len(b) <= largestPage {
			return b, err
		}
		if most == 1 {
			return nil, fmt.Errorf("a page of %s would have %d bytes, where %d are a page's: fewer samples, or another view", view.Info().Name, len(b), largestPage)
		}
	}
}

// pageOf returns the page with about most steps of its second control.
func (p *plotted) pageOf(ctx context.Context, view stage.View, across, down session.Option, most int) (page figure.Page, err error) {
	rows, row := p.steps(down, most)
	for i, state := range rows {
		on, err := p.at(ctx, state, down.Changes)
		if err != nil {
			return page, err
		}
		columns, column := on.steps(across, 30)
		if i == 0 {
			page.Controls = []figure.Slider{slider(across, columns, column), slider(down, rows, row)}
		}
		for _, state := range columns {
			shown, err := on.at(ctx, state, across.Changes)
			if err != nil {
				return page, err
			}
			drawn, st, err := shown.draw(ctx, view)
			if err != nil {
				return page, err
			}
			page.Frames = append(page.Frames, figure.Frame{Figure: drawn, Says: scoresOf(st), Command: shown.Command(state)})
		}
	}
	return page, nil
}

// slider returns a slider with the values of an option in states.
func slider(option session.Option, states []session.State, start int) figure.Slider {
	s := figure.Slider{Label: option.Label, Start: start}
	for _, state := range states {
		s.Values = append(s.Values, option.Get(state))
	}
	return s
}

// scoresOf returns a sentence on the scores on the target.
func scoresOf(st *stage.Stage) string {
	score := func(e model.Evaluation) string {
		return strings.TrimSpace(st.FormatScore(stage.TargetMetric.ValueOf(st.Task(), e)))
	}
	s, name := st.Solution, st.ScoreName()
	return fmt.Sprintf("%s: LAR %s, no adaptation %s, trained to the end %s.",
		strings.ToUpper(name[:1])+name[1:], score(s.Descent.Evaluation), score(s.None.Evaluation), score(s.Closed.Evaluation))
}
