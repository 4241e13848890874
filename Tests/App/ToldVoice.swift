import PlatformSystemd

@testable import App

/// A service manager that keeps what it is told, and can be waited for.
@MainActor
final class ToldVoice {
    /// Sends on from wherever it is spoken to.
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

    /// The next datagram.
    func next() async -> [ServiceMessage]? {
        var iterator = told.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }

    /// All that was told and not yet heard; nothing can be told any more.
    func rest() async -> [[ServiceMessage]] {
        voice.continuation.finish()
        var all: [[ServiceMessage]] = []
        while let messages = await next() { all.append(messages) }
        return all
    }
}
