// Package plain is the explorer as a conversation in lines of text, for screen readers and pipes.
// [Talk] reads one command per line, passes the command to a frame.Host and answers with lines of
// plain words. A [Conversation] has the input and output of Talk.
//
// Views and their lines come from package frame, controls from package session, the pairs to open
// from package overlay/opener, and the terms that the command words explains from package
// overlay/help. To add a command, add a row to the function commands in command.go.
package plain
