// Any processor: vectors of 128 bits, which the compiler lowers to SSE2, NEON or whatever there is.
#include "layout.h"

#define ENCODE octavo_encode_portable
#define LANES 4
#define TILE_ROWS 6
#include "vectors.h"

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
