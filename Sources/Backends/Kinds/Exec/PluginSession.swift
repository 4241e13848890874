import BackendKit
import Domain
import PlatformConcurrency
import Synchronization

/// One run of a persistent plugin.
final class PluginSession: Sendable {
    let board = AsyncValue(SessionState())
    private let ears = Mutex(PluginLineBuffers())
    private let child = Mutex<(any ChildProcess)?>(nil)
    let voice: PluginLogger
    let time: HostClock

    init(_ voice: PluginLogger, _ time: HostClock) {
        self.voice = voice
        self.time = time
    }

    func attach(_ process: any ChildProcess) {
        child.withLock { $0 = process }
    }

    /// Handles an event. Called on the child's own thread, one event at a time.
    func hear(_ event: ChildEvent) {
        switch event {
        case .output(let bytes):
            for line in ears.withLock({ $0.output.cut(bytes) }) { read(line) }
        case .errors(let bytes):
            for line in ears.withLock({ $0.errors.cut(bytes) }) {
                switch line {
                case .whole(let bytes), .tooLong(let bytes): voice.say(line: bytes)
                }
            }
        case .ended(let ending):
            if let last = ears.withLock({ $0.errors.remainder() }) { voice.say(line: last) }
            board.update { $0.ending = ending }
        }
    }

    func send(_ bytes: [UInt8]) {
        child.withLock { $0 }?.send(bytes)
    }

    func signal(_ signal: ChildSignal) {
        child.withLock { $0 }?.signal(signal)
    }

    func finish() {
        child.withLock { $0 }?.finish()
    }

    /// Kills the process for a protocol violation. The first fault counts; from then on its output is ignored.
    func fail(_ fault: BackendFailure) {
        board.update { if $0.fault == nil { $0.fault = fault } }
        signal(.kill)
    }
}

extension PluginSession {
    private func read(_ line: LineSplitter.Line) {
        guard board.value.fault == nil else { return }
        guard case .whole(let bytes) = line else {
            voice.say(.error, "a line of over \(PluginProtocol.maxLineBytes) bytes on standard output")
            return fail(.badResponse(said: "a line of over 1 MiB on standard output"))
        }
        if bytes.allSatisfy({ $0 == 32 || 9...13 ~= $0 }) { return }
        guard let message = PluginMessage(bytes) else { return count(bytes) }
        take(message)
    }

    private func count(_ stranger: [UInt8]) {
        voice.say(
            .warning, "not a message on standard output: " + String(decoding: stranger.prefix(200), as: UTF8.self))
        let strangers = board.update { state in
            state.strangers += 1
            return state.strangers
        }
        if strangers >= PluginProtocol.maxInvalidLines {
            fail(.badResponse(said: "\(strangers) lines on standard output that are not messages"))
        }
    }

    private func take(_ message: PluginMessage) {
        let now = time.now()
        switch message {
        case .answer(let id, let answer):
            board.update { state in
                if let job = state.job(of: id) {
                    state.works[job]?.answer = answer
                    state.hasWorked = true
                } else if id < state.nextQuestion {
                    state.answers[id] = answer
                }
            }
        case .question(let id, let method):
            voice.say(.debug, "requests \(method)")
            send(PluginProtocol.refusal(id))
        case .checkpoint(let job, let handle, let charged):
            board.update { state in
                state.works[job]?.heard = now
                state.works[job]?.handle = handle
                state.works[job]?.charged = charged
            }
        case .progress(let job, let fraction, let eta):
            board.update { state in
                state.works[job]?.heard = now
                state.works[job]?.fraction = fraction
                state.works[job]?.eta = eta
            }
        case .log(let level, let text): voice.say(level, text)
        case .other: break
        }
    }
}

extension PluginSession {
    /// Starts the process in the plugin's own folder. Nothing has been sent to it yet. Throws what is wrong with its
    /// program or its folder.
    static func started(
        _ options: ExecOptions, _ voice: PluginLogger, _ world: ExecDependencies
    ) async throws(BackendFailure) -> PluginSession {
        let session = PluginSession(voice, world.time)
        do throws(FileFailure) {
            let order = try await PluginEnvironment(options).order(in: "", world.folders)
            session.attach(try await world.processes.start(order) { session.hear($0) })
            return session
        } catch {
            throw PluginEnvironment.unstartable(options, error)
        }
    }
}

/// Requests and their responses.
extension PluginSession {
    /// Sends a request that starts no work. Returns `nil` when no response arrives in time, or the process exits first.
    func ask(_ method: String, _ parameters: [String: JSONValue] = [:]) async -> PluginAnswer? {
        let id = board.update { $0.question() }
        send(PluginProtocol.question(id, method, parameters))
        let board = board
        let answered = await time.within(PluginProtocol.patience) {
            await board.first { state -> PluginAnswer?? in
                if let answer = state.answers[id] { return .some(answer) }
                return state.ending == nil ? nil : .some(nil)
            }
        }
        return answered ?? nil
    }

    /// Submits work as soon as the plugin has a free slot. Work of that name that is already in progress is left alone.
    /// Throws `.transient` when the process exits before anything was submitted.
    func begin(
        _ job: String, _ method: String, _ parameters: [String: JSONValue], atOnce most: Int
    ) async throws(BackendFailure) {
        while true {
            _ = await board.first { $0.isOver || $0.works[job] != nil || $0.works.count < most ? true : nil }
            if Task.isCancelled { throw .transient(said: "stopped before the request was sent") }
            let now = time.now()
            let start = board.update { state -> Start in
                if state.works[job] != nil { return .known }
                if state.isOver { return .tooLate }
                guard state.works.count < most else { return .full }
                let id = state.question()
                state.works[job] = PluginWork(question: id, began: now, heard: now)
                return .asked(id)
            }
            switch start {
            case .known: return
            case .tooLate: throw .transient(said: "its plugin ended before the request was sent")
            case .full: continue
            case .asked(let id): return send(PluginProtocol.question(id, method, parameters))
            }
        }
    }

    private enum Start {
        case known
        case tooLate
        case full
        case asked(Int64)
    }

    /// Waits for the next news of work, apart from the known handle. The time limit counts from the submission.
    func news(
        of job: String, beyond handle: JSONValue?, timeout: Duration, stall: Duration?
    ) async -> WorkEvent {
        while true {
            guard let work = board.value.works[job] else { return .ended }
            let now = time.now()
            let (left, silent) = (work.began + timeout - now, stall.map { work.heard + $0 - now })
            let board = board
            let news = await time.within(max(.zero, min(left, silent ?? left))) {
                await board.first { Self.news($0, job, handle) }
            }
            if let news { return news }
            if Task.isCancelled { return .cancelled }
            guard let work = board.value.works[job] else { return .ended }
            if time.now() >= work.began + timeout { return .late }
            if let stall, time.now() >= work.heard + stall { return .stalled }
        }
    }

    private static func news(_ state: SessionState, _ job: String, _ handle: JSONValue?) -> WorkEvent? {
        guard let work = state.works[job] else { return .ended }
        if let answer = work.answer { return .answer(answer) }
        if let own = work.handle, own != handle { return .checkpoint(own) }
        return state.ending == nil ? nil : .ended
    }

    /// Removes work whose result was delivered.
    func forget(_ job: String) {
        board.update { _ = $0.works.removeValue(forKey: job) }
    }
}

/// Termination.
extension PluginSession {
    /// Requests cancellation of work. A plugin that does not respond in time is terminated, along with all its work.
    /// Returns `nil` in that case unless a response was received. `reason` is shown to people.
    func stop(_ job: String, for reason: String) async -> PluginAnswer? {
        send(PluginProtocol.note("cancel", ["job": .text(job)]))
        let board = board
        let answered = await time.within(PluginProtocol.patience) {
            await board.first { state -> PluginAnswer?? in
                guard let work = state.works[job] else { return .some(nil) }
                if let answer = work.answer { return .some(answer) }
                return state.ending == nil ? nil : .some(nil)
            }
        }
        if let answered { return answered }
        board.update { if $0.ending == nil, $0.stopReason == nil { $0.stopReason = reason } }
        voice.say(.warning, "stopped: " + reason)
        await end()
        return board.value.works[job]?.answer
    }

    /// Shuts the plugin down and returns when it has exited. `reason` is shown to people.
    func retire(for reason: String) async {
        let id = board.update { state in
            state.isRetired = true
            // The work in progress ends with the process, so the reason given for it is the shutdown's and not a fault
            // of the plugin.
            if state.ending == nil, state.stopReason == nil { state.stopReason = reason }
            return state.question()
        }
        send(PluginProtocol.question(id, "shutdown", [:]))
        finish()
        if await hasEnded() { return }
        voice.say(.warning, "stopped because it did not exit on request: " + reason)
        await end()
    }

    /// Sends SIGTERM, and SIGKILL if that has no effect.
    private func end() async {
        signal(.terminate)
        if await hasEnded() { return }
        signal(.kill)
        _ = await hasEnded()
    }

    func hasEnded() async -> Bool {
        let board = board
        return await time.within(PluginProtocol.patience) { await board.first { $0.ending == nil ? nil : true } }
            == true
    }
}

/// A job in progress at a plugin.
struct PluginWork: Equatable, Sendable {
    /// The ID of the request that started the work.
    let question: Int64
    let began: Duration
    /// The time of the last message about it.
    var heard: Duration
    /// The handle of its last checkpoint.
    var handle: JSONValue?
    /// Whether that checkpoint said that it was charged.
    var charged: Bool?
    var fraction: Double?
    /// In milliseconds.
    var eta: Int64?
    var answer: PluginAnswer?
    /// Whether the job was cancelled.
    var isUnwanted = false
}

/// The state of one run of a plugin's process.
struct SessionState: Sendable {
    var works: [String: PluginWork] = [:]
    /// The unclaimed responses to requests that start no work.
    var answers: [Int64: PluginAnswer] = [:]
    var nextQuestion: Int64 = 1
    /// The number of lines that were not messages.
    var strangers = 0
    /// The protocol violation for which the host killed it.
    var fault: BackendFailure?
    /// Whether it was shut down for a reason other than a fault of its own.
    var isRetired = false
    /// The reason for which the host stopped it, for people; `nil` if it didn't.
    var stopReason: String?
    var ending: TerminationStatus?
    /// Whether it has responded to any work.
    var hasWorked = false

    /// The reason for its end, for people.
    var endDescription: String {
        if let stopReason { return "its plugin was stopped: " + stopReason }
        return "its plugin ended" + (ending.map { " (\($0.shown))" } ?? "")
    }

    /// Whether it accepts no more requests.
    var isOver: Bool { ending != nil || isRetired }

    mutating func question() -> Int64 {
        defer { nextQuestion += 1 }
        return nextQuestion
    }

    /// Returns the job that a request ID belongs to.
    func job(of question: Int64) -> String? {
        works.first { $0.value.question == question }?.key
    }
}

/// The next event of work that is being waited for.
enum WorkEvent: Equatable, Sendable {
    case answer(PluginAnswer)
    /// A new handle.
    case checkpoint(JSONValue)
    /// The process has exited.
    case ended
    /// No message arrived within the stall timeout.
    case stalled
    /// The time limit has passed.
    case late
    /// The waiting task was cancelled.
    case cancelled
}
