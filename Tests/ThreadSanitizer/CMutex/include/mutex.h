#ifndef TEXTIFY_TEST_MUTEX_H
#define TEXTIFY_TEST_MUTEX_H

/* Nothing to call: linking this room is enough. */

#endif
