import PlatformSystemd

@testable import App

/// A service manager that records the messages it receives and lets tests wait for them.
@MainActor
final class RecordingNotifier {
    /// Forwards messages from any thread or actor.
    struct Voice: SystemdNotifySocket {
        let continuation: AsyncStream<[ServiceMessage]>.Continuation

        func say(_ messages: [ServiceMessage]) { continuation.yield(messages) }
    }

    let voice: Voice
    private let told: AsyncStream<[ServiceMessage]>

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: [ServiceMessage].self)
        voice = Voice(continuation: continuation)
        told = stream
    }

    /// Waits for the next datagram.
    func next() async -> [ServiceMessage]? {
        var iterator = told.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }

    /// Closes the stream and returns the datagrams not read yet.
    func rest() async -> [[ServiceMessage]] {
        voice.continuation.finish()
        var all: [[ServiceMessage]] = []
        while let messages = await next() { all.append(messages) }
        return all
    }
}
