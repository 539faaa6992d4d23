#include "textflag.h"

// Four rows of a row-major matrix in R8 to R11, AX the column, CX their number, a multiple
// of 8 (these loops take 4 at a time).

#define ROWS \
	MOVQ n+0(FP), CX \
	MOVQ a+8(FP), R8 \
	MOVQ stride+16(FP), BX \
	LEAQ (R8)(BX*8), R9 \
	LEAQ (R9)(BX*8), R10 \
	LEAQ (R10)(BX*8), R11 \
	XORQ AX, AX

#define CLEAR \
	VXORPD Y4, Y4, Y4 \
	VXORPD Y5, Y5, Y5 \
	VXORPD Y6, Y6, Y6 \
	VXORPD Y7, Y7, Y7

// The sums of Y4 to Y7, each, in Y4.
#define SUMS \
	VHADDPD Y5, Y4, Y4 \
	VHADDPD Y7, Y6, Y6 \
	VPERM2F128 $0x21, Y6, Y4, Y8 \
	VBLENDPD $12, Y6, Y4, Y4 \
	VADDPD Y8, Y4, Y4

#define FACTORS(from) \
	VBROADCASTSD (from), Y0 \
	VBROADCASTSD 8(from), Y1 \
	VBROADCASTSD 16(from), Y2 \
	VBROADCASTSD 24(from), Y3

#define NEXT \
	ADDQ $4, AX \
	CMPQ AX, CX \
	JLT  loop

// func dots4(n int, a *float64, stride int, x, out *float64)
TEXT ·dots4(SB), NOSPLIT, $0-40
	ROWS
	MOVQ x+24(FP), SI
	CLEAR
	PCALIGN $32
loop:
	VMOVUPD (SI)(AX*8), Y10
	VFMADD231PD (R8)(AX*8), Y10, Y4
	VFMADD231PD (R9)(AX*8), Y10, Y5
	VFMADD231PD (R10)(AX*8), Y10, Y6
	VFMADD231PD (R11)(AX*8), Y10, Y7
	NEXT
	SUMS
	MOVQ out+32(FP), DX
	VMOVUPD Y4, (DX)
	VZEROUPPER
	RET

// func axpys4(n int, a *float64, stride int, c, y *float64)
TEXT ·axpys4(SB), NOSPLIT, $0-40
	ROWS
	MOVQ c+24(FP), SI
	MOVQ y+32(FP), DI
	FACTORS(SI)
	PCALIGN $32
loop:
	VMOVUPD (DI)(AX*8), Y11
	VFMADD231PD (R8)(AX*8), Y0, Y11
	VFMADD231PD (R9)(AX*8), Y1, Y11
	VFMADD231PD (R10)(AX*8), Y2, Y11
	VFMADD231PD (R11)(AX*8), Y3, Y11
	VMOVUPD Y11, (DI)(AX*8)
	NEXT
	VZEROUPPER
	RET

#define BOTH(row, factor, sum) \
	VMOVUPD (row)(AX*8), Y12 \
	VFMADD231PD Y12, Y10, sum \
	VFMADD231PD Y12, factor, Y11

// func both4(n int, a *float64, stride int, x, y, c, out *float64)
TEXT ·both4(SB), NOSPLIT, $0-56
	ROWS
	MOVQ x+24(FP), SI
	MOVQ y+32(FP), DI
	MOVQ c+40(FP), DX
	FACTORS(DX)
	CLEAR
	PCALIGN $32
loop:
	VMOVUPD (SI)(AX*8), Y10
	VMOVUPD (DI)(AX*8), Y11
	BOTH(R8, Y0, Y4)
	BOTH(R9, Y1, Y5)
	BOTH(R10, Y2, Y6)
	BOTH(R11, Y3, Y7)
	VMOVUPD Y11, (DI)(AX*8)
	NEXT
	SUMS
	MOVQ out+48(FP), DX
	VMOVUPD Y4, (DX)
	VZEROUPPER
	RET
