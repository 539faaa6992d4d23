package recipe

import (
	"slices"
	"strings"
	"time"

	"larui/datasets/table"
	"larui/datasets/wording"
)

const isoDay = "2006-01-02"

// dateParsers returns parsers of unambiguous dates, and of dates with slashes in the given order. An empty
// order means both orders.
func dateParsers(order Kind) []fieldParser {
	all := []fieldParser{
		dateParser(Date),
		dateParser(DayMonth, "2/1/2006", "2/1/2006 15:04", "2/1/2006 15:04:05"),
		dateParser(MonthDay, "1/2/2006", "1/2/2006 15:04", "1/2/2006 15:04:05"),
	}
	return slices.DeleteFunc(all, func(r fieldParser) bool { return order != "" && r.kind != Date && r.kind != order })
}

// dateParser returns a parser of dates in dateLayouts and in layouts.
func dateParser(kind Kind, layouts ...string) fieldParser {
	layouts = slices.Concat(dateLayouts, layouts)
	day := func(field string, _ func(string) (float64, error)) (float64, error) { return parseDay(layouts, field) }
	order := "parts if parts[0] > 31 else parts[::-1]"
	if kind == MonthDay {
		order = `parts if parts[0] > 31 else [parts[2], *parts[:2]] if "/" in v else parts[::-1]`
	}
	python := strings.Replace(dayPython, "ORDER", order, 1)
	return fieldParser{kind, "dates", day, formatDay, []string{"days", "weekday", "month"}, appendDay, python}
}

// dateLayouts are unambiguous; 01/02/2026 is ambiguous.
var dateLayouts = []string{isoDay, "2006-01-02 15:04:05", time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04", "2006/01/02", "2.1.2006"}

const secondsOfDay = 24 * 60 * 60

// parseDay returns the whole days since 1970-01-01 and ignores the time of day.
func parseDay(layouts []string, field string) (float64, error) {
	field = strings.TrimSpace(field)
	if len(field) >= len("2.1.2006") && field[0] >= '0' && field[0] <= '9' {
		for _, layout := range layouts {
			if at, err := time.Parse(layout, field); err == nil {
				year, month, day := at.Date()
				return float64(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / secondsOfDay), nil
			}
		}
	}
	if strings.Count(field, "/") == 2 {
		return 0, table.NewFault(table.ErrNotNumber, "%s is not a date, or its order is unknown: use --date-order day/month or month/day", wording.Excerpt(field))
	}
	return 0, table.NewFault(table.ErrNotNumber, "%s is not a date such as 2026-01-31", wording.Excerpt(field))
}

func timeFromDay(day float64) time.Time { return time.Unix(int64(day)*secondsOfDay, 0).UTC() }

func formatDay(day float64) string { return timeFromDay(day).Format(isoDay) }

// appendDay appends three features to x: the number of days from first to day, the weekday (0 for Monday),
// and the month.
func appendDay(x []float64, day, first float64) []float64 {
	at := timeFromDay(day)
	return append(x, day-first, float64((int(at.Weekday())+6)%7), float64(at.Month()))
}

const dayPython = `
        parts = [int(part) for part in re.findall(r"\d+", v)[:3]]
        epoch, fill = datetime.date(1970, 1, 1), datetime.timedelta(c.get("fill", 0))
        day = epoch + fill if gap else datetime.date(*(ORDER))
        x = [(day - epoch).days - c.get("first", 0), day.weekday(), day.month]
`
