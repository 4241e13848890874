internal import CSystem
internal import Domain

/// The thread that turns the bytes of the signal handler's pipe into values.
final class SignalEars: Sendable {
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
        try Thread.start("signals") { self.listen() }
        continuation.onTermination = { _ in self.stop() }
    }

    private func listen() {
        var byte: [UInt8] = [0]
        while (try? reading.read(into: &byte)) == 1, byte[0] != 0 {
            if let signal = ProcessSignal(number: Int32(byte[0])) { continuation.yield(signal) }
        }
    }

    /// No signal has the number 0: it ends the thread.
    private func stop() {
        csys_release_signals(ignoredAfterwards)
        try? writing.write([0])
    }
}
