internal import CHTTP
internal import Domain
internal import PlatformConcurrency
internal import Synchronization

/// The thread's main loop: executes commands, drives curl and resumes callers.
final class ExchangeLoop {
    /// `nil` after the loop has ended.
    private var multi: MultiHandle?
    private let queue: CommandQueue
    private let settings: HTTPClientSettings
    private var running: [EasyHandle.ID: Exchange] = [:]

    init(_ multi: consuming MultiHandle, _ queue: CommandQueue, _ settings: HTTPClientSettings) {
        self.multi = .some(multi)
        self.queue = queue
        self.settings = settings
    }

    /// Returns once the queue is closed and every caller has been resumed.
    func run() {
        while true {
            let (commands, isClosed) = queue.take()
            for command in commands { execute(command) }
            if isClosed { break }
            let pause = finishStalled()
            multi?.turn(milliseconds: pause)
            finishCompleted()
            for exchange in running.values { exchange.endTurn() }
        }
        for exchange in running.values { interrupt(exchange, .stopped) }
        queue.releaseWaker()
        multi = nil
        queue.ended.open()
    }

    private func execute(_ command: CommandQueue.Command) {
        switch command {
        case .start(let request, let handoff, let continuation): start(request, handoff, continuation)
        case .cancel(let handoff):
            // An exchange that has ended in the meantime is no longer listed; its caller was already resumed.
            if let exchange = running.values.first(where: { $0.handoff === handoff }) {
                interrupt(exchange, .cancelled)
            }
        }
    }

    private func start(
        _ request: HTTPRequest, _ handoff: RequestHandoff,
        _ continuation: CheckedContinuation<CommandQueue.Outcome, Never>
    ) {
        var address: HTTPAddress?
        do throws(HTTPFault) {
            let parsed = try HTTPAddress(request.url)
            address = parsed
            let exchange = try Exchange(
                request, try Route(request, parsed, settings), handoff, settings, continuation)
            guard multi?.add(exchange.easy) == true else { throw HTTPFault(.other) }
            running[exchange.easy.id] = exchange
        } catch {
            let host = error.reason == .inward ? address?.origin : address?.host
            continuation.resume(returning: .failure(.notSent(host: host ?? "", error)))
        }
    }

    private func finishCompleted() {
        while let (id, code) = multi?.nextFinished() {
            guard let exchange = running.removeValue(forKey: id) else { continue }
            multi?.remove(exchange.easy)
            exchange.end(code)
        }
    }

    /// Ends stalled exchanges. Returns the milliseconds until the next one could stall.
    private func finishStalled() -> Int32 {
        let now = ContinuousClock.now
        var next = now + .seconds(3600)
        for exchange in running.values {
            guard let deadline = exchange.deadline else { continue }
            if deadline <= now {
                interrupt(exchange, .stalled)
            } else {
                next = min(next, deadline)
            }
        }
        return Int32(clamping: (next - now).wholeMilliseconds)
    }

    private func interrupt(_ exchange: Exchange, _ interruption: Exchange.Interruption) {
        running[exchange.easy.id] = nil
        multi?.remove(exchange.easy)
        exchange.end(interruption)
    }
}

/// Commands from callers to the client's thread, in order.
final class CommandQueue: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPFailure>

    enum Command: Sendable {
        case start(HTTPRequest, RequestHandoff, CheckedContinuation<Outcome, Never>)
        case cancel(RequestHandoff)
    }

    private struct State {
        var commands: [Command] = []
        /// `nil` once the thread has released the object to wake.
        var waker: MultiHandle.Waker?
        /// No more commands are accepted.
        var isClosed = false

        mutating func append(_ command: Command) {
            commands.append(command)
            waker?.wake()
        }
    }

    private let state: Mutex<State>
    /// Opened by the thread when it has finished.
    let ended = Latch()

    init(waking waker: MultiHandle.Waker) {
        state = Mutex(State(waker: waker))
    }

    func start(_ request: HTTPRequest, _ handoff: RequestHandoff, _ continuation: CheckedContinuation<Outcome, Never>) {
        let refusal: HTTPFailure? = state.withLock { state in
            guard !state.isClosed else { return .notSent(host: "", HTTPFault(.stopped)) }
            guard handoff.handOver() else { return .cancelled(host: "", wasSent: false) }
            state.append(.start(request, handoff, continuation))
            return nil
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
    }

    /// The `RequestHandoff` is changed under the lock, as in `start`, so that a cancellation never overtakes its start.
    func cancel(_ handoff: RequestHandoff) {
        state.withLock { state in
            if handoff.cancel(), !state.isClosed { state.append(.cancel(handoff)) }
        }
    }

    /// Takes the commands since the last call, and returns whether the queue is closed.
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

    /// Drops the waker, so that the thread can free the object that it wakes.
    func releaseWaker() {
        state.withLock { $0.waker = nil }
    }
}

/// The state of a request between its caller and the thread. It can be cancelled before it was handed over.
final class RequestHandoff: Sendable {
    private enum Phase {
        /// → handedOver, cancelled
        case new
        case handedOver
        case cancelled
    }

    private let phase = Mutex(Phase.new)

    /// Marks the request as handed over. Returns `false` if it was cancelled before.
    func handOver() -> Bool {
        phase.withLock { phase in
            guard phase == .new else { return false }
            phase = .handedOver
            return true
        }
    }

    /// Cancels the request. Returns whether the thread must be notified.
    func cancel() -> Bool {
        phase.withLock { phase in
            guard phase == .new else { return phase == .handedOver }
            phase = .cancelled
            return false
        }
    }
}
