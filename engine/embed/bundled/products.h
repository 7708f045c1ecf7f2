// Matrix products: of 8-bit integers with the weights of a model, of floats within attention.
// Included once by each kernel, which defines LANES and TILE_ROWS.

#define ALWAYS_INLINE static inline __attribute__((always_inline))

// A tile is a few rows by two vectors of columns, held in registers. Its row count must be a
// constant where it is used, hence a switch over the counts.
#define CASE(n, call) \
    case n:           \
        call(n);      \
        break;
#if TILE_ROWS > 6
#define MORE_CASES(call) \
    CASE(7, call) CASE(8, call) CASE(9, call) CASE(10, call) CASE(11, call) CASE(12, call)
#else
#define MORE_CASES(call)
#endif
#define WITH_CONSTANT(count, call)                                                     \
    switch (count) {                                                                   \
        CASE(1, call) CASE(2, call) CASE(3, call) CASE(4, call) CASE(5, call) CASE(6, call) \
        MORE_CASES(call)                                                               \
    }
#define EACH_ROW _Pragma("GCC unroll 12") for (int row = 0; row < rows; row++)

enum { TILE_COLUMNS = 2 * LANES };

static inline int least(int a, int b) { return a < b ? a : b; }

// quantize rounds rows of activations to 1..255 with 128 for zero; row i is about
// row_scale[i] * (quantized - 128).
static void quantize(const float *rows, int count, int width, uint8_t *quantized,
                     float *row_scale) {
    for (int i = 0; i < count; i++, rows += width, quantized += width) {
        floats most = all(0);
        for (int j = 0; j < width; j += LANES) {
            most = larger(absolute(load(rows + j)), most);
        }
        float largest = largest_of(most);
        float inverse = largest > 0 ? 127.0f / largest : 0;
        row_scale[i] = largest / 127.0f;
        for (int j = 0; j < width; j += LANES) {
            floats shifted = fused(load(rows + j), all(inverse), all(128.5f));
            store_bytes(quantized + j, __builtin_convertvector(shifted, ints));
        }
    }
}

// integer_tile writes `rows` rows and TILE_COLUMNS columns, from `column` on, of a product.
ALWAYS_INLINE void integer_tile(const int rows, const struct matrix *m, int column,
                                const uint8_t *activations, const float *row_scale, float *out) {
    int inputs = m->inputs;
    const int8_t *panels[2];
    for (int half = 0; half < 2; half++) {
        int first = column + half * LANES;
        panels[half] = m->quads + (size_t)(first / PANEL) * PANEL * inputs + first % PANEL * QUAD;
    }
    ints left[TILE_ROWS], right[TILE_ROWS];
    EACH_ROW { left[row] = right[row] = all_ints(0); }
    for (int k = 0; k < inputs; k += QUAD) {
        ints left_weights = load_ints(panels[0] + (size_t)k * PANEL);
        ints right_weights = load_ints(panels[1] + (size_t)k * PANEL);
        EACH_ROW {
            int32_t quad;
            memcpy(&quad, activations + (size_t)row * inputs + k, sizeof quad);
            left[row] = add_quads(left[row], all_ints(quad), left_weights);
            right[row] = add_quads(right[row], all_ints(quad), right_weights);
        }
    }
    floats left_scale = load(m->scale + column), right_scale = load(m->scale + column + LANES);
    floats left_bias = load(m->bias + column), right_bias = load(m->bias + column + LANES);
    ints left_offset = load_ints(m->offset + column);
    ints right_offset = load_ints(m->offset + column + LANES);
    EACH_ROW {
        floats l = __builtin_convertvector(left[row] - left_offset, floats);
        floats r = __builtin_convertvector(right[row] - right_offset, floats);
        float *at = out + (size_t)row * m->columns + column;
        store(at, fused(l, left_scale * row_scale[row], left_bias));
        store(at + LANES, fused(r, right_scale * row_scale[row], right_bias));
    }
}

// multiply writes count rows of m->columns: the product of quantized activations with a matrix.
static void multiply(const struct matrix *m, const uint8_t *activations, const float *row_scale,
                     int count, float *out) {
    // Rows are taken in blocks that stay in the second-level cache while all columns pass.
    enum { BLOCK = 192 };
    for (int begin = 0; begin < count; begin += BLOCK) {
        int end = least(begin + BLOCK, count);
        for (int column = 0; column < m->columns; column += TILE_COLUMNS) {
            for (int i = begin; i < end; i += TILE_ROWS) {
#define TILE(n)                                                                         \
    integer_tile(n, m, column, activations + (size_t)i * m->inputs, row_scale + i, \
                 out + (size_t)i * m->columns)
                WITH_CONSTANT(least(end - i, TILE_ROWS), TILE)
#undef TILE
            }
        }
    }
}

// float_tile is integer_tile for floats: panel is [inputs][TILE_COLUMNS].
ALWAYS_INLINE void float_tile(const int rows, const float *in, int in_stride, const float *panel,
                              int inputs, float *out, int out_stride) {
    floats left[TILE_ROWS], right[TILE_ROWS];
    EACH_ROW { left[row] = right[row] = all(0); }
    for (int k = 0; k < inputs; k++) {
        floats left_panel = load(panel + (size_t)k * TILE_COLUMNS);
        floats right_panel = load(panel + (size_t)k * TILE_COLUMNS + LANES);
        EACH_ROW {
            floats x = all(in[(size_t)row * in_stride + k]);
            left[row] = fused(x, left_panel, left[row]);
            right[row] = fused(x, right_panel, right[row]);
        }
    }
    EACH_ROW {
        store(out + (size_t)row * out_stride, left[row]);
        store(out + (size_t)row * out_stride + LANES, right[row]);
    }
}

// multiply_floats writes count rows of the product of in with panels of [inputs][TILE_COLUMNS].
static void multiply_floats(const float *in, int in_stride, int count, const float *panels,
                            int inputs, int columns, float *out, int out_stride) {
    for (int column = 0; column < columns; column += TILE_COLUMNS) {
        const float *panel = panels + (size_t)column * inputs;
        for (int i = 0; i < count; i += TILE_ROWS) {
#define TILE(n)                                                                     \
    float_tile(n, in + (size_t)i * in_stride, in_stride, panel, inputs, \
               out + (size_t)i * out_stride + column, out_stride)
            WITH_CONSTANT(least(count - i, TILE_ROWS), TILE)
#undef TILE
        }
    }
}
