package modelfile

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"larui/datasets"
	"larui/datasets/recipe"
	"larui/model"
)

//go:embed fit.py.tmpl
var fitTemplate string

// MakeLines is Python code that defines make(c, field): the numbers that an entry c of Model.Recipe
// makes of a field. It needs datetime and re.
var MakeLines = strings.Replace(makeTemplate, "    # kinds that are read\n", recipe.Python(), 1)

//go:embed make.py
var makeTemplate string

// A script maps the names in fit.py.tmpl to Python code. An empty value is false in an {{if}}.
type script map[string]string

// Script returns a NumPy script that reads the files of a pair, opened by spec, and prints the
// results that larui solve prints for params. It returns an error if a script could not do the
// same.
func Script(spec datasets.Spec, pair *datasets.Pair, problem *model.Problem, params model.Params) ([]byte, error) {
	if err := scriptable(spec, pair, problem); err != nil {
		return nil, err
	}
	known := model.Params{K: params.K, KTilde: params.KTilde, Lambda: params.Lambda, L2: params.L2, KeepImplicit: params.KeepImplicit,
		Tail: params.Tail, Epochs: params.Epochs, Rate: params.Rate, Momentum: params.Momentum, Nesterov: params.Nesterov}
	if known != params {
		return nil, errors.New("a script does not know one of the parameters of the method")
	}
	source, target := pair.Layouts[0], pair.Layouts[1]
	labelled := pair.Target.Y != nil
	s := script{
		"N": strconv.Itoa(pair.Source.Rows()), "M": strconv.Itoa(pair.Target.Rows()),
		"D": strconv.Itoa(width(source)), "C": strconv.Itoa(problem.C),
		// The matrix that the target's change of scale is fitted on.
		"Standardize": fittedMatrix(spec.Standardize), "Scale": fittedMatrix(spec.Scale),
		"K": strconv.Itoa(params.K), "KTilde": strconv.Itoa(params.KTilde), "Epochs": strconv.Itoa(params.Epochs),
		"Lambda": number(params.Lambda), "L2": number(params.L2), "Momentum": number(params.Momentum),
		"StepA": "1 + beta - x", "StepC": "-beta",
		"Source": read(source, spec.Source, true), "Target": read(target, spec.Target, labelled),
	}
	for name, holds := range map[string]bool{
		"Regression": pair.Task == model.Regression, "Binary": pair.Task == model.Binary,
		"Text": source.Comma != 0 || target.Comma != 0, "Arrays": source.Comma == 0 || target.Comma == 0,
		"Comma": source.Options.Decimal == ",", "Labelled": labelled, "Bias": spec.Bias, "ScaleLabel": source.LabelScale != 0,
		"KeepImplicit": params.KeepImplicit, "SourceTail": params.Tail == model.SourceTail,
		"HasL2": params.L2 != 0, "HasMomentum": params.Momentum != 0, "Nesterov": params.Nesterov,
	} {
		if holds {
			s[name] = "yes"
		}
	}
	if params.Nesterov {
		s["StepA"], s["StepC"] = "(1 + beta) * (1 - x)", "-beta * (1 - x)"
	}
	if params.KeepImplicit {
		s["K"] = strconv.Itoa(problem.D)
	}
	switch params.Rate.Rule {
	case model.RateFixed:
		s["Rate"] = number(params.Rate.Value)
	case model.RatePaper:
		s["Rate"] = "1 / (2 * s2[0] ** 0.5)"
	default:
		s["Rate"] = "min(1 / (2 * s2[0] ** 0.5), 0.9 * min(1, bound / 2) * n / mu[0])"
	}
	if source.Recipe != nil {
		text, err := json.Marshal(source.Recipe)
		if err != nil {
			return nil, err
		}
		s["Recipe"], s["Make"] = strconv.QuoteToASCII(string(text)), MakeLines
	}
	s.classes(pair)
	return []byte(s.fill(fitTemplate)), nil
}

// fill fills in a template. {{Name}} is a value, and {{if Name}}…{{else}}…{{end}} depends on
// whether the value is empty; {{- removes the blanks and line ends before it. fill replaces
// text/template because that package would make the linker keep every method of the program.
func (s script) fill(text string) string {
	var b strings.Builder
	shown := []bool{true} // at each depth
	for {
		before, rest, more := strings.Cut(text, "{{")
		action, after, _ := strings.Cut(rest, "}}")
		if trimmed, ok := strings.CutPrefix(action, "- "); ok {
			before, action = strings.TrimRight(before, " \n"), trimmed
		}
		here := &shown[len(shown)-1]
		if *here {
			b.WriteString(before)
		}
		if !more {
			return b.String()
		}
		switch word, name, _ := strings.Cut(action, " "); {
		case word == "if":
			shown = append(shown, *here && s[name] != "")
		case word == "else":
			*here = shown[len(shown)-2] && !*here
		case word == "end":
			shown = shown[:len(shown)-1]
		case *here:
			b.WriteString(s[word])
		}
		text = after
	}
}

// scriptable returns an error if a script could not do what larui did.
func scriptable(spec datasets.Spec, pair *datasets.Pair, problem *model.Problem) error {
	if len(pair.Layouts) < 2 || spec.Name != datasets.FilesName {
		return errors.New("a script reads files (--source, --target), and " + pair.Name + " is made by larui")
	}
	for i, path := range []string{spec.Source, spec.Target} {
		layout := pair.Layouts[i]
		why := ""
		switch readable := layout.Comma != 0 && layout.Format != "JSON lines" || layout.Format == "NPY" || layout.Format == "NPZ"; {
		case !readable:
			why = "is " + layout.Format
		case isPipe(path):
			why = "can be read only once"
		case layout.Comma == 0 && pair.Layouts[0].Recipe != nil:
			why = "is no text, whose gaps and words a script could read"
		case layout.Options.Thousands != "" && layout.Options.Thousands != "none":
			why = "has marks between thousands"
		case layout.Compressed:
			why = "is compressed, or UTF-16"
		case layout.Dropped > 0:
			why = fmt.Sprintf("has rows that were left out, %d of them", layout.Dropped)
		case !utf8.ValidString(path + layout.LabelFile + layout.Array + layout.LabelArray):
			why = "has a name that is not UTF-8"
		case i == 0 && pair.Source.IsSampled(), i == 1 && pair.Target.IsSampled():
			why = "is large: a sample of its rows was scored, which a script can't draw"
		case i == 1 && pair.Target.Y != nil && !pair.Target.IsLabelled():
			why = "lacks the labels of some rows"
		case i == 1 && pair.Validation.X != nil && spec.Validation == "":
			why = "has rows set aside for validation, which a script can't draw"
		}
		if why == "" && !layout.Unchanged(path) {
			return changedError(path)
		}
		if why != "" {
			return fmt.Errorf("a script reads whole files of text, NPY or NPZ, and %s %s", path, why)
		}
	}
	if slices.ContainsFunc(pair.ClassNames, func(name string) bool { return !utf8.ValidString(name) }) {
		return errors.New("a script can't hold names of classes that are not UTF-8")
	}
	if len(problem.Src.Drowned)+len(problem.Tgt.Drowned) > 0 {
		return errors.New("the features differ too much in scale for a script to have the same digits: --standardize source mends that")
	}
	return nil
}

// width returns the number of features of a file without the constant.
func width(l datasets.Layout) int {
	if l.Recipe != nil {
		return len(l.Recipe.Names())
	}
	return len(l.Features)
}

// fittedMatrix returns the matrix that the target's change of scale is fitted on.
func fittedMatrix(fit datasets.Fit) string {
	return map[datasets.Fit]string{datasets.FitSource: "Phi", datasets.FitDomain: "Psi"}[fit]
}

// classes fills in the classes and the expression that maps a label v to a class: by value if all
// classes are numbers.
func (s script) classes(pair *datasets.Pair) {
	words := false
	var quoted []string
	for _, name := range pair.ClassNames {
		_, err := strconv.ParseFloat(name, 64)
		words = words || err != nil
		quoted = append(quoted, strconv.QuoteToASCII(name))
	}
	names := pair.ClassNames
	switch {
	case words:
		names, s["Label"] = quoted, "v.strip()"
	case s["Comma"] != "":
		s["Label"] = `float(str(v).replace(",", "."))`
	default:
		s["Label"] = "float(v)"
	}
	s["Classes"] = "[" + strings.Join(names, ", ") + "]"
}

// read returns the expression that reads a file: its features, and its labels or None.
func read(l datasets.Layout, path string, labelled bool) string {
	features, label := positions(l.Features), "None"
	file := func(path, array string) string {
		load := "np.load(" + strconv.QuoteToASCII(path) + ")"
		if array != "" {
			load += "[" + strconv.QuoteToASCII(array) + "]"
		}
		return load
	}
	switch {
	case labelled && l.Apart && l.LabelFile != "":
		label = file(filepath.Join(filepath.Dir(path), l.LabelFile), l.LabelArray)
	case labelled && l.Apart:
		label = file(path, l.LabelArray)
	case labelled:
		label = strconv.Itoa(l.Label)
	}
	if l.Comma == 0 {
		return fmt.Sprintf("array(%s, %s, %s)", file(path, l.Array), features, label)
	}
	header := l.Before
	if l.Names != nil {
		header++
	}
	return fmt.Sprintf("table(%s, %s, %s, %s, %d)", strconv.QuoteToASCII(path), features, label, strconv.QuoteToASCII(string(l.Comma)), header)
}

// positions returns positions as a NumPy index, with runs as ranges.
func positions(at []int) string {
	var parts []string
	for i := 0; i < len(at); {
		end := i + 1
		for end < len(at) && at[end] == at[end-1]+1 {
			end++
		}
		parts = append(parts, fmt.Sprintf("%d:%d", at[i], at[end-1]+1))
		i = end
	}
	return "np.r_[" + strings.Join(parts, ", ") + "]"
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
