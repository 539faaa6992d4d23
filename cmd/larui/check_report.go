package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"larui/datasets/modelfile"
	"larui/datasets/wording"
	"larui/model"
	"larui/model/shift"
	"larui/tui/number"
	"larui/tui/session"
)

const maxRowsToLabel = 20

func (c *checkResult) rowsToLabel() []modelfile.DifferingRow {
	if c.contest == nil {
		return nil
	}
	return c.contest.Differ[:min(maxRowsToLabel, len(c.contest.Differ))]
}

func (c *checkResult) report() record {
	return withWarnings(c.warnings, newRecord("pair", reportPair(c.Pair), "notes", append([]string{}, c.Pair.Notes...),
		"source", newRecord("heldOut", session.HeldOutFacts(c.Pair.Task, c.heldOut), "learnable", c.learnability()),
		"shift", c.reportShift(), "along", c.reportModelShifts(), "params", reportParams(c.params, c.solution.Descent.Rate), reportChoice(c.choice, c.Pair.Task),
		"changed", c.reportChangedPredictions(), "label", c.reportRowsToLabel(),
		"next", mapSlice(c.nextSteps(), func(n [2]string) record { return newRecord("what", n[0], "command", n[1]) }),
		"failed", append([]string{}, c.failed...)))
}

func (c *checkResult) reportShift() record {
	s := c.shift
	if s.Report == nil {
		return nil
	}
	return newRecord("found", s.FindsShift(), "p", s.P, "level", shift.SignificanceLevel,
		"classifier", newRecord("auc", s.Classifier.AUC, "low", s.Classifier.Low, "high", s.Classifier.High, "p", s.Classifier.P,
			"sourceRows", s.Classifier.Source, "targetRows", s.Classifier.Target),
		"features", mapSlice(s.Features, func(d shift.Difference) record { return reportDifference(d, "name", c.Pair.FeatureName(d.Index)) }),
		"directions", mapSlice(s.Directions, func(d shift.Difference) record { return reportDifference(d, "number", d.Index+1) }))
}

// reportDifference returns a record whose first field has the name key. The field's value is the
// name of a feature or the number of a direction.
func reportDifference(d shift.Difference, key string, value any) record {
	return newRecord(key, value, "shift", d.MeanDifference, "stretch", d.DeviationRatio, "distance", d.Distance, "p", d.P, "adjustedP", d.Adjusted)
}

func (c *checkResult) reportModelShifts() []record {
	all := []record{}
	for _, u := range c.modelShifts {
		for j, a := range u.alongWeights {
			var class any
			if c.Pair.Task == model.MultiClass {
				class = c.Pair.ClassNames[j]
			}
			all = append(all, newRecord("model", u.name, "class", class, "shift", a.ScoreShift, "standardError", a.StandardError,
				"share", a.Share, "randomShare", a.Random, "outside", a.OutsideSource))
		}
	}
	return all
}

func (c *checkResult) reportChangedPredictions() record {
	if c.contest == nil {
		return nil
	}
	return newRecord("first", c.contest.First.Name, "second", c.contest.Second.Name, "rows", len(c.contest.Differ), "of", c.contest.Rows,
		"share", c.contest.NewSample().Share, "features", mapSlice(c.columnsByPull(), func(j int) record {
			return newRecord("name", c.contest.Columns[j], "pull", c.pulls[j])
		}))
}

func (c *checkResult) reportRowsToLabel() []record {
	rows := []record{}
	for i, d := range c.rowsToLabel() {
		rows = append(rows, newRecord("row", d.Number, "ids", optionalValue{c.rowIDs(i)}, "first", c.contest.FormatLabel(d.First), "second", c.contest.FormatLabel(d.Second)))
	}
	return rows
}

// rowIDs returns the identifiers of row i of rowsToLabel; nil if the target has no identifier
// columns.
func (c *checkResult) rowIDs(i int) []string {
	if c.contest.IDColumns == 0 {
		return nil
	}
	return c.contest.Lines[i].Fields[:c.contest.IDColumns]
}

// columnsByPull returns the indices of the columns whose value in pulls is positive, the largest
// value first.
func (c *checkResult) columnsByPull() (columns []int) {
	for j, pull := range c.pulls {
		if pull > 0 {
			columns = append(columns, j)
		}
	}
	slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(c.pulls[b], c.pulls[a]) })
	return columns
}

func (c *checkResult) rows() *table {
	var rows []record
	if c.shift.Report != nil {
		for _, d := range c.shift.Features {
			rows = append(rows, newRecord("kind", "feature", reportDifference(d, "name", c.Pair.FeatureName(d.Index))))
		}
		for _, d := range c.shift.Directions {
			rows = append(rows, newRecord("kind", "direction", reportDifference(d, "name", d.Index+1)))
		}
	}
	return newRecordTable(rows...)
}

type section struct {
	title string
	texts sentences
	table *table
	// bars has the length of a bar for each table row except the header; nil for no bars. barName
	// says what the bars show. The scale ends at scaleEnd, or at the longest bar if that is longer.
	bars     []float64
	barName  string
	scaleEnd float64
	// commands[i] is the command below the paragraph texts[i].
	commands []string
}

const maxShownRows = 10

func (c *checkResult) sections() (all []section) {
	all = append(all, c.summary(), c.sourceSection())
	if c.shift.Report == nil {
		all = append(all, section{title: "Is the target shifted?", texts: []string{c.shift.Untested + "."}})
	} else {
		all = append(all, c.shiftSection(), c.directionSection())
	}
	all = append(all, c.modelShiftSection(), c.changedPredictionsSection(), c.labelFreeSection())
	if c.scales != nil {
		all = append(all, c.scaleSection())
	}
	if c.contest != nil {
		all = append(all, c.rowsToLabelSection())
	}
	next := section{title: "What to do next"}
	for _, n := range c.nextSteps() {
		next.texts, next.commands = append(next.texts, n[0]), append(next.commands, n[1])
	}
	return append(all, next)
}

func (c *checkResult) summary() section {
	var says sentences
	if c.learnability() == false {
		return section{title: "In short", texts: []string{"Held-out rows do not show that the label can be learned from these features: check the label first."}}
	}
	const muchTurned = 0.1
	if turned := c.largestDisagreement(); turned > muchTurned {
		says.addf("First decide how to standardize the features: two ways differ in %s of the predictions of no adaptation.", number.Percent(turned, 0))
	}
	switch r := c.shift; {
	case r.Report == nil:
		says.addf("Whether the target is shifted could not be tested.")
	case r.FindsShift():
		says.addf("The target is shifted: a classifier distinguishes its rows from the source's with an AUC of %s.", number.Digits(r.Classifier.AUC, 3))
	default:
		says.addf("No shift of the target is found.")
	}
	switch {
	case c.unchosen != "":
		says.addf("No setting of LAR is chosen.")
	case c.contest == nil && c.adapts():
		says.addf("LAR and no adaptation predict the same for every row.")
	case c.contest == nil && c.choice != nil && c.choice.Doubtful:
		says.addf("No adaptation is chosen, because the setting rated best without labels %s.", c.choice.WhyDoubtful())
	case c.contest == nil:
		says.addf("No adaptation is chosen.")
	default:
		first, second := c.contest.First.Name, c.contest.Second.Name
		says.addf("%s and %s predict differently in %d of the target's %d rows.", first, second, len(c.contest.Differ), c.contest.Rows)
		which := "Only labels of these rows show which of the two is better"
		if c.Pair.Task != model.Regression {
			which += ", by at most " + number.Digits(100*c.contest.NewSample().Share, 2) + " points"
		}
		for _, p := range c.contest.Plans(maxRowsToLabel) {
			if p.RightForAnytime > 0 {
				which += fmt.Sprintf(": %d of %d labels in favour of the same model are enough to decide", p.RightForAnytime, p.Labels)
				break
			}
		}
		says.addf("%s.", which)
	}
	return section{title: "In short", texts: []string{strings.Join(says, " ")}}
}

func (c *checkResult) sourceSection() section {
	s := section{title: "Can the label be learned?"}
	said := fmt.Sprintf("On %s held out from the source: %s.", wording.Plural(c.heldOut.Rows, "row"), session.HeldOutText(c.Pair.Task, c.heldOut))
	_, known := c.heldOut.IsLearnable()
	switch learnable := c.learnability(); {
	case learnable == false:
		said += fmt.Sprintf(" These rows do not show that the label can be learned: in %s of trials a model of shuffled labels ranks the rows at least as well. If the label can't be learned, the rest of this report is useless.",
			number.Percent(c.heldOut.Chance, 0))
	case learnable == true:
		said += " The label can be learned: in at most one of 20 trials a model of shuffled labels ranks the rows at least as well."
	case known:
		said += " Settle the warnings below to see whether the label can be learned."
	default:
		said += " These rows are too few to show whether the label can be learned."
	}
	s.texts = []string{said + " These numbers say nothing about the target."}
	for _, w := range c.Warnings() {
		if w.Code == "guess" {
			continue // listed with the notes on the data
		}
		s.texts.addf("Warning: %s.", w.Text)
	}
	return s
}

func (c *checkResult) shiftSection() section {
	r := c.shift
	found, p := "No shift is found", formatPValue(r.P)
	if r.FindsShift() {
		found = "The target is shifted"
	}
	if !strings.HasPrefix(p, "<") {
		p = "= " + p
	}
	s := section{title: "Is the target shifted?", texts: []string{
		fmt.Sprintf("%s (p %s; a shift is found if p is below %v). A classifier of domains distinguishes rows of the target from rows of the source with an AUC of %s (95 %% interval: %s to %s) on %d and %d rows "+
			"that are held out; an AUC of 0.5 is chance.", found, p, shift.SignificanceLevel, number.Digits(r.Classifier.AUC, 3), number.Digits(r.Classifier.Low, 3),
			number.Digits(r.Classifier.High, 3), r.Classifier.Target, r.Classifier.Source)}}
	if r.Rescaled {
		s.texts.addf("Both domains are compared on the source's scale, before each domain is standardized by itself.")
	}
	clear, more := 0, ""
	for _, d := range r.Features {
		if d.Adjusted < shift.SignificanceLevel {
			clear++
		}
	}
	if len(r.Features) > maxShownRows {
		more = fmt.Sprintf("; the table has the %d that differ most", maxShownRows)
	}
	s.texts.addf("%d of %s differ between the domains if tested one by one%s:", clear, wording.Plural(len(r.Features), "feature"), more)
	s.addDifferences("feature", r.Features[:min(maxShownRows, len(r.Features))], func(j int) any { return c.Pair.FeatureName(j) })
	return s
}

func (s *section) addDifferences(kind string, all []shift.Difference, name func(int) any) {
	s.barName, s.scaleEnd = "distance between both distributions, from 0 to 1", 1
	s.table = newTable("lrrrr", kind, "shift in σ", "σ, times", "distance", "p (Holm)")
	for _, d := range all {
		s.table.add(name(d.Index), formatSigned(d.MeanDifference), number.Digits(d.DeviationRatio, 3), number.Digits(d.Distance, 2), formatPValue(d.Adjusted))
		s.bars = append(s.bars, d.Distance)
	}
}

func (c *checkResult) directionSection() section {
	s := section{title: "Along which directions of the source is the target shifted?", texts: []string{"The directions are the leading directions of one half of the source's rows; the target is compared with the other half:"}}
	s.addDifferences("direction", c.shift.Directions, func(j int) any { return j + 1 })
	return s
}

func (c *checkResult) modelShiftSection() section {
	s := section{title: "Does the shift affect the directions that the model uses?", barName: "share of the shift of the means that lies along the weights", scaleEnd: 1,
		texts: []string{"The mean score moves by \"shift in σ\", in standard deviations of the source's scores. The share is the part of the shift of all means that lies along the weights, measured with the source's covariance; " +
			"last column: the share to expect if the weights had nothing to do with the shift:"}, table: &table{align: "llrrrr"}}
	class := ""
	if c.Pair.Task == model.MultiClass {
		class = "class"
	}
	s.table.add("model", class, "shift in σ", "±", "share", "by chance")
	strange := false
	for _, u := range c.modelShifts {
		for j, a := range u.alongWeights {
			if class != "" {
				class = c.Pair.ClassName(j)
			}
			s.table.add(u.name, class, formatSigned(a.ScoreShift), number.Digits(a.StandardError, 2), number.Percent(a.Share, 1), number.Percent(a.Random, 1))
			s.bars = append(s.bars, a.Share)
			strange = strange || a.OutsideSource
		}
	}
	if strange {
		s.texts.addf("The means also differ in directions without variance in the source, which the shares do not count.")
	}
	return s
}

func (c *checkResult) changedPredictionsSection() section {
	s := section{title: "What does LAR change?"}
	switch {
	case c.unchosen != "":
		s.texts.addf("No setting is chosen: %s. Give --k, --ktilde and --lambda to see what a setting changes.", c.unchosen)
	case c.choice != nil:
		s.texts.addf("%s", c.choice.Why)
	}
	if c.contest == nil {
		if c.adapts() {
			s.texts.addf("LAR and no adaptation predict the same for every row.")
		}
		return s
	}
	s.texts.addf("%s", c.contest.DescribeDifference())
	columns := c.columnsByPull()
	s.texts.addf("How far each feature pulls the scores of the two models apart, on average over %d of these rows:", c.pulledRows)
	s.barName, s.table = "pull", &table{align: "lr"}
	s.table.add("feature", "pull")
	for _, j := range columns[:min(maxShownRows, len(columns))] {
		s.table.add(c.contest.Columns[j], number.Digits(c.pulls[j], 3))
		s.bars = append(s.bars, c.pulls[j])
	}
	return s
}

func (c *checkResult) labelFreeSection() section {
	s := section{title: "What is known without labels of the target?"}
	if by := c.choice; by == nil || c.Pair.Task == model.Regression || by.Settings == 0 {
		s.texts.addf("No settings were ranked by joint label alignment.")
	} else {
		s.texts.addf("Joint label alignment is %s without adaptation and %s for the chosen setting; of %d settings, %d are left out, because they hardly ever predict a class of the source.", number.PaddedDigits(by.None.JLA, 4),
			number.PaddedDigits(by.Rating.JLA, 4), by.Settings, by.Vetoed)
		s.texts = append(s.texts, by.Limits...)
	}
	s.texts.addf("None of these numbers is an estimate of the accuracy on the target, which needs labels of the target: larui help choosing.")
	return s
}

func (c *checkResult) rowsToLabelSection() section {
	s := section{title: "Which rows to label?", texts: c.contest.DescribePlans(maxRowsToLabel)}
	which := fmt.Sprintf("Rows that %s and %s predict differently, in random order; row numbers start at 1", c.contest.First.Name, c.contest.Second.Name)
	differ := c.rowsToLabel()
	if c.contest.IDColumns == 0 {
		rows := mapSlice(differ, func(d modelfile.DifferingRow) string { return strconv.Itoa(d.Number) })
		s.texts.addf("%s: %s.%s", which, strings.Join(rows, ", "), c.exportSentence(""))
		return s
	}
	s.texts.addf("%s.%s", which, c.exportSentence(" with their features"))
	s.table = newTable("r" + strings.Repeat("l", c.contest.IDColumns))
	add := func(row any, ids []string) {
		s.table.add(append([]any{row}, mapSlice(ids, func(id string) any { return id })...)...)
	}
	add("row", c.contest.Columns[:c.contest.IDColumns])
	for i, d := range differ {
		add(d.Number, c.rowIDs(i))
	}
	return s
}

// exportSentence returns a sentence on `larui label --export`, with ending before the full stop;
// empty for an imported model, which larui label does not support.
func (c *checkResult) exportSentence(ending string) string {
	if c.imported != nil {
		return ""
	}
	return " larui label --export FILE writes these rows" + ending + "."
}

func (c *checkResult) writeText(b *textBuilder) {
	writePair(b, c.Session)
	for _, s := range c.sections() {
		b.line(s.title)
		for i, says := range s.texts {
			writeParagraph(b, "  ", says)
			if i < len(s.commands) {
				b.line("    " + s.commands[i])
			}
		}
		if s.table != nil {
			s.table.write(b)
		}
		b.line("")
	}
	writeNotes(b, nil, c.Pair.Notes)
}

func formatPValue(p float64) string {
	if p < 1e-4 {
		return "< 0.0001"
	}
	return number.Digits(p, 2)
}

func formatSigned(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return number.Unknown
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.2f", v), "-", "−")
}
