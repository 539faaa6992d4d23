//go:build race

package model

// slowdown is how much slower the race detector makes things, at most.
const slowdown = 20
