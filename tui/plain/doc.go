// Package plain is the explorer without a screen, for screen readers and pipes. [Talk] reads one
// command per line, passes it to a frame.Host and answers with lines of plain words. A
// [Conversation] has the input and output of Talk.
//
// Views and their lines come from package frame, controls from package session, the pairs to open
// from package overlay/opener, and the terms that the command words explains from package
// overlay/help. To add a command, add a row to the function commands in command.go.
package plain
