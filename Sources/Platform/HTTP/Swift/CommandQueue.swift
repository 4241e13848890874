internal import Domain
internal import Synchronization

/// What askers want of the thread, in the order in which they said it.
final class CommandQueue: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPFailure>

    enum Command: Sendable {
        case start(HTTPRequest, Ticket, CheckedContinuation<Outcome, Never>)
        case cancel(Ticket)
    }

    private struct State {
        var commands: [Command] = []
        /// `nil` once the thread has let go of what it wakes.
        var waker: MultiHandle.Waker?
        /// Nothing more is taken.
        var isClosed = false
        /// The thread is done.
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        mutating func append(_ command: Command) {
            commands.append(command)
            waker?.wake()
        }
    }

    private let state: Mutex<State>

    init(waking waker: MultiHandle.Waker) {
        state = Mutex(State(waker: waker))
    }

    func start(_ request: HTTPRequest, _ ticket: Ticket, _ continuation: CheckedContinuation<Outcome, Never>) {
        let refusal: HTTPFailure? = state.withLock { state in
            guard !state.isClosed else { return .notSent(host: "", HTTPFault(.stopped)) }
            guard ticket.handOver() else { return .cancelled(host: "", wasSent: false) }
            state.append(.start(request, ticket, continuation))
            return nil
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
    }

    /// The ticket is looked at under the lock, as in `start`: so a cancel never overtakes its start.
    func cancel(_ ticket: Ticket) {
        state.withLock { state in
            if ticket.cancel(), !state.isClosed { state.append(.cancel(ticket)) }
        }
    }

    /// What came since the last call, and whether this was the end.
    func take() -> (commands: [Command], isClosed: Bool) {
        state.withLock { state in
            defer { state.commands = [] }
            return (state.commands, state.isClosed)
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.waker?.wake()
        }
    }

    /// Nobody wakes the thread any more, so that it may free what would be woken.
    func letGo() {
        state.withLock { $0.waker = nil }
    }

    /// The thread's last word.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when the thread has said its last word.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }
}
