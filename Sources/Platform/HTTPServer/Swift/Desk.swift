internal import Synchronization

/// Where requests come in: one task for each that is being answered.
final class Desk: Sendable {
    private struct State {
        var wire: Wire?
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var isStopped = false
        var waiting: [CheckedContinuation<Void, Never>] = []
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
                let response = await handler.answer(whole)
                self.state.withLock { _ = $0.tasks.removeValue(forKey: request) }
                answer(request, with: response)
            }
        }
    }

    func forget(_ request: UInt64) {
        let task = state.withLock { $0.tasks[request] }
        task?.cancel()
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
