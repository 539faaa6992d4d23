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

// mostToLabel is the largest number of rows that a check proposes for labelling.
const mostToLabel = 20

// toLabel returns the rows proposed for labelling.
func (c *checked) toLabel() []modelfile.Differing {
	if c.contest == nil {
		return nil
	}
	return c.contest.Differ[:min(mostToLabel, len(c.contest.Differ))]
}

// report returns all results of the check, behind the warnings.
func (c *checked) report() record {
	r := withWarnings(c.warnings, record{{"pair", reportPair(c.Pair)}, {"notes", append([]string{}, c.Pair.Notes...)},
		{"source", record{{"heldOut", session.HeldOutFacts(c.Pair.Task, c.held)}, {"learnable", c.learnable()}}},
		{"shift", c.reportShift()}, {"along", c.reportAlong()}, {"params", reportParams(c.params, c.solution.Descent.Rate)}})
	if c.choice != nil {
		r = append(r, field{"choice", reportChoice(c.choice, c.Pair.Task)})
	}
	return append(r, field{"changed", c.reportChanged()}, field{"label", c.reportRows()},
		field{"next", mapSlice(c.next(), func(n [2]string) record { return record{{"what", n[0]}, {"command", n[1]}} })},
		field{"failed", append([]string{}, c.failed...)})
}

func (c *checked) reportShift() record {
	s := c.shift
	if s.Report == nil {
		return nil
	}
	return record{{"found", s.FindsShift()}, {"p", s.P}, {"level", shift.SignificanceLevel},
		{"classifier", record{{"auc", s.Classifier.AUC}, {"low", s.Classifier.Low}, {"high", s.Classifier.High}, {"p", s.Classifier.P},
			{"sourceRows", s.Classifier.Source}, {"targetRows", s.Classifier.Target}}},
		{"features", mapSlice(s.Features, func(d shift.Difference) record { return reportDifference(d, "name", c.Pair.FeatureName(d.Index)) })},
		{"directions", mapSlice(s.Directions, func(d shift.Difference) record { return reportDifference(d, "number", d.Index+1) })}}
}

// reportDifference returns a record of a feature or direction, whose name or number comes first.
func reportDifference(d shift.Difference, key string, value any) record {
	return record{{key, value}, {"shift", d.MeanDifference}, {"stretch", d.DeviationRatio}, {"distance", d.Distance}, {"p", d.P}, {"adjustedP", d.Adjusted}}
}

func (c *checked) reportAlong() []record {
	all := []record{}
	for _, u := range c.uses {
		for j, a := range u.along {
			var class any
			if c.Pair.Task == model.MultiClass {
				class = c.Pair.ClassNames[j]
			}
			all = append(all, record{{"model", u.name}, {"class", class}, {"shift", a.ScoreShift}, {"standardError", a.StandardError},
				{"share", a.Share}, {"randomShare", a.Random}, {"outside", a.Strange}})
		}
	}
	return all
}

func (c *checked) reportChanged() record {
	if c.contest == nil {
		return nil
	}
	return record{{"first", c.contest.First.Name}, {"second", c.contest.Second.Name}, {"rows", len(c.contest.Differ)}, {"of", c.contest.Rows},
		{"share", c.contest.Sample().Share}, {"features", mapSlice(c.mostPulling(), func(j int) record {
			return record{{"name", c.contest.Columns[j]}, {"pull", c.pulls[j]}}
		})}}
}

func (c *checked) reportRows() []record {
	rows := []record{}
	for i, d := range c.toLabel() {
		rows = append(rows, record{{"row", d.Number}, {"ids", optional{c.ids(i)}}, {"first", c.contest.Label(d.First)}, {"second", c.contest.Label(d.Second)}})
	}
	return rows
}

// ids returns the identifiers of row i of toLabel, nil if the target has no identifier columns.
func (c *checked) ids(i int) []string {
	if c.contest.IDs == 0 {
		return nil
	}
	return c.contest.Lines[i].Fields[:c.contest.IDs]
}

// mostPulling returns the columns with a positive pull, the largest pull first.
func (c *checked) mostPulling() (columns []int) {
	for j, pull := range c.pulls {
		if pull > 0 {
			columns = append(columns, j)
		}
	}
	slices.SortStableFunc(columns, func(a, b int) int { return cmp.Compare(c.pulls[b], c.pulls[a]) })
	return columns
}

// rows returns a row for each feature and each direction, for CSV.
func (c *checked) rows() *table {
	var rows []record
	if c.shift.Report != nil {
		for _, d := range c.shift.Features {
			rows = append(rows, append(record{{"kind", "feature"}}, reportDifference(d, "name", c.Pair.FeatureName(d.Index))...))
		}
		for _, d := range c.shift.Directions {
			rows = append(rows, append(record{{"kind", "direction"}}, reportDifference(d, "name", d.Index+1)...))
		}
	}
	return sheet(rows...)
}

// A section is a part of the report, in text or HTML.
type section struct {
	title string
	says  sentences
	// table is shown with a bar in each row if bars is set.
	table *table
	// bars has the length of the bar of each table row, without the header; name is the quantity
	// shown. The full length of the scale is whole or the largest bar, whichever is longer.
	bars  []float64
	name  string
	whole float64
	// commands[i] is the command shown below says[i].
	commands []string
}

// shown is the number of features and directions shown in text and HTML.
const shown = 10

// sections returns the sections of the report in text and HTML.
func (c *checked) sections() (all []section) {
	all = append(all, c.summary(), c.sourceSection())
	if c.shift.Report == nil {
		all = append(all, section{title: "Is the target shifted?", says: []string{c.shift.Untested + "."}})
	} else {
		all = append(all, c.shiftSection(), c.directionSection())
	}
	all = append(all, c.alongSection(), c.changedSection(), c.judgeSection())
	if c.scales != nil {
		all = append(all, c.scaleSection())
	}
	if c.contest != nil {
		all = append(all, c.labelSection())
	}
	next := section{title: "What to do next"}
	for _, n := range c.next() {
		next.says, next.commands = append(next.says, n[0]), append(next.commands, n[1])
	}
	return append(all, next)
}

// summary returns the section that sums up all other sections.
func (c *checked) summary() section {
	var says sentences
	if c.learnable() == false {
		return section{title: "In short", says: []string{"It is not shown that the label can be learned from these features: look at that first."}}
	}
	const muchTurned = 0.1
	if turned := c.mostTurned(); turned > muchTurned {
		says.add("The scale decides first: between two ways to standardize, %s of the predictions turn without any LAR.", number.Percent(turned, 0))
	}
	switch r := c.shift; {
	case r.Report == nil:
		says.add("Whether the target is shifted could not be tested.")
	case r.FindsShift():
		says.add("The target is shifted: a classifier distinguishes its rows from the source's with an AUC of %s.", number.Digits(r.Classifier.AUC, 3))
	default:
		says.add("No shift of the target is found.")
	}
	switch {
	case c.unchosen != "":
		says.add("No setting of LAR is chosen.")
	case c.contest == nil && c.adapts():
		says.add("LAR and no adaptation predict the same for every row.")
	case c.contest == nil && c.choice != nil && c.choice.Doubtful:
		says.add("No adaptation is chosen: what leads without labels is doubtful.")
	case c.contest == nil:
		says.add("No adaptation is chosen.")
	default:
		first, second := c.contest.First.Name, c.contest.Second.Name
		says.add("%s and %s differ in %d of the target's %d rows.", first, second, len(c.contest.Differ), c.contest.Rows)
		which := "Only labels of such rows show which of both is better"
		if c.Pair.Task != model.Regression {
			which += ", a matter of at most " + number.Digits(100*c.contest.Sample().Share, 2) + " points"
		}
		for _, p := range c.contest.Plans(mostToLabel) {
			if p.RightForAnytime > 0 {
				which += fmt.Sprintf(": %d of %d answers alike decide", p.RightForAnytime, p.Labels)
				break
			}
		}
		says.add("%s.", which)
	}
	return section{title: "In short", says: []string{strings.Join(says, " ")}}
}

func (c *checked) sourceSection() section {
	s := section{title: "Can the label be learned?"}
	said := fmt.Sprintf("On %s of the source held out: %s.", wording.Plural(c.held.Rows, "row"), session.HeldOutText(c.Pair.Task, c.held))
	_, known := c.held.IsLearnable()
	switch learnable := c.learnable(); {
	case learnable == false:
		said += fmt.Sprintf(" It is not shown that the label can be learned: %s of shuffled labels are ranked as well. If it can't, nothing that follows helps.",
			number.Percent(c.held.Chance, 0))
	case learnable == true:
		said += " The label can be learned: at most one in 20 shuffled labels is ranked as well."
	case known:
		said += " Whether the label can be learned shows once the warnings below are mended."
	default:
		said += " So few rows can't show whether the label can be learned."
	}
	s.says = []string{said + " It says nothing of the target."}
	for _, w := range c.Warnings() {
		if w.Code == "guess" {
			continue // listed with the notes on the data
		}
		s.says.add("Warning: %s.", w.Text)
	}
	return s
}

func (c *checked) shiftSection() section {
	r := c.shift
	found, p := "No shift is found", writeP(r.P)
	if r.FindsShift() {
		found = "The target is shifted"
	}
	if !strings.HasPrefix(p, "<") {
		p = "= " + p
	}
	s := section{title: "Is the target shifted?", says: []string{
		fmt.Sprintf("%s (p %s, found below %v). A classifier of domains distinguishes rows of the target from rows of the source with an AUC of %s, 95 %% %s to %s, on %d and %d rows "+
			"that it was not fitted to; 0.5 is chance.", found, p, shift.SignificanceLevel, number.Digits(r.Classifier.AUC, 3), number.Digits(r.Classifier.Low, 3),
			number.Digits(r.Classifier.High, 3), r.Classifier.Target, r.Classifier.Source)}}
	if r.Rescaled {
		s.says.add("Both are compared by the source's scale, as they were before each domain got its own.")
	}
	clear, more := 0, ""
	for _, d := range r.Features {
		if d.Adjusted < shift.SignificanceLevel {
			clear++
		}
	}
	if len(r.Features) > shown {
		more = fmt.Sprintf("; the %d strongest", shown)
	}
	s.says.add("%d of %s differ by themselves%s:", clear, wording.Plural(len(r.Features), "feature"), more)
	s.compare("feature", r.Features[:min(shown, len(r.Features))], func(j int) any { return c.Pair.FeatureName(j) })
	return s
}

// compare adds a table of features or directions, with a bar for the distance of each.
func (s *section) compare(what string, all []shift.Difference, name func(int) any) {
	s.name, s.whole = "distance of both distributions, 0 to 1", 1
	s.table = newTable("lrrrr", what, "shift in σ", "σ, times", "distance", "p (Holm)")
	for _, d := range all {
		s.table.add(name(d.Index), signed(d.MeanDifference), number.Digits(d.DeviationRatio, 3), number.Digits(d.Distance, 2), writeP(d.Adjusted))
		s.bars = append(s.bars, d.Distance)
	}
}

func (c *checked) directionSection() section {
	s := section{title: "Along which directions of the source?", says: []string{"The leading directions of half of the source's rows, compared with the other half:"}}
	s.compare("direction", c.shift.Directions, func(j int) any { return j + 1 })
	return s
}

func (c *checked) alongSection() section {
	s := section{title: "Does the shift touch the directions that the model uses?", name: "share of the shift of the means that lies along the weights", whole: 1,
		says: []string{"How far the mean score moves, in deviations of the source's scores, and its share of the shift of the means, measured by the source's covariance; " +
			"for weights that are unrelated to the shift, the share is about that of the last column:"}, table: &table{align: "llrrrr"}}
	class := ""
	if c.Pair.Task == model.MultiClass {
		class = "class"
	}
	s.table.add("model", class, "shift in σ", "±", "share", "by chance")
	strange := false
	for _, u := range c.uses {
		for j, a := range u.along {
			if class != "" {
				class = c.Pair.ClassName(j)
			}
			s.table.add(u.name, class, signed(a.ScoreShift), number.Digits(a.StandardError, 2), number.Percent(a.Share, 1), number.Percent(a.Random, 1))
			s.bars = append(s.bars, a.Share)
			strange = strange || a.Strange
		}
	}
	if strange {
		s.says.add("The means also differ where the source has no variance at all, which no share counts.")
	}
	return s
}

func (c *checked) changedSection() section {
	s := section{title: "What does LAR change?"}
	switch {
	case c.unchosen != "":
		s.says.add("No setting is chosen: %s. Name one by --k, --ktilde and --lambda to see what it changes.", c.unchosen)
	case c.choice != nil:
		s.says.add("%s", c.choice.Why)
	}
	if c.contest == nil {
		if c.adapts() {
			s.says.add("LAR and no adaptation predict the same for every row.")
		}
		return s
	}
	s.says.add("%s", c.contest.Differing())
	columns := c.mostPulling()
	s.says.add("By how much each feature pulls their scores apart, in the mean over %d of these rows:", c.pulled)
	s.name, s.table = "pull", &table{align: "lr"}
	s.table.add("feature", "pull")
	for _, j := range columns[:min(shown, len(columns))] {
		s.table.add(c.contest.Columns[j], number.Digits(c.pulls[j], 3))
		s.bars = append(s.bars, c.pulls[j])
	}
	return s
}

func (c *checked) judgeSection() section {
	s := section{title: "What is known without labels of the target?"}
	if by := c.choice; by == nil || c.Pair.Task == model.Regression || by.Settings == 0 {
		s.says.add("No ranking of settings was asked for.")
	} else {
		s.says.add("Joint label alignment: no adaptation %s, chosen %s, of %d settings, of which %d are vetoed.", number.Even(by.None.JLA, 4),
			number.Even(by.Rating.JLA, 4), by.Settings, by.Vetoed)
		s.says = append(s.says, by.Limits...)
	}
	s.says.add("None of this is an estimate of the accuracy on the target, which only labels of the target give: larui help choosing.")
	return s
}

func (c *checked) labelSection() section {
	s := section{title: "Which rows to label?", says: c.contest.Planned(mostToLabel)}
	which := fmt.Sprintf("Random rows where %s and %s differ, in this order; the first row is 1", c.contest.First.Name, c.contest.Second.Name)
	differ := c.toLabel()
	if c.contest.IDs == 0 {
		rows := mapSlice(differ, func(d modelfile.Differing) string { return strconv.Itoa(d.Number) })
		s.says.add("%s: %s.%s", which, strings.Join(rows, ", "), c.exported(""))
		return s
	}
	s.says.add("%s.%s", which, c.exported(" with their features"))
	s.table = newTable("r" + strings.Repeat("l", c.contest.IDs))
	add := func(row any, ids []string) {
		s.table.add(append([]any{row}, mapSlice(ids, func(id string) any { return id })...)...)
	}
	add("row", c.contest.Columns[:c.contest.IDs])
	for i, d := range differ {
		add(d.Number, c.ids(i))
	}
	return s
}

// exported returns a sentence on the command that exports the rows to label, with the given
// addition; empty for an imported model, which that command does not support.
func (c *checked) exported(with string) string {
	if c.imported != nil {
		return ""
	}
	return " larui label --export writes them" + with + "."
}

// text writes the report as text.
func (c *checked) text(b *prose) {
	writePair(b, c.Session)
	for _, s := range c.sections() {
		b.line(s.title)
		for i, says := range s.says {
			paragraph(b, "  ", says)
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

// writeP formats a probability; below 10⁻⁴ as "< 0.0001".
func writeP(p float64) string {
	if p < 1e-4 {
		return "< 0.0001"
	}
	return number.Digits(p, 2)
}

// signed formats a number with its sign and two decimals; NaN and infinities as unknown.
func signed(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return number.Unknown
	}
	return strings.ReplaceAll(fmt.Sprintf("%+.2f", v), "-", "−")
}
