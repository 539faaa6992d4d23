//go:build !race

package model

// slowdown is how much slower than usual things are.
const slowdown = 1
