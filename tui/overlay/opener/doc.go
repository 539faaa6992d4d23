// Package opener is the overlay that opens another pair: a list to choose from,
// narrowed by typing, and a form for a pair that has to be told more.
//
// Keys and text come in through [Opener.Press] and [Opener.Type], clicks through
// [Opener.ClickAt]; what comes out is a session.Opening, which frame.Host asks the engine
// for. Where that fails, [Opener.Refuse] goes to the field that can mend it. The line
// editor that keys reach is the program's; the opener only knows the text and where in
// it typing goes.
//
//	opener.go     what keys do in the list and in the form
//	list.go       moving through a list of which only some rows have room
//	item.go       what stands in the list
//	form.go       the fields of a pair, and what is wrong with them
//	complete.go   what Tab makes of a path or a choice
//	review.go     the columns of files, before these are opened
//	draw.go       both of them on a grid
//	recents.go    the files that were opened before
//
// The fields of a form are rows of the table of options in package session: an option
// that is added there appears by itself. A pair that is added to package datasets is
// listed by itself.
package opener
