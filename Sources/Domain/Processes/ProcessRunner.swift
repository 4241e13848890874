/// Starts child processes, each in a session of its own, with nothing of this process but what the order says.
package protocol ProcessRunner: Sendable {
    /// Returns once the program runs. `heard` is called on one thread, one event after the other; while it works the child
    /// is not read, so that it can't say more than is taken up. `.ended` comes last, perhaps before this returns. Throws
    /// what keeps the program from running, such as `.missing` and `.denied`.
    func start(
        _ order: ChildOrder, heard: @escaping @Sendable (ChildEvent) -> Void
    ) async throws(FileFailure) -> any ChildProcess
}

/// A child that runs. Letting go of it kills it and its group.
package protocol ChildProcess: Sendable {
    var identifier: Int32 { get }

    /// Queues bytes for its standard input. Nothing happens once it has ended or its input was closed.
    func send(_ bytes: [UInt8])

    /// Closes its standard input once what is queued was taken.
    func finish()

    /// Sends a signal to its whole group.
    func signal(_ signal: ChildSignal)
}

/// What a child's group can be told.
package enum ChildSignal: Equatable, Sendable {
    /// SIGTERM.
    case terminate
    /// SIGKILL.
    case kill
}
