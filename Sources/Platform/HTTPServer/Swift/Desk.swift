internal import Synchronization

/// Where requests come in: one task for each that is being answered.
final class Desk: Sendable {
    private struct State {
        var wire: Wire?
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var feeds: [UInt64: Feed] = [:]
        var isStopped = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// An answer in parts.
    private enum Feed {
        /// The part is on its way, or there has been none yet.
        case drained
        /// Whoever gives the next one waits for the part to be on its way.
        case waiting(CheckedContinuation<Bool, Never>)
        case gone
    }

    private let handler: any RequestHandler
    private let state = Mutex(State())

    init(_ handler: any RequestHandler) {
        self.handler = handler
    }

    /// Makes the way back known, before the first request can come.
    func connect(_ wire: Wire) {
        state.withLock { $0.wire = wire }
    }

    /// Returns when the server's thread has told that it ends.
    func stopped() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isStopped { state.waiting.append(continuation) }
                return state.isStopped
            }
            if isOver { continuation.resume() }
        }
    }

    private func answer(_ request: UInt64, with response: ServerResponse) {
        let wire = state.withLock { $0.wire }
        wire?.answer(request, with: response)
    }

    /// Gives a body part by part, until its end or until nobody is there to read it.
    private func feed(_ request: UInt64, with response: ServerResponse, from source: any BodySource) async {
        guard let wire = state.withLock({ $0.wire }) else { return }
        wire.open(request, with: response)
        while let part = await source.next() {
            guard !Task.isCancelled, await give(part, to: request, by: wire) else { break }
        }
        wire.feed(request, [])
    }

    /// Returns when the part is on its way; `false` when nobody reads it any more.
    private func give(_ part: [UInt8], to request: UInt64, by wire: Wire) async -> Bool {
        await withCheckedContinuation { continuation in
            let isGone = state.withLock { state in
                if case .gone = state.feeds[request] { return true }
                state.feeds[request] = .waiting(continuation)
                return false
            }
            if isGone { continuation.resume(returning: false) } else { wire.feed(request, part) }
        }
    }

    private func settle(_ request: UInt64, _ feed: Feed) {
        let waiting: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard state.tasks[request] != nil, let before = state.feeds.updateValue(feed, forKey: request) else {
                return nil
            }
            guard case .waiting(let continuation) = before else { return nil }
            return continuation
        }
        if case .gone = feed { waiting?.resume(returning: false) } else { waiting?.resume(returning: true) }
    }
}

// What the server's thread calls.
extension Desk {
    /// How many bytes of body may follow; negative when the request was refused.
    func take(_ head: RequestHead, of request: UInt64) -> Int64 {
        switch handler.admit(head) {
        case .read(let limit): return Int64(max(0, limit))
        case .refuse(let response):
            answer(request, with: response)
            return -1
        }
    }

    func refuse(_ request: UInt64, _ head: RequestHead, _ fault: BodyFault) {
        answer(request, with: handler.refuse(head, fault))
    }

    func take(_ whole: ServerRequest, of request: UInt64) {
        // The task can't forget itself before it is known: both happen under the lock.
        state.withLock { state in
            state.tasks[request] = Task { [self] in
                var response = await handler.answer(whole)
                // Whoever asks for the head alone waits for no parts.
                if whole.head.method == "HEAD" { response.source = nil }
                if let source = response.source { await feed(request, with: response, from: source) }
                self.state.withLock { state in
                    state.tasks[request] = nil
                    state.feeds[request] = nil
                }
                if response.source == nil { answer(request, with: response) }
            }
        }
    }

    func goOn(_ request: UInt64) {
        settle(request, .drained)
    }

    func forget(_ request: UInt64) {
        let task = state.withLock { $0.tasks[request] }
        task?.cancel()
        settle(request, .gone)
    }

    func stop() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isStopped = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
