#include "library.h"
#include "webp.h"

#include <webp/demux.h>

#define FUNCTIONS(use)                                                                                                 \
    use(WebPDemuxInternal) use(WebPDemuxDelete) use(WebPDemuxGetI) use(WebPDemuxGetFrame)                              \
    use(WebPDemuxReleaseIterator)
LIBRARY("libwebpdemux.so.2", FUNCTIONS)

static bool take(Decoder *decoder, WebPDemuxer *demuxer, WebPFrame *frame) {
    WebPIterator at;
    if (!real.WebPDemuxGetFrame(demuxer, 1, &at)) {
        decoder->has_ended = true;
        decoder_fail_on_data(decoder, "unexpected end of data before the first frame");
        return false;
    }
    frame->left = (uint32_t)at.x_offset;
    frame->top = (uint32_t)at.y_offset;
    frame->width = (uint32_t)at.width;
    frame->height = (uint32_t)at.height;
    frame->has_alpha = at.has_alpha != 0;
    frame->bytes = at.fragment.bytes;
    frame->count = at.fragment.size;
    decoder->head.width = real.WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
    decoder->head.height = real.WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
    real.WebPDemuxReleaseIterator(&at);
    bool is_inside = frame->left + frame->width <= decoder->head.width
        && frame->top + frame->height <= decoder->head.height && frame->width > 0 && frame->height > 0;
    if (!is_inside) decoder_fail(decoder, PictureStatusCorrupt, "the frame lies outside the canvas");
    return is_inside;
}

bool webp_first_frame(Decoder *decoder, WebPFrame *frame) {
    if (!library_is_there(decoder)) return false;
    WebPData data = {decoder->input.bytes, decoder->input.count};
    WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
    WebPDemuxer *demuxer = real.WebPDemuxInternal(&data, 1, &state, WEBP_DEMUX_ABI_VERSION);
    frame->demuxer = demuxer;
    if (demuxer) return take(decoder, demuxer, frame);
    // Without a complete header there is no demuxer; only the state describes the failure.
    decoder->has_ended = state == WEBP_DEMUX_PARSING_HEADER;
    decoder_fail_on_data(decoder, "the file contains no frame");
    return false;
}

void webp_frame_free(WebPFrame *frame) {
    if (frame->demuxer) real.WebPDemuxDelete(frame->demuxer);
}
