import BackendKit
import Domain

/// What a plugin's process is started with.
struct PluginEnvironment {
    private let options: ExecOptions

    init(_ options: ExecOptions) {
        self.options = options
    }

    func order(in folder: FolderPath) -> ChildOrder {
        let own = [
            "HOME=" + String(decoding: folder.bytes, as: UTF8.self), "TEXTIFY_PLUGIN_COOKIE=" + PluginProtocol.cookie,
            "TEXTIFY_PROTOCOLS=\(PluginProtocol.version)",
        ]
        return ChildOrder(
            program: options.program, arguments: options.arguments, variables: options.variables + own, folder: folder)
    }

    static func unstartable(_ program: String, _ failure: FileFailure) -> BackendFailure {
        let reason =
            switch failure {
            case .missing: "it, the folder that it works in, or what its first line names is not there"
            case .denied: "it may not be run"
            case .failed(code: 8): "it is no program, and has no first line that names one"
            case .full: "the disk is full"
            default: "\(failure)"
            }
        return .config(said: "\(program) can't be started: \(reason)")
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
