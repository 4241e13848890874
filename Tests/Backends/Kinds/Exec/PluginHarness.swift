@testable import BackendKinds
import BackendKit
import Domain
import Glibc
import PlatformConcurrency
import PlatformDigest
import PlatformSystem
import Synchronization
import TestFolders

struct OwnFolders: WorkFolders {
    let folders: PrivateFolderTree

    func make(_ path: String) async throws(FileFailure) -> FolderPath { try await folders.make(path) }
    func read(_ path: String, limit: Int) async throws(FileFailure) -> [UInt8] {
        try await folders.read(path, limit: limit)
    }
    func write(_ bytes: [UInt8], to path: String) async throws(FileFailure) {
        try await folders.write(bytes, to: path)
    }
    func remove(_ path: String) async { await folders.remove(path) }
    func folders(in path: String) async -> [(name: String, modified: UTCMillis)] { await folders.folders(in: path) }
}

/// A test plugin as a real process, in a temporary folder that is removed with the test.
final class PluginHarness: Sendable {
    private let folder: TemporaryFolder
    private let time: HostClock
    private let options: ExecOptions
    private let keys: (any PluginKeys)?
    private let heard = AsyncValue<[BackendNotice]>([])

    var root: FolderPath { folder.path }

    /// `body` is inserted into the Python of `PluginScript`. A complete script starts with `#!`.
    init(
        _ body: String = "", isOneShot: Bool = false, time: HostClock = HostClock(BoottimeClock()),
        keys: (any PluginKeys)? = nil, adjust: (inout ExecOptions) -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        let root = folder.path
        let script = body.hasPrefix("#!") ? body : PluginScript.python(body)
        try installProgram(script, as: "plugin", in: root)
        var options = ExecOptions(
            own: ExecSettings(mode: isOneShot ? .oneshot : .persistent), context: BackendContext("own"),
            program: root.shown + "/plugin", variables: ["PATH=/usr/bin:/bin", "COUNTS=" + root.shown])
        adjust(&options)
        self.options = options
        self.time = time
        self.keys = keys
    }

    /// Creates the backend as a service start does; each call is another start.
    func backend() -> any ImageBackend {
        let folders = PrivateFolderTree(root: root.appending("own"), executor: ThreadExecutor(name: "folders"))
        return options.backend(
            ExecDependencies(
                processes: ChildRunner(), keys: keys, folders: OwnFolders(folders: folders), clock: time,
                utc: UTCMillis.now, digest: sha256, notice: { [heard] notice in heard.update { $0.append(notice) } }))
    }

    /// Adds to a named counter that a plugin waits for.
    func put(_ name: String) throws {
        try FileDescriptor.folder(root).write([10], to: FileName(name))
    }

    /// The lines that the plugin wrote under a name.
    func counted(_ name: String) -> [String] {
        guard let bytes = try? FileDescriptor.folder(root).file(beneath: FileName(name)).all(limit: 1 << 20) else {
            return []
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// The plugin's log messages.
    var notices: [BackendNotice] { heard.value }

    /// Returns once the plugin has logged `text`.
    func hears(_ text: String) async {
        _ = await heard.first { $0.contains { $0.text == text } ? true : nil }
    }

    static let request = ImageRequest(prompt: "a \"boat\"\n보트", size: PictureSize(width: 64, height: 48), seed: 5)
}

extension BackendNotice {
    /// The text of the notice.
    var text: String? {
        guard case .says(let text, _, _) = self else { return nil }
        return text
    }
}

/// The result of a call.
enum CallResult<Answer: Equatable & Sendable>: Equatable, Sendable {
    case with(Answer)
    case failed(BackendFailure)

    var answer: Answer? {
        guard case .with(let answer) = self else { return nil }
        return answer
    }
}

extension ImageBackend {
    func submitted(
        _ request: ImageRequest = PluginHarness.request, _ key: String = "job1"
    ) async -> CallResult<Submission> {
        do throws(BackendFailure) { return .with(try await submit(request, key: key)) } catch { return .failed(error) }
    }

    func polled(_ handle: JobHandle) async -> CallResult<PollAnswer> {
        do throws(BackendFailure) { return .with(try await poll(handle)) } catch { return .failed(error) }
    }

    func fetched(_ source: ImageSource, limit: Int64 = 1 << 20) async -> CallResult<[UInt8]> {
        do throws(BackendFailure) { return .with(try await fetch(source, limit: limit)) } catch {
            return .failed(error)
        }
    }

    /// Submits and fetches; returns the picture or the first failure.
    func painted(_ key: String = "job1") async -> CallResult<[UInt8]> {
        switch await submitted(PluginHarness.request, key) {
        case .failed(let failure): return .failed(failure)
        case .with(.pending): return .failed(.failed(message: "pending"))
        case .with(.finished(let sources, _)):
            guard let first = sources.first else { return .failed(.empty) }
            return await fetched(first)
        }
    }
}

extension Submission {
    var handle: JobHandle? {
        guard case .pending(let handle, _) = self else { return nil }
        return handle
    }
}

extension PollAnswer {
    var sources: [ImageSource]? {
        guard case .finished(let sources, _) = self else { return nil }
        return sources
    }

    var handle: JobHandle? {
        guard case .moved(let handle) = self else { return nil }
        return handle
    }
}
