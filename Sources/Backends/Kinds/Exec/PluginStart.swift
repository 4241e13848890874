import BackendKit
import Domain

extension ExecOptions {
    /// Starts the plugin's process in `folder`, relative to the plugin's own folder. The folder is created, with an
    /// empty folder for temporary files inside. Nothing has been sent to the process yet. Throws what is wrong with its
    /// program or its folder.
    func startProcess(
        in folder: String, _ dependencies: ExecDependencies, received: @escaping @Sendable (ChildEvent) -> Void
    ) async throws(BackendFailure) -> any ChildProcess {
        do throws(FileFailure) {
            return try await dependencies.processes.start(
                try await configuration(in: folder, dependencies.folders), onEvent: received)
        } catch {
            throw .config(message: "\(program) cannot be started: \(reason(error))")
        }
    }

    private func configuration(
        in folder: String, _ folders: any WorkFolders
    ) async throws(FileFailure) -> ChildConfiguration {
        let work = try await folders.make(folder)
        let temporary = folder.isEmpty ? "tmp" : folder + "/tmp"
        await folders.remove(temporary)
        let own = [
            "HOME=" + Self.text(work), "TMPDIR=" + Self.text(try await folders.make(temporary)),
            "TEXTIFY_PLUGIN_COOKIE=" + PluginProtocol.cookie, "TEXTIFY_PROTOCOLS=\(PluginProtocol.version)",
        ]
        let sandbox = sandbox.map {
            ChildSandbox(readable: $0.readable, devices: $0.devices, writable: $0.writable + [work])
        }
        return ChildConfiguration(
            program: program, arguments: Array(self.own.command.dropFirst()), variables: variables + own, folder: work,
            sandbox: sandbox, memory: self.own.memory)
    }

    private static func text(_ path: FolderPath) -> String { String(decoding: path.bytes, as: UTF8.self) }

    private func reason(_ failure: FileFailure) -> String {
        switch failure {
        case .missing: "the program, its working folder or the interpreter in its first line does not exist"
        case .denied where sandbox != nil:
            "permission denied, or its interpreter is outside its sandbox; if so, add it with read = [\"…\"]"
        case .denied: "permission denied"
        case .failed(code: .execFormat): "it is not a program, and its first line names no interpreter"
        case .full: "the disk is full"
        default: "\(failure)"
        }
    }
}

extension ExecOptions {
    /// The parameters of `initialize`.
    var initializeParameters: [String: JSONValue] {
        [
            "protocols": .list([.integer(PluginProtocol.version)]),
            "host": .object(["name": .text("textifyd"), "version": .text(Version.text)]),
            "limits": .object([
                "line_bytes": .integer(Int64(PluginProtocol.maxLineBytes)), "image_bytes": .integer(64 << 20),
                "images": .integer(1),
            ]),
        ].merging(configuredParameters) { first, _ in first }
    }

    /// The configured values, for plugins of either mode.
    var configuredParameters: [String: JSONValue] {
        [
            "credentials": .object(credentials.mapValues { .text($0.value) }),
            "settings": .object(own.settings),
        ]
    }
}

/// A plugin's credentials: those read with the configuration, and those fetched on demand. It remembers every key it
/// has issued, so that none of them is ever repeated in messages.
final class PluginCredentials: Sendable {
    private let options: ExecOptions
    private let keys: (any PluginKeys)?
    private let known: KnownSecrets

    init(_ options: ExecOptions, _ dependencies: ExecDependencies) {
        self.options = options
        keys = dependencies.keys
        known = KnownSecrets(Array(options.credentials.values))
    }

    var quoting: Quoting { Quoting(hiding: known) }

    /// Whether fetching again can return other keys.
    var isRenewable: Bool { keys != nil }

    /// Returns the options with all keys. Throws if a key is unavailable.
    func optionsWithKeys() async throws(BackendFailure) -> ExecOptions {
        guard let keys else { return options }
        let fetched = try await keys.all()
        known.add(Array(fetched.values))
        var options = options
        options.credentials.merge(fetched) { _, fetched in fetched }
        return options
    }

    /// Discards the keys that were fetched on demand, after a service rejected them.
    func discardRejected() async {
        await keys?.forget()
    }
}
