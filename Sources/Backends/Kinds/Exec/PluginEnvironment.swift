import BackendKit
import Domain

/// Builds the environment of a plugin's process.
struct PluginEnvironment {
    private let options: ExecOptions

    init(_ options: ExecOptions) {
        self.options = options
    }

    /// Returns the order to start the process. `folder` is its working folder, relative to the plugin's own folder. It
    /// is created, with an empty folder for temporary files inside.
    func order(in folder: String, _ folders: any WorkFolders) async throws(FileFailure) -> ChildConfiguration {
        let work = try await folders.make(folder)
        let temporary = folder.isEmpty ? Self.temporary : folder + "/" + Self.temporary
        await folders.remove(temporary)
        let own = [
            "HOME=" + Self.text(work), "TMPDIR=" + Self.text(try await folders.make(temporary)),
            "TEXTIFY_PLUGIN_COOKIE=" + PluginProtocol.cookie, "TEXTIFY_PROTOCOLS=\(PluginProtocol.version)",
        ]
        let sandbox = options.sandbox.map {
            ChildSandbox(readable: $0.readable, devices: $0.devices, writable: $0.writable + [work])
        }
        return ChildConfiguration(
            program: options.program, arguments: options.arguments, variables: options.variables + own, folder: work,
            sandbox: sandbox, memory: options.memory)
    }

    private static let temporary = "tmp"

    private static func text(_ path: FolderPath) -> String { String(decoding: path.bytes, as: UTF8.self) }

    static func unstartable(_ options: ExecOptions, _ failure: FileFailure) -> BackendFailure {
        let reason =
            switch failure {
            case .missing: "the program, its working folder or the interpreter in its first line does not exist"
            case .denied where options.sandbox != nil:
                "permission denied, or its interpreter is outside its sandbox; if so, add it with read = [\"…\"]"
            case .denied: "permission denied"
            case .failed(code: .execFormat): "it is not a program, and its first line names no interpreter"
            case .full: "the disk is full"
            default: "\(failure)"
            }
        return .config(said: "\(options.program) cannot be started: \(reason)")
    }
}

/// The parameters of `initialize`.
enum InitializeParameters {
    static func parameters(_ options: ExecOptions) -> [String: JSONValue] {
        [
            "protocols": .list([.integer(PluginProtocol.version)]),
            "host": .object(["name": .text("textifyd"), "version": .text(Version.text)]),
            "limits": .object([
                "line_bytes": .integer(Int64(PluginProtocol.maxLineBytes)), "image_bytes": .integer(64 << 20),
                "images": .integer(1),
            ]),
        ].merging(given(options)) { first, _ in first }
    }

    /// The configured values, for plugins of either mode.
    static func given(_ options: ExecOptions) -> [String: JSONValue] {
        [
            "credentials": .object(options.credentials.mapValues { .text($0.value) }),
            "settings": .object(options.settings),
        ]
    }
}

/// A plugin's credentials: those read with the configuration, and those fetched on demand. It remembers every key it
/// has issued, so that none of them is ever repeated in messages.
final class PluginCredentials: Sendable {
    private let options: ExecOptions
    private let keys: (any PluginKeys)?
    private let known: KnownSecrets

    init(_ options: ExecOptions, _ world: ExecDependencies) {
        self.options = options
        keys = world.keys
        known = KnownSecrets(Array(options.credentials.values))
    }

    var quoting: Quoting { Quoting(hiding: known) }

    /// Whether fetching again can return other keys.
    var isRenewable: Bool { keys != nil }

    /// Returns the options with all keys. Throws if a key is unavailable.
    func filled() async throws(BackendFailure) -> ExecOptions {
        guard let keys else { return options }
        let had = try await keys.all()
        known.add(Array(had.values))
        var filled = options
        filled.credentials.merge(had) { _, had in had }
        return filled
    }

    /// Notes that a service rejected the keys.
    func refused() async {
        await keys?.forget()
    }
}
