import BackendKit
import Domain
import PlatformConcurrency

/// Runs a persistent plugin, which works on several jobs at once.
final class PersistentWorker: PluginWorker {
    /// The number of plugin crashes during a job after which the job fails.
    private static let maxCrashes = 3

    private let options: ExecOptions
    private let pictures: PluginPictures
    private let plugin: Plugin

    init(_ options: ExecOptions, _ world: ExecDependencies, _ purse: PluginCredentials, _ pictures: PluginPictures) {
        self.options = options
        self.pictures = pictures
        plugin = Plugin(options, world, purse)
    }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        do throws(BackendFailure) { return try await generated(request, key) } catch {
            throw await plugin.noted(error)
        }
    }

    private func generated(
        _ request: ImageRequest, _ key: String
    ) async throws(BackendFailure) -> BackendKit.Submission {
        let run = try await plugin.run()
        let folder = try await pictures.folder(of: key)
        let order = try await pictures.order(request, key, folder.name, folder.path, options.timeout)
        let parameters = try order.parameters(for: run.abilities)
        try await run.session.begin(key, "generate", parameters, atOnce: run.abilities.maxConcurrency ?? .max)
        switch await news(of: key, run, beyond: nil) {
        case .checkpoint(let own):
            let charged = run.session.board.value.works[key]?.charged
            let receipt = Receipt(
                charged: charged.map { $0 ? .yes : .no } ?? .unknown,
                seed: run.abilities.supportsSeeds ? request.seed : nil)
            return .pending(try PluginHandle(job: key, own: own).stored(), receipt)
        case .answer(let answer): return try taken(answer, key, run, folder.name).submission
        case .ended: throw end(of: key, run)
        case .stalled: return try await stopped(key, run, folder.name, options.silence)
        case .late: return try await stopped(key, run, folder.name, options.timeoutReason)
        case .cancelled: throw .unknown
        }
    }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        do throws(BackendFailure) { return try await resumed(handle) } catch { throw await plugin.noted(error) }
    }

    private func resumed(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        guard let known = PluginHandle(handle) else { throw .lost }
        for _ in 0..<Self.maxCrashes {
            let run = try await plugin.run()
            let folder = try await pictures.folder(of: known.job)
            try await takeUp(known, run, folder.path)
            let news = await news(of: known.job, run, beyond: known.own)
            if let answer = try await answer(to: news, known, run, folder.name) { return answer }
        }
        throw .failed(said: "its plugin ended \(Self.maxCrashes) times during this job")
    }

    func cancel(_ handle: JobHandle) async -> CancelOutcome {
        guard let known = PluginHandle(handle), let run = plugin.standing else { return .notRunning }
        guard run.abilities.canCancel else { return .unsupported }
        let isThere = run.session.board.update { state in
            guard let work = state.works[known.job], work.answer == nil else { return false }
            state.works[known.job]?.isUnwanted = true
            return true
        }
        guard isThere else { return .notRunning }
        let reason = "cancelled work did not end within 5 seconds"
        if case .result = await run.session.stop(known.job, for: reason) { return .notRunning }
        return .cancelled
    }

    /// A plugin with work in progress counts as healthy; an idle one is pinged.
    func probe() async -> BackendHealth {
        do throws(BackendFailure) {
            let run = try await plugin.run()
            if !run.session.board.value.works.isEmpty { return .ready }
            if await run.session.ask("ping") != nil { return .ready }
            let fault = BackendFailure.transient(said: "its plugin did not answer ping within 5 seconds")
            run.session.fail(fault)
            return .down(fault)
        } catch {
            return .down(await plugin.noted(error))
        }
    }

    func close() async {
        await plugin.close()
    }
}

extension PersistentWorker {
    private func news(of job: String, _ run: Plugin.Standing, beyond handle: JSONValue?) async -> WorkEvent {
        await run.session.news(
            of: job, beyond: handle, timeout: options.timeout,
            stall: run.abilities.reportsProgress ? options.stallTimeout : nil)
    }

    /// Returns the result of an event; `nil` when the process is gone and the work has to be resumed.
    private func answer(
        to news: WorkEvent, _ known: PluginHandle, _ run: Plugin.Standing, _ folder: String
    ) async throws(BackendFailure) -> PollAnswer? {
        switch news {
        case .checkpoint(let own): return .moved(try PluginHandle(job: known.job, own: own).stored())
        case .answer(let answer): return try taken(answer, known.job, run, folder).poll
        case .ended:
            if run.session.board.value.works[known.job]?.isUnwanted == true { throw .cancelled }
            return nil
        case .stalled:
            guard let answer = await run.session.stop(known.job, for: options.silence) else { return nil }
            return try taken(answer, known.job, run, folder, stoppedFor: options.silence).poll
        case .late:
            guard let answer = await run.session.stop(known.job, for: options.timeoutReason) else {
                throw Self.stopped(options.timeoutReason)
            }
            return try taken(answer, known.job, run, folder, stoppedFor: options.timeoutReason).poll
        case .cancelled: throw .timeout
        }
    }

    /// Resumes work from its handle unless the plugin is already working on it. Throws `.unknown` for a plugin that
    /// can't resume.
    private func takeUp(
        _ known: PluginHandle, _ run: Plugin.Standing, _ folder: FolderPath
    ) async throws(BackendFailure) {
        guard run.session.board.value.works[known.job] == nil else { return }
        guard run.abilities.canResume else { throw .unknown }
        let parameters = GenerateParameters.place(known.job, folder, options.timeout)
        try await run.session.begin(
            known.job, "resume", parameters.merging(["handle": known.own]) { first, _ in first },
            atOnce: run.abilities.maxConcurrency ?? .max)
    }

    private struct Done {
        let pictures: [ImageSource]
        let receipt: Receipt

        var submission: BackendKit.Submission { .finished(pictures, receipt) }
        var poll: PollAnswer { .finished(pictures, receipt) }
    }

    private static func stopped(_ reason: String) -> BackendFailure { .failed(said: reason + "; stopped") }

    /// Claims a response. `reason` is the reason for which the work was cancelled, if it was.
    private func taken(
        _ answer: PluginAnswer, _ job: String, _ run: Plugin.Standing, _ folder: String,
        stoppedFor reason: String? = nil
    ) throws(BackendFailure) -> Done {
        run.session.forget(job)
        let quoting = plugin.voice.quoting
        switch answer {
        case .result(let value):
            let result = try PluginResult(value, in: folder, quoting: quoting)
            return Done(pictures: result.pictures.map { .url($0.address) }, receipt: result.receipt)
        case .error(let error):
            if let reason, error.code == PluginError.cancelled { throw Self.stopped(reason) }
            throw error.failure(quoting)
        }
    }

    /// Cancels work without a checkpoint that took too long. If the plugin confirms the cancellation, the outcome is
    /// known.
    private func stopped(
        _ job: String, _ run: Plugin.Standing, _ folder: String, _ reason: String
    ) async throws(BackendFailure) -> BackendKit.Submission {
        guard let answer = await run.session.stop(job, for: reason) else { throw end(of: job, run) }
        return try taken(answer, job, run, folder, stoppedFor: reason).submission
    }

    /// The failure for work without a checkpoint when the process exits.
    private func end(of job: String, _ run: Plugin.Standing) -> BackendFailure {
        let board = run.session.board.value
        if let fault = board.fault { return fault }
        let wasFree = board.works[job]?.charged == false || run.abilities.isIdempotent
        return wasFree ? .transient(said: board.endDescription) : .unknown
    }
}
