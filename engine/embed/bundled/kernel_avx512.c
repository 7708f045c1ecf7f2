// AVX-512 with VNNI: one instruction multiplies and adds a quad in each of 16 columns.
#if defined(__x86_64__)
#include <immintrin.h>

#include "layout.h"

#if defined(__clang__)
#pragma clang attribute push(                                                       \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,fma"))), \
    apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,fma,prefer-vector-width=512")
#endif

#define ENCODE octavo_encode_avx512
#define LANES 16
#define TILE_ROWS 12
#include "lanes.h"

static inline floats fused(floats a, floats b, floats c) { return _mm512_fmadd_ps(a, b, c); }

static inline ints add_quads(ints sum, ints activations, ints weights) {
    return (ints)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)activations, (__m512i)weights);
}

static inline void store_bytes(uint8_t *p, ints v) {
    _mm_storeu_si128((__m128i *)p, _mm512_cvtepi32_epi8((__m512i)v));
}

#include "encoder.h"

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
