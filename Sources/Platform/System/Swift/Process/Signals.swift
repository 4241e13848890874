internal import CSystem
package import Domain
internal import Glibc

/// What an operator or the machine asks of the process.
package enum ProcessSignal: Hashable, Sendable {
    /// SIGTERM.
    case terminate
    /// SIGINT.
    case interrupt
    /// SIGHUP.
    case hangUp

    init?(number: Int32) {
        switch number {
        case SIGTERM: self = .terminate
        case SIGINT: self = .interrupt
        case SIGHUP: self = .hangUp
        default: return nil
        }
    }
}

/// Signals as values. One at a time may listen in a process.
package enum Signals {
    /// Takes over SIGTERM, SIGINT and SIGHUP: from the return on, none is lost. When the stream ends (its reader was
    /// cancelled or let it go), they have their default again; or are ignored, where the process ends soon after, so that
    /// one more does not kill it on its way out. Throws `.failed(EBUSY)` when somebody listens already.
    package static func listen(ignoredAfterwards: Bool = false) throws(FileFailure) -> AsyncStream<ProcessSignal> {
        var (reading, writing): (Int32, Int32) = (-1, -1)
        let made = unsafe csys_pipe(&reading, &writing)
        guard made == 0 else { throw FileFailure(errno: made) }
        let (stream, continuation) = AsyncStream.makeStream(of: ProcessSignal.self)
        let ears = SignalEars(
            reading: FileDescriptor(adopting: reading), writing: FileDescriptor(adopting: writing), continuation,
            ignoredAfterwards: ignoredAfterwards)
        let caught = csys_catch_signals(writing)
        guard caught == 0 else { throw FileFailure(errno: caught) }
        do {
            try ears.start()
        } catch {
            csys_release_signals(false)
            throw error
        }
        return stream
    }

    /// Ignores SIGPIPE, since a write tells by itself, and SIGIO, which a read lease sends and which would kill.
    package static func ignoreNoise() {
        csys_ignore_signals()
    }
}
