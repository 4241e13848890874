import BackendKit
import Domain
import FoundationEssentials
import PlatformConcurrency
import Synchronization

/// Runs a script once per picture: one document in, one out. It stores nothing, so interrupted work cannot be resumed.
final class OneShotWorker: PluginWorker {
    private let options: ExecOptions
    private let world: ExecDependencies
    private let purse: PluginCredentials
    private let pictures: PluginPictures
    private let voice: PluginLogger

    init(_ options: ExecOptions, _ world: ExecDependencies, _ purse: PluginCredentials, _ pictures: PluginPictures) {
        self.options = options
        self.world = world
        self.purse = purse
        self.pictures = pictures
        voice = PluginLogger(options, world, purse.quoting)
    }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        do throws(BackendFailure) { return try await generated(request, key) } catch {
            if error == .auth { await purse.refused() }
            throw error
        }
    }

    private func generated(
        _ request: ImageRequest, _ key: String
    ) async throws(BackendFailure) -> BackendKit.Submission {
        let filled = try await purse.filled()
        let folder = try await pictures.folder(of: key)
        let order = try await pictures.order(request, key, folder.name, folder.path, options.timeout)
        let document = order.parameters(size: request.size, hasSeed: true)
            .merging(InitializeParameters.given(filled)) { first, _ in first }
        let run = OneShotRun(voice)
        let child: any ChildProcess
        do throws(FileFailure) {
            let order = try await PluginEnvironment(options).order(in: PluginPictures.path(folder.name), world.folders)
            child = try await world.processes.start(order) { run.hear($0) }
        } catch {
            throw PluginEnvironment.unstartable(options, error)
        }
        child.send((JSONBody.bytes(.object(document)) ?? []) + [10])
        child.finish()
        let end = await run.end(of: child, world.time, timeout: options.timeout)
        return try answer(end, run, in: folder.name)
    }

    /// Always throws `.lost`: a script has no pending work.
    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer { throw .lost }

    func cancel(_ handle: JobHandle) async -> CancelOutcome { .unsupported }

    /// Checks only that the program is executable, since running it would order a picture.
    func probe() async -> BackendHealth {
        guard FileManager.default.isExecutableFile(atPath: options.program) else {
            return .down(.config(said: "\(options.program) is not an executable program"))
        }
        return .ready
    }

    func close() async {}

    private func answer(
        _ end: OneShotRun.End, _ run: OneShotRun, in folder: String
    ) throws(BackendFailure) -> BackendKit.Submission {
        let said = run.document
        switch end {
        case .late:
            voice.say(.warning, "stopped: " + options.timeoutReason)
            throw .unknown
        case .cancelled, .ended(.signal): throw .unknown
        case .outputTooLong: throw .badResponse(said: "an answer of over 1 MiB")
        case .ended(.code(let code)):
            if let error = said?["error"] { throw PluginError(error).failure(voice.quoting) }
            guard code == 0 else { throw failure(code, run, charged: said?["charged"]?.flag) }
            guard let said, case .object = said else { throw .badResponse(said: "not JSON on standard output") }
            let result = try PluginResult(said["result"] ?? said, in: folder, quoting: voice.quoting)
            return .finished(result.pictures.map { .url($0.address) }, result.receipt)
        }
    }

    /// Maps an exit without a picture to a failure. Three codes of sysexits.h promise that nothing was bought. After
    /// any other exit the picture may have been bought, as when a persistent plugin exits, unless the script says
    /// `{"charged": false}`; `charged` is that value.
    private func failure(_ code: Int32, _ run: OneShotRun, charged: Bool?) -> BackendFailure {
        if charged == true { return .unknown }
        let last = voice.quoting.quoted(run.lastErrorLine)
        let said = last.isEmpty ? "exit \(code)" : last
        switch code {
        case 75: return .transient(said: said)
        case 77: return .auth
        case 64: return .invalid(parameter: nil, said: said)
        default: return charged == false || options.isFree ? .failed(said: said, charged: false) : .unknown
        }
    }
}

/// One run of a script.
final class OneShotRun: Sendable {
    enum End: Equatable, Sendable {
        case ended(TerminationStatus)
        case late
        case outputTooLong
        /// The waiting task was cancelled.
        case cancelled
    }

    private struct State: Sendable {
        var output: [UInt8] = []
        var errors = LineSplitter(longest: PluginProtocol.maxLogLineBytes)
        var last: [UInt8] = []
        var ending: TerminationStatus?
        var isOverLimit: Bool { output.count > PluginProtocol.maxLineBytes }
    }

    private let state = AsyncValue(State())
    private let voice: PluginLogger

    init(_ voice: PluginLogger) {
        self.voice = voice
    }

    /// Handles an event. Called on the child's own thread.
    func hear(_ event: ChildEvent) {
        switch event {
        case .output(let bytes):
            state.update { state in
                if !state.isOverLimit { state.output += bytes }
            }
        case .errors(let bytes): hear(lines: state.update { $0.errors.cut(bytes) })
        case .ended(let ending):
            let rest = state.update { $0.errors.remainder() }
            if let rest { hear(lines: [.whole(rest)]) }
            state.update { $0.ending = ending }
        }
    }

    /// The document on standard output, if it is JSON.
    var document: JSONValue? { JSONBody.value(state.value.output) }

    /// The last line of its standard error, without the level mark.
    var lastErrorLine: String { PluginLogLine(line: String(decoding: state.value.last, as: UTF8.self)).text }

    /// Waits for the process to exit, and terminates it after the timeout.
    func end(of child: any ChildProcess, _ time: HostClock, timeout: Duration) async -> End {
        let end = await time.within(timeout) { [state] in
            await state.first { state -> End? in
                if state.isOverLimit { return .outputTooLong }
                return state.ending.map { .ended($0) }
            }
        }
        if case .ended = end { return end ?? .late }
        let wasCancelled = end == nil && Task.isCancelled
        child.signal(.terminate)
        let hasEnded = await time.within(PluginProtocol.patience) { [state] in
            await state.first { $0.ending == nil ? nil : true }
        }
        if hasEnded != true { child.signal(.kill) }
        return end ?? (wasCancelled ? .cancelled : .late)
    }

    private func hear(lines: [LineSplitter.Line]) {
        for line in lines {
            switch line {
            case .whole(let bytes), .tooLong(let bytes):
                voice.say(line: bytes)
                if !bytes.isEmpty { state.update { $0.last = bytes } }
            }
        }
    }
}
