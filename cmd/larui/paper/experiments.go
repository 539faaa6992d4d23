package paper

import (
	"fmt"
	"slices"
	"strings"
)

// Experiments returns all experiments, in the order of the paper.
func Experiments() []Experiment {
	return []Experiment{
		theory(),
		table1(),
		figure1(),
		figure2(),
		wholeTable2(),
		table2(),
		table2Networks(),
		table3(),
		deeperNetworks(),
		table4(),
		alignmentBound(),
		wholeTable5(),
		table5(),
		table5Networks(),
		oneDigit(),
		figureLambda(),
		regression(),
		refitWithValidation(),
		amazonReviews(),
		officeCaltech(),
		benchmark(),
		choiceExperiment(),
		labellingExperiment(),
	}
}

// Find returns the experiment with the given name.
func Find(name string) (Experiment, error) {
	all := Experiments()
	names := mapSlice(all, func(e Experiment) string { return e.Name })
	if i := slices.Index(names, name); i >= 0 {
		return all[i], nil
	}
	return Experiment{}, fmt.Errorf("unknown experiment %q: there are %s", name, strings.Join(names, ", "))
}
