package tui

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"larui/datasets"
)

// A specFlag is a flag of the command line that sets a field of datasets.Spec,
// controls aside.
type specFlag struct {
	name, field string
	// files tells that pairs read from files use it; for others Info.Adjustable says.
	files bool
}

func specFlagTable() []specFlag {
	return []specFlag{
		{"source", "Source", true}, {"target", "Target", true}, {"validation", "Validation", true},
		{"label", "Label", true}, {"features", "Features", true}, {"drop", "Drop", true},
		{"task", "Task", true}, {"standardize", "Standardize", true}, {"scale", "Scale", true},
		{"scale-label", "ScaleLabel", true}, {"data", "Data", false}, {"classes", "Classes", false},
		{"target-split", "TargetSplit", false}, {"raw", "Raw", false}, {"bias", "Bias", true},
		{"validation-size", "ValidationSize", true},
	}
}

// adjustable names the fields of datasets.Spec that the pair called name uses.
func adjustable(name string) []string {
	var fields []string
	if name == datasets.FilesName {
		fields = append(fields, "Seed")
		for _, f := range specFlagTable() {
			if f.files {
				fields = append(fields, f.field)
			}
		}
	}
	for _, info := range datasets.List() {
		if info.Name != name {
			continue
		}
		fields = slices.Clone(info.Adjustable)
		if !info.BuiltIn {
			fields = append(fields, "Data")
		}
	}
	return fields
}

func knownFlag(name string) bool {
	if _, ok := ControlByName(name); ok {
		return true
	}
	return name == "no-bias" || name == "no-cache" ||
		slices.ContainsFunc(specFlagTable(), func(f specFlag) bool { return f.name == name })
}

// isSwitch tells whether a flag may stand without a value.
func isSwitch(name string) bool {
	return slices.Contains([]string{"no-bias", "no-cache", "bias", "raw", "scale-label", "keep-implicit", "nesterov"}, name)
}

func isTrue(text string) bool {
	v, err := strconv.ParseBool(text)
	return err == nil && v
}

// put sets the field to what text says.
func (f specFlag) put(spec *datasets.Spec, text string) error {
	wrong := func(want string) error { return fmt.Errorf("%w: %s %q is not %s", ErrValue, f.name, text, want) }
	switch field := reflect.ValueOf(spec).Elem().FieldByName(f.field).Addr().Interface().(type) {
	case *string:
		*field = text
		if slices.Contains([]string{"Source", "Target", "Validation", "Data"}, f.field) {
			*field = expandHome(text)
		}
	case *bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return wrong("true or false")
		}
		*field = v
	case *int:
		v, err := strconv.Atoi(text)
		if err != nil {
			return wrong("a whole number")
		}
		*field = v
	case *[]string:
		names, err := splitCSV(text)
		if err != nil {
			return wrong("a list of names such as a,b")
		}
		*field = names
	case *[]int:
		*field = nil
		for part := range strings.SplitSeq(text, ",") {
			v, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil && strings.TrimSpace(text) != "" {
				return wrong("a list of whole numbers such as 3,8")
			}
			if err == nil {
				*field = append(*field, v)
			}
		}
	case *datasets.Fit:
		at := slices.Index([]string{"none", "source", "domain"}, text)
		if at < 0 {
			return wrong("none, source or domain")
		}
		*field = []datasets.Fit{datasets.FitNone, datasets.FitSource, datasets.FitDomain}[at]
	}
	return nil
}
