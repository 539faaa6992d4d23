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

func sliderControls() (names []string) {
	for _, o := range session.Controls() {
		if o.Step != nil && o.Values == nil {
			names = append(names, o.Name)
		}
	}
	return names
}

func (p *plotter) controlByName(name string) (session.Option, error) {
	option, _ := session.OptionByName(name)
	if !option.AppliesTo(p.Limits()) {
		return option, wrongCallf("%s has no control %s", p.Pair.Name, name)
	}
	return option, nil
}

// reachableStates returns the states in which only the value of option differs from the current
// state, ordered by this value. at is the index of the current state. If there are too many such
// states, reachableStates returns about maxStates of them, at regular distances.
func (p *plotter) reachableStates(option session.Option, maxStates int) (all []session.State, at int) {
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
	by := (len(way(-1))+len(way(1)))/maxStates + 1
	for _, lower := range way(-by) {
		all = append([]session.State{lower}, all...)
	}
	return append(append(all, state), way(by)...), len(all)
}

// atState returns a plotter for another state. changes is the part of the state that differs from
// the plotter's state: unless only the method differs, atState opens the pair again.
func (p *plotter) atState(ctx context.Context, state session.State, changes session.StatePart) (*plotter, error) {
	shown := *p
	shown.params = state.Params
	if changes == session.MethodPart {
		return &shown, nil
	}
	var err error
	shown.Session, err = session.Open(ctx, state.Spec, p.Session, nil)
	return &shown, err
}

// maxSliderPageBytes is small enough for an e-mail.
const maxSliderPageBytes = 1_500_000

// sliderPage draws a view as an HTML page with sliders for the controls named first and second. If
// second is empty, the second slider changes a control of the pair, such as an angle; for a pair
// without such a control, it changes k̃. If the page would exceed maxSliderPageBytes, the second
// slider gets fewer positions.
func (p *plotter) sliderPage(ctx context.Context, view stage.View, first, second string, size figure.Size) ([]byte, error) {
	across, err := p.controlByName(first)
	if err != nil {
		return nil, err
	}
	for _, o := range session.Controls() {
		if own := o.Changes != session.MethodPart && o.Step != nil && !o.Advanced && o.AppliesTo(p.Limits()); second == "" && own {
			second = o.Name
		}
	}
	second = cmp.Or(second, "ktilde")
	down, err := p.controlByName(second)
	if err != nil {
		return nil, err
	}
	if second == first {
		return nil, wrongCallf("both sliders would change %s: name another control with --and", first)
	}
	for maxValues := 12; ; maxValues /= 2 {
		page, err := p.buildPage(ctx, view, across, down, maxValues)
		if err != nil {
			return nil, err
		}
		b, err := page.Encode(size)
		if err != nil || len(b) <= maxSliderPageBytes {
			return b, err
		}
		if maxValues == 1 {
			return nil, fmt.Errorf("a page of %s would have %d bytes, and the limit is %d: use fewer samples, or another view", view.Info().Name, len(b), maxSliderPageBytes)
		}
	}
}

// buildPage builds a page with two sliders: the first changes the option across, the second the
// option down. The second slider has about maxValues positions.
func (p *plotter) buildPage(ctx context.Context, view stage.View, across, down session.Option, maxValues int) (page figure.Page, err error) {
	rows, row := p.reachableStates(down, maxValues)
	for i, state := range rows {
		on, err := p.atState(ctx, state, down.Changes)
		if err != nil {
			return page, err
		}
		columns, column := on.reachableStates(across, 30)
		if i == 0 {
			page.Controls = []figure.Slider{newSlider(across, columns, column), newSlider(down, rows, row)}
		}
		for _, state := range columns {
			shown, err := on.atState(ctx, state, across.Changes)
			if err != nil {
				return page, err
			}
			drawn, st, err := shown.draw(ctx, view)
			if err != nil {
				return page, err
			}
			page.Frames = append(page.Frames, figure.Frame{Figure: drawn, Text: scoresText(st), Command: shown.Command(state)})
		}
	}
	return page, nil
}

func newSlider(option session.Option, states []session.State, start int) figure.Slider {
	s := figure.Slider{Label: option.Label, Start: start}
	for _, state := range states {
		s.Values = append(s.Values, option.Get(state))
	}
	return s
}

func scoresText(st *stage.Stage) string {
	score := func(e model.Evaluation) string {
		return strings.TrimSpace(st.FormatScore(stage.TargetMetric.ValueOf(e)))
	}
	s, name := st.Solution, st.ScoreName()
	return fmt.Sprintf("%s: LAR %s, no adaptation %s, LAR trained to the end %s.",
		strings.ToUpper(name[:1])+name[1:], score(s.Descent.Evaluation), score(s.None.Evaluation), score(s.Closed.Evaluation))
}
