import BackendKit
import Domain
import PlatformConcurrency

/// Runs a persistent plugin, which works on several jobs at once.
struct PersistentBackend: PluginBackend {
    /// The number of plugin crashes during a job after which the job fails.
    private static let maxCrashes = 3

    let descriptor: BackendDescriptor
    let pictures: PluginPictures
    private let options: ExecOptions
    private let plugin: Plugin

    init(_ options: ExecOptions, _ dependencies: ExecDependencies) {
        descriptor = options.descriptor
        self.options = options
        plugin = Plugin(options, dependencies)
        pictures = PluginPictures(dependencies, plugin.logger.quoting)
    }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
        do throws(BackendFailure) { return try await generated(request, key) } catch {
            await plugin.record(error)
            throw error
        }
    }

    private func generated(_ request: ImageRequest, _ key: String) async throws(BackendFailure) -> Submission {
        let run = try await plugin.run()
        let order = try await pictures.order(request, key, options.timeout)
        let folder = order.folder.name
        try await begin(key, "generate", try order.members(for: run.capabilities), run)
        switch await nextEvent(of: key, run, beyond: nil) {
        case .checkpoint(let own):
            let charged = run.session.state.value.works[key]?.charged
            let receipt = Receipt(
                charged: charged.map { $0 ? .yes : .no } ?? .unknown,
                seed: run.capabilities.supportsSeeds ? request.seed : nil)
            return .pending(try PluginHandle(job: key, own: own).stored(), receipt)
        case .response(let response):
            let result = try claimed(response, key, run, folder)
            return .finished(result.pictures, result.receipt)
        case .ended: throw failureAtEnd(of: key, run)
        case .stalled: return try await stopped(key, run, folder, options.stallReason)
        case .timedOut: return try await stopped(key, run, folder, options.timeoutReason)
        case .cancelled: throw .unknown
        }
    }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        do throws(BackendFailure) { return try await resumed(handle) } catch {
            await plugin.record(error)
            throw error
        }
    }

    private func resumed(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        guard let work = PluginHandle(handle) else { throw .lost }
        for _ in 0..<Self.maxCrashes {
            let run = try await plugin.run()
            let folder = try await pictures.folder(of: work.job)
            try await resume(work, run, folder)
            let event = await nextEvent(of: work.job, run, beyond: work.own)
            if let answer = try await answer(to: event, work, run, folder.name) { return answer }
        }
        throw .failed(message: "its plugin ended \(Self.maxCrashes) times during this job")
    }

    func progress(of key: String) async -> GenerationProgress? {
        plugin.current?.session.state.value.works[key]?.progress
    }

    func cancel(_ handle: JobHandle) async -> CancelOutcome {
        guard let work = PluginHandle(handle), let run = plugin.current else { return .notRunning }
        guard run.capabilities.canCancel else { return .unsupported }
        let isInProgress = run.session.state.update { state in
            guard state.works[work.job]?.response == nil else { return false }
            state.works[work.job]?.isCancelled = true
            return state.works[work.job] != nil
        }
        guard isInProgress else { return .notRunning }
        let reason = "cancelled work did not end within 5 seconds"
        if case .result = await run.session.stop(work.job, for: reason) { return .notRunning }
        return .cancelled
    }

    /// A plugin with work in progress counts as healthy; an idle one is pinged.
    func probe() async -> BackendHealth {
        do throws(BackendFailure) {
            let session = try await plugin.run().session
            if !session.state.value.works.isEmpty { return .ready }
            if await session.request("ping") != nil { return .ready }
            let fault = BackendFailure.transient(message: "its plugin did not answer ping within 5 seconds")
            session.fail(fault)
            return .down(fault)
        } catch {
            await plugin.record(error)
            return .down(error)
        }
    }

    func close() async {
        await plugin.close()
    }
}

extension PersistentBackend {
    private func begin(
        _ job: String, _ method: String, _ parameters: [String: JSONValue], _ run: Plugin.Run
    ) async throws(BackendFailure) {
        try await run.session.begin(job, method, parameters, atOnce: run.capabilities.maxConcurrency ?? .max)
    }

    private func nextEvent(of job: String, _ run: Plugin.Run, beyond handle: JSONValue?) async -> WorkEvent {
        await run.session.nextEvent(
            of: job, beyond: handle, timeout: options.timeout,
            stall: run.capabilities.reportsProgress ? options.own.stallTimeout : nil)
    }

    /// Returns the result of an event; `nil` when the process is gone and the work has to be resumed.
    private func answer(
        to event: WorkEvent, _ work: PluginHandle, _ run: Plugin.Run, _ folder: String
    ) async throws(BackendFailure) -> PollAnswer? {
        let result: PluginResult
        switch event {
        case .checkpoint(let own): return .moved(try PluginHandle(job: work.job, own: own).stored())
        case .response(let response): result = try claimed(response, work.job, run, folder)
        case .ended:
            if run.session.state.value.works[work.job]?.isCancelled == true { throw .cancelled }
            return nil
        case .stalled:
            let reason = options.stallReason
            guard let response = await run.session.stop(work.job, for: reason) else { return nil }
            result = try claimed(response, work.job, run, folder, stoppedFor: reason)
        case .timedOut:
            let reason = options.timeoutReason
            guard let response = await run.session.stop(work.job, for: reason) else { throw Self.stopped(reason) }
            result = try claimed(response, work.job, run, folder, stoppedFor: reason)
        case .cancelled: throw .timeout
        }
        return .finished(result.pictures, result.receipt)
    }

    /// Resumes work from its handle unless the plugin is already working on it. Throws `.unknown` for a plugin that
    /// can't resume.
    private func resume(
        _ work: PluginHandle, _ run: Plugin.Run, _ folder: JobFolder
    ) async throws(BackendFailure) {
        guard run.session.state.value.works[work.job] == nil else { return }
        guard run.capabilities.canResume else { throw .unknown }
        var parameters = GenerateParameters.common(work.job, folder, options.timeout)
        parameters["handle"] = work.own
        try await begin(work.job, "resume", parameters, run)
    }

    private static func stopped(_ reason: String) -> BackendFailure { .failed(message: reason + "; stopped") }

    /// Claims a response. `reason` is the reason for which the work was cancelled, if it was.
    private func claimed(
        _ response: PluginResponse, _ job: String, _ run: Plugin.Run, _ folder: String,
        stoppedFor reason: String? = nil
    ) throws(BackendFailure) -> PluginResult {
        run.session.forget(job)
        let quoting = plugin.logger.quoting
        switch response {
        case .result(let value): return try PluginResult(value, in: folder, quoting: quoting)
        case .error(let error):
            if let reason, error.code == PluginError.cancelled { throw Self.stopped(reason) }
            throw error.failure(quoting)
        }
    }

    /// Cancels work without a checkpoint that took too long. If the plugin confirms the cancellation, the outcome is
    /// known.
    private func stopped(
        _ job: String, _ run: Plugin.Run, _ folder: String, _ reason: String
    ) async throws(BackendFailure) -> Submission {
        guard let response = await run.session.stop(job, for: reason) else { throw failureAtEnd(of: job, run) }
        let result = try claimed(response, job, run, folder, stoppedFor: reason)
        return .finished(result.pictures, result.receipt)
    }

    /// The failure for work without a checkpoint when the process exits.
    private func failureAtEnd(of job: String, _ run: Plugin.Run) -> BackendFailure {
        let state = run.session.state.value
        if let fault = state.fault { return fault }
        let wasFree = state.works[job]?.charged == false || run.capabilities.isIdempotent
        return wasFree ? .transient(message: state.endDescription) : .unknown
    }
}
