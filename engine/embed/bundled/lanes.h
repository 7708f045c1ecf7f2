// The vector types of a kernel, which defines LANES.
#include <string.h>

// A result must be the same bytes on every processor, so no compiler may fuse a product and a sum
// on its own. gcc leaves that alone in a standard mode of the language (-std).
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

typedef float __attribute__((vector_size(4 * LANES))) floats;
typedef int32_t __attribute__((vector_size(4 * LANES))) ints;
typedef uint32_t __attribute__((vector_size(4 * LANES))) unsigned_ints;
typedef int8_t __attribute__((vector_size(LANES))) bytes;
