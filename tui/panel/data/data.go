package data

import (
	"context"
	"math"
	"strings"

	"larui/model"
	"larui/tui/chart"
	"larui/tui/session"
	"larui/tui/stage"
)

// View is the view of the data: facts about both domains, samples, and weights of the features.
type View struct {
	stage.NoActions
	section section
	// by is the order of the features, first the index of the first feature in sight.
	by    sorting
	first int
	// samples is the page of samples and output the index of the weight vector; both wrap around.
	// top is the first visible line of the facts.
	samples, output, top int
}

// Memory returns the section, the positions and the order, which the view keeps between runs.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"section": stage.BoundedJSON(&v.section, sections), "top": stage.BoundedJSON(&v.top, math.MaxInt),
		"samples": &v.samples, "output": &v.output, "by": stage.BoundedJSON(&v.by, sortings), "first": stage.BoundedJSON(&v.first, math.MaxInt)}
}

// Info returns the key, the name and the description of the view.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "8", Name: "data", Title: "data", Plots: "the features of both domains: means and deviations", OffDashboard: true, About: "say the facts of the data"}
}

// A section is the content of the view.
type section int

const (
	overview section = iota // facts, with samples and weights where there is room
	// samples of both domains
	dataSamples
	// target rows that LAR and no adaptation predict differently
	dataChanged
	// weights of the features
	dataWeights
	sections
)

// Keys returns the keys of the view.
func (v *View) Keys() []stage.Key {
	turn := stage.Steps(func(_ *stage.Stage, n int) stage.Intent {
		if v.section == dataWeights {
			v.output += n
		} else {
			v.samples += n
		}
		return stage.Intent{}
	})
	scroll := stage.Steps(v.Wheel)
	return []stage.Key{
		{Name: "data.section", Keys: []string{"v"}, Hint: "facts, rows, weights", Help: "facts, samples, rows that LAR changes, weights of the data", Do: func(*stage.Stage) stage.Intent {
			v.section = (v.section + 1) % sections
			return stage.Intent{Kind: stage.RequestJobs}
		}},
		{Name: "data.next", Keys: []string{"J", "j"}, Hint: "others", Help: "other samples, weights of other classes", Do: turn(1)},
		{Name: "data.previous", Keys: []string{"K", "k"}, Hint: "others", Do: turn(-1)},
		{Name: "data.sort", Keys: []string{"b"}, Hint: "sort", Help: "features of the data: sort by weight, shift, gaps, name, place in the file",
			IdleReason: func(st *stage.Stage) string {
				if st.Solution == nil || pictures(st) {
					return "the features form a picture"
				}
				return ""
			},
			Do: func(*stage.Stage) stage.Intent {
				v.by, v.first, v.section = (v.by+1)%sortings, 0, dataWeights
				return stage.NewMessage("features by %s", v.by)
			}},
		{Name: "data.page-down", Keys: []string{"pgdown"}, Help: "scroll the facts", Do: scroll(10)},
		{Name: "data.page-up", Keys: []string{"pgup"}, Do: scroll(-10)},
	}
}

// Wheel scrolls the facts by n lines.
func (v *View) Wheel(st *stage.Stage, n int) stage.Intent {
	if st.Solution == nil {
		return stage.Intent{Kind: stage.ShowMessage}
	}
	w, h := st.ZoomedSize()
	if v.section == dataWeights && !pictures(st) {
		return stage.Scroll(&v.first, n, max(0, st.Session.Problem.D-(h-2)), stage.ChangesNothing)
	}
	// The facts stand below one line of headings.
	return stage.Scroll(&v.top, n, max(0, len(factLines(st, factsWidth(st, w)))-(h-1)), stage.ChangesNothing)
}

// Draw draws the chosen section.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	switch {
	case v.section == dataWeights:
		v.drawWeights(st, g)
	case v.section == dataSamples:
		drawSamples(st, g, v.samples)
	case v.section == dataChanged:
		drawChanged(st, g, v.samples)
	case w < wideData:
		drawFacts(st, g, v.top)
	default:
		left := factsWidth(st, w)
		drawFacts(st, g.Sub(0, 0, left, h), v.top)
		// The weights stand below the facts if at least leastWeights lines are free there. Else
		// they stand below the samples if the panel has at least both lines.
		const leastWeights, both = 16, 38
		facts, samples := len(factLines(st, left))+2, h
		if h-facts >= leastWeights {
			v.drawWeights(st, g.Sub(0, facts, left, h-facts))
			drawSamples(st, g.Sub(left+2, 0, w-left-2, h), v.samples)
			return
		}
		if h >= both {
			samples = h*3/5 - 1
			v.drawWeights(st, g.Sub(left+2, samples+1, w-left-2, h-samples-1))
		}
		drawSamples(st, g.Sub(left+2, 0, w-left-2, samples), v.samples)
	}
}

func pictures(st *stage.Stage) bool { return st.Session.Pair.Shape.Rows > 0 }

func (v *View) drawWeights(st *stage.Stage, g *chart.Grid) {
	output := stage.WrapIndex(v.output, st.Session.Problem.C)
	if pictures(st) {
		drawPicturesOfWeights(st, g, output)
	} else {
		drawTable(st, g, output, v.first, v.by)
	}
}

// Jobs returns the job of the facts and, for the section of changed rows, the job that finds these
// rows. A page on paper needs the moments only.
func (v *View) Jobs(st *stage.Stage) []session.Job {
	if st.IsDocument() {
		return []session.Job{{Name: momentsName, Run: func(ctx context.Context, s *session.Session, report func(any)) error {
			m, err := momentsOf(ctx, s)
			if err == nil {
				report(m)
			}
			return err
		}}}
	}
	jobs := []session.Job{{Name: "facts", Run: func(ctx context.Context, s *session.Session, report func(any)) error {
		all := domainsOf(s)
		for i := range all {
			if err := all[i].describe(ctx, s.Pair); err != nil {
				return err
			}
		}
		report(all)
		return nil
	}}}
	if v.section == dataChanged && st.Task() != model.Regression {
		jobs = append(jobs, session.ChangedRowsJob(st.State.Params))
	}
	return jobs
}

// Lines returns the facts, one a line with each value after the name of its domain, then the
// features.
func (v *View) Lines(st *stage.Stage) []string {
	const unbroken = 1 << 16
	all := domains(st)
	var lines []string
	for _, f := range factLines(st, unbroken) {
		var cells []string
		for i, cell := range f.cells {
			cell = strings.Join(strings.Fields(cell), " ")
			switch {
			case cell == "":
			case len(f.cells) == 1:
				cells = append(cells, cell)
			default:
				cells = append(cells, all[i].role+" "+cell)
			}
		}
		said := strings.ReplaceAll(f.label+": "+strings.Join(cells, ", "), " × ", " by ")
		lines = append(lines, strings.TrimPrefix(said+f.text, " : "))
	}
	if st.Solution == nil || pictures(st) {
		return lines
	}
	return append(lines, featureLines(st, stage.WrapIndex(v.output, st.Session.Problem.C), v.by)...)
}

// wideData is the least width in columns that has room for samples beside the facts.
const wideData = 100

// factsWidth returns the columns of the facts in a panel of w columns.
func factsWidth(st *stage.Stage, w int) int {
	switch {
	case w < wideData:
		return w
	case len(domains(st)) == 2:
		return w / 2
	}
	return min(w*3/5, 100)
}
