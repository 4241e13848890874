#include "functions.h"
#include "gif_pictures.h"

#include <gif_lib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(use)                                                                                                 \
    use(EGifOpen) use(EGifCloseFile) use(EGifPutScreenDesc) use(EGifPutImageDesc) use(EGifPutLine) use(GifErrorString)
FUNCTIONS_OF("libgif.so.7", FUNCTIONS)

typedef struct {
    PictureWrite write;
    void *context;
    /// Between the file's header and its end.
    bool is_inside;
} Sink;

/// A missing library is searched for again the next time, because it may have been installed since.
static bool library_is_there(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_loaded;
    pthread_mutex_lock(&lock);
    bool is_there = is_loaded = is_loaded || functions_load();
    pthread_mutex_unlock(&lock);
    return is_there;
}

/// giflib writes whole files. Only the picture's part of one is passed on.
static int on_write(GifFileType *file, const GifByteType *bytes, int count) {
    Sink *sink = file->UserData;
    if (!sink->is_inside || sink->write(sink->context, bytes, (size_t)count)) return count;
    return 0;
}

static void fail(PictureResult *result, int error) {
    const char *message = real.GifErrorString(error);
    result->status = error == E_GIF_ERR_NOT_ENOUGH_MEM ? PictureStatusOutOfMemory : PictureStatusCorrupt;
    snprintf(result->message, sizeof result->message, "%s", message ? message : "the picture can't be written");
}

static bool write_lines(GifFileType *file, const GIFPicture *picture) {
    // giflib changes the line that it is passed.
    uint8_t *line = malloc(picture->width);
    if (!line) file->Error = E_GIF_ERR_NOT_ENOUGH_MEM;
    bool went = line != NULL;
    for (uint32_t row = 0; went && row < picture->height; row++) {
        memcpy(line, picture->indices + (size_t)row * picture->width, picture->width);
        went = real.EGifPutLine(file, line, picture->width) != GIF_ERROR;
    }
    free(line);
    return went;
}

static bool write_picture(GifFileType *file, const GIFPicture *picture) {
    GifColorType colors[256];
    int count = 1 << picture->palette_bits;
    for (int i = 0; i < count; i++) {
        const uint8_t *color = picture->palette + 3 * i;
        colors[i] = (GifColorType){color[0], color[1], color[2]};
    }
    ColorMapObject map = {
        .ColorCount = count, .BitsPerPixel = picture->palette_bits, .SortFlag = false, .Colors = colors};
    bool is_own = picture->has_own_palette;
    int right = picture->left + picture->width, bottom = picture->top + picture->height;
    if (real.EGifPutScreenDesc(file, right, bottom, 8, 0, is_own ? NULL : &map) == GIF_ERROR) return false;
    ((Sink *)file->UserData)->is_inside = true;
    int status = real.EGifPutImageDesc(
        file, picture->left, picture->top, picture->width, picture->height, false, is_own ? &map : NULL);
    return status != GIF_ERROR && write_lines(file, picture);
}

void gif_encode_picture(const GIFPicture *picture, PictureWrite write, void *context, PictureResult *result) {
    *result = (PictureResult){.status = PictureStatusDone};
    if (!library_is_there()) {
        result->status = PictureStatusMissingLibrary;
        return;
    }
    Sink sink = {.write = write, .context = context};
    int error = 0;
    GifFileType *file = real.EGifOpen(&sink, on_write, &error);
    if (!file) {
        fail(result, error);
        return;
    }
    if (!write_picture(file, picture)) fail(result, file->Error);
    sink.is_inside = false;
    real.EGifCloseFile(file, &error);
}
