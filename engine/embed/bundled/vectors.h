// Arithmetic on vectors, in the extensions that gcc and clang share. Included once by each kernel,
// which defines the types of LANES elements by lanes.h, and
//   fused  a * b + c, rounded once
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

static inline float largest_of(floats v) {
    float largest = v[0];
    for (int i = 1; i < LANES; i++) {
        largest = v[i] > largest ? v[i] : largest;
    }
    return largest;
}

// sum_of_row and sum_of_squares add a row of a multiple of SUMS elements as that many sums, so that
// they round alike whatever LANES is.
enum { SUMS = 16 };

static inline float total(const floats *sums) {
    float lanes[SUMS], sum = 0;
    memcpy(lanes, sums, sizeof lanes);
    for (int i = 0; i < SUMS; i++) {
        sum += lanes[i];
    }
    return sum;
}

static inline float sum_of_row(const float *row, int width) {
    floats sums[SUMS / LANES] = {0};
    for (int i = 0; i < width; i += SUMS) {
        for (int j = 0; j < SUMS / LANES; j++) {
            sums[j] += load(row + i + j * LANES);
        }
    }
    return total(sums);
}

static inline float sum_of_squares(const float *row, int width) {
    floats sums[SUMS / LANES] = {0};
    for (int i = 0; i < width; i += SUMS) {
        for (int j = 0; j < SUMS / LANES; j++) {
            floats v = load(row + i + j * LANES);
            sums[j] = fused(v, v, sums[j]);
        }
    }
    return total(sums);
}

// exp_of_negative is e^x for x <= 0, to about one unit in the last place: 2^n times a polynomial
// on |r| <= ln(2)/2, with the coefficients of expf in the Cephes library (Moshier). Below -87 it
// stays at e^-87.
static inline floats exp_of_negative(floats x) {
    x = larger(x, all(-87.0f));
    // The conversion truncates; x is not positive, so subtracting a half rounds to the nearest.
    ints n = __builtin_convertvector(fused(x, all(1.44269504f), all(-0.5f)), ints);
    floats whole = __builtin_convertvector(n, floats);
    floats r = fused(whole, all(2.12194440e-4f), fused(whole, all(-0.693359375f), x));
    floats p = all(1.9875691500e-4f);
    p = fused(p, r, all(1.3981999507e-3f));
    p = fused(p, r, all(8.3334519073e-3f));
    p = fused(p, r, all(4.1665795894e-2f));
    p = fused(p, r, all(1.6666665459e-1f));
    p = fused(p, r, all(5.0000001201e-1f));
    p = fused(p, r * r, r + 1.0f);
    return p * (floats)((n + 127) << 23);
}

// gelu is x/2 * (1 + erf(x / sqrt 2)) with erf from Abramowitz and Stegun 7.1.26, whose error is
// below 1.5e-7.
static inline floats gelu(floats x) {
    floats scaled = x * 0.70710678f;
    ints sign = (ints)scaled & (int32_t)0x80000000;
    floats s = absolute(scaled);
    floats t = 1.0f / fused(all(0.3275911f), s, all(1.0f));
    floats p = all(1.061405429f);
    p = fused(p, t, all(-1.453152027f));
    p = fused(p, t, all(1.421413741f));
    p = fused(p, t, all(-0.284496736f));
    p = fused(p, t, all(0.254829592f));
    floats erf = fused(-(p * t), exp_of_negative(-(s * s)), all(1.0f));
    erf = (floats)((ints)erf | sign);
    floats half = 0.5f * x;
    return fused(half, erf, half);
}
