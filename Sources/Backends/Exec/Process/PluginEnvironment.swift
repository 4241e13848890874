import BackendKit
import Domain

/// What a plugin's process is started with.
struct PluginEnvironment {
    private let options: ExecOptions

    init(_ options: ExecOptions) {
        self.options = options
    }

    /// `folder`: where the process works, by its name beneath the plugin's own folder. It is made, with an empty folder for
    /// temporary files in it.
    func order(in folder: String, _ folders: any WorkFolders) async throws(FileFailure) -> ChildOrder {
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
        return ChildOrder(
            program: options.program, arguments: options.arguments, variables: options.variables + own, folder: work,
            sandbox: sandbox, memory: options.memory)
    }

    private static let temporary = "tmp"

    private static func text(_ path: FolderPath) -> String { String(decoding: path.bytes, as: UTF8.self) }

    static func unstartable(_ options: ExecOptions, _ failure: FileFailure) -> BackendFailure {
        let reason =
            switch failure {
            case .missing: "it, the folder that it works in, or what its first line names is not there"
            case .denied where options.sandbox != nil:
                "it may not be run, or what its first line names lies outside its sandbox; read = [\"…\"] lets it in"
            case .denied: "it may not be run"
            case .failed(code: 8): "it is no program, and has no first line that names one"
            case .full: "the disk is full"
            default: "\(failure)"
            }
        return .config(said: "\(options.program) can't be started: \(reason)")
    }
}

/// What a plugin is told first.
enum Introduction {
    static func parameters(_ options: ExecOptions) -> [String: JSONValue] {
        [
            "protocols": .list([.integer(PluginProtocol.version)]),
            "host": .object(["name": .text("textifyd"), "version": .text(Version.text)]),
            "limits": .object([
                "line_bytes": .integer(Int64(PluginProtocol.longestLine)), "image_bytes": .integer(64 << 20),
                "images": .integer(1),
            ]),
        ].merging(given(options)) { first, _ in first }
    }

    /// What the configuration gives a plugin of either mode.
    static func given(_ options: ExecOptions) -> [String: JSONValue] {
        [
            "credentials": .object(options.credentials.mapValues { .text($0.value) }),
            "settings": .object(options.settings),
        ]
    }
}
