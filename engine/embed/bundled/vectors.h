// Vectors of LANES floats or integers, in the extensions that gcc and clang share. Included once by
// each kernel, which defines LANES.
#include <string.h>

typedef float __attribute__((vector_size(4 * LANES))) floats;
typedef int32_t __attribute__((vector_size(4 * LANES))) ints;
typedef uint32_t __attribute__((vector_size(4 * LANES))) unsigned_ints;
typedef int8_t __attribute__((vector_size(LANES))) bytes;

static inline floats load(const loose_float *p) {
    floats v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline ints load_ints(const void *p) {
    ints v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void store(float *p, floats v) { memcpy(p, &v, sizeof v); }

static inline floats all(float x) { return (floats){0} + x; }

static inline ints all_ints(int32_t x) { return (ints){0} + x; }

// choose takes from a where mask is all ones and from b where it is zero.
static inline floats choose(ints mask, floats a, floats b) {
    return (floats)(((ints)a & mask) | ((ints)b & ~mask));
}

static inline floats larger(floats a, floats b) { return choose(a > b, a, b); }

static inline floats absolute(floats v) { return (floats)((ints)v & 0x7FFFFFFF); }

static inline float sum_of(floats v) {
    float sum = 0;
    for (int i = 0; i < LANES; i++) {
        sum += v[i];
    }
    return sum;
}

static inline float largest_of(floats v) {
    float largest = v[0];
    for (int i = 1; i < LANES; i++) {
        largest = v[i] > largest ? v[i] : largest;
    }
    return largest;
}

// exp_of_negative is e^x for x <= 0, to about one unit in the last place: 2^n times a polynomial
// on |r| <= ln(2)/2, with the coefficients of expf in the Cephes library (Moshier). Below -87 it
// stays at e^-87.
static inline floats exp_of_negative(floats x) {
    x = larger(x, all(-87.0f));
    // The conversion truncates; x is not positive, so subtracting a half rounds to the nearest.
    ints n = __builtin_convertvector(x * 1.44269504f - 0.5f, ints);
    floats whole = __builtin_convertvector(n, floats);
    floats r = x - whole * 0.693359375f + whole * 2.12194440e-4f;
    floats p = all(1.9875691500e-4f);
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1.0f;
    return p * (floats)((n + 127) << 23);
}

// gelu is x/2 * (1 + erf(x / sqrt 2)) with erf from Abramowitz and Stegun 7.1.26, whose error is
// below 1.5e-7.
static inline floats gelu(floats x) {
    floats scaled = x * 0.70710678f;
    ints sign = (ints)scaled & (int32_t)0x80000000;
    floats s = absolute(scaled);
    floats t = 1.0f / (1.0f + 0.3275911f * s);
    floats p = all(1.061405429f);
    p = p * t - 1.453152027f;
    p = p * t + 1.421413741f;
    p = p * t - 0.284496736f;
    p = p * t + 0.254829592f;
    floats erf = 1.0f - p * t * exp_of_negative(-(s * s));
    erf = (floats)((ints)erf | sign);
    return 0.5f * x * (1.0f + erf);
}
