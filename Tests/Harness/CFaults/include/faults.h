#ifndef FAULTS_H
#define FAULTS_H

// A preloaded library (LD_PRELOAD) that makes chosen calls of a program fail, or kills it there. It is controlled by
// the environment:
//
//   TEXTIFY_FAULT        CALL:EFFECT:FIRST:LAST, such as sync:EIO:3:3
//     CALL   one of the words in faults.c, or `any`
//     EFFECT   an errno's name; `short` (half the requested size); `kill` (before the call); `killed` (after it);
//              `stop`, `stopped` (SIGSTOP instead)
//     FIRST, LAST   the affected calls of this kind, counted from 1 over all threads of the process; LAST 0 for no end
//   TEXTIFY_FAULT_PATH   only calls on files whose path contains this; calls without a file then never match
//   TEXTIFY_FAULT_WHILE  only while this file exists
//   TEXTIFY_FAULT_MARK   this file is created when the fault is triggered
//   TEXTIFY_FAULT_CLOCK  the seconds by which the program's wall clock is ahead
//   TEXTIFY_FAULT_COUNT  on exit, a line per kind is written here: the word and the number of calls

/// Does nothing. It only gives the library a public declaration.
void faults_linked(void);

#endif
