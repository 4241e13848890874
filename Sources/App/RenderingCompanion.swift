import PlatformSystem
import TextArt

/// Lets a thread of its own have a part of a picture's work while no other picture waits for the processors.
struct RenderingCompanion: Companion {
    let thread: SpareThread
    /// What renders pictures.
    let cores: ThreadExecutor

    func both<One: Sendable, Other: Sendable>(
        _ one: () -> One, _ other: @escaping @Sendable () -> Other
    ) -> (One, Other) {
        cores.hasQueued ? (one(), other()) : thread.both(one, other)
    }
}
