#include "jpeg_memory.h"

int64_t jpeg_memory(const struct jpeg_decompress_struct *jpeg, bool is_multiscan) {
    int64_t bytes = 0;
    for (int i = 0; i < jpeg->num_components; i++) {
        const jpeg_component_info *component = &jpeg->comp_info[i];
        int64_t across = component->h_samp_factor, down = component->v_samp_factor;
        int64_t columns = (component->width_in_blocks + across - 1) / across * across;
        int64_t rows = (component->height_in_blocks + down - 1) / down * down;
        bytes += (columns * DCTSIZE + 128) * down * (DCTSIZE + 2);
        bytes += ((int64_t)jpeg->image_width + 128) * jpeg->max_v_samp_factor;
        if (is_multiscan) bytes += (columns * (int64_t)sizeof(JBLOCK) + 128) * rows;
    }
    return bytes;
}
