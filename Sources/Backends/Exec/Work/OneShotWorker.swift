import BackendKit
import Domain
import FoundationEssentials

/// A script that is started anew for each picture: one document in, one out. It keeps nothing, so work that is cut short
/// can't be taken up again.
final class OneShotWorker: PluginWorker {
    private let options: ExecOptions
    private let world: ExecWorld
    private let purse: PluginPurse
    private let pictures: PluginPictures
    private let voice: PluginVoice

    init(_ options: ExecOptions, _ world: ExecWorld, _ purse: PluginPurse, _ pictures: PluginPictures) {
        self.options = options
        self.world = world
        self.purse = purse
        self.pictures = pictures
        voice = PluginVoice(options, world, purse.quoting)
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
            .merging(Introduction.given(filled)) { first, _ in first }
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

    /// It keeps nothing that could be asked for.
    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer { throw .lost }

    func cancel(_ handle: JobHandle) async -> CancelOutcome { .unsupported }

    /// To start it would be to order a picture: whether it could be started is all that can be seen.
    func probe() async -> BackendHealth {
        guard FileManager.default.isExecutableFile(atPath: options.program) else {
            return .down(.config(said: "\(options.program) is no program that may be run"))
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
            voice.say(.warning, "stopped: " + options.lateness)
            throw .unknown
        case .cancelled, .ended(.signal): throw .unknown
        case .tooMuch: throw .badResponse(said: "an answer of over 1 MiB")
        case .ended(.code(let code)):
            if let error = said?["error"] { throw PluginError(error).failure(voice.quoting) }
            guard code == 0 else { throw failure(code, run, charged: said?["charged"]?.flag) }
            guard let said, case .object = said else { throw .badResponse(said: "not JSON on standard output") }
            let result = try PluginResult(said["result"] ?? said, in: folder, quoting: voice.quoting)
            return .finished(result.pictures.map { .url($0.address) }, result.receipt)
        }
    }

    /// What an end without a picture means. Three codes of sysexits.h promise that nothing was bought. After any other end
    /// the picture may have been bought, as it may when a persistent plugin ends, unless the script says
    /// `{"charged": false}`. `charged`: what it says of that.
    private func failure(_ code: Int32, _ run: OneShotRun, charged: Bool?) -> BackendFailure {
        if charged == true { return .unknown }
        let last = voice.quoting.quoted(run.lastWords)
        let said = last.isEmpty ? "exit \(code)" : last
        switch code {
        case 75: return .transient(said: said)
        case 77: return .auth
        case 64: return .invalid(parameter: nil, said: said)
        default: return charged == false || options.isFree ? .failed(said: said, charged: false) : .unknown
        }
    }
}
