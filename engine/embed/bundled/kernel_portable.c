// Any processor: vectors of 128 bits, which the compiler lowers to SSE2, NEON or whatever there is.
#if defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "layout.h"

#define ENCODE octavo_encode_portable
#define LANES 4
#define TILE_ROWS 6
#include "lanes.h"

#if defined(__aarch64__)
static inline floats fused(floats a, floats b, floats c) {
    return (floats)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}
#else
typedef double __attribute__((vector_size(8 * LANES))) doubles;
typedef int64_t __attribute__((vector_size(8 * LANES))) longs;

// A product of floats is exact in double. The sum is rounded to odd, so that rounding it again to
// float gives what one rounding would have given (Boldo and Melquiond 2008).
static inline floats fused(floats a, floats b, floats c) {
    doubles product = __builtin_convertvector(a, doubles) * __builtin_convertvector(b, doubles);
    doubles addend = __builtin_convertvector(c, doubles);
    doubles sum = product + addend;
    doubles part = sum - product;
    doubles error = (product - (sum - part)) + (addend - part);
    longs is_inexact = error != 0, points_outward = (error > 0) == (sum > 0);
    longs step = (points_outward & 2) - 1;  // in units of the last place, away from zero
    longs is_even = ((longs)sum & 1) - 1;
    longs odd = (longs)sum + (step & is_inexact & is_even);
    return __builtin_convertvector((doubles)odd, floats);
}
#endif

typedef int16_t __attribute__((vector_size(16))) shorts;
typedef uint16_t __attribute__((vector_size(16))) unsigned_shorts;

// Each 16-bit lane holds two bytes; the sum of both products fits it because weights are within
// +-63. Then neighbouring lanes are added in 32 bits.
static inline ints add_quads(ints sum, ints activations, ints weights) {
    shorts even = (shorts)((unsigned_shorts)activations & 0xFF);
    shorts odd = (shorts)((unsigned_shorts)activations >> 8);
    shorts even_weights = (shorts)((unsigned_shorts)weights << 8) >> 8;
    shorts odd_weights = (shorts)weights >> 8;
    ints pairs = (ints)(even * even_weights + odd * odd_weights);
    return sum + ((ints)((unsigned_ints)pairs << 16) >> 16) + (pairs >> 16);
}

static inline void store_bytes(uint8_t *p, ints v) {
    for (int i = 0; i < LANES; i++) {
        p[i] = (uint8_t)v[i];
    }
}

#include "encoder.h"
