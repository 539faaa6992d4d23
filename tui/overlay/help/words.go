package help

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"larui/tui/chart"
)

// A Word is one that screens use, explained in a plain sentence.
type Word struct {
	Name string
	// Signs are how else the screens write it.
	Signs []string
	Text  string
}

// Words returns the words in the order in which they are explained: first what is given and
// what is wanted, then the method, then what the views show.
func Words() []Word {
	return []Word{
		{"source", nil, "the rows whose labels are known, and from which is learned"},
		{"target", []string{"targets"}, "the rows that are to be predicted; they come from elsewhere and look different; their labels, if there are any, only score"},
		{"validation", nil, "a few target rows with labels that are set aside, by which settings can be chosen"},
		{"held out", []string{"correct on held-out rows", "rows held out"}, "source rows, a tenth at a time, that a fit to all the others is scored on; rows that were fitted would promise too much; ± is the standard error"},
		{"label", []string{"labels"}, "what is to be predicted of a row: its class, or a number"},
		{"class", []string{"classes"}, "a kind of row; where there are two, they are told apart by + and −, or by marks of their own"},
		{"n×d", []string{"samples × features"}, "n rows of d features; the bias, a feature that is 1 everywhere, is one of the d"},
		{"LAR", nil, "label-alignment regularization: weights learned on the source that also follow the directions in which the target spreads most"},
		{"no adaptation", []string{"plain least squares"}, "plain least squares on the source, used on the target as it is: what LAR has to beat"},
		{"trained to the end", []string{"to the end"}, "what LAR comes to if training never stops; there is a formula for it, so it is also called the closed form"},
		{"correct on the target", []string{"target accuracy"}, "how many of 100 target rows get the right class"},
		{"accuracy", nil, "how many of 100 rows get the right class"},
		{"right", nil, "a row that gets the class that its label says"},
		{"wrong", nil, "a target row that LAR gives the wrong class, marked × where its own is ○, ╳ where it is ●"},
		{"mean squared error", []string{"error", "squared error"}, "for labels that are numbers: how far off predictions are, squared, on average; the lower the better"},
		{"▲ ▼", []string{"▲", "▼"}, "better, worse than no adaptation; of an error the lower is the better"},
		{"λ", nil, "how strongly the target pulls: 0 leaves it out"},
		{"k", nil, "how many leading components of the source the labels are fitted along; ▸ marks them"},
		{"k̃", nil, "how many leading components of the target the weights may use freely; along the others λ holds them small; ▸ marks them"},
		{"epochs", []string{"epoch"}, "how many steps training takes; stopping early is part of the method"},
		{"rate", nil, "how long each step of training is; where it is too long, training diverges"},
		{"direction", []string{"directions", "component", "components", "v1", "ṽ1"}, "one in which rows spread, the widest first (a right singular vector of the data); its arrow is 2× spread (root mean square) there"},
		{"spectrum", nil, "how widely the rows spread along each component"},
		{"σ", []string{"σ̃"}, "singular value: how widely the source's (σ̃: the target's) rows spread along a component"},
		{"label projection", []string{"y^U", "ỹ^Ũ", "|y^U|", "|ỹ^Ũ|"}, "how much of the labels lies along a component; y^U is the source's, ỹ^Ũ the target's"},
		{"label alignment", nil, "the labels lying along the few widest components: what the method builds on"},
		{"k(0.1)", []string{"head"}, "how many components hold most of the labels: head counts to more than 90 % of their norm, tail until less than 10 % is left"},
		{"rank", []string{"numerical rank"}, "how many components the data have at all; along the others they do not spread"},
		{"convergence", nil, "the score after each epoch of training"},
		{"objective", []string{"J/n", "J"}, "what training lowers: the error on the source, without the part beyond k, with λ times the target's part beyond k̃"},
		{"minimum", nil, "the least that the objective can be, where training leads in the end"},
		{"pin", []string{"pinned"}, "a setting that stays in the pictures, dashed, beside the present one (m; M compares all of them)"},
		{"map", nil, "the score for every k and k̃; ★ is the best by labels, ● where you are"},
		{"rivals", []string{"rival"}, "other methods for the same task, to compare with"},
		{"score", nil, "what a method is judged by: the accuracy, or for numbers the mean squared error, on the target"},
		{"weights", nil, "what is learned: a number for each feature; they draw the boundary"},
		{"boundary", nil, "where a method changes from one class to the other"},
		{"theory", nil, "what the paper's theorems assume and state, checked with these data"},
		{"premises", []string{"conclusions", "conclusion", "premise"}, "what a theorem assumes, and what then has to hold"},
		{"overlap", nil, "how far source and target spread in the same directions, from 0 to 1; near 0 noise in the labels decides"},
		{"w*_T", []string{"w*"}, "the best weights for the target, if its labels were known (least squares on the target)"},
		{"residual", nil, "what is left over of a condition; 0 where it holds exactly"},
		{"condition", []string{"condition of A"}, "how much the formula can blow up small errors; near 1 not at all"},
		{"leak", nil, "the share of the labels along which training never stops; if it is not 0, there is no end to train to"},
		{"tail", nil, "the components beyond k or k̃; also which singular values weigh them: the target's, or the source's as in the published code"},
		{"refit", nil, "validation rows, labelled rows of the target that were set aside to choose by, are fitted beside the source's; they are then held out no longer, so there is no validation score"},
		{"implicit", []string{"keep implicit"}, "the part of plain least squares beyond k; the method removes it, keep implicit leaves it in"},
		{"L2", nil, "the weight of a ridge term, which holds all weights small"},
		{"momentum", []string{"Nesterov"}, "ways for training to take longer steps where the last ones went the same way"},
		{"unknown", nil, "the target has no labels, or a first look does not know it yet"},
		{"changed", nil, "the share of target rows that LAR predicts otherwise than no adaptation"},
		{"predicted", nil, "the share of target rows that LAR gives a class: the class that it gives most seldom, beside that one's share of the source"},
		{"JLA", []string{"without labels"}, "joint label alignment: how well labels and predictions lie along what both domains share; it ranks settings without target labels, and is no accuracy"},
		{"TA", nil, "target alignment: the same of the target alone, to be compared at one k̃"},
		{"☆", nil, "chosen by JLA: it leads no adaptation by more than 0.005; where none does, there is no ☆"},
	}
}

// Explained is the text, with the other names that the screens have for it where the text
// lacks them.
func (w Word) Explained() string {
	also := ""
	for _, sign := range w.Signs {
		if !strings.Contains(sign, w.Name) && !strings.Contains(w.Name, sign) && !strings.Contains(w.Text, sign) {
			also += ", " + sign
		}
	}
	if also == "" {
		return w.Text
	}
	return w.Text + " (also: " + also[2:] + ")"
}

// Entries returns words as entries of a page.
func Entries(words []Word) (entries []Entry) {
	for _, w := range words {
		entries = append(entries, Entry{w.Name, w.Explained()})
	}
	return entries
}

// On returns the words that stand in a text, as the glyphs write them.
func On(text string, gl chart.Glyphs) (words []Word) {
	text = strings.Join(strings.Fields(text), " ")
	for _, w := range Words() {
		for _, sign := range append([]string{w.Name}, w.Signs...) {
			if standsIn(gl.Spell(sign), text) {
				words = append(words, w)
				break
			}
		}
	}
	return words
}

// standsIn reports whether a word stands in a text, with no letters beside it.
func standsIn(word, text string) bool {
	within := func(r rune) bool {
		return unicode.In(r, unicode.Letter, unicode.Mark, unicode.Number) || strings.ContainsRune("_^*", r)
	}
	for {
		before, after, found := strings.Cut(text, word)
		if !found {
			return false
		}
		left, _ := utf8.DecodeLastRuneInString(before)
		right, _ := utf8.DecodeRuneInString(after)
		if !within(left) && !within(right) {
			return true
		}
		text = text[len(before)+1:] // of two signs that overlap either may stand alone
	}
}
