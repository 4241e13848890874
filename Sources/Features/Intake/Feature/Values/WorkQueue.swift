package import Domain

/// Drops in line for a kind of work of which only so many run at a time.
package struct WorkQueue: Equatable, Sendable {
    package internal(set) var waiting: [DropID] = []
    package internal(set) var running: Set<DropID> = []
    let width: Int

    /// Takes the next ones out of the line that may start now.
    mutating func start() -> [DropID] {
        let next = Array(waiting.prefix(max(0, width - running.count)))
        waiting.removeFirst(next.count)
        running.formUnion(next)
        return next
    }
}
