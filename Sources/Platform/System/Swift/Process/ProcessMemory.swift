internal import CSystem

/// How the C library keeps memory for this process.
public enum ProcessMemory {
    /// Lets all threads share two pools; to be called before there are threads. Else nearly each thread gets a pool of
    /// its own (up to eight a processor), and what is freed in one serves no other: with twenty threads, more lies free
    /// than is in use.
    public static func shareTwoPools() {
        csys_share_pools(2)
    }
}
