internal import CHTTP
internal import Domain

/// The thread's work: takes commands, lets curl carry all exchanges, answers their askers.
final class ExchangeLoop {
    /// `nil` once the loop has ended.
    private var multi: MultiHandle?
    private let queue: CommandQueue
    private let settings: HTTPClientSettings
    private var running: [EasyHandle.ID: Exchange] = [:]

    init(_ multi: consuming MultiHandle, _ queue: CommandQueue, _ settings: HTTPClientSettings) {
        self.multi = .some(multi)
        self.queue = queue
        self.settings = settings
    }

    /// Returns once the queue is closed and every asker has an answer.
    func run() {
        while true {
            let (commands, isClosed) = queue.take()
            for command in commands { execute(command) }
            if isClosed { break }
            let pause = endStalled()
            multi?.turn(milliseconds: pause)
            endDone()
            for exchange in running.values { exchange.endTurn() }
        }
        for exchange in running.values { interrupt(exchange, .stopped) }
        queue.letGo()
        multi = nil
        queue.end()
    }

    private func execute(_ command: CommandQueue.Command) {
        switch command {
        case .start(let request, let ticket, let continuation): start(request, ticket, continuation)
        case .cancel(let ticket):
            // One that ended meanwhile is not there any more, and was answered.
            if let exchange = running.values.first(where: { $0.ticket === ticket }) { interrupt(exchange, .cancelled) }
        }
    }

    private func start(
        _ request: HTTPRequest, _ ticket: Ticket, _ continuation: CheckedContinuation<CommandQueue.Outcome, Never>
    ) {
        var address: HTTPAddress?
        do throws(HTTPFault) {
            let place = try HTTPAddress(request.url)
            address = place
            let exchange = try Exchange(
                request, try Route(request, place, settings), ticket, settings, continuation)
            guard multi?.add(exchange.easy) == true else { throw HTTPFault(.other) }
            running[exchange.easy.id] = exchange
        } catch {
            let host = error.reason == .inward ? address?.origin : address?.host
            continuation.resume(returning: .failure(.notSent(host: host ?? "", error)))
        }
    }

    private func endDone() {
        while let (id, code) = multi?.nextEnded() {
            guard let exchange = running.removeValue(forKey: id) else { continue }
            multi?.remove(exchange.easy)
            exchange.end(code)
        }
    }

    /// Ends what has been silent for too long, and gives the milliseconds until the next could be.
    private func endStalled() -> Int32 {
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
