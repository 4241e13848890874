import BackendKit
import Domain
import PlatformConcurrency
import Synchronization

/// One run of a persistent plugin.
final class PluginSession: Sendable {
    private struct LineBuffers {
        var output = LineSplitter(longest: PluginProtocol.maxLineBytes)
        var errors = LineSplitter(longest: PluginProtocol.maxLogLineBytes)
    }

    let state = AsyncValue(SessionState())
    private let buffers = Mutex(LineBuffers())
    private let child = Mutex<(any ChildProcess)?>(nil)
    private let logger: PluginLogger
    private let clock: HostClock

    private init(_ logger: PluginLogger, _ clock: HostClock) {
        self.logger = logger
        self.clock = clock
    }

    /// Starts the process in the plugin's own folder. Nothing has been sent to it yet. Throws what is wrong with its
    /// program or its folder.
    static func started(
        _ options: ExecOptions, _ logger: PluginLogger, _ dependencies: ExecDependencies
    ) async throws(BackendFailure) -> PluginSession {
        let session = PluginSession(logger, dependencies.clock)
        let process = try await options.startProcess(in: "", dependencies) { session.receive($0) }
        session.child.withLock { $0 = process }
        return session
    }

    /// Handles an event. Called on the child's own thread, one event at a time.
    private func receive(_ event: ChildEvent) {
        switch event {
        case .output(let bytes):
            for line in buffers.withLock({ $0.output.cut(bytes) }) { read(line) }
        case .errors(let bytes):
            for line in buffers.withLock({ $0.errors.cut(bytes) }) { logger.log(line: line.bytes) }
        case .ended(let ending):
            if let last = buffers.withLock({ $0.errors.remainder() }) { logger.log(line: last) }
            state.update { $0.ending = ending }
        }
    }

    func send(_ bytes: [UInt8]) {
        child.withLock { $0 }?.send(bytes)
    }

    func signal(_ signal: ChildSignal) {
        child.withLock { $0 }?.signal(signal)
    }

    /// Closes the plugin's standard input.
    func finish() {
        child.withLock { $0 }?.finish()
    }

    /// Kills the process for a protocol violation. The first fault counts; from then on its output is ignored.
    func fail(_ fault: BackendFailure) {
        state.update { if $0.fault == nil { $0.fault = fault } }
        signal(.kill)
    }
}

extension PluginSession {
    private func read(_ line: LineSplitter.Line) {
        guard state.value.fault == nil else { return }
        guard case .whole(let bytes) = line else {
            logger.log(.error, "a line of over \(PluginProtocol.maxLineBytes) bytes on standard output")
            return fail(.badResponse(message: "a line of over 1 MiB on standard output"))
        }
        if bytes.allSatisfy({ $0 == 32 || 9...13 ~= $0 }) { return }
        guard let message = PluginMessage(bytes) else { return countInvalid(bytes) }
        handle(message)
    }

    private func countInvalid(_ line: [UInt8]) {
        logger.log(.warning, "not a message on standard output: " + String(decoding: line.prefix(200), as: UTF8.self))
        let count = state.update { state in
            state.invalidLines += 1
            return state.invalidLines
        }
        if count >= PluginProtocol.maxInvalidLines {
            fail(.badResponse(message: "\(count) lines on standard output that are not messages"))
        }
    }

    private func handle(_ message: PluginMessage) {
        let now = clock.now()
        switch message {
        case .response(let id, let response):
            state.update { state in
                if let job = state.job(of: id) {
                    state.works[job]?.response = response
                    state.hasWorked = true
                } else if id < state.nextRequest {
                    state.responses[id] = response
                }
            }
        case .request(let id, let method):
            logger.log(.debug, "requests \(method)")
            send(PluginProtocol.refusal(id))
        case .checkpoint(let job, let handle, let charged):
            state.update { state in
                state.works[job]?.lastMessage = now
                state.works[job]?.handle = handle
                state.works[job]?.charged = charged
            }
        case .progress(let job, let progress):
            state.update { state in
                state.works[job]?.lastMessage = now
                if let progress { state.works[job]?.progress = progress }
            }
        case .log(let level, let text): logger.log(level, text)
        case .other: break
        }
    }
}

/// Requests and their responses.
extension PluginSession {
    /// Sends a request that starts no work. Returns `nil` when no response arrives in time, or the process exits first.
    func request(_ method: String, _ parameters: [String: JSONValue] = [:]) async -> PluginResponse? {
        let id = state.update { $0.newRequest() }
        send(PluginProtocol.request(id, method, parameters))
        return await first { state -> PluginResponse?? in
            if let response = state.responses[id] { return .some(response) }
            return state.ending == nil ? nil : .some(nil)
        } ?? nil
    }

    /// Submits work as soon as the plugin has a free slot. Work of that name that is already in progress is left alone.
    /// Throws `.transient` when the process exits before anything was submitted.
    func begin(
        _ job: String, _ method: String, _ parameters: [String: JSONValue], atOnce most: Int
    ) async throws(BackendFailure) {
        while true {
            _ = await state.first { $0.isOver || $0.works[job] != nil || $0.works.count < most ? true : nil }
            if Task.isCancelled { throw .transient(message: "stopped before the request was sent") }
            let now = clock.now()
            let start = state.update { state -> Start in
                if state.works[job] != nil { return .alreadyInProgress }
                if state.isOver { return .over }
                guard state.works.count < most else { return .full }
                let id = state.newRequest()
                state.works[job] = PluginWork(request: id, began: now, lastMessage: now)
                return .begun(id)
            }
            switch start {
            case .alreadyInProgress: return
            case .over: throw .transient(message: "its plugin ended before the request was sent")
            case .full: continue
            case .begun(let id): return send(PluginProtocol.request(id, method, parameters))
            }
        }
    }

    private enum Start {
        case alreadyInProgress
        case over
        case full
        case begun(Int64)
    }

    /// Waits for the next event of work other than the checkpoint with the known handle. The time limit counts from the
    /// submission.
    func nextEvent(
        of job: String, beyond handle: JSONValue?, timeout: Duration, stall: Duration?
    ) async -> WorkEvent {
        while true {
            guard let work = state.value.works[job] else { return .ended }
            let now = clock.now()
            let limits = [work.began + timeout, stall.map { work.lastMessage + $0 }].compactMap(\.self)
            let event = await clock.within(max(.zero, (limits.min() ?? now) - now)) { [state] in
                await state.first { $0.event(of: job, beyond: handle) }
            }
            if let event { return event }
            if Task.isCancelled { return .cancelled }
            guard let work = state.value.works[job] else { return .ended }
            if clock.now() >= work.began + timeout { return .timedOut }
            if let stall, clock.now() >= work.lastMessage + stall { return .stalled }
        }
    }

    /// Removes work whose result was delivered.
    func forget(_ job: String) {
        state.update { $0.works[job] = nil }
    }

    /// Waits until `look` returns a value for the current state, but not longer than the protocol allows.
    private func first<Value: Sendable>(_ look: @escaping @Sendable (SessionState) -> Value?) async -> Value? {
        await clock.within(PluginProtocol.responseTimeout) { [state] in await state.first(look) }
    }
}

/// Termination.
extension PluginSession {
    /// Requests cancellation of work. A plugin that does not respond in time is terminated, along with all its work.
    /// Returns `nil` in that case unless a response was received. `reason` is shown to people.
    func stop(_ job: String, for reason: String) async -> PluginResponse? {
        send(PluginProtocol.notification("cancel", ["job": .text(job)]))
        let response = await first { state -> PluginResponse?? in
            guard let work = state.works[job] else { return .some(nil) }
            if let response = work.response { return .some(response) }
            return state.ending == nil ? nil : .some(nil)
        }
        if let response { return response }
        state.update { $0.setStopReason(reason) }
        logger.log(.warning, "stopped: " + reason)
        await terminate()
        return state.value.works[job]?.response
    }

    /// Shuts the plugin down and returns when it has exited. `reason` is shown to people.
    func retire(for reason: String) async {
        state.update { state in
            state.isRetired = true
            // The work in progress ends with the process, so the reason given for it is the shutdown's and not a fault
            // of the plugin.
            state.setStopReason(reason)
        }
        sendShutdown()
        finish()
        if await hasEnded() { return }
        logger.log(.warning, "stopped because it did not exit on request: " + reason)
        await terminate()
    }

    func sendShutdown() {
        send(PluginProtocol.request(state.update { $0.newRequest() }, "shutdown", [:]))
    }

    /// Sends SIGTERM, and SIGKILL if that has no effect.
    private func terminate() async {
        signal(.terminate)
        if await hasEnded() { return }
        signal(.kill)
        _ = await hasEnded()
    }

    /// Waits for the process to exit. Returns `false` if it is still running after the protocol's time limit.
    func hasEnded() async -> Bool {
        await first { $0.ending == nil ? nil : true } == true
    }
}

/// A job in progress at a plugin.
struct PluginWork {
    /// The ID of the request that started the work.
    let request: Int64
    let began: Duration
    /// The time of the last message about the work.
    var lastMessage: Duration
    /// The handle of the last checkpoint.
    var handle: JSONValue?
    /// Whether the work was charged, according to the last checkpoint; `nil` if it doesn't say.
    var charged: Bool?
    /// The figures of the last progress message.
    var progress: GenerationProgress?
    var response: PluginResponse?
    var isCancelled = false
}

/// The state of one run of a plugin's process.
struct SessionState {
    /// The work in progress, by the job's name.
    var works: [String: PluginWork] = [:]
    /// The unclaimed responses to requests that start no work.
    var responses: [Int64: PluginResponse] = [:]
    private(set) var nextRequest: Int64 = 1
    /// The number of lines that were not messages.
    var invalidLines = 0
    /// The protocol violation for which the host killed the process.
    var fault: BackendFailure?
    /// Whether the host shuts the process down although it works as it should.
    var isRetired = false
    /// The reason for which the host stopped the process, for people; `nil` if it didn't.
    private var stopReason: String?
    var ending: TerminationStatus?
    /// Whether the plugin has responded to any work.
    var hasWorked = false

    /// The reason why the process ended, for people.
    var endDescription: String {
        if let stopReason { return "its plugin was stopped: " + stopReason }
        return "its plugin ended" + (ending.map { " (\($0.shown))" } ?? "")
    }

    /// Whether the process accepts no more requests.
    var isOver: Bool { ending != nil || isRetired }

    /// Sets the reason for which the host stops the process, unless it has ended or is being stopped already.
    mutating func setStopReason(_ reason: String) {
        if ending == nil, stopReason == nil { stopReason = reason }
    }

    /// Returns the ID of a new request.
    mutating func newRequest() -> Int64 {
        defer { nextRequest += 1 }
        return nextRequest
    }

    /// Returns the job that a request ID belongs to.
    func job(of request: Int64) -> String? {
        works.first { $0.value.request == request }?.key
    }

    /// Returns the event that has already happened to a job's work, other than the checkpoint with the known handle.
    func event(of job: String, beyond handle: JSONValue?) -> WorkEvent? {
        guard let work = works[job] else { return .ended }
        if let response = work.response { return .response(response) }
        if let own = work.handle, own != handle { return .checkpoint(own) }
        return ending == nil ? nil : .ended
    }
}

/// What a caller that waits for a plugin's work receives next.
enum WorkEvent {
    case response(PluginResponse)
    /// A new handle.
    case checkpoint(JSONValue)
    /// The process has exited.
    case ended
    /// No message arrived within the stall timeout.
    case stalled
    case timedOut
    /// The waiting task was cancelled.
    case cancelled
}
