// Where the weights and the scratch memory of an encoder lie. The weights are written by layout.go
// in the order in which they are taken here.
#ifndef OCTAVO_LAYOUT_H
#define OCTAVO_LAYOUT_H

#include "kernel.h"

enum {
    PANEL = 16,           // output columns that lie together
    QUAD = 4,             // inputs that one instruction multiplies and adds
    ALIGNMENT = 64,       // of arrays, relative to the start of the weights
    ATTENTION_ROWS = 48,  // queries whose scores are held at once
    INNER_ROWS = 48,      // rows that pass the feed-forward layer at once
    WIDEST_TILE = 32,     // floats; rows of keys are padded to it
};

// The weights begin wherever the program file put them, so nothing is known of their alignment.
typedef float __attribute__((aligned(1), may_alias)) loose_float;
typedef int32_t __attribute__((aligned(1), may_alias)) loose_int;

struct cursor {
    const uint8_t *base;
    size_t used;
};

static inline const void *take(struct cursor *c, size_t bytes) {
    size_t at = (c->used + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    c->used = at + bytes;
    return c->base + at;
}

// A matrix of columns x inputs. Column j of the product with row i of 8-bit activations is
// row_scale[i] * scale[j] * (sum of quads * activations - offset[j]) + bias[j].
struct matrix {
    int columns, inputs;
    const int8_t *quads;  // [columns/PANEL][inputs/QUAD][PANEL][QUAD]
    const loose_float *scale;
    const loose_int *offset;  // zero point of the activations times the sum of the column
    const loose_float *bias;
};

struct norm {
    const loose_float *gain, *bias;
};

struct layer {
    struct matrix query_key_value, attention_out;
    struct norm attention_norm;
    struct matrix up, down;
    struct norm output_norm;
};

struct embeddings {
    const int8_t *words;             // [vocabulary][hidden]
    const loose_float *word_scale;   // [vocabulary]
    const loose_float *positions;    // [positions][hidden], with the token type added
    struct norm norm;
};

static inline struct matrix take_matrix(struct cursor *c, int columns, int inputs) {
    struct matrix m = {columns, inputs, 0, 0, 0, 0};
    m.quads = take(c, (size_t)columns * inputs);
    m.scale = take(c, sizeof(float) * columns);
    m.offset = take(c, sizeof(int32_t) * columns);
    m.bias = take(c, sizeof(float) * columns);
    return m;
}

static inline struct norm take_norm(struct cursor *c, int width) {
    struct norm n;
    n.gain = take(c, sizeof(float) * width);
    n.bias = take(c, sizeof(float) * width);
    return n;
}

static inline struct embeddings take_embeddings(struct cursor *c, const struct octavo_shape *s) {
    struct embeddings e;
    e.words = take(c, (size_t)s->vocabulary * s->hidden);
    e.word_scale = take(c, sizeof(float) * s->vocabulary);
    e.positions = take(c, sizeof(float) * s->positions * s->hidden);
    e.norm = take_norm(c, s->hidden);
    return e;
}

static inline struct layer take_layer(struct cursor *c, const struct octavo_shape *s) {
    struct layer l;
    l.query_key_value = take_matrix(c, 3 * s->hidden, s->hidden);
    l.attention_out = take_matrix(c, s->hidden, s->hidden);
    l.attention_norm = take_norm(c, s->hidden);
    l.up = take_matrix(c, s->inner, s->hidden);
    l.down = take_matrix(c, s->hidden, s->inner);
    l.output_norm = take_norm(c, s->hidden);
    return l;
}

// Scratch memory, one row per token where nothing else is said.
struct workspace {
    float *states;           // [tokens][hidden]
    float *query_key_value;  // [tokens][3 * hidden]
    float *attended;         // [tokens][hidden]
    float *update;           // [tokens][hidden], what a sublayer adds to the states
    float *inner;            // [INNER_ROWS][inner]
    float *keys, *values;    // [longest, padded][hidden / heads], of one head, in panels
    float *scores;           // [ATTENTION_ROWS][longest, padded]
    uint8_t *quantized;      // [tokens][hidden] or [INNER_ROWS][inner]
    float *row_scale;        // [tokens] or [INNER_ROWS]
};

static inline struct workspace take_workspace(struct cursor *c, const struct octavo_shape *s,
                                              int tokens, int longest) {
    struct workspace w;
    size_t hidden = s->hidden, inner = s->inner, row = sizeof(float) * hidden;
    size_t padded = (longest + WIDEST_TILE - 1) / WIDEST_TILE * WIDEST_TILE;
    size_t rows = tokens > INNER_ROWS ? tokens : INNER_ROWS;
    size_t wide = rows * hidden > INNER_ROWS * inner ? rows * hidden : INNER_ROWS * inner;
    w.states = (float *)take(c, row * tokens);
    w.query_key_value = (float *)take(c, 3 * row * tokens);
    w.attended = (float *)take(c, row * tokens);
    w.update = (float *)take(c, row * tokens);
    w.inner = (float *)take(c, sizeof(float) * INNER_ROWS * inner);
    w.keys = (float *)take(c, row / s->heads * padded);
    w.values = (float *)take(c, row / s->heads * padded);
    w.scores = (float *)take(c, sizeof(float) * ATTENTION_ROWS * padded);
    w.quantized = (uint8_t *)take(c, wide);
    w.row_scale = (float *)take(c, sizeof(float) * rows);
    return w;
}

#endif
