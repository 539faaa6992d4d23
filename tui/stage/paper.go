package stage

import (
	"context"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
)

// A Panel describes one picture of a view in a document.
type Panel struct {
	Title string
	// Picture is a chart.Curves, chart.Scatter, chart.Bars or chart.HeatMap, or a text that
	// explains why the picture is missing.
	Picture any
	// Shows names the quantity of the bars or of the heat map's cells. Along names the quantity
	// that differs from bar to bar. Names are labels in place of numbers: of the bars, from left to
	// right, or of the points at heights 0, 1, ….
	Shows, Along string
	Names        []string
}

// NewDocumentStage returns a stage without a screen, which collects the panels of an exported
// document. The session's problem is solved at params. Errors come from model.Solver.Solve.
func NewDocumentStage(ctx context.Context, s *session.Session, params model.Params) (*Stage, error) {
	solution, err := model.NewSolver(s.Problem).Solve(ctx, params)
	if err != nil {
		return nil, err
	}
	const w, h = 200, 100 // large enough for the whole of every view
	state := session.State{Spec: s.Spec, Params: params}
	return &Stage{
		Width: w, Height: h,
		FirstKey:   func(string) string { return "" },
		ZoomedSize: func() (int, int) { return w, h },
		Snapshot: &session.Snapshot{State: state, Start: s.StartState(), Limits: s.Limits(), Update: session.Update{
			State: state, Session: s, Solution: solution, Curves: solution, View: session.NewScoreView(s.Problem, solution), Done: true,
		}},
		documentPanels: new([]Panel),
	}, nil
}

// IsDocument reports whether the stage collects the panels of a document instead of drawing.
func (st *Stage) IsDocument() bool { return st.documentPanels != nil }

// AddPanel adds a panel to the document.
func (st *Stage) AddPanel(p Panel) { *st.documentPanels = append(*st.documentPanels, p) }

// Panels returns the panels of a view in a document: the panels of a Plotted view, else those that
// Draw adds with AddPanel.
func (st *Stage) Panels(view View) []Panel {
	if plotted, ok := view.(Plotted); ok {
		return plotted.Panels(st)
	}
	var all []Panel
	on := *st
	on.documentPanels = &all
	view.Draw(&on, chart.NewGrid(st.Width, st.Height))
	return all
}

// Plot returns the panels of a view in a document, none if the view has no panels. It solves the
// jobs of the view, then the path over λ, then the theory, until the view has panels. progress
// receives the numbers of finished and of all steps.
func (st *Stage) Plot(ctx context.Context, view View, progress func(done, all int)) ([]Panel, error) {
	u := &st.Update
	solver := model.NewSolver(u.Session.Problem)
	for _, solve := range []func() error{
		func() error { return nil },
		func() error { return st.runJobs(ctx, view.Jobs(st), progress) },
		func() error {
			lambdas := session.PathLambdas()
			return solver.VisitPath(ctx, u.State.Params, lambdas, func(i int, point model.PathPoint) {
				u.Path = append(u.Path, point)
				progress(i+1, len(lambdas))
			})
		},
		func() error {
			theory, err := solver.Theory(ctx, u.State.Params)
			u.Theory = &theory
			return err
		},
	} {
		if err := solve(); err != nil {
			return nil, err
		}
		if panels := st.Panels(view); len(panels) > 0 {
			return panels, nil
		}
	}
	return nil, nil
}

func (st *Stage) runJobs(ctx context.Context, jobs []session.Job, progress func(done, all int)) error {
	results := map[string]session.Result{}
	st.Results = results
	for _, job := range jobs {
		err := job.Run(ctx, st.Session, func(result any) {
			results[job.Name] = session.Result{Session: st.Session, Key: job.Key, Value: result}
			if p, ok := result.(ProgressReporter); ok {
				_, done, all := p.Progress()
				progress(int(done), int(all))
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
