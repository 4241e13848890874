#include "web_assets.h"

#include <string.h>

static const uint8_t style[] = {
#embed "Files/app.css"
};
static const uint8_t script[] = {
#embed "Files/script/00-store.js"
    , '\n',
#embed "Files/script/10-state.js"
    , '\n',
#embed "Files/script/20-api.js"
    , '\n',
#embed "Files/script/30-events.js"
    , '\n',
#embed "Files/script/40-jobs.js"
    , '\n',
#embed "Files/script/50-grid.js"
    , '\n',
#embed "Files/script/60-art.js"
    , '\n',
#embed "Files/script/70-artwork.js"
    , '\n',
#embed "Files/script/80-new.js"
    , '\n',
#embed "Files/script/85-show.js"
    , '\n',
#embed "Files/script/90-keys.js"
    , '\n',
#embed "Files/script/95-login.js"
    , '\n',
#embed "Files/script/99-start.js"
};
static const uint8_t font[] = {
#embed "Files/art.woff2"
};
static const uint8_t icon[] = {
#embed "Files/icon.svg"
};

static const struct {
    const uint8_t *bytes;
    size_t size;
} assets[] = {
    [web_asset_style] = {style, sizeof style},
    [web_asset_script] = {script, sizeof script},
    [web_asset_font] = {font, sizeof font},
    [web_asset_icon] = {icon, sizeof icon},
};

size_t web_asset_size(enum web_asset asset) {
    return assets[asset].size;
}

void web_asset_copy(enum web_asset asset, uint8_t *bytes) {
    memcpy(bytes, assets[asset].bytes, assets[asset].size);
}
