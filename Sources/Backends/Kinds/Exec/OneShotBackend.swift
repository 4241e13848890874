import BackendKit
import Domain
import FoundationEssentials
import PlatformConcurrency

/// Runs a script once per picture: one document in, one out. It stores nothing, so interrupted work cannot be resumed.
struct OneShotBackend: PluginBackend, SynchronousBackend {
    let descriptor: BackendDescriptor
    let pictures: PluginPictures
    private let options: ExecOptions
    private let dependencies: ExecDependencies
    private let credentials: PluginCredentials
    private let logger: PluginLogger

    init(_ options: ExecOptions, _ dependencies: ExecDependencies) {
        descriptor = options.descriptor
        self.options = options
        self.dependencies = dependencies
        credentials = PluginCredentials(options, dependencies)
        logger = PluginLogger(options, dependencies, credentials.quoting)
        pictures = PluginPictures(dependencies, credentials.quoting)
    }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        do throws(BackendFailure) { return try await generated(request, key) } catch {
            if error == .auth { await credentials.discardRejected() }
            throw error
        }
    }

    private func generated(_ request: ImageRequest, _ key: String) async throws(BackendFailure) -> Submission {
        let options = try await credentials.optionsWithKeys()
        let order = try await pictures.order(request, key, options.timeout)
        let document = order.members(size: request.size, hasSeed: true)
            .merging(options.configuredParameters) { first, _ in first }
        let run = OneShotRun(logger)
        let child = try await options.startProcess(in: order.folder.relativePath, dependencies) { run.receive($0) }
        child.send((JSONBody.bytes(.object(document)) ?? []) + [10])
        child.finish()
        let end = await run.end(of: child, dependencies.clock, timeout: options.timeout)
        return try submission(end, run, in: order.folder.name)
    }

    /// Checks only that the program is executable, since running it would order a picture.
    func probe() async -> BackendHealth {
        guard FileManager.default.isExecutableFile(atPath: options.program) else {
            return .down(.config(message: "\(options.program) is not an executable program"))
        }
        return .ready
    }

    private func submission(
        _ end: OneShotRun.End, _ run: OneShotRun, in folder: String
    ) throws(BackendFailure) -> Submission {
        let document = run.document
        switch end {
        case .timedOut:
            logger.log(.warning, "stopped: " + options.timeoutReason)
            throw .unknown
        case .cancelled, .exited(.signal): throw .unknown
        case .outputTooLong: throw .badResponse(message: "an answer of over 1 MiB")
        case .exited(.code(let code)):
            if let error = document?["error"] { throw PluginError(error).failure(logger.quoting) }
            guard code == 0 else { throw failure(code, run, charged: document?["charged"]?.flag) }
            guard let document, case .object = document else {
                throw .badResponse(message: "not JSON on standard output")
            }
            let result = try PluginResult(document["result"] ?? document, in: folder, quoting: logger.quoting)
            return .finished(result.pictures, result.receipt)
        }
    }

    /// Maps an exit without a picture to a failure. Three codes of sysexits.h promise that nothing was bought. After
    /// any other exit the picture may have been bought, as when a persistent plugin exits, unless the script says
    /// `{"charged": false}`; `charged` is that value.
    private func failure(_ code: Int32, _ run: OneShotRun, charged: Bool?) -> BackendFailure {
        if charged == true { return .unknown }
        let message = logger.quoting.quotedUnlessEmpty(run.lastErrorLine) ?? "exit \(code)"
        switch code {
        case 75: return .transient(message: message)
        case 77: return .auth
        case 64: return .invalid(parameter: nil, message: message)
        default:
            return charged == false || options.context.isFree ? .failed(message: message, charged: false) : .unknown
        }
    }
}

/// One run of a script.
final class OneShotRun: Sendable {
    enum End {
        case exited(TerminationStatus)
        case timedOut
        case outputTooLong
        /// The waiting task was cancelled.
        case cancelled
    }

    private struct State {
        var output: [UInt8] = []
        var errors = LineSplitter(longest: PluginProtocol.maxLogLineBytes)
        var lastErrorLine: [UInt8] = []
        var ending: TerminationStatus?
        var isOverLimit: Bool { output.count > PluginProtocol.maxLineBytes }
    }

    private let state = AsyncValue(State())
    private let logger: PluginLogger

    init(_ logger: PluginLogger) {
        self.logger = logger
    }

    /// Handles an event. Called on the child's own thread.
    func receive(_ event: ChildEvent) {
        switch event {
        case .output(let bytes):
            state.update { state in
                if !state.isOverLimit { state.output += bytes }
            }
        case .errors(let bytes): log(state.update { $0.errors.cut(bytes) }.map(\.bytes))
        case .ended(let ending):
            log(state.update { $0.errors.remainder() }.map { [$0] } ?? [])
            state.update { $0.ending = ending }
        }
    }

    private func log(_ lines: [[UInt8]]) {
        for line in lines {
            logger.log(line: line)
            if !line.isEmpty { state.update { $0.lastErrorLine = line } }
        }
    }

    /// The document on standard output, if it is JSON.
    var document: JSONValue? { JSONBody.value(state.value.output) }

    /// The last line of its standard error, without the level mark.
    var lastErrorLine: String { PluginLogLine(state.value.lastErrorLine).text }

    /// Waits for the process to exit, and terminates it after the timeout.
    func end(of child: any ChildProcess, _ clock: HostClock, timeout: Duration) async -> End {
        let end = await clock.within(timeout) { [state] in
            await state.first { state -> End? in
                if state.isOverLimit { return .outputTooLong }
                return state.ending.map { .exited($0) }
            }
        }
        if case .exited = end { return end ?? .timedOut }
        let wasCancelled = end == nil && Task.isCancelled
        child.signal(.terminate)
        let hasExited = await clock.within(PluginProtocol.responseTimeout) { [state] in
            await state.first { $0.ending == nil ? nil : true }
        }
        if hasExited != true { child.signal(.kill) }
        return end ?? (wasCancelled ? .cancelled : .timedOut)
    }
}
