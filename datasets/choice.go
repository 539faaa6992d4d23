package datasets

import (
	"cmp"
	"encoding/csv"
	"slices"
	"strings"

	"larui/datasets/recipe"
	"larui/datasets/table"
	"larui/datasets/wording"
)

// A ColumnUse says how a column is used.
type ColumnUse string

const (
	UseLabel   ColumnUse = "label"
	UseFeature ColumnUse = "feature" // a number as it is
	UseEncode  ColumnUse = "encode"  // a feature for each word
	UseDates   ColumnUse = "dates"   // features of a date, or of another kind that recipe reads
	UseID      ColumnUse = "id"      // not a feature, copied to each prediction
	UseDrop    ColumnUse = "drop"    // left out
)

// fill returns how gaps of a column with this use are filled: way for numbers and dates, the most
// frequent level for words, and "" for columns that are not features.
func (u ColumnUse) fill(way string) string {
	switch u {
	case UseFeature, UseDates:
		return way
	case UseEncode:
		return recipe.Frequent
	}
	return ""
}

// A Choice is a possible use of a column, with the way to fill its gaps; Fill is empty if the
// column has no gaps to fill.
type Choice struct {
	Use  ColumnUse
	Fill string
}

// UseText describes the use of the column in words.
func (c ReviewedColumn) UseText() string {
	text := map[ColumnUse]string{UseLabel: "label", UseFeature: "feature", UseEncode: "one-hot", UseDates: cmp.Or(strings.Join(c.reads.Parts(), ", "), string(UseDates)), UseID: "id", UseDrop: "left out"}[c.Use]
	if c.Fill != "" {
		text += ", gaps: " + c.Fill
	}
	return text
}

// mostEncoded bounds the distinct words of a column that may be encoded.
const mostEncoded = 1000

// choices lists the possible choices for a column: numbers if its fields are numbers, few if it has
// few levels, reads if its fields are dates or the like, gaps if it has gaps.
func choices(numbers, few, reads, gaps bool) (all []Choice) {
	add := func(use ColumnUse, ways ...string) {
		if !gaps {
			ways = []string{""}
		}
		for _, way := range ways {
			all = append(all, Choice{use, way})
		}
	}
	if numbers {
		add(UseFeature, recipe.Median, recipe.Mean, recipe.Frequent)
	}
	if reads {
		add(UseDates, recipe.Median, recipe.Mean, recipe.Frequent)
	}
	if few {
		add(UseEncode, recipe.Frequent)
	}
	return append(all, Choice{Use: UseID}, Choice{Use: UseDrop})
}

// ChangeChoice replaces the choice for column i by a later one in its list of choices: by places later,
// cyclically. An index after the last column stands for the scale of the features. ChangeChoice reports
// whether another choice exists.
func (v *Review) ChangeChoice(i, by int) bool {
	if i == len(v.Columns) {
		const fits = FitDomain + 1
		v.Standardize = ((v.Standardize+ScaleFit(by))%fits + fits) % fits
		return true
	}
	c := &v.Columns[i]
	n, at := len(c.choices), slices.Index(c.choices, Choice{c.Use, c.Fill})
	if n == 0 || n == 1 && at == 0 {
		return false
	}
	if at < 0 && by > 0 {
		at = n - 1
	}
	next := c.choices[((at+by)%n+n)%n]
	c.Use, c.Fill = next.Use, next.Fill
	return true
}

// Spec returns the Spec of the review with options for the choices made.
func (v *Review) Spec() Spec {
	spec := v.given
	spec.Columns = "given"
	spec.Encode = v.named(spec.Encode, UseEncode)
	spec.Dates = v.named(spec.Dates, UseDates)
	spec.ID = v.named(spec.ID, UseID)
	spec.Drop = v.named(spec.Drop, UseDrop)
	spec.Impute = v.ways()
	spec.Standardize = v.Standardize
	chosen := v.columnsMeant(spec.Features)
	for _, c := range v.Columns {
		switch {
		case c.Use == UseLabel:
			spec.Missing, _ = v.missing(c)
			spec.Features = slices.DeleteFunc(slices.Clone(spec.Features), func(ref string) bool { return c.of.IsNamed([]string{ref}, c.at) })
		case c.Use == UseDates && c.reads != recipe.Date && c.reads != "":
			spec.DateOrder = string(c.reads)
		case c.unsaid && len(spec.Features) > 0 && c.Use != UseDrop && !chosen[c.of][c.at]:
			spec.Features = append(slices.Clip(spec.Features), c.ref())
		}
	}
	return spec
}

// SpecWithLabel returns the Spec with column i as the label. It returns false if column i can't be the
// label: the labels are stored apart, or the source has no such column.
func (v *Review) SpecWithLabel(i int) (Spec, bool) {
	was := v.LabelColumn()
	if was < 0 || i == len(v.Columns) || v.Columns[i].of != v.Columns[was].of {
		return v.Spec(), false
	}
	other := *v
	other.Columns = slices.Clone(v.Columns)
	if i != was {
		other.Columns[was].Use = UseFeature
		other.Columns[i].Use, other.Columns[i].Fill = UseLabel, ""
	}
	spec := other.Spec()
	if i != was || v.guessed {
		spec.Label = other.Columns[i].ref()
	}
	return spec, true
}

// CountFeatures counts the columns that become features, and the features made of them. The number of
// features is 0 if rare words share a feature, because only reading the rows settles that.
func (v *Review) CountFeatures() (columns, features int) {
	for _, c := range v.Columns {
		made := recipe.Column{}
		switch c.Use {
		case UseDates:
			made.Read = cmp.Or(c.reads, recipe.Date)
		case UseEncode:
			made.Levels = make([]string, c.distinct)
		case UseFeature:
		default:
			continue
		}
		made.Flag = v.given.KeepGapsFlag && len(c.Gaps) > 0 && c.Gaps[0] != nil && *c.Gaps[0] > 0
		columns, features = columns+1, features+made.Width()
	}
	if v.given.Rare > 0 {
		features = 0
	}
	return columns, features
}

// LabelColumn returns the label column, or −1 if the labels are stored apart.
func (v *Review) LabelColumn() int {
	return slices.IndexFunc(v.Columns, func(c ReviewedColumn) bool { return c.Use == UseLabel })
}

// ref returns the name of the column in options, or its position if the name is not unique.
func (c ReviewedColumn) ref() string {
	name := c.of.PlainName(c.at)
	if at, ok := c.of.Column(name); !ok || at != c.at {
		return c.of.PositionText(c.at)
	}
	return name
}

// columnsMeant returns, for each table, the columns that refs refer to.
func (v *Review) columnsMeant(refs []string) map[*table.Table]map[int]bool {
	meant := map[*table.Table]map[int]bool{}
	for _, c := range v.Columns {
		if meant[c.of] == nil {
			meant[c.of] = c.of.ColumnsNamed(refs)
		}
	}
	return meant
}

// named updates a list of columns from an option, so that it refers to exactly the reviewed columns
// with this use. Entries about other columns stay.
func (v *Review) named(given []string, use ColumnUse) []string {
	known, become := v.columnsMeant(nil), v.columnsMeant(nil)
	for _, c := range v.Columns {
		known[c.of][c.at], become[c.of][c.at] = true, c.Use == use
	}
	list := slices.DeleteFunc(slices.Clone(given), func(ref string) bool {
		any := false
		for t := range known {
			at, ok := t.Column(ref)
			if ok && become[t][at] {
				return false
			}
			any = any || ok && known[t][at]
		}
		return any
	})
	meant := v.columnsMeant(list)
	for _, c := range v.Columns {
		if c.Use != use || meant[c.of][c.at] || c.Use == UseDrop && c.unsaid {
			continue
		}
		list = append(list, c.ref())
		for t := range meant {
			if at, ok := t.Column(c.ref()); ok {
				meant[t][at] = true
			}
		}
	}
	return list
}

// ways returns the items of --impute: the most common way, then exceptions by column name.
func (v *Review) ways() []string {
	counts := map[string]int{}
	filled := false
	for _, c := range v.Columns {
		filled = filled || c.Fill != ""
		if c.Use != UseEncode {
			counts[c.Fill]++
		}
	}
	ways := slices.Clone(v.given.Impute)
	if !filled {
		return ways
	}
	ways = slices.DeleteFunc(ways, func(item string) bool {
		cut := strings.LastIndexByte(item, '=')
		return cut >= 0 && slices.ContainsFunc(v.Columns, func(c ReviewedColumn) bool {
			return c.of.IsNamed([]string{item[:cut]}, c.at) && c.Use != UseEncode && c.Fill != item[cut+1:]
		})
	})
	usual := slices.IndexFunc(ways, func(item string) bool { return !strings.Contains(item, "=") })
	if usual < 0 {
		most := recipe.Median
		for _, way := range recipe.FillMethods() {
			if counts[way] > counts[most] {
				most = way
			}
		}
		usual, ways = len(ways), append(ways, most)
	}
	for _, c := range v.Columns {
		item := c.ref() + "=" + c.Fill
		if c.Use != UseEncode && c.Fill != "" && c.Fill != ways[usual] && !slices.Contains(ways, item) {
			ways = append(ways, item)
		}
	}
	return ways
}

// flagsSince returns the command-line flags that lead from before to after.
func flagsSince(before, after Spec) string {
	var flags []string
	add := func(name string, before, after []string) {
		known := func(item string) bool { return slices.Contains(before, item) }
		if more := slices.DeleteFunc(slices.Clone(after), known); len(more) > 0 {
			var b strings.Builder
			w := csv.NewWriter(&b)
			_ = w.Write(more) // a Builder takes all
			w.Flush()
			flags = append(flags, "--"+name+" "+wording.ShellQuote(strings.TrimSuffix(b.String(), "\n")))
		}
	}
	add("encode", before.Encode, after.Encode)
	add("impute", before.Impute, after.Impute)
	if before.DateOrder != after.DateOrder {
		flags = append(flags, "--date-order "+after.DateOrder)
	}
	add("id", before.ID, after.ID)
	add("drop", before.Drop, after.Drop)
	if before.Decimal != after.Decimal {
		flags = append([]string{"--decimal " + after.Decimal}, flags...)
	}
	if before.Missing != after.Missing {
		flags = append(flags, "--missing "+after.Missing)
	}
	if before.Standardize != after.Standardize {
		flags = append(flags, "--standardize "+[]string{"none", "source", "domain"}[after.Standardize])
	}
	return strings.Join(flags, " ")
}
