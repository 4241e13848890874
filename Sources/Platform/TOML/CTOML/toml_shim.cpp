#include "toml_shim.h"
