internal import CSystem

/// How the C library keeps memory for this process.
package enum ProcessMemory {
    /// Lets all threads share two pools; to be called before there are threads. Else nearly each thread gets a pool of
    /// its own (up to eight a processor), and what is freed in one serves no other: with twenty threads, more lies free
    /// than is in use.
    package static func shareTwoPools() {
        csys_share_pools(2)
    }

    /// Keeps a few MiB that were freed for what comes next. Left to itself the C library gives back the planes of a small
    /// picture after each step, and the kernel clears the same pages again for the next one: a fifth of the time.
    package static func keepFreed() {
        csys_keep_freed(2 << 20, 1 << 20)
    }

    /// Gives back what was freed and is not used again soon: of a picture's planes a part always stays between what is
    /// still in use.
    package static func giveBackFreed() {
        csys_give_back_freed()
    }
}
