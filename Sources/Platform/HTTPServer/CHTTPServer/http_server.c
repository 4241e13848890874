#include "http_server.h"
