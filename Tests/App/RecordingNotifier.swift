import PlatformSystemd

@testable import App

/// A service manager that records the messages it receives and lets tests wait for them.
@MainActor
final class RecordingNotifier {
    private let continuation: AsyncStream<[ServiceMessage]>.Continuation
    private let messages: AsyncStream<[ServiceMessage]>

    init() {
        (messages, continuation) = AsyncStream.makeStream(of: [ServiceMessage].self)
    }

    nonisolated func send(_ messages: [ServiceMessage]) { continuation.yield(messages) }

    /// Waits for the next datagram.
    func next() async -> [ServiceMessage]? {
        var iterator = messages.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }

    /// Closes the stream and returns the datagrams not read yet.
    func rest() async -> [[ServiceMessage]] {
        continuation.finish()
        var all: [[ServiceMessage]] = []
        while let messages = await next() { all.append(messages) }
        return all
    }
}
