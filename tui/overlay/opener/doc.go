// Package opener is the overlay that opens another pair. An [Opener] shows a list, which typing
// narrows, then a [Form] of options, and for files a [Review] of their columns.
//
// Keys and text come in through [Opener.Press] and [Opener.Type], clicks through
// [Opener.ClickAt]. The opener returns a session.Opening, which frame.Host gives to the engine,
// and [Opener.Refuse] shows an error. The caller edits the text; the opener only draws it.
//
// Fields of a form are options of package session; items are pairs of package datasets. New
// options and pairs appear without a change here.
package opener
