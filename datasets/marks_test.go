package datasets

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestMarks reads marks of missing values beside words and beside numbers, as CSV and as JSON lines. An
// empty field is a gap; a mark is a level among words unless NA names it, and a gap among numbers.
func TestMarks(t *testing.T) {
	marks := []string{"NA", "n/a", "?", "-", "null", "NULL", "None", "none", "nan", "NaN", "NaT", "<NA>", "missing"}
	rapid.Check(t, func(rt *rapid.T) {
		mark := rapid.SampledFrom(marks).Draw(rt, "mark")
		named := rapid.SampledFrom([][]string{nil, {mark}, {"empty"}, {"unknown", mark}}).Draw(rt, "NA")
		rows := rapid.IntRange(6, 20).Draw(rt, "rows")
		isGap := func(word string) bool { return word == "" || slices.Contains(named, word) }
		var csv, lines strings.Builder
		csv.WriteString("k,b,y\n")
		var words, numbers []string
		for i := range rows {
			word := rapid.SampledFrom([]string{"low", "high", mark, ""}).Draw(rt, "word")
			number := rapid.SampledFrom([]string{"1.5", "2.5", mark, ""}).Draw(rt, "number")
			if i < 2 { // a frequent level and a frequent number for sure
				word, number = "low", "1.5"
			}
			words, numbers = append(words, word), append(numbers, number)
			y := []string{"no", "yes"}[i%2]
			csv.WriteString(word + "," + number + "," + y + "\n")
			line, _ := json.Marshal(map[string]any{"k": word, "b": number, "y": y})
			lines.Write(append(line, '\n'))
		}
		frequent := func(fields []string, gap func(string) bool) (fill string, levels []string) {
			counts := map[string]int{}
			for _, field := range fields {
				if !gap(field) {
					counts[field]++
				}
			}
			for field := range counts {
				levels = append(levels, field)
			}
			slices.Sort(levels)
			for _, field := range levels {
				if fill == "" || counts[field] > counts[fill] {
					fill = field
				}
			}
			return fill, levels
		}
		fill, levels := frequent(words, isGap)
		number, _ := frequent(numbers, func(field string) bool { return field == mark || field == "" })
		want := mat.NewDense(rows, len(levels)+1, nil)
		for i := range rows {
			if isGap(words[i]) {
				words[i] = fill
			}
			want.Set(i, slices.Index(levels, words[i]), 1)
			if numbers[i] == mark || numbers[i] == "" {
				numbers[i] = number
			}
			want.Set(i, len(levels), float64(numbers[i][0]-'0')+0.5)
		}
		for name, content := range map[string]string{"a.csv": csv.String(), "a.jsonl": lines.String()} {
			spec := pairSpec(t, map[string]string{name: content}, name, "")
			spec.Encode, spec.Impute, spec.NA, spec.Label, spec.Features = []string{"k"}, []string{"frequent"}, named, "y", []string{"k", "b"}
			if got := mustOpen(t, spec).Source.X; !mat.Equal(got, want) {
				rt.Fatalf("%s of\n%s\nwith NA %q is %v, want %v", name, content, named, mat.Formatted(got), mat.Formatted(want))
			}
		}
	})
}

// TestThousands writes numbers with marks between thousands. With the option they are read exactly; without it
// they are refused with the option's name, or read as fractions with a guess that names it.
func TestThousands(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		mark := rapid.SampledFrom([]string{".", ",", "'", "space"}).Draw(rt, "mark")
		between, decimal := mark, "."
		switch mark {
		case "space":
			between = " "
		case ".":
			decimal = ","
		}
		decimals := rapid.IntRange(0, 2).Draw(rt, "decimals")
		var text strings.Builder
		text.WriteString("a\tb\ty\n")
		var want []float64
		for i := range 8 {
			whole := rapid.IntRange(0, 2_000_000).Draw(rt, "whole")
			if i == 0 {
				whole = 1495
			}
			digits := strconv.Itoa(whole)
			for at := len(digits) - 3; at > 0; at -= 3 {
				digits = digits[:at] + between + digits[at:]
			}
			value := float64(whole)
			if decimals > 0 {
				digits += decimal + strings.Repeat("5", decimals)
				value, _ = strconv.ParseFloat(strconv.Itoa(whole)+"."+strings.Repeat("5", decimals), 64)
			}
			want = append(want, value)
			text.WriteString(digits + "\t" + strconv.Itoa(i*i%7) + "\t" + []string{"no", "yes"}[i%2] + "\n")
		}
		spec := pairSpec(t, map[string]string{"a.tsv": text.String()}, "a.tsv", "")
		spec.Label = "y"
		for _, d := range []string{".", ","} {
			spec.Decimal = d
			pair, err := Open(context.Background(), spec, nil)
			switch {
			case err != nil && strings.Contains(err.Error(), "--thousands"), err != nil && decimals > 0, err != nil && d == ",":
			case err != nil:
				rt.Fatalf("%s is refused by %v", text.String(), err)
			case !slices.ContainsFunc(pair.Guesses, func(g string) bool { return strings.Contains(g, "--thousands") }):
				rt.Fatalf("%s is read as %v without a word", text.String(), mat.Col(nil, 0, pair.Source.X))
			}
		}
		spec.Decimal, spec.Thousands = ".", mark
		if got := mat.Col(nil, 0, mustOpen(t, spec).Source.X); !slices.Equal(got, want) {
			rt.Fatalf("%s with --thousands %s is %v, want %v", text.String(), mark, got, want)
		}
	})
}

// TestNotations writes a column of truths or percentages. It is read as numbers where source and target are
// written alike. A gap, an odd value and a target in another notation are refused in one line.
func TestNotations(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		truths, comma := rapid.Bool().Draw(rt, "truths"), rapid.Bool().Draw(rt, "comma")
		flaw := rapid.SampledFrom([]string{"", "gap", "odd", "target"}).Draw(rt, "flaw")
		rows := rapid.IntRange(4, 12).Draw(rt, "rows")
		var want []float64
		write := func(plain bool) (text string) {
			text = "k;x;y\n"
			for i := range rows {
				value := float64(rapid.IntRange(-99, 9999).Draw(rt, "value")) / 100
				field := strconv.FormatFloat(value, 'f', -1, 64)
				if truths {
					value = float64(rapid.IntRange(0, 1).Draw(rt, "value"))
					field = strconv.Itoa(int(value))
				}
				want = append(want, value)
				switch {
				case plain:
				case truths:
					field = [][]string{{"FALSE", "False", "false"}, {"TRUE", "True", " true "}}[int(value)][rapid.IntRange(0, 2).Draw(rt, "case")]
				default:
					field += rapid.SampledFrom([]string{"%", " %"}).Draw(rt, "sign")
				}
				if comma {
					field = strings.Replace(field, ".", ",", 1)
				}
				text += field + ";" + strconv.Itoa(i*i%7) + ";" + []string{"TRUE", "FALSE"}[i%2] + "\n"
			}
			return text
		}
		source := write(false)
		target := write(flaw == "target")
		at := strings.Index(source, "\n") + 1
		end := at + strings.Index(source[at:], ";")
		switch flaw {
		case "gap":
			source = source[:at] + source[end:]
		case "odd":
			source = source[:at] + rapid.SampledFrom([]string{"7", "yes", "7 $", "%"}).Draw(rt, "odd") + source[end:]
		}
		spec := pairSpec(t, map[string]string{"a.csv": source, "b.csv": target}, "a.csv", "b.csv")
		if comma {
			spec.Decimal = ","
		}
		pair, err := Open(context.Background(), spec, nil)
		if flaw != "" {
			if err == nil || strings.Contains(err.Error(), "\n") {
				rt.Fatalf("%s: %v\n%s", flaw, err, source)
			}
			if flaw == "target" && !strings.Contains(err.Error(), "but the first rows of the source") {
				rt.Fatal(err)
			}
			spec.Impute = []string{"mean"}
			if flaw != "gap" {
				return
			}
			want[0] = 0
			for _, v := range want[1:rows] {
				want[0] += v / float64(rows-1)
			}
			pair, err = Open(context.Background(), spec, nil)
		}
		if err != nil {
			rt.Fatalf("%v\n%s", err, source)
		}
		got := append(mat.Col(nil, 0, pair.Source.X), mat.Col(nil, 0, pair.Target.X)...)
		if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12*max(1, math.Abs(b)) }) {
			rt.Fatalf("%v, want %v, of\n%s", got, want, source)
		}
		checkNotes(t, pair, map[bool]string{true: `column "k" has TRUE and FALSE`, false: `column "k" has percentages`}[truths])
		if !slices.Equal(pair.ClassNames, []string{"FALSE", "TRUE"}) {
			rt.Fatal(pair.ClassNames)
		}
		review, err := InspectPair(context.Background(), spec, nil)
		if err != nil || review.Columns[0].Use != UseFeature || review.Columns[0].Problem != "" || review.Flags != "" {
			rt.Fatalf("%+v, %v", review, err)
		}
	})
}
