#ifndef FAULTS_H
#define FAULTS_H

// A library that is loaded before all others (LD_PRELOAD) and lets chosen calls of a program fail, or ends it there. It is
// told what to do by its environment:
//
//   TEXTIFY_FAULT        CALL:WHAT:FIRST:LAST, such as sync:EIO:3:3
//     CALL   one of the words below, or `any`
//     WHAT   the name of an error; `short` (half of what was asked for); `kill` (before the call); `killed` (after it)
//     FIRST, LAST   which of the process's calls of this kind, counted from 1 over all its threads; LAST 0 is no end
//   TEXTIFY_FAULT_PATH   only calls on files whose path holds this; what is no file never counts then
//   TEXTIFY_FAULT_WHILE  only while this file exists
//   TEXTIFY_FAULT_MARK   this file is made when the fault comes about
//   TEXTIFY_FAULT_COUNT  at the program's end a line for each kind is written here: its word and how many calls there were

/// Does nothing; it gives the library a declaration of its own.
void faults_linked(void);

#endif
