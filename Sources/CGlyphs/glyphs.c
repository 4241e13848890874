#include "glyphs.h"
