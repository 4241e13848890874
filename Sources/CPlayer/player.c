#include "player.h"

static const uint8_t script[] = {
#embed "Files/player.js"
};

const uint8_t *player_script_start(void) {
    return script;
}

size_t player_script_size(void) {
    return sizeof script;
}
