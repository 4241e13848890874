internal import CSystem
package import Domain
internal import Glibc
internal import PlatformConcurrency

/// A request by the operator or the system, sent as a signal.
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

/// Signals as an asynchronous stream. A process can have one listener at a time.
package enum Signals {
    /// Starts to catch SIGTERM, SIGINT and SIGHUP; none is lost after this returns. When the stream ends (its reader
    /// was cancelled or released it), their default action is restored. With `ignoredAfterwards` they are ignored
    /// instead, so that another signal doesn't kill the process while it exits. Throws `.failed(EBUSY)` if there
    /// already is a listener.
    package static func listen(ignoredAfterwards: Bool = false) throws(FileFailure) -> AsyncStream<ProcessSignal> {
        var (reading, writing): (Int32, Int32) = (-1, -1)
        let result = unsafe csys_pipe(&reading, &writing)
        guard result == 0 else { throw FileFailure(errno: result) }
        let (stream, continuation) = AsyncStream.makeStream(of: ProcessSignal.self)
        let reader = SignalReader(
            reading: FileDescriptor(adopting: reading), writing: FileDescriptor(adopting: writing), continuation,
            ignoredAfterwards: ignoredAfterwards)
        let caught = csys_catch_signals(writing)
        guard caught == 0 else { throw FileFailure(errno: caught) }
        do {
            try reader.start()
        } catch {
            csys_release_signals(false)
            throw error
        }
        return stream
    }

    /// Ignores SIGPIPE and SIGXFSZ, because the write reports those errors, and SIGIO, which a broken read lease sends
    /// and which would kill the process.
    package static func ignoreWriteSignals() {
        csys_ignore_signals()
    }
}

/// The thread that reads signal numbers from the signal handler's pipe and yields them to the stream.
final class SignalReader: Sendable {
    private let reading: FileDescriptor
    private let writing: FileDescriptor
    private let continuation: AsyncStream<ProcessSignal>.Continuation
    private let ignoredAfterwards: Bool

    init(
        reading: consuming FileDescriptor, writing: consuming FileDescriptor,
        _ continuation: AsyncStream<ProcessSignal>.Continuation, ignoredAfterwards: Bool
    ) {
        self.reading = reading
        self.writing = writing
        self.continuation = continuation
        self.ignoredAfterwards = ignoredAfterwards
    }

    func start() throws(FileFailure) {
        do throws(ThreadFailure) {
            try Thread.start("signals") { self.listen() }
        } catch {
            throw FileFailure(errno: error.code)
        }
        continuation.onTermination = { _ in self.stop() }
    }

    private func listen() {
        var byte: [UInt8] = [0]
        while (try? reading.read(into: &byte)) == 1, byte[0] != 0 {
            if let signal = ProcessSignal(number: Int32(byte[0])) { continuation.yield(signal) }
        }
    }

    /// Restores the signals and ends the thread: 0 is not the number of a signal.
    private func stop() {
        csys_release_signals(ignoredAfterwards)
        try? writing.write([0])
    }
}
