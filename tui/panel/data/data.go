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

// View shows facts about the source and the target, samples, and the features with their weights.
type View struct {
	stage.NoActions
	section      section
	order        featureOrder
	firstFeature int
	// samplePage is the index of the page of samples, output the index of the weight vector. A
	// negative or too large index is taken modulo the number of pages or vectors.
	samplePage, output, firstFact int
}

// Memory returns the values that the view keeps between runs.
func (v *View) Memory(*stage.Stage) stage.Memory {
	return stage.Memory{"section": stage.BoundedJSON(&v.section, sections), "top": stage.BoundedJSON(&v.firstFact, math.MaxInt),
		"samples": &v.samplePage, "output": &v.output, "by": stage.BoundedJSON(&v.order, featureOrders), "first": stage.BoundedJSON(&v.firstFeature, math.MaxInt)}
}

// Info returns the key, the name and the description of the view.
func (v *View) Info() stage.Info {
	return stage.Info{Key: "8", Name: "data", Title: "data", Plots: "mean and standard deviation of each feature in the source and the target", OffDashboard: true, About: "say facts about the data"}
}

type section int

const (
	overview    section = iota // facts, with samples and weights where there is room
	dataSamples                // samples of both domains
	dataChanged                // target rows that LAR and no adaptation predict differently
	dataWeights                // weights of the features
	sections                   // number of sections
)

// Keys returns the keys of the view.
func (v *View) Keys() []stage.Key {
	turn := stage.StepFuncs(func(_ *stage.Stage, n int) stage.Intent {
		if v.section == dataWeights {
			v.output += n
		} else {
			v.samplePage += n
		}
		return stage.Intent{}
	})
	return append([]stage.Key{
		{Name: "data.section", Keys: []string{"v"}, Hint: "facts, rows, weights", Help: "show facts, samples, rows with changed predictions, or weights", Do: func(*stage.Stage) stage.Intent {
			v.section = (v.section + 1) % sections
			return stage.Intent{Kind: stage.RequestJobs}
		}},
		{Name: "data.next", Keys: []string{"J", "j"}, Hint: "others", Help: "show other samples, or the weights of another class", Do: turn(1)},
		{Name: "data.previous", Keys: []string{"K", "k"}, Hint: "others", Do: turn(-1)},
		{Name: "data.sort", Keys: []string{"b"}, Hint: "sort", Help: "sort features by weight, shift, gaps, name or place in the file",
			IdleReason: func(st *stage.Stage) string {
				if st.Solution == nil || hasPixelFeatures(st) {
					return "pixels have no list to sort"
				}
				return ""
			},
			Do: func(*stage.Stage) stage.Intent {
				v.order, v.firstFeature, v.section = (v.order+1)%featureOrders, 0, dataWeights
				return stage.NewMessage("features by %s", v.order)
			}},
	}, stage.PageKeys("data", "scroll the facts by ten lines, to the first or last line", nil, v.Wheel)...)
}

// Wheel scrolls the facts or the table of features by n lines.
func (v *View) Wheel(st *stage.Stage, n int) stage.Intent {
	if st.Solution == nil {
		return stage.Intent{Kind: stage.ShowMessage}
	}
	w, h := st.ZoomedSize()
	if v.section == dataWeights && !hasPixelFeatures(st) {
		return stage.Scroll(&v.firstFeature, n, max(0, st.Session.Problem.D-(h-2)), stage.ChangesNothing)
	}
	// One line of headings is above the facts.
	return stage.Scroll(&v.firstFact, n, max(0, len(newFacts(st, factsWidth(st, w)))-(h-1)), stage.ChangesNothing)
}

// Draw draws the section that the user has chosen.
func (v *View) Draw(st *stage.Stage, g *chart.Grid) {
	w, h := g.Size()
	switch {
	case v.section == dataWeights:
		v.drawWeights(st, g)
	case v.section == dataSamples:
		drawSamples(st, g, v.samplePage)
	case v.section == dataChanged:
		drawChangedRows(st, g, v.samplePage)
	case w < wideData:
		drawFacts(st, g, v.firstFact)
	default:
		left := factsWidth(st, w)
		drawFacts(st, g.Sub(0, 0, left, h), v.firstFact)
		// The weights are below the facts if leastWeights lines are free there, else below the
		// samples if the panel has at least leastHeight lines.
		const leastWeights, leastHeight = 16, 38
		facts, samples := len(newFacts(st, left))+2, h
		if h-facts >= leastWeights {
			v.drawWeights(st, g.Sub(0, facts, left, h-facts))
			drawSamples(st, g.Sub(left+2, 0, w-left-2, h), v.samplePage)
			return
		}
		if h >= leastHeight {
			samples = h*3/5 - 1
			v.drawWeights(st, g.Sub(left+2, samples+1, w-left-2, h-samples-1))
		}
		drawSamples(st, g.Sub(left+2, 0, w-left-2, samples), v.samplePage)
	}
}

func hasPixelFeatures(st *stage.Stage) bool { return st.Session.Pair.Shape.Rows > 0 }

func (v *View) drawWeights(st *stage.Stage, g *chart.Grid) {
	output := stage.WrapIndex(v.output, st.Session.Problem.C)
	if hasPixelFeatures(st) {
		drawWeightPictures(st, g, output)
	} else {
		drawFeatureTable(st, g, output, v.firstFeature, v.order)
	}
}

// Jobs returns the job that computes the facts and, for the section of changed predictions, the job
// that finds these predictions. For a document, such as an exported figure, Jobs returns only the
// job that computes means and deviations.
func (v *View) Jobs(st *stage.Stage) []session.Job {
	if st.IsDocument() {
		return []session.Job{session.NewJob(momentsJobName, nil, pairMoments)}
	}
	jobs := []session.Job{session.NewJob("facts", nil, func(ctx context.Context, s *session.Session) ([]domain, error) {
		all := newDomains(s)
		for i := range all {
			if err := all[i].computeStatistics(ctx, s.Pair); err != nil {
				return nil, err
			}
		}
		return all, nil
	})}
	if v.section == dataChanged && st.Task() != model.Regression {
		jobs = append(jobs, session.ChangedRowsJob(st.State.Params))
	}
	return jobs
}

// Lines returns one line per fact, with the name of the domain before every value, then one line
// per feature.
func (v *View) Lines(st *stage.Stage) []string {
	const unbroken = 1 << 16
	all := currentDomains(st)
	var lines []string
	for _, f := range newFacts(st, unbroken) {
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
	if st.Solution == nil || hasPixelFeatures(st) {
		return lines
	}
	return append(lines, featureLines(st, stage.WrapIndex(v.output, st.Session.Problem.C), v.order)...)
}

const wideData = 100

func factsWidth(st *stage.Stage, w int) int {
	switch {
	case w < wideData:
		return w
	case len(currentDomains(st)) == 2:
		return w / 2
	}
	return min(w*3/5, 100)
}
