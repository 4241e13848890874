#!/bin/sh
# Makes Sources/CGlyphs/Tables again: config/glyphs/build.sh. Needs cc, libfreetype-dev, fonts-dejavu-core,
# fonts-noto-mono, fonts-liberation2, fonts-jetbrains-mono, fonts-unifont and unifont; same fonts, same bytes.
set -eu
cd "$(dirname "$0")/../.."
program=$(mktemp)
trap 'rm -f "$program"' EXIT
cc -std=c11 -O1 -Wall -Wextra -Werror $(pkg-config --cflags freetype2) config/glyphs/tables.c \
    -o "$program" $(pkg-config --libs freetype2)
fonts=/usr/share/fonts/truetype
tables=Sources/CGlyphs/Tables
mkdir -p "$tables"
"$program" font "$fonts/dejavu/DejaVuSansMono.ttf" "$tables/dejavu.bin"
"$program" common "$fonts/noto/NotoSansMono-Regular.ttf" "$tables/noto.bin"
"$program" common "$fonts/liberation2/LiberationMono-Regular.ttf" "$tables/liberation.bin"
"$program" common "$fonts/jetbrains-mono/JetBrainsMono-Regular.ttf" "$tables/jetbrains.bin"
"$program" unifont /usr/share/unifont/unifont.hex "$tables/unifont.bin"
"$program" emoji /usr/share/fonts/opentype/unifont/unifont_upper.otf "$tables/emoji.bin"
