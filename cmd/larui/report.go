package main

import (
	"reflect"
	"strings"
	"time"

	"larui/datasets"
	"larui/model"
	"larui/tui/session"
)

// This file has the records that several commands report. The names are stable across versions.

// reportPair returns facts on the pair, with the label column if larui guessed it.
func reportPair(pair *datasets.Pair) record {
	r := append(session.PairFacts(pair), field{"classes", append([]string{}, pair.ClassNames...)})
	if pair.GuessedLabel != "" {
		r = append(r, field{"label", pair.GuessedLabel})
	}
	return r
}

// reportParams returns the parameters of LAR; rate is the step size.
func reportParams(p model.Params, rate float64) record {
	used := reflect.ValueOf(p.RunParams(rate))
	params := make(record, used.NumField())
	for i := range params {
		name, option, _ := strings.Cut(used.Type().Field(i).Tag.Get("json"), ",")
		params[i] = field{name, used.Field(i).Interface()}
		if option == "omitempty" {
			params[i].Value = omitZero{params[i].Value}
		}
	}
	return params
}

// numberedRecords returns a record for each element of all; facts gets the number of the element,
// from 1 on.
func numberedRecords[T any](all []T, facts func(int, T) record) []record {
	records := make([]record, len(all))
	for i, v := range all {
		records[i] = facts(i+1, v)
	}
	return records
}

// labelRanks returns k(0.1), the number of leading components with most of the label, by its head
// and by its tail; nil if the domain has no labels.
func labelRanks(s model.Side) (head, tail any) {
	return intIfKnown(s.XtY != nil, s.HeadRank), intIfKnown(s.XtY != nil, s.TailRank)
}

// reportSetting returns the chosen setting; nil for no adaptation.
func reportSetting(c session.Choice) record {
	if c.Cell < 0 {
		return nil
	}
	return reportLeading(c)
}

// reportLeading returns the setting with the best rating, which a doubtful choice does not choose;
// nil if no adaptation has the best rating.
func reportLeading(c session.Choice) record {
	if c.Cell < 0 && !c.Doubtful {
		return nil
	}
	return record{{"k", c.LeaderParams.K}, {"ktilde", c.LeaderParams.KTilde}, {"lambda", c.LeaderParams.Lambda}}
}

// reportChoice returns the choice of a judge without the chosen parameters, which are elsewhere in
// the report.
func reportChoice(c *session.Choice, task model.Task) record {
	var rating, none record
	if task != model.Regression && c.Settings > 0 {
		rating, none = session.RatingFacts(c.Rating), session.RatingFacts(c.None)
	}
	return record{{"judge", string(c.Judge)}, {"adapts", c.Cell >= 0}, {"why", c.Why}, {"lead", c.Lead},
		{"trial", record{{"none", c.Trial.None}, {"chosen", c.Trial.LAR}, {"mostFrequent", c.Trial.Majority}, {"doubtful", c.Doubtful}}},
		{"labelFree", rating}, {"noneLabelFree", none}, {"settings", c.Settings}, {"vetoedSettings", c.Vetoed},
		{"limits", append([]string{}, c.Limits...)}}
}

// reportTiming returns durations in milliseconds: loadMs for reading and scaling the files,
// prepareMs for moments, spectra and overlap, solveMs for all later work.
func reportTiming(s *session.Session, solve time.Duration) record {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	return record{{"loadMs", ms(s.Load)}, {"prepareMs", ms(s.Prepare)}, {"solveMs", ms(solve)}}
}
