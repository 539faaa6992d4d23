package main

import (
	"reflect"
	"strings"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/model/labelfree"
	"larui/tui/session"
)

// This file holds what several commands report. The names are a contract.

// recordOf returns facts as a record.
func recordOf(facts []session.Fact) record {
	return each(facts, func(f session.Fact) field {
		switch value := f.Value.(type) {
		case []session.Fact:
			return field{f.Name, recordOf(value)}
		case [][]session.Fact:
			return field{f.Name, each(value, recordOf)}
		}
		return field{f.Name, f.Value}
	})
}

// reportPair describes the pair, with its label where that was guessed and, where validation rows are in
// the fit, how many.
func reportPair(pair *datasets.Pair) record {
	r := append(recordOf(session.PairFacts(pair)), field{"classes", append([]string{}, pair.ClassNames...)})
	if pair.GuessedLabel != "" {
		r = append(r, field{"label", pair.GuessedLabel})
	}
	if pair.Refitted > 0 {
		r = append(r, field{"refit", pair.Refitted})
	}
	return r
}

// reportParams holds the parameters of the method, at a step size.
func reportParams(p model.Params, rate float64) record {
	used := reflect.ValueOf(p.Used(rate))
	params := make(record, used.NumField())
	for i := range params {
		name, option, _ := strings.Cut(used.Type().Field(i).Tag.Get("json"), ",")
		params[i] = field{name, used.Field(i).Interface()}
		if option == "omitempty" {
			params[i].value = optional{params[i].value}
		}
	}
	return params
}

// labelRanks returns both readings of k(0.1), nil where the domain has no labels.
func labelRanks(s model.Side) (head, tail any) {
	return knownIf(s.XtY != nil, s.HeadRank), knownIf(s.XtY != nil, s.TailRank)
}

// reportScores are the numbers by which weights are judged.
func reportScores(e model.Evaluation) record { return recordOf(session.ScoreFacts(e)) }

// reportRuns are descents after numbers of epochs.
func reportRuns(runs []model.Descent, epochs []int) []record {
	reports := make([]record, len(runs))
	for i, d := range runs {
		reports[i] = recordOf(session.RunFacts(d, epochs[i]))
	}
	return reports
}

// reportRating is how a descent is judged without labels.
func reportRating(r labelfree.Rating) record { return recordOf(session.RatingFacts(r)) }

// reportSetting is the setting that is chosen, nil for no adaptation.
func reportSetting(c session.Choice) record {
	if c.Cell < 0 {
		return nil
	}
	return reportLeads(c)
}

// reportLeads is the setting that leads, doubtful or not, nil where none does.
func reportLeads(c session.Choice) record {
	if c.Cell < 0 && !c.Doubtful {
		return nil
	}
	return record{{"k", c.Leads.K}, {"ktilde", c.Leads.KTilde}, {"lambda", c.Leads.Lambda}}
}

// reportChoice says what a judge has chosen; the parameters are there already.
func reportChoice(c *session.Choice, task model.Task) record {
	var rating, none record
	if task != model.Regression && c.Settings > 0 {
		rating, none = reportRating(c.Rating), reportRating(c.None)
	}
	return record{{"judge", string(c.Judge)}, {"adapts", c.Cell >= 0}, {"why", c.Why}, {"lead", c.Lead},
		{"trial", record{{"none", c.Trial.None}, {"chosen", c.Trial.There}, {"mostFrequent", c.Trial.Guess}, {"doubtful", c.Doubtful}}},
		{"labelFree", rating}, {"noneLabelFree", none}, {"settings", c.Settings}, {"vetoedSettings", c.Vetoed},
		{"limits", append([]string{}, c.Limits...)}}
}

// reportTiming holds milliseconds: reading and scaling the files; moments, spectra and
// overlap; everything after that.
func reportTiming(s *session.Session, solve time.Duration) record {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	return record{{"loadMs", ms(s.Load)}, {"prepareMs", ms(s.Prepare)}, {"solveMs", ms(solve)}}
}
