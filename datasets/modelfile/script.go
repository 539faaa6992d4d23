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

// PythonMake is the Python code of make(c, field), which returns the features that an entry c of
// Model.Recipe computes from a field. The code needs datetime and re.
var PythonMake = strings.Replace(makeTemplate, "    # kinds that are read\n", recipe.BuildPythonBranches(), 1)

//go:embed make.py
var makeTemplate string

// scriptValues maps the names in fit.py.tmpl to Python code. An empty value is false in an {{if}}.
type scriptValues map[string]string

// PythonScript returns a NumPy script that reads the files of pair, which was opened with spec, and prints
// the results of larui solve for params. It returns an error if no script can compute the same results.
func PythonScript(spec datasets.Spec, pair *datasets.Pair, problem *model.Problem, params model.Params) ([]byte, error) {
	if err := checkScript(spec, pair, problem); err != nil {
		return nil, err
	}
	known := model.Params{K: params.K, KTilde: params.KTilde, Lambda: params.Lambda, L2: params.L2, KeepImplicit: params.KeepImplicit,
		Tail: params.Tail, Epochs: params.Epochs, Rate: params.Rate, Momentum: params.Momentum, Nesterov: params.Nesterov}
	if known != params {
		return nil, errors.New("a parameter of the method cannot be used in a script")
	}
	source, target := pair.Layouts[0], pair.Layouts[1]
	labelled := pair.Target.Y != nil
	s := scriptValues{
		"N": strconv.Itoa(pair.Source.Rows()), "M": strconv.Itoa(pair.Target.Rows()),
		"D": strconv.Itoa(featureCount(source)), "C": strconv.Itoa(problem.C),
		"Standardize": fittedMatrixName(spec.Standardize), "Scale": fittedMatrixName(spec.Scale),
		"K": strconv.Itoa(params.K), "KTilde": strconv.Itoa(params.KTilde), "Epochs": strconv.Itoa(params.Epochs),
		"Lambda": formatNumber(params.Lambda), "L2": formatNumber(params.L2), "Momentum": formatNumber(params.Momentum),
		"StepA": "1 + beta - x", "StepC": "-beta",
		"Source": buildReadingCode(source, spec.Source, true), "Target": buildReadingCode(target, spec.Target, labelled),
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
		s["Rate"] = formatNumber(params.Rate.Value)
	case model.RatePaper:
		s["Rate"] = "1 / (2 * s2[0] ** 0.5)"
	default:
		s["Rate"] = "min(1 / (2 * s2[0] ** 0.5), 0.9 * min(1, bound / 2) * n / mu[0])"
	}
	if source.Recipe != nil {
		text, _ := json.Marshal(source.Recipe) // all numbers are finite
		s["Recipe"], s["Make"] = strconv.QuoteToASCII(string(text)), PythonMake
	}
	s.setClasses(pair)
	return []byte(s.fillTemplate(fitTemplate)), nil
}

// fillTemplate replaces {{Name}} in text by the value of Name. In {{if Name}}…{{else}}…{{end}} it keeps the
// second part if the value is empty, otherwise the first. {{- removes the blanks and line ends before it.
// fillTemplate is used in place of package text/template, with which the linker would keep every method of
// the program.
func (s scriptValues) fillTemplate(text string) string {
	var b strings.Builder
	shown := []bool{true} // at each depth of {{if}}
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

func checkScript(spec datasets.Spec, pair *datasets.Pair, problem *model.Problem) error {
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
			why = "is not a text file such as CSV, but a script reads words and missing values only from text files"
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
		if why == "" && !layout.IsFileUnchanged(path) {
			return newChangedError(path)
		}
		if why != "" {
			return fmt.Errorf("a script reads whole files of text, NPY or NPZ, but %s %s", path, why)
		}
	}
	if slices.ContainsFunc(pair.ClassNames, func(name string) bool { return !utf8.ValidString(name) }) {
		return errors.New("a script can't have class names that are not UTF-8")
	}
	if len(problem.Src.Drowned)+len(problem.Tgt.Drowned) > 0 {
		return errors.New("the scales of the features differ too much for a script to compute the same digits: use --standardize source")
	}
	return nil
}

// featureCount leaves out the constant.
func featureCount(l datasets.Layout) int {
	if l.Recipe != nil {
		return len(l.Recipe.Names())
	}
	return len(l.Features)
}

// fittedMatrixName returns the name that the script gives to the matrix that determines the target's change
// of scale, or "" if there is no change.
func fittedMatrixName(fit datasets.ScaleFit) string {
	return map[datasets.ScaleFit]string{datasets.FitSource: "Phi", datasets.FitDomain: "Psi"}[fit]
}

// setClasses sets the entries Classes and Label. Label is a Python expression for the class of a label v: a
// number if all classes are numbers, otherwise a text.
func (s scriptValues) setClasses(pair *datasets.Pair) {
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

func buildReadingCode(l datasets.Layout, path string, labelled bool) string {
	features, label := buildIndexExpression(l.Features), "None"
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

func buildIndexExpression(positions []int) string {
	var parts []string
	for i := 0; i < len(positions); {
		end := i + 1
		for end < len(positions) && positions[end] == positions[end-1]+1 {
			end++
		}
		parts = append(parts, fmt.Sprintf("%d:%d", positions[i], positions[end-1]+1))
		i = end
	}
	return "np.r_[" + strings.Join(parts, ", ") + "]"
}

func formatNumber(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
