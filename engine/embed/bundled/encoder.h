// The forward pass of a BERT encoder (Devlin et al. 2019), compiled once per instruction set. The
// including file defines ENCODE, LANES, TILE_ROWS and two functions:
//   add_quads    adds to each 32-bit lane the four products of its unsigned and its signed bytes
//   store_bytes  stores integers from 0 to 255 as bytes
//
// Matrix products with weights are of integers: each row of activations is rounded to 8 bits with a
// scale of its own, so a row never depends on its neighbours. All else is float32.

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
            ints whole = __builtin_convertvector(load(rows + j) * inverse + 128.5f, ints);
            store_bytes(quantized + j, whole);
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
        store(at, l * (left_scale * row_scale[row]) + left_bias);
        store(at + LANES, r * (right_scale * row_scale[row]) + right_bias);
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
            float x = in[(size_t)row * in_stride + k];
            left[row] += x * left_panel;
            right[row] += x * right_panel;
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

// softmax turns scores into weights that sum to one. The row goes on to `padded`, a multiple of
// LANES; what stands behind `count` gets no weight.
static void softmax(float *scores, int count, int padded) {
    for (int i = count; i < padded; i++) {
        scores[i] = -1e30f;
    }
    floats most = load(scores);
    for (int i = LANES; i < padded; i += LANES) {
        most = larger(load(scores + i), most);
    }
    float largest = largest_of(most);
    floats sums = all(0);
    for (int i = 0; i < padded; i += LANES) {
        floats e = exp_of_negative(load(scores + i) - largest);
        store(scores + i, e);
        sums += e;
    }
    float inverse = 1.0f / sum_of(sums);
    for (int i = 0; i < padded; i += LANES) {
        store(scores + i, load(scores + i) * inverse);
    }
}

// attend writes what the first `queries` tokens of one text of `tokens` gather from all of them.
static void attend(const struct octavo_shape *s, const struct workspace *w,
                   const float *query_key_value, int tokens, int queries, float *out) {
    int hidden = s->hidden, width = hidden / s->heads, stride = 3 * hidden;
    int padded = (tokens + TILE_COLUMNS - 1) / TILE_COLUMNS * TILE_COLUMNS;
    for (int head = 0; head < s->heads; head++) {
        const float *query = query_key_value + head * width;
        const float *key = query + hidden, *value = key + hidden;
        for (int t = 0; t < padded; t++) {
            float *panel = w->keys + (size_t)(t / TILE_COLUMNS) * TILE_COLUMNS * width;
            for (int k = 0; k < width; k++) {
                panel[k * TILE_COLUMNS + t % TILE_COLUMNS] =
                    t < tokens ? key[(size_t)t * stride + k] : 0;
            }
        }
        for (int column = 0; column < width; column += TILE_COLUMNS) {
            float *panel = w->values + (size_t)column * tokens;
            for (int t = 0; t < tokens; t++) {
                memcpy(panel + (size_t)t * TILE_COLUMNS, value + (size_t)t * stride + column,
                       sizeof(float) * TILE_COLUMNS);
            }
        }
        for (int i = 0; i < queries; i += ATTENTION_ROWS) {
            int count = least(ATTENTION_ROWS, queries - i);
            multiply_floats(query + (size_t)i * stride, stride, count, w->keys, width, padded,
                            w->scores, padded);
            for (int j = 0; j < count; j++) {
                softmax(w->scores + (size_t)j * padded, tokens, padded);
            }
            multiply_floats(w->scores, padded, count, w->values, tokens, width,
                            out + (size_t)i * hidden + head * width, hidden);
        }
    }
}

// normalize is layer normalisation (Ba et al. 2016) of one row in place, with BERT's epsilon.
static void normalize(float *row, const struct norm *n, int width) {
    floats sums = all(0), squares = all(0);
    for (int i = 0; i < width; i += LANES) {
        sums += load(row + i);
    }
    float mean = sum_of(sums) / width;
    for (int i = 0; i < width; i += LANES) {
        floats d = load(row + i) - mean;
        squares += d * d;
    }
    float inverse = 1.0f / __builtin_sqrtf(sum_of(squares) / width + 1e-12f);
    for (int i = 0; i < width; i += LANES) {
        store(row + i, (load(row + i) - mean) * inverse * load(n->gain + i) + load(n->bias + i));
    }
}

static void add_and_normalize(float *states, const float *update, int count, const struct norm *n,
                              int width) {
    for (int i = 0; i < count; i++, states += width, update += width) {
        for (int j = 0; j < width; j += LANES) {
            store(states + j, load(states + j) + load(update + j));
        }
        normalize(states, n, width);
    }
}

static void embed(const struct octavo_shape *s, const struct embeddings *e, const int32_t *ids,
                  int tokens, float *states) {
    int hidden = s->hidden;
    for (int t = 0; t < tokens; t++, states += hidden) {
        const int8_t *word = e->words + (size_t)ids[t] * hidden;
        const loose_float *position = e->positions + (size_t)t * hidden;
        float scale = e->word_scale[ids[t]];
        for (int i = 0; i < hidden; i += LANES) {
            bytes narrow;
            memcpy(&narrow, word + i, sizeof narrow);
            store(states + i,
                  __builtin_convertvector(narrow, floats) * scale + load(position + i));
        }
        normalize(states, &e->norm, hidden);
    }
}

static void feed_forward(const struct octavo_shape *s, const struct workspace *w,
                         const struct layer *l, int count) {
    for (int begin = 0; begin < count; begin += INNER_ROWS) {
        int rows = least(INNER_ROWS, count - begin);
        size_t at = (size_t)begin * s->hidden;
        quantize(w->states + at, rows, s->hidden, w->quantized, w->row_scale);
        multiply(&l->up, w->quantized, w->row_scale, rows, w->inner);
        for (int i = 0; i < rows * s->inner; i += LANES) {
            store(w->inner + i, gelu(load(w->inner + i)));
        }
        quantize(w->inner, rows, s->inner, w->quantized, w->row_scale);
        multiply(&l->down, w->quantized, w->row_scale, rows, w->update + at);
    }
    add_and_normalize(w->states, w->update, count, &l->output_norm, s->hidden);
}

// keep_first moves the states of the first token of each text to the front.
static void keep_first(float *states, const int32_t *lengths, int texts, int hidden) {
    const float *from = states;
    for (int i = 0; i < texts; i++) {
        memmove(states + (size_t)i * hidden, from, sizeof(float) * hidden);
        from += (size_t)lengths[i] * hidden;
    }
}

static void write_unit_vectors(const float *states, int texts, int hidden, float *vectors) {
    for (int i = 0; i < texts; i++, states += hidden, vectors += hidden) {
        floats squares = all(0);
        for (int j = 0; j < hidden; j += LANES) {
            squares += load(states + j) * load(states + j);
        }
        float inverse = 1.0f / __builtin_sqrtf(sum_of(squares));
        for (int j = 0; j < hidden; j += LANES) {
            store(vectors + j, load(states + j) * inverse);
        }
    }
}

void ENCODE(const struct octavo_shape *s, const void *weights, const int32_t *ids,
            const int32_t *lengths, int texts, float *vectors, void *scratch) {
    int tokens = 0, longest = 0, hidden = s->hidden;
    for (int i = 0; i < texts; i++) {
        tokens += lengths[i];
        longest = lengths[i] > longest ? lengths[i] : longest;
    }
    struct cursor model = {weights, 0}, memory = {scratch, 0};
    struct workspace w = take_workspace(&memory, s, tokens, longest);

    struct embeddings e = take_embeddings(&model, s);
    for (int i = 0, t = 0; i < texts; t += lengths[i++]) {
        embed(s, &e, ids + t, lengths[i], w.states + (size_t)t * hidden);
    }
    for (int layer = 0; layer < s->layers; layer++) {
        struct layer l = take_layer(&model, s);
        quantize(w.states, tokens, hidden, w.quantized, w.row_scale);
        multiply(&l.query_key_value, w.quantized, w.row_scale, tokens, w.query_key_value);

        // Only the first token of each text is asked for, so in the last layer only it goes on.
        int is_last = layer == s->layers - 1, rows = is_last ? texts : tokens;
        for (int i = 0, t = 0; i < texts; t += lengths[i++]) {
            attend(s, &w, w.query_key_value + (size_t)t * 3 * hidden, lengths[i],
                   is_last ? 1 : lengths[i], w.attended + (size_t)(is_last ? i : t) * hidden);
        }
        if (is_last) {
            keep_first(w.states, lengths, texts, hidden);
        }
        quantize(w.attended, rows, hidden, w.quantized, w.row_scale);
        multiply(&l.attention_out, w.quantized, w.row_scale, rows, w.update);
        add_and_normalize(w.states, w.update, rows, &l.attention_norm, hidden);
        feed_forward(s, &w, &l, rows);
    }
    write_unit_vectors(w.states, texts, hidden, vectors);
}
