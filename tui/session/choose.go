package session

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"larui/model"
	"larui/model/labelfree"
	"larui/tui/number"
)

// A Choice is the setting that a judge chooses of a grid.
type Choice struct {
	Judge Judge
	// Cell is the one of the grid that is chosen, -1 for no adaptation, and Params are its
	// parameters, or those of no adaptation: k = d and λ = 0, L2 = 0.
	Cell   int
	Params model.Params
	// Leads are the parameters of the setting that leads, also where it is doubtful.
	Leads model.Params
	// Rating is that of the setting chosen, None that of no adaptation, at the same k̃; a
	// regression has none.
	Rating, None labelfree.Rating
	// Lead is that of the best setting over no adaptation, NaN where one is not known.
	Lead float64
	// Trial is what the best setting without labels does on the source, NaN where it was not tried.
	// Doubtful reports that it is not sound there, so that no adaptation is chosen in its place.
	Trial    Trial
	Doubtful bool
	// Why says in a sentence why it is chosen, Limits what to bear in mind, if anything.
	Why    string
	Limits []string
	// Disagreement, one of the limits, says what another judge without labels sees
	// otherwise; empty where none does.
	Disagreement string
	// Settings is how many there are beside no adaptation, of which Vetoed don't count.
	Settings, Vetoed int
}

// Choose searches the paper's grid, or where a rank is too small for that to hold several
// values all k (or k̃) up to it, at otherwise the same params; by target alignment at the
// same k̃ too, for it grows with k̃ by itself. done, which may be nil, is told how many
// settings are solved. Where nothing shows the label to be learned nothing is searched, and no adaptation is
// what it comes to. Validation rows that are in the fit choose before they are. It fails where the judge can't judge, and as model.Sweep does.
func (s *Session) Choose(
	ctx context.Context, params model.Params, by Judge, done func(finished, total int),
) (Choice, error) {
	return s.chooseFrom(ctx, func(*Session) (model.Params, error) { return params, nil }, by, done)
}

// ChooseGiven is Choose at the params where the session begins with what is given: validation rows
// that are in the fit choose what they do before, where it begins then.
func (s *Session) ChooseGiven(ctx context.Context, given Set, by Judge, done func(finished, total int)) (Choice, error) {
	return s.chooseFrom(ctx, func(in *Session) (model.Params, error) {
		state, err := in.Begin(given)
		return state.Params, err
	}, by, done)
}

// chooseFrom is Choose at the params that begin gives in the session that chooses.
func (s *Session) chooseFrom(
	ctx context.Context, begin func(*Session) (model.Params, error), by Judge, done func(finished, total int),
) (choice Choice, err error) {
	in := s
	if by == Validation {
		in, err = s.Apart(ctx)
		if err != nil {
			return choice, err
		}
	}
	params, err := begin(in)
	if err == nil {
		choice, err = in.choose(ctx, params, by, done)
	}
	if err == nil && in != s {
		choice.Limits = append(choice.Limits, "It is chosen by validation rows that were not in the fit; then they are added to it.")
	}
	return choice, err
}

// choose is Choose by rows that are in no fit.
func (s *Session) choose(ctx context.Context, params model.Params, by Judge, done func(finished, total int)) (Choice, error) {
	if err := s.CanJudge(by, params.KTilde); err != nil {
		return Choice{}, err
	}
	if warnings, err := s.Unlearnable(ctx); err != nil || warnings != nil {
		return s.nothingToLearn(params, by, warnings), err
	}
	grid := s.Searched(params, by)
	sweep, err := s.Sweep(ctx, grid, done)
	if err == nil && by.row().holdsOut {
		sweep.held, err = s.HeldOutGrid(ctx, grid, done)
	}
	if err != nil {
		return Choice{}, err
	}
	return sweep.Choose(ctx, by, 0)
}

// noChoice is no adaptation, at otherwise the same params.
func (s *Session) noChoice(params model.Params, by Judge) Choice {
	c := Choice{Judge: by, Cell: -1, Params: params, Rating: labelfree.Unrated(), None: labelfree.Unrated(), Lead: math.NaN(), Trial: untried()}
	c.Params.K, c.Params.Lambda, c.Params.L2 = s.Problem.D, 0, 0
	c.Leads = c.Params
	return c
}

// nothingToLearn is no adaptation because of what is warned of.
func (s *Session) nothingToLearn(params model.Params, by Judge, warnings []Warning) Choice {
	c := s.noChoice(params, by)
	for _, w := range warnings {
		c.Why = "Nothing is chosen, and so no adaptation: " + w.Fact + "."
	}
	return c
}

// Searched is the grid that Choose searches.
func (s *Session) Searched(params model.Params, by Judge) model.Grid {
	grid := model.Grid{Epochs: []int{params.Epochs}, Base: params, DescentOnly: true}
	grid.K, grid.KTilde, grid.Lambda = s.Problem.PaperGrid()
	const fewest = 16 // from there on the paper's grid has two values
	if rank := s.Problem.Src.Rank; rank < fewest {
		grid.K = model.ComponentLadder(rank, fewest)
	}
	if rank := s.Problem.Tgt.Rank; rank < fewest {
		grid.KTilde = model.ComponentLadder(rank, fewest)
	}
	if by.AtKTilde() {
		grid.KTilde = []int{params.KTilde}
	}
	return grid
}

// A Search is how far Choose has come.
type Search struct {
	Done, Total int
	// Choice is what it has come to, nil before its end, and Changed the share of the
	// target's rows that it predicts otherwise than no adaptation, NaN for a regression.
	Choice  *Choice
	Changed float64

	session *Session
	key     searchKey
}

type searchKey struct {
	params model.Params
	by     Judge
}

// keyOf is what a choice depends on.
func keyOf(params model.Params, by Judge) searchKey {
	params.K, params.Lambda = 0, 0
	if !by.AtKTilde() {
		params.KTilde = 0
	}
	return searchKey{params, by}
}

// searchName is that of the jobs that search.
const searchName = "choose"

// SearchJob asks for a Search by a judge that can judge.
func SearchJob(params model.Params, by Judge) Job {
	key := keyOf(params, by)
	run := func(ctx context.Context, s *Session, report func(any)) error {
		reported := time.Now()
		choice, err := s.Choose(ctx, params, by, func(done, total int) {
			if time.Since(reported) > ReportInterval {
				reported = time.Now()
				report(&Search{done, total, nil, 0, s, key})
			}
		})
		if err != nil {
			return err
		}
		solution, err := model.NewSolver(s.Problem).Endpoints(ctx, choice.Params)
		if err == nil {
			changed := s.Problem.Changed(solution.None.Weights, solution.Descent.Weights)
			report(&Search{choice.Settings, choice.Settings, &choice, changed, s, key})
		}
		return err
	}
	return Job{Name: searchName, Key: key, Soon: true, Run: run}
}

// Search is how far that by a judge has come in the session, as far as anything is known
// of it.
func (u *Update) Search(params model.Params, by Judge) Search {
	if r := ResultOf[*Search](*u, searchName); r != nil && r.session == u.Session && r.key == keyOf(params, by) {
		return *r
	}
	return Search{}
}

// Choose returns what a judge chooses after the epochs e: no adaptation where it can't
// Choose returns what a judge chooses after the epochs e: no adaptation where it can't
// judge, where nothing shows the label to be learned, and where what is chosen without labels is doubtful. By one
// that judges at a k̃ alone the grid must have a single one. It fails only as the trial on the source does.
func (s *Sweep) Choose(ctx context.Context, by Judge, e int) (Choice, error) {
	c := s.noChoice(s.Grid.Base, by)
	c.Params.Epochs = s.Grid.Epochs[e]
	if err := s.CanJudge(by, s.Grid.KTilde[0]); err != nil {
		c.Why, c.Settings = err.Error(), len(s.Cells)
		return c, nil
	}
	if warnings, err := s.Unlearnable(ctx); err != nil || warnings != nil {
		return s.nothingToLearn(c.Params, by, warnings), err
	}
	best := s.choose(by, e)
	best.Leads = best.Params
	err := s.try(ctx, &best)
	if best.Doubtful {
		best.Cell, best.Params, best.Rating = -1, c.Params, best.None
		best.Why = "No adaptation, for what leads is doubtful: " + best.Why
	}
	return best, err
}

// choose is Choose, of a judge that can judge a label that can be learned.
func (s *Sweep) choose(by Judge, e int) Choice {
	c := s.noChoice(s.Grid.Base, by)
	c.Params.Epochs = s.Grid.Epochs[e]
	c.Settings = len(s.Cells)
	judge, task := by.row(), s.Pair.Task
	rating, _ := s.NoneRating(e)
	none, _ := judge.see(task, s.sightOfNone(rating, e))
	cells := make([]labelfree.Candidate, len(s.Cells))
	for i := range s.Cells {
		cells[i], _ = judge.see(task, s.sight(i, e))
		if cells[i].Vetoed {
			c.Vetoed++
		}
	}
	at, best, reason := labelfree.Choose(none, cells, judge.margin)
	if judge.paired && reason == labelfree.Leads && !(cells[best].Value-none.Value > clearLead*s.leadError(s.Cells[best].Descent[e].Weights, s.None[e].Weights)) {
		at, reason = -1, labelfree.TooClose
	}
	c.Cell, c.Rating, c.None = at, rating, rating
	if best >= 0 {
		c.Lead = cells[best].Value - none.Value
	}
	if at >= 0 {
		cell := s.Cells[at]
		c.Params.K, c.Params.KTilde, c.Params.Lambda, c.Params.L2 = cell.K, cell.KTilde, cell.Lambda, s.Grid.Base.L2
		c.Rating, c.None, _ = s.Rating(at, e)
	}
	if judge.doubt != nil {
		c.Disagreement = judge.doubt(s, c, reason, e)
	}
	c.Why, c.Limits = s.why(c, reason, best, e), s.limits(c, reason, e)
	return c
}

// Setting writes what can be chosen of params, as controls show it.
func Setting(params model.Params) string {
	return fmt.Sprintf("k %d, k̃ %d, λ %s", params.K, params.KTilde, number.Short(params.Lambda))
}

// setting writes those of a cell in a sentence.
func setting(cell model.Cell) string {
	return fmt.Sprintf("k = %d, k̃ = %d, λ = %s", cell.K, cell.KTilde, number.Short(cell.Lambda))
}

// Brief says in a line what is chosen, and what not to take that for; without a full stop.
func (c Choice) Brief() string {
	const caveat = "no estimate of accuracy"
	lead := fmt.Sprintf("%s ahead of no adaptation (%s counts)", number.Even(c.Lead, 2), number.Even(c.Judge.row().margin, 1))
	switch {
	case c.Judge.row().labelled || c.Cell < 0 && math.IsNaN(c.Lead):
		return strings.TrimSuffix(c.Why, ".")
	case c.Doubtful:
		return "no adaptation: what leads is doubtful by a trial on the source, " + caveat
	case c.Cell < 0:
		lead = "no evidence of a gain"
	case c.None.Vetoed:
		lead = "no adaptation does not count"
	}
	if c.Disagreement != "" {
		lead += ", the judges disagree"
	}
	if c.Cell < 0 {
		return fmt.Sprintf("no adaptation: none of %d leads it, %s, %s", c.Settings, lead, caveat)
	}
	return fmt.Sprintf("chosen of %d: %s, %s, %s", c.Settings, Setting(c.Params), lead, caveat)
}

// why says why c is chosen, best being the best cell if there is one.
func (s *Sweep) why(c Choice, reason labelfree.Reason, best, e int) string {
	judge := c.Judge.row()
	switch {
	case reason == labelfree.AllVetoed && judge.labelled:
		return fmt.Sprintf("No adaptation: each of %d settings diverges.", c.Settings)
	case reason == labelfree.AllVetoed && s.judge != nil && s.judge.Rank == 0:
		return "No advice, and so no adaptation: the rows of a domain are all alike."
	case reason == labelfree.AllVetoed:
		return fmt.Sprintf("No advice, and so no adaptation: each of %d settings diverges, is unknown, or hardly ever predicts a class "+
			"that the source has.", c.Settings)
	}
	cell := s.Cells[best]
	there := setting(cell)
	_, beside, _ := s.Rating(best, e)
	_, value := judge.see(s.Pair.Task, s.sight(best, e))
	_, none := judge.see(s.Pair.Task, s.sightOfNone(beside, e))
	name := judge.goesBy(s.Problem.ScoredBy())
	switch reason {
	case labelfree.TooClose:
		than := ""
		switch {
		case judge.margin > 0:
			than = " by more than " + number.Even(judge.margin, 1)
		case judge.paired:
			than = fmt.Sprintf(" by more than %v of the standard errors of their difference", clearLead)
		}
		return fmt.Sprintf("No adaptation: the best %s of %d settings, %s at %s, does not lead the %s of no "+
			"adaptation%s.", name, c.Settings, value, there, none, than)
	case labelfree.NoneVetoed:
		return fmt.Sprintf("%s has the best %s, %s, of %d settings; no adaptation does not count: it diverges or hardly "+
			"ever predicts one of the classes.", there, name, value, c.Settings)
	}
	return fmt.Sprintf("%s has the best %s of %d settings: %s, no adaptation %s.", there, name, c.Settings, value, none)
}

// limits says what to bear in mind of c, after the epochs e, a sentence each.
func (s *Sweep) limits(c Choice, reason labelfree.Reason, e int) (limits []string) {
	judge := c.Judge.row()
	if judge.labelled && judge.caveat != "" {
		return []string{judge.caveat}
	}
	if judge.labelled || reason == labelfree.AllVetoed {
		return nil
	}
	say := func(format string, args ...any) { limits = append(limits, fmt.Sprintf(format, args...)) }
	say("%s", judge.caveat)
	if c.Disagreement != "" {
		say("%s", c.Disagreement)
	}
	if reason == labelfree.TooClose {
		say("No adaptation means no evidence of a gain, not that there is none.")
	}
	if c.Vetoed > 0 {
		say("%d of %d settings are vetoed: a class is hardly ever predicted, and every class of the source is taken "+
			"to occur in the target.", c.Vetoed, c.Settings)
	}
	if s.hardlyDiscriminates() {
		say("With so few features joint label alignment hardly discriminates; target alignment may.")
	}
	return limits
}
