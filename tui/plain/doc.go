// Package plain is the explorer without a screen, for screen readers and pipes. [Talk] reads
// commands, a line each, runs them on a frame.Host and answers with the lines of its views.
//
// To add a command, add a row to the table in command.go. Controls, pairs and views come from
// the packages session, opener and frame.
package plain
