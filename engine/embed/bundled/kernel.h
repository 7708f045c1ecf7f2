// What Go calls. The arithmetic stands in encoder.h, once for every instruction set.
#ifndef OCTAVO_KERNEL_H
#define OCTAVO_KERNEL_H

#include <stddef.h>
#include <stdint.h>

// The sizes of a BERT encoder with one pooled vector per text, that of its first token.
struct octavo_shape {
    int32_t layers;
    int32_t hidden;      // width of a token's vector
    int32_t inner;       // width of the feed-forward layer
    int32_t heads;
    int32_t vocabulary;  // rows of the token table
    int32_t positions;   // longest input, in tokens
};

// Instruction sets, slowest first. They give the same vectors, bit by bit. The caller asks only
// for one that the processor has.
enum octavo_kernel { OCTAVO_PORTABLE, OCTAVO_AVX2, OCTAVO_AVX512 };

// octavo_weights_bytes is the size of the weights of a model, laid out as layout.h reads them.
size_t octavo_weights_bytes(const struct octavo_shape *shape);

// octavo_workspace_bytes is the scratch memory for texts of so many tokens together, the longest
// of them with so many.
size_t octavo_workspace_bytes(const struct octavo_shape *shape, int tokens, int longest);

// octavo_encode writes one unit vector of shape->hidden floats per text. The ids of all texts
// follow each other; lengths says how many belong to each text. A vector depends on the ids of its
// text alone. The weights need no alignment, and no pointer is kept. The caller has checked that
// each id is below shape->vocabulary and each length from 1 to shape->positions.
void octavo_encode(int kernel, const struct octavo_shape *shape, const void *weights,
                   const int32_t *ids, const int32_t *lengths, int texts, float *vectors,
                   void *workspace);

#endif
