#include "textflag.h"

// A tile of C stays in registers while the sum goes on; in the end C ← C + α·tile.
// At each step of the sum a row of B is loaded, and every entry of a column of A is
// broadcast and multiplied by it.

// AVX2: Y4 to Y15 hold 4 rows of 3 vectors.

#define ROW2(off, a, c0, c1, c2) \
	VBROADCASTSD off(SI), a \
	VFMADD231PD Y0, a, c0 \
	VFMADD231PD Y1, a, c1 \
	VFMADD231PD Y2, a, c2

#define STEP2(ao, bo) \
	VMOVUPD (bo+0)(DI), Y0 \
	VMOVUPD (bo+32)(DI), Y1 \
	VMOVUPD (bo+64)(DI), Y2 \
	ROW2(ao+0, Y3, Y4, Y5, Y6) \
	ROW2(ao+8, Y3, Y7, Y8, Y9) \
	ROW2(ao+16, Y3, Y10, Y11, Y12) \
	ROW2(ao+24, Y3, Y13, Y14, Y15)

#define OUT2(c0, c1, c2) \
	VFMADD213PD (DX), Y0, c0 \
	VFMADD213PD 32(DX), Y0, c1 \
	VFMADD213PD 64(DX), Y0, c2 \
	VMOVUPD c0, (DX) \
	VMOVUPD c1, 32(DX) \
	VMOVUPD c2, 64(DX) \
	ADDQ R8, DX

// func tile4x12(steps int, alpha float64, a, b, c *float64, stride int)
TEXT ·tile4x12(SB), NOSPLIT, $0-48
	MOVQ steps+0(FP), CX
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), DI
	MOVQ c+32(FP), DX
	MOVQ stride+40(FP), R8
	SHLQ $3, R8
	VXORPD Y4, Y4, Y4
	VXORPD Y5, Y5, Y5
	VXORPD Y6, Y6, Y6
	VXORPD Y7, Y7, Y7
	VXORPD Y8, Y8, Y8
	VXORPD Y9, Y9, Y9
	VXORPD Y10, Y10, Y10
	VXORPD Y11, Y11, Y11
	VXORPD Y12, Y12, Y12
	VXORPD Y13, Y13, Y13
	VXORPD Y14, Y14, Y14
	VXORPD Y15, Y15, Y15
	LEAQ (DX)(R8*2), R9
	PREFETCHT0 (DX)
	PREFETCHT0 88(DX)
	PREFETCHT0 (DX)(R8*1)
	PREFETCHT0 88(DX)(R8*1)
	PREFETCHT0 (R9)
	PREFETCHT0 88(R9)
	PREFETCHT0 (R9)(R8*1)
	PREFETCHT0 88(R9)(R8*1)
	MOVQ CX, BX
	SHRQ $2, BX
	JZ   tail
	PCALIGN $32
loop:
	STEP2(0, 0)
	STEP2(32, 96)
	STEP2(64, 192)
	STEP2(96, 288)
	ADDQ $128, SI
	ADDQ $384, DI
	DECQ BX
	JNZ  loop
tail:
	ANDQ $3, CX
	JZ   done
rest:
	STEP2(0, 0)
	ADDQ $32, SI
	ADDQ $96, DI
	DECQ CX
	JNZ  rest
done:
	VBROADCASTSD alpha+8(FP), Y0
	OUT2(Y4, Y5, Y6)
	OUT2(Y7, Y8, Y9)
	OUT2(Y10, Y11, Y12)
	OUT2(Y13, Y14, Y15)
	VZEROUPPER
	RET

// AVX-512: Z8 to Z31 hold 8 rows of 3 vectors.

#define ROW5(off, a, c0, c1, c2) \
	VBROADCASTSD off(SI), a \
	VFMADD231PD Z0, a, c0 \
	VFMADD231PD Z1, a, c1 \
	VFMADD231PD Z2, a, c2

#define STEP5(ao, bo) \
	VMOVUPD (bo+0)(DI), Z0 \
	VMOVUPD (bo+64)(DI), Z1 \
	VMOVUPD (bo+128)(DI), Z2 \
	ROW5(ao+0, Z3, Z8, Z9, Z10) \
	ROW5(ao+8, Z4, Z11, Z12, Z13) \
	ROW5(ao+16, Z5, Z14, Z15, Z16) \
	ROW5(ao+24, Z6, Z17, Z18, Z19) \
	ROW5(ao+32, Z3, Z20, Z21, Z22) \
	ROW5(ao+40, Z4, Z23, Z24, Z25) \
	ROW5(ao+48, Z5, Z26, Z27, Z28) \
	ROW5(ao+56, Z6, Z29, Z30, Z31)

#define OUT5(c0, c1, c2) \
	VFMADD213PD (DX), Z0, c0 \
	VFMADD213PD 64(DX), Z0, c1 \
	VFMADD213PD 128(DX), Z0, c2 \
	VMOVUPD c0, (DX) \
	VMOVUPD c1, 64(DX) \
	VMOVUPD c2, 128(DX) \
	ADDQ R8, DX

#define ZERO3(c0, c1, c2) \
	VPXORQ c0, c0, c0 \
	VPXORQ c1, c1, c1 \
	VPXORQ c2, c2, c2

#define TOUCH(r) \
	PREFETCHT0 (r) \
	PREFETCHT0 64(r) \
	PREFETCHT0 128(r) \
	PREFETCHT0 184(r) \
	ADDQ R8, r

// func tile8x24(steps int, alpha float64, a, b, c *float64, stride int)
TEXT ·tile8x24(SB), NOSPLIT, $0-48
	MOVQ steps+0(FP), CX
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), DI
	MOVQ c+32(FP), DX
	MOVQ stride+40(FP), R8
	SHLQ $3, R8
	ZERO3(Z8, Z9, Z10)
	ZERO3(Z11, Z12, Z13)
	ZERO3(Z14, Z15, Z16)
	ZERO3(Z17, Z18, Z19)
	ZERO3(Z20, Z21, Z22)
	ZERO3(Z23, Z24, Z25)
	ZERO3(Z26, Z27, Z28)
	ZERO3(Z29, Z30, Z31)
	MOVQ DX, R9
	TOUCH(R9)
	TOUCH(R9)
	TOUCH(R9)
	TOUCH(R9)
	TOUCH(R9)
	TOUCH(R9)
	TOUCH(R9)
	TOUCH(R9)
	MOVQ CX, BX
	SHRQ $1, BX
	JZ   tail
	PCALIGN $32
loop:
	STEP5(0, 0)
	STEP5(64, 192)
	ADDQ $128, SI
	ADDQ $384, DI
	DECQ BX
	JNZ  loop
tail:
	ANDQ $1, CX
	JZ   done
	STEP5(0, 0)
done:
	VBROADCASTSD alpha+8(FP), Z0
	OUT5(Z8, Z9, Z10)
	OUT5(Z11, Z12, Z13)
	OUT5(Z14, Z15, Z16)
	OUT5(Z17, Z18, Z19)
	OUT5(Z20, Z21, Z22)
	OUT5(Z23, Z24, Z25)
	OUT5(Z26, Z27, Z28)
	OUT5(Z29, Z30, Z31)
	VZEROUPPER
	RET
