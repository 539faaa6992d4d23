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

// reportPair includes the label column if larui guessed it.
func reportPair(pair *datasets.Pair) record {
	r := newRecord(session.PairFacts(pair), "classes", append([]string{}, pair.ClassNames...))
	if pair.GuessedLabel != "" {
		r = newRecord(r, "label", pair.GuessedLabel)
	}
	return r
}

// reportParams returns the parameters of LAR; rate is the step size.
func reportParams(p model.Params, rate float64) (params record) {
	used := reflect.ValueOf(p.RunParams(rate))
	for i := range used.NumField() {
		name, option, _ := strings.Cut(used.Type().Field(i).Tag.Get("json"), ",")
		value := used.Field(i).Interface()
		if option == "omitempty" {
			value = optionalValue{value}
		}
		params = newRecord(params, name, value)
	}
	return params
}

// numberedRecords calls facts with the number, from 1, and the value of each element.
func numberedRecords[T any](all []T, facts func(int, T) record) []record {
	records := make([]record, len(all))
	for i, v := range all {
		records[i] = facts(i+1, v)
	}
	return records
}

// labelRanks returns k(0.1) by two rules, for the label's projections y^U = Uᵀy: head is the
// smallest k with ‖y^U_{1…k}‖ > 0.9·‖y^U‖, tail the smallest k with ‖y^U_{k+1…}‖ < 0.1·‖y^U‖. Both
// are nil if the domain has no labels.
func labelRanks(s model.Side) (head, tail any) {
	return intIfKnown(s.XtY != nil, s.HeadRank), intIfKnown(s.XtY != nil, s.TailRank)
}

func reportSetting(c session.Choice) record {
	if c.Cell < 0 {
		return nil
	}
	return reportLeadingSetting(c)
}

// reportLeadingSetting returns the setting with the best rating, or nil if no adaptation has the
// best rating. A doubtful setting is returned, too, although it is not chosen.
func reportLeadingSetting(c session.Choice) record {
	if c.Cell < 0 && !c.Doubtful {
		return nil
	}
	return newRecord("k", c.LeaderParams.K, "ktilde", c.LeaderParams.KTilde, "lambda", c.LeaderParams.Lambda)
}

// reportChoice returns the field choice, or no field if c is nil. The chosen parameters are
// elsewhere in the report.
func reportChoice(c *session.Choice, task model.Task) record {
	if c == nil {
		return nil
	}
	var rating, none record
	if task != model.Regression && c.Settings > 0 {
		rating, none = session.RatingFacts(c.Rating), session.RatingFacts(c.None)
	}
	return newRecord("choice", newRecord("judge", string(c.Judge), "adapts", c.Cell >= 0, "why", c.Why, "lead", c.Lead,
		"trial", newRecord("none", c.Trial.None, "chosen", c.Trial.LAR, "mostFrequent", c.Trial.Majority, "doubtful", c.Doubtful),
		"labelFree", rating, "noneLabelFree", none, "settings", c.Settings, "vetoedSettings", c.Vetoed,
		"limits", append([]string{}, c.Limits...)))
}

// reportTiming returns durations in milliseconds: loadMs for reading and scaling the files,
// prepareMs for moments, spectra and overlap, solveMs for all later work.
func reportTiming(s *session.Session, solve time.Duration) record {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	return newRecord("loadMs", ms(s.Load), "prepareMs", ms(s.Prepare), "solveMs", ms(solve))
}
