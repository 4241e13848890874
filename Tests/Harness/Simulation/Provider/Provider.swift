import BackendKit
import Domain
import MVISimulation
import Synchronization

/// A paid image provider that fails, hangs and lies. It outlives the service, and its records show what was really
/// bought.
final class Provider: Sendable {
    /// The ways in which finished work is reported.
    enum Manner: String, CaseIterable {
        /// In the response itself, to the real OpenAI backend behind a gateway.
        case answering = "studio"
        /// By a handle that the provider chooses.
        case handing = "karlo"
        /// By a handle that the client chose. The machine is the user's own and free.
        case lookedUp = "comfy"

        static let paid = allCases.filter { $0 != .lookedUp }
    }

    struct Work {
        let key: String
        let prompt: String
        let manner: Manner
        var isCharged: Bool
        /// The time on the clock at which it is finished.
        var doneAt: Duration
        var isLost = false
        var hasFailed = false
        /// Whether a poll has reported it as finished and so charged: it can't fail any more.
        var isFinished = false
    }

    /// The answer to an order, and its delay.
    struct Reply {
        let delay: Duration
        let answer: Result<BackendKit.Submission, BackendFailure>
    }

    private struct Books {
        var rng: SplitMix64
        var works: [Work] = []
        /// Every failure ever reported for a prompt.
        var refusals: [String: [BackendFailure]] = [:]
        /// The number of orders for each prompt.
        var asked: [String: Int] = [:]
        /// The number of unanswered orders for each prompt.
        var unanswered: [String: Int] = [:]
        var isCalm = false
    }

    private let books: Mutex<Books>
    /// The time during which finished pictures can't be downloaded; everything else works.
    private let hostOutage: Range<Duration>?
    private let clock: ManualClock
    private let trace: Trace

    init(seed: UInt64, hostOutage: Range<Duration>? = nil, clock: ManualClock, trace: Trace) {
        books = Mutex(Books(rng: SplitMix64(seed: seed)))
        self.hostOutage = hostOutage
        self.clock = clock
        self.trace = trace
    }

    var works: [Work] { books.withLock(\.works) }
    func refusals(of prompt: String) -> [BackendFailure] { books.withLock { $0.refusals[prompt] ?? [] } }
    func unanswered(_ prompt: String) -> Int { books.withLock { $0.unanswered[prompt] ?? 0 } }
    func orders(for prompt: String) -> Int { books.withLock { $0.asked[prompt] ?? 0 } }
    func charges(for prompt: String) -> Int { works.count { $0.prompt == prompt && $0.isCharged } }

    /// Ends all faults: from now on the provider is correct and fast.
    func stopFaults() {
        books.withLock { $0.isCalm = true }
    }

    static func picture(_ prompt: String) -> ImageSource { .bytes(SimulatedPicture.bytes(prompt)) }
}

extension Provider {
    /// Accepts an order.
    func receive(_ prompt: String, key: String, _ manner: Manner) -> Reply {
        let (reply, number) = books.withLock { books in
            books.asked[prompt, default: 0] += 1
            let lot = books.isCalm ? 99 : books.rng.next() % 100
            let delay = Duration.milliseconds(Int64(books.rng.next() % 20_000))
            let reply = Self.reply(to: prompt, key, manner, lot, delay, clock.now.offset, &books)
            if case .failure(.unknown) = reply.answer { books.unanswered[prompt, default: 0] += 1 }
            if case .failure(let failure) = reply.answer { books.refusals[prompt, default: []].append(failure) }
            return (reply, books.works.count)
        }
        trace.tell("provider called", number, "for \(prompt) by \(key): \(reply.answer)")
        return reply
    }

    /// Accepts an order over HTTP through the gateway, and returns the answer and its delay.
    func receive(_ prompt: String, key: String) -> (delay: Duration, answer: Result<HTTPResponse, HTTPFailure>) {
        let (drawn, delay, number) = books.withLock { books in
            books.asked[prompt, default: 0] += 1
            let lot = books.isCalm ? 99 : books.rng.next() % 100
            let delay = Duration.milliseconds(Int64(books.rng.next() % 20_000))
            let place = "https://pictures.example/\(books.works.count)"
            let drawn = GatewayAnswer.drawn(lot, prompt, place: place, &books.rng)
            if drawn.isCharged {
                books.works.append(
                    Work(
                        key: key, prompt: prompt, manner: .answering, isCharged: true,
                        doneAt: clock.now.offset + delay * 3))
            }
            if drawn.isUnclear { books.unanswered[prompt, default: 0] += 1 }
            books.refusals[prompt, default: []] += drawn.reasons
            return (drawn, delay, books.works.count)
        }
        trace.tell("provider called", number, "for \(prompt) by \(key): \(drawn)")
        return (delay, drawn.answer)
    }

    private static func reply(
        to prompt: String, _ key: String, _ manner: Manner, _ lot: UInt64, _ delay: Duration, _ now: Duration,
        _ books: inout Books
    ) -> Reply {
        func make(charged: Bool = true) {
            let isCharged = charged && manner != .lookedUp
            books.works.append(
                Work(key: key, prompt: prompt, manner: manner, isCharged: isCharged, doneAt: now + delay * 3))
        }
        func no(_ failure: BackendFailure, after: Duration = .seconds(1)) -> Reply {
            Reply(delay: after, answer: .failure(failure))
        }
        switch lot {
        case 0..<8:
            make()
            return no(.unknown, after: lot < 2 ? .seconds(300) : delay)
        case 8..<12: return no(.unknown)
        case 12..<16: return no(.transient(message: "503"))
        case 16..<18: return no(.rateLimited(after: 5_000))
        case 18..<20: return no(.timeout, after: .seconds(10))
        case 20: return no(.loading(eta: 20_000))
        case 21: return no(.auth)
        case 22: return no(.quota)
        case 23: return no(.moderated(stage: "prompt", charged: false))
        case 24: return no(.invalid(parameter: nil, message: "no"))
        case 25:
            make()
            return no(.moderated(stage: "output", charged: true))
        case 28 where manner == .handing:
            books.refusals[prompt, default: []].append(.lost)
            return pending("false-\(key)", delay)
        default:
            make()
            return pending(handle(key, books.works.count - 1, manner), delay)
        }
    }

    private static func pending(_ text: String, _ delay: Duration) -> Reply {
        guard let handle = JobHandle(text) else { return Reply(delay: delay, answer: .failure(.empty)) }
        return Reply(delay: delay, answer: .success(.pending(handle, Receipt(charged: .unknown))))
    }

    private static func handle(_ key: String, _ number: Int, _ manner: Manner) -> String {
        manner == .lookedUp ? "key:\(key)" : "work:\(number)"
    }
}

extension Provider {
    /// Reports the state of work.
    func poll(_ handle: JobHandle) -> Result<PollAnswer, BackendFailure> {
        let answer = books.withLock { books -> Result<PollAnswer, BackendFailure> in
            guard let place = Self.place(of: handle, books) else { return .failure(.lost) }
            let answer = self.answer(&books, place)
            if case .failure(let failure) = answer {
                books.refusals[books.works[place].prompt, default: []].append(failure)
            }
            return answer
        }
        trace.tell("provider polled", handle.text.utf8.count, "for \(handle.text): \(answer)")
        return answer
    }

    private func answer(_ books: inout Books, _ place: Int) -> Result<PollAnswer, BackendFailure> {
        let lot = books.isCalm ? 99 : books.rng.next() % 100
        let work = books.works[place]
        if work.hasFailed { return .failure(.failed(message: "node")) }
        if lot < 8 { return .failure(.transient(message: "502")) }
        if lot < 10 { return .failure(.rateLimited(after: 1_000)) }
        if lot < 11 { return .failure(.auth) }
        if lot < 12 {
            books.works[place].isLost = true
            return .failure(.lost)
        }
        if work.doneAt > clock.now.offset { return .success(.running(nil, next: 3_000)) }
        if lot < 14, !work.isFinished {
            books.works[place].isCharged = false
            books.works[place].hasFailed = true
            return .failure(.failed(message: "node"))
        }
        books.works[place].isFinished = true
        let source = lot % 2 == 0 ? ImageSource.url("/\(place)") : Self.picture(work.prompt)
        return .success(.finished([source], Receipt(charged: .yes)))
    }

    private static func place(of handle: JobHandle, _ books: Books) -> Int? {
        let found: Int?
        if handle.text.hasPrefix("work:") {
            found = Int(handle.text.dropFirst("work:".count))
        } else {
            found = books.works.lastIndex { "key:\($0.key)" == handle.text }
        }
        guard let found, books.works.indices.contains(found), !books.works[found].isLost else { return nil }
        return found
    }

    func fetch(_ address: String) -> Result<[UInt8], BackendFailure> {
        books.withLock { books in
            let lot = books.isCalm ? 99 : books.rng.next() % 100
            guard let place = Int(address.dropFirst()), books.works.indices.contains(place) else {
                return .failure(.expired)
            }
            let prompt = books.works[place].prompt
            if let hostOutage, hostOutage.contains(clock.now.offset) { return .failure(.timeout) }
            guard lot < 14 else { return .success(SimulatedPicture.bytes(prompt)) }
            let failure = lot < 12 ? BackendFailure.transient(message: "504") : .expired
            books.refusals[prompt, default: []].append(failure)
            return .failure(failure)
        }
    }

    /// Orders the same picture once more: a deliberate bug.
    func orderAgain(_ address: String, _ manner: Manner) -> [UInt8] {
        books.withLock { books in
            guard let place = Int(address.dropFirst()), books.works.indices.contains(place) else { return [] }
            var again = books.works[place]
            again.isCharged = manner != .lookedUp
            books.works.append(again)
            books.asked[again.prompt, default: 0] += 1
            return SimulatedPicture.bytes(again.prompt)
        }
    }

    func probe() -> BackendHealth {
        books.withLock { books in
            !books.isCalm && books.rng.next() % 4 == 0 ? .down(.transient(message: "503")) : .ready
        }
    }
}

/// The provider as a backend of one run of the service.
struct ProviderBackend: ImageBackend {
    let provider: Provider
    let manner: Provider.Manner
    let onUnknown: UnknownOutcomePolicy
    let life: ServiceRun
    let clock: ManualClock
    let bug: InjectedBug?
    var purse = Purse()

    var descriptor: BackendDescriptor {
        BackendDescriptor(
            name: manner.rawValue, kind: "simulated", credit: "simulated", isFree: manner == .lookedUp,
            isDeterministic: false, sides: 1...4096, concurrency: 2, onUnknown: onUnknown,
            abilities: BackendCapabilities(
                tasks: [.textToImage, .imageToImage], options: [.seed: .any], pictures: 2))
    }

    func submit(
        _ request: ImageRequest, key: String
    ) async throws(BackendFailure) -> BackendKit.Submission {
        let reply = try await life.act("submit", "\(request.prompt) by \(key)", dead: .unknown) {
            () throws(BackendFailure) in
            do throws(HTTPFailure) { try purse.open() } catch { throw BackendFailure(paid: error) }
            life.recordSent(key)
            return provider.receive(request.prompt, key: key, manner)
        }
        // A caller that gives up here can't know the outcome.
        do { try await clock.sleep(for: reply.delay) } catch { throw .unknown }
        guard life.isAlive else { throw .unknown }
        return try reply.answer.get()
    }

    func handle(of key: String) -> JobHandle? {
        manner == .lookedUp ? JobHandle("key:\(key)") : nil
    }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        try await life.act("poll", handle.text, dead: .timeout) { () throws(BackendFailure) in
            try provider.poll(handle).get()
        }
    }

    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        switch source {
        case .bytes(let bytes): bytes
        case .url(let address):
            try await life.act("fetch", address, dead: .timeout) { () throws(BackendFailure) -> [UInt8] in
                let bytes = provider.fetch(address)
                if case .failure = bytes, bug == .fetchBuysAgain { return provider.orderAgain(address, manner) }
                return try bytes.get()
            }
        }
    }

    func cancel(_ handle: JobHandle) async -> CancelOutcome { .unsupported }

    func probe() async -> BackendHealth {
        await Schedule.yieldTurn()
        return provider.probe()
    }
}
