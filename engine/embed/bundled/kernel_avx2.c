// AVX2: products of neighbours are added in 16 bits, which weights within +-63 never saturate.
#if defined(__x86_64__)
#include <immintrin.h>

#include "layout.h"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

#define ENCODE octavo_encode_avx2
#define LANES 8
#define TILE_ROWS 6
#include "lanes.h"

static inline floats fused(floats a, floats b, floats c) { return _mm256_fmadd_ps(a, b, c); }

static inline ints add_quads(ints sum, ints activations, ints weights) {
    __m256i pairs = _mm256_maddubs_epi16((__m256i)activations, (__m256i)weights);
    return sum + (ints)_mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

static inline void store_bytes(uint8_t *p, ints v) {
    __m128i low = _mm256_castsi256_si128((__m256i)v);
    __m128i words = _mm_packs_epi32(low, _mm256_extracti128_si256((__m256i)v, 1));
    _mm_storel_epi64((__m128i *)p, _mm_packus_epi16(words, words));
}

#include "encoder.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
