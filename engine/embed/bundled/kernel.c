#include "kernel.h"

#include "layout.h"

void octavo_encode_portable(const struct octavo_shape *, const void *, const int32_t *,
                            const int32_t *, int, float *, void *);
void octavo_encode_avx2(const struct octavo_shape *, const void *, const int32_t *,
                        const int32_t *, int, float *, void *);
void octavo_encode_avx512(const struct octavo_shape *, const void *, const int32_t *,
                          const int32_t *, int, float *, void *);

size_t octavo_weights_bytes(const struct octavo_shape *shape) {
    struct cursor c = {0, 0};
    take_embeddings(&c, shape);
    for (int i = 0; i < shape->layers; i++) {
        take_layer(&c, shape);
    }
    return c.used;
}

size_t octavo_workspace_bytes(const struct octavo_shape *shape, int tokens, int longest) {
    struct cursor c = {0, 0};
    take_workspace(&c, shape, tokens, longest);
    return c.used;
}

void octavo_encode(int kernel, const struct octavo_shape *shape, const void *weights,
                   const int32_t *ids, const int32_t *lengths, int texts, float *vectors,
                   void *workspace) {
#if defined(__x86_64__)
    if (kernel == OCTAVO_AVX512) {
        octavo_encode_avx512(shape, weights, ids, lengths, texts, vectors, workspace);
        return;
    }
    if (kernel == OCTAVO_AVX2) {
        octavo_encode_avx2(shape, weights, ids, lengths, texts, vectors, workspace);
        return;
    }
#endif
    (void)kernel;  // without a choice where there is one kernel only
    octavo_encode_portable(shape, weights, ids, lengths, texts, vectors, workspace);
}
