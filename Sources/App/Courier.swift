import PlatformSystem
import Synchronization

/// Tells others who may be slow: in order, on a thread of its own, and nobody waits. When too much lies there, what comes
/// is dropped and counted: a journal that stands still must not stop the work.
final class Courier: Sendable {
    private let thread = ThreadExecutor(name: "courier")
    private let room: Int
    private let lying = Atomic<Int>(0)
    private let dropped = Atomic<Int>(0)

    /// `room`: how many may lie there.
    init(room: Int = 1024) {
        self.room = room
    }

    /// Drops it when there is no room.
    func carry(_ work: @escaping @Sendable () -> Void) {
        guard lying.load(ordering: .relaxed) < room else { return drop() }
        carryAlways(work)
    }

    /// For what is rare and must arrive.
    func carryAlways(_ work: @escaping @Sendable () -> Void) {
        lying.add(1, ordering: .relaxed)
        thread.post { [self] in
            work()
            lying.subtract(1, ordering: .relaxed)
        }
    }

    /// Counts what got lost.
    func drop(_ count: Int = 1) {
        dropped.add(count, ordering: .relaxed)
    }

    /// How many were lost since the last call.
    func takeDropped() -> Int {
        dropped.exchange(0, ordering: .relaxed)
    }

    /// Returns when all that lies there has been told.
    func close() async {
        await thread.shutdown()
    }
}
