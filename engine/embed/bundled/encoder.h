// The forward pass of a BERT encoder (Devlin et al. 2019), compiled once per instruction set. The
// including file defines ENCODE, LANES, TILE_ROWS and three functions:
//   fused        a * b + c, rounded once
//   add_quads    adds to each 32-bit lane the four products of its unsigned and its signed bytes
//   store_bytes  stores integers from 0 to 255 as bytes
//
// Matrix products with weights are of integers: each row of activations is rounded to 8 bits with a
// scale of its own, so a row never depends on its neighbours. All else is float32, and each sum is
// taken in an order that does not depend on LANES: every kernel computes the same bytes.
#include "vectors.h"

#include "products.h"

// softmax turns scores into weights that sum to one. The row goes on to `padded`, a multiple of
// SUMS; what stands behind `count` gets no weight.
static void softmax(float *scores, int count, int padded) {
    for (int i = count; i < padded; i++) {
        scores[i] = -1e30f;
    }
    floats most = load(scores);
    for (int i = LANES; i < padded; i += LANES) {
        most = larger(load(scores + i), most);
    }
    float largest = largest_of(most);
    for (int i = 0; i < padded; i += LANES) {
        store(scores + i, exp_of_negative(load(scores + i) - largest));
    }
    float inverse = 1.0f / sum_of_row(scores, padded);
    for (int i = 0; i < padded; i += LANES) {
        store(scores + i, load(scores + i) * inverse);
    }
}

// attend writes what the first `queries` tokens of one text of `tokens` gather from all of them.
static void attend(const struct octavo_shape *s, const struct workspace *w,
                   const float *query_key_value, int tokens, int queries, float *out) {
    int hidden = s->hidden, width = hidden / s->heads, stride = 3 * hidden;
    int padded = (tokens + WIDEST_TILE - 1) / WIDEST_TILE * WIDEST_TILE;
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
    float mean = sum_of_row(row, width) / width;
    for (int i = 0; i < width; i += LANES) {
        store(row + i, load(row + i) - mean);
    }
    float inverse = 1.0f / __builtin_sqrtf(sum_of_squares(row, width) / width + 1e-12f);
    for (int i = 0; i < width; i += LANES) {
        store(row + i, fused(load(row + i) * inverse, load(n->gain + i), load(n->bias + i)));
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
            floats codes = __builtin_convertvector(narrow, floats);
            store(states + i, fused(codes, all(scale), load(position + i)));
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
        float inverse = 1.0f / __builtin_sqrtf(sum_of_squares(states, hidden));
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
