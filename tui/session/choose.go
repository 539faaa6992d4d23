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

// A Choice is the setting that a judge, a rule such as label-free, chooses from a grid.
type Choice struct {
	Judge JudgeName
	// Cell is the index of the chosen setting in Sweep.Cells, or -1 for no adaptation. Params are
	// the parameters of the choice; no adaptation has k = d, λ = 0 and L2 = 0.
	Cell   int
	Params model.Params
	// LeaderParams are the parameters that the judge chose. Params are the same, unless Doubtful is
	// true: then Params are the parameters of no adaptation.
	LeaderParams model.Params
	// Rating is the label-free rating of the chosen setting, None the rating of no adaptation at
	// the same k̃. Both are unknown in a regression.
	Rating, None labelfree.Rating
	// Lead is the value of the best setting minus the value of no adaptation, in the quantity that
	// the judge compares. Lead is NaN if a value is unknown.
	Lead float64
	// Trial is the test, on held-out source rows, of a setting that was chosen without labels. If
	// there was no test, the accuracies in Trial are NaN. Doubtful reports whether Trial.Supports
	// rejects the setting that the judge LabelFree chose.
	Trial    SourceTrial
	Doubtful bool
	// Why is a sentence with the reason for the choice. Limits are sentences on the limits of
	// the choice.
	Why    string
	Limits []string
	// Disagreement is a sentence which says that another judge disagrees, or empty. Only judges
	// that use no labels are asked.
	Disagreement string
	// Settings is the number of settings in the grid. Vetoed is the number of settings that can't
	// be chosen, since they diverge or predict some class for hardly any row.
	Settings, Vetoed int
}

// Choose searches SearchGrid and returns the setting that the judge chooses; all parameters besides
// k, k̃ and λ stay as in params. If cross-validation does not show that the source's label can be
// learned, Choose returns no adaptation without a search. done, which may be nil, receives the
// number of solved settings. Errors come from CanJudge, model.Sweep and model.CrossValidate.
func (s *Session) Choose(ctx context.Context, params model.Params, by JudgeName, done func(finished, total int)) (Choice, error) {
	if err := s.CanJudge(by, params.KTilde); err != nil {
		return Choice{}, err
	}
	if warnings, err := s.UnlearnableWarnings(ctx); err != nil || warnings != nil {
		return s.chooseNoneUnlearnable(params, by, warnings), err
	}
	grid := s.SearchGrid(params, by)
	sweep, err := s.Sweep(ctx, grid, done)
	if err == nil && by.findJudge().needsCrossValidation {
		sweep.crossValidation, err = s.CrossValidateGrid(ctx, grid, done)
	}
	if err != nil {
		return Choice{}, err
	}
	return sweep.Choose(ctx, by, 0)
}

func (s *Session) chooseNone(params model.Params, by JudgeName) Choice {
	c := Choice{Judge: by, Cell: -1, Params: params, Rating: labelfree.UnknownRating(), None: labelfree.UnknownRating(), Lead: math.NaN(), Trial: newUnknownTrial()}
	c.Params.K, c.Params.Lambda, c.Params.L2 = s.Problem.D, 0, 0
	c.LeaderParams = c.Params
	return c
}

func (s *Session) chooseNoneUnlearnable(params model.Params, by JudgeName, warnings []Warning) Choice {
	c := s.chooseNone(params, by)
	for _, w := range warnings {
		c.Why = "No adaptation, without a search: " + w.Fact + "."
	}
	return c
}

// SearchGrid returns the grid that Choose searches: the paper's values of k, k̃ and λ. If the rank
// of source or target is below 16, k or k̃ takes all values up to the rank. If the judge needs a
// given k̃, the grid has only the k̃ of params.
func (s *Session) SearchGrid(params model.Params, by JudgeName) model.Grid {
	grid := model.Grid{Epochs: []int{params.Epochs}, Base: params, DescentOnly: true}
	grid.K, grid.KTilde, grid.Lambda = s.Problem.PaperGrid()
	const fewest = 16 // from this rank on the paper's grid has two values
	if rank := s.Problem.Src.Rank; rank < fewest {
		grid.K = model.ComponentCounts(rank, fewest)
	}
	if rank := s.Problem.Tgt.Rank; rank < fewest {
		grid.KTilde = model.ComponentCounts(rank, fewest)
	}
	if by.NeedsKTilde() {
		grid.KTilde = []int{params.KTilde}
	}
	return grid
}

// A Search is the progress or the result of choosing a setting. Done of Total settings are solved.
type Search struct {
	Done, Total int
	// Choice is the result, or nil before the end. Changed is the share of target rows for which no
	// adaptation predicts another class than LAR at the chosen setting. It is NaN in a regression.
	Choice  *Choice
	Changed float64
}

type searchKey struct {
	params model.Params
	by     JudgeName
}

// newSearchKey returns the key of a search: params without k and λ, which the search chooses, and
// without k̃ unless the judge needs a given k̃.
func newSearchKey(params model.Params, by JudgeName) searchKey {
	params.K, params.Lambda = 0, 0
	if !by.NeedsKTilde() {
		params.KTilde = 0
	}
	return searchKey{params, by}
}

const searchName = "choose"

// SearchJob returns a job that chooses a setting and reports a Search. CanJudge must return nil for
// the judge.
func SearchJob(params model.Params, by JudgeName) Job {
	run := func(ctx context.Context, s *Session, report func(any)) error {
		reported := time.Now()
		choice, err := s.Choose(ctx, params, by, func(done, total int) {
			if time.Since(reported) > ReportInterval {
				reported = time.Now()
				report(Search{done, total, nil, 0})
			}
		})
		if err != nil {
			return err
		}
		solution, err := model.NewSolver(s.Problem).Endpoints(ctx, choice.Params)
		if err == nil {
			changed := s.Problem.ChangedShare(solution.None.Weights, solution.Descent.Weights)
			report(Search{choice.Settings, choice.Settings, &choice, changed})
		}
		return err
	}
	return Job{Name: searchName, Key: newSearchKey(params, by), BeforeTheory: true, Run: run}
}

// Search returns the newest report of the SearchJob with these arguments, or a zero Search.
func (u *Update) Search(params model.Params, by JudgeName) Search {
	return ResultAt[Search](*u, searchName, newSearchKey(params, by))
}

// Choose returns the setting of the sweep that a judge chooses after Grid.Epochs[e] epochs. It
// returns no adaptation in four cases: CanJudge returns an error; cross-validation on the source
// does not show that the label can be learned; no setting is better than no adaptation by enough;
// the best setting is doubtful. For a judge that needs a given k̃ the grid must have one k̃. Errors
// come from the trial on the source.
func (s *Sweep) Choose(ctx context.Context, by JudgeName, e int) (Choice, error) {
	c := s.chooseNone(s.Grid.Base, by)
	c.Params.Epochs = s.Grid.Epochs[e]
	if err := s.CanJudge(by, s.Grid.KTilde[0]); err != nil {
		c.Why, c.Settings = err.Error(), len(s.Cells)
		return c, nil
	}
	if warnings, err := s.UnlearnableWarnings(ctx); err != nil || warnings != nil {
		return s.chooseNoneUnlearnable(c.Params, by, warnings), err
	}
	best := s.chooseBest(c, e)
	best.LeaderParams = best.Params
	err := s.tryOnSource(ctx, &best)
	if best.Doubtful {
		best.Cell, best.Params, best.Rating = -1, c.Params, best.None
		best.Why = "No adaptation, since the best setting " + best.WhyDoubtful() + ": " + best.Why
	}
	return best, err
}

// chooseBest returns the choice of the best setting after Grid.Epochs[e] epochs, or no adaptation
// if the best setting is not better by enough. The caller passes the choice of no adaptation as c.
func (s *Sweep) chooseBest(c Choice, e int) Choice {
	c.Settings = len(s.Cells)
	judge, task := c.Judge.findJudge(), s.Pair.Task
	rating, _ := s.NoneRating(e)
	none, _ := judge.evaluate(task, s.judgedNoneSetting(rating, e))
	cells := make([]labelfree.Candidate, len(s.Cells))
	for i := range s.Cells {
		cells[i], _ = judge.evaluate(task, s.judgedCellSetting(i, e))
		if cells[i].Vetoed {
			c.Vetoed++
		}
	}
	at, best, reason := labelfree.Choose(none, cells, judge.margin)
	if judge.needsClearLead && reason == labelfree.Leads && !(cells[best].Value-none.Value > clearLead*s.leadStandardError(s.Cells[best].Descent[e].Weights, s.None[e].Weights)) {
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
	if judge.disagreement != nil {
		c.Disagreement = judge.disagreement(s, c, reason, e)
	}
	c.Why, c.Limits = s.explainChoice(c, reason, best, e), s.describeLimits(c, reason)
	return c
}

// FormatSetting writes k, k̃ and λ for a table: "k 10, k̃ 2, λ 3".
func FormatSetting(params model.Params) string {
	return fmt.Sprintf("k %d, k̃ %d, λ %s", params.K, params.KTilde, number.AllDigits(params.Lambda))
}

func formatCell(cell model.Cell) string {
	return fmt.Sprintf("k = %d, k̃ = %d, λ = %s", cell.K, cell.KTilde, number.AllDigits(cell.Lambda))
}

// Summary describes the choice in one line without a full stop. For a choice without labels, it
// says that the values which the judge compares are no estimates of accuracy.
func (c Choice) Summary() string {
	const caveat = "no estimate of accuracy"
	lead := fmt.Sprintf("%s ahead of no adaptation (more than %s is needed)", number.PaddedDigits(c.Lead, 2), number.AllDigits(c.Judge.findJudge().neededLead()))
	switch {
	case c.Judge.findJudge().usesLabels || c.Cell < 0 && math.IsNaN(c.Lead):
		return strings.TrimSuffix(c.Why, ".")
	case c.Doubtful:
		return "no adaptation: the best setting, " + FormatSetting(c.LeaderParams) + ", " + c.WhyDoubtful()
	case c.Cell < 0:
		lead = fmt.Sprintf("none of %d settings shows a gain", c.Settings)
	case c.None.Vetoed:
		lead = "no adaptation can't be chosen"
	}
	if c.Disagreement != "" {
		lead += ", the judges disagree"
	}
	if c.Cell < 0 {
		return "no adaptation: " + lead + ", " + caveat
	}
	return fmt.Sprintf("chosen of %d settings: %s, %s, %s", c.Settings, FormatSetting(c.Params), lead, caveat)
}

// best is the index in Cells of the setting with the best value after Grid.Epochs[e] epochs.
func (s *Sweep) explainChoice(c Choice, reason labelfree.Reason, best, e int) string {
	judge := c.Judge.findJudge()
	switch {
	case reason == labelfree.AllVetoed && judge.usesLabels:
		return fmt.Sprintf("No adaptation: each of %d settings diverges.", c.Settings)
	case reason == labelfree.AllVetoed && s.rater != nil && s.rater.Rank == 0:
		return "No adaptation, since no setting can be compared: all rows of a domain are alike."
	case reason == labelfree.AllVetoed:
		return fmt.Sprintf("No adaptation, since no setting can be compared: each of %d settings diverges, is unknown, or leaves out a class "+
			"of the source in nearly all predictions.", c.Settings)
	}
	cell := s.Cells[best]
	there := formatCell(cell)
	_, beside, _ := s.Rating(best, e)
	_, value := judge.evaluate(s.Pair.Task, s.judgedCellSetting(best, e))
	_, none := judge.evaluate(s.Pair.Task, s.judgedNoneSetting(beside, e))
	name := judge.quantity(s.Problem.SelectedScore())
	switch reason {
	case labelfree.TooClose:
		than := ""
		switch {
		case judge.margin > 0:
			than = " by more than " + number.AllDigits(judge.neededLead())
		case judge.needsClearLead:
			than = fmt.Sprintf(" by more than %v standard errors of the difference", clearLead)
		}
		return fmt.Sprintf("No adaptation: the best %s of %d settings is %s at %s; it is not better than the %s of no "+
			"adaptation%s.", name, c.Settings, value, there, none, than)
	case labelfree.NoneVetoed:
		return fmt.Sprintf("%s has the best %s of %d settings: %s. No adaptation can't be chosen, since it diverges or hardly "+
			"ever predicts some class.", there, name, c.Settings, value)
	}
	return fmt.Sprintf("%s has the best %s of %d settings: %s. No adaptation has %s.", there, name, c.Settings, value, none)
}

func (s *Sweep) describeLimits(c Choice, reason labelfree.Reason) (limits []string) {
	judge := c.Judge.findJudge()
	if judge.usesLabels && judge.caveat != "" {
		return []string{judge.caveat}
	}
	if judge.usesLabels || reason == labelfree.AllVetoed {
		return nil
	}
	say := func(format string, args ...any) { limits = append(limits, fmt.Sprintf(format, args...)) }
	say("%s", judge.caveat)
	if c.Disagreement != "" {
		say("%s", c.Disagreement)
	}
	if reason == labelfree.TooClose {
		say("No adaptation is chosen because nothing shows a gain; LAR may gain all the same.")
	}
	if c.Vetoed > 0 {
		say("%d of %d settings are left out, since they hardly ever predict a class of the source, and every class of the "+
			"source is assumed to occur in the target.", c.Vetoed, c.Settings)
	}
	if s.hasTooFewDirections() {
		say("Joint label alignment hardly differs between settings of so few features; target alignment may differ.")
	}
	return limits
}
