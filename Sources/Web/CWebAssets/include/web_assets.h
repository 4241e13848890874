#pragma once
#include <stddef.h>
#include <stdint.h>

/// The files that pages load, embedded in the program. The script is one module, joined from the pieces in
/// `Files/script` in the order of their names.
enum web_asset {
    web_asset_style,
    web_asset_script,
    web_asset_font,
    web_asset_icon,
};

/// The size of an asset in bytes.
size_t web_asset_size(enum web_asset asset);

/// Copies an asset to `bytes`, which must have room for `web_asset_size` bytes.
void web_asset_copy(enum web_asset asset, uint8_t *bytes);
