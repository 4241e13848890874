#!/bin/sh
# Makes Sources/CGlyphs/Tables again. Needs cc, libfreetype-dev, fonts-dejavu-core and unifont; same fonts, same bytes.
set -eu
cd "$(dirname "$0")/../.."
program=$(mktemp)
trap 'rm -f "$program"' EXIT
cc -std=c11 -O1 -Wall -Wextra -Werror $(pkg-config --cflags freetype2) config/glyphs/tables.c \
    -o "$program" $(pkg-config --libs freetype2)
mkdir -p Sources/CGlyphs/Tables
"$program" /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf /usr/share/unifont/unifont.hex Sources/CGlyphs/Tables
