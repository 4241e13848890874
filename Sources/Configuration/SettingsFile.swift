package import Domain
import FoundationEssentials
import PlatformTOML

/// The configuration file.
struct SettingsFile {
    /// The name for display; relative paths start from its folder. Empty without a file.
    let name: String
    let bytes: [UInt8]

    /// Finds the file that the command line names, or else `textifyd.toml` in `folder` if there is one, or else none.
    static func find(_ commandLine: CommandLineSettings, folder: String) throws(ConfigurationFailure) -> SettingsFile {
        let named = commandLine.config.map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 }
        let found = named ?? folder + "/textifyd.toml"
        guard named != nil || FileManager.default.fileExists(atPath: found) else {
            return SettingsFile(name: "", bytes: [])
        }
        return SettingsFile(name: commandLine.config ?? "textifyd.toml", bytes: try content(of: found))
    }

    /// Reads all settings. Also returns what they were read from.
    func read(
        _ commandLine: CommandLineSettings, kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> (settings: Settings, reader: SettingsReader, tree: FieldValue) {
        let tree: FieldValue
        do throws(FieldFailure) { tree = try TOML.read(bytes, file: name) } catch { throw .invalid([error]) }
        var reader = SettingsReader(
            file: name, commandLine: commandLine, kinds: kinds + [Chain.kind], environment: environment, folder: folder)
        return (try reader.settings(from: tree), reader, tree)
    }

    static func content(of path: String) throws(ConfigurationFailure) -> [UInt8] {
        do {
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            guard facts[.type] as? FileAttributeType != .typeDirectory else { throw CocoaError(.fileReadUnknown) }
            return try bytes(at: path)
        } catch {
            throw .unreadable(file: path, failure(of: error))
        }
    }

    /// Reads a file. Foundation gives up when the system call was interrupted (EINTR), so it is retried once.
    private static func bytes(at path: String) throws -> [UInt8] {
        let place = URL(filePath: path)
        do { return Array(try Data(contentsOf: place)) } catch {
            guard failure(of: error) == .notRegular else { throw error }
            return Array(try Data(contentsOf: place))
        }
    }

    private static func failure(of error: any Error) -> FileFailure {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: .missing
        case .fileReadNoPermission: .denied
        default: .notRegular
        }
    }
}

extension Settings {
    /// Reads the file that the command line names, or else `textifyd.toml` in `folder` if there is one, or else only
    /// the command line and the defaults. `environment` is the process's; `folder` is the current directory, an
    /// absolute path. `kinds`: all kinds of backends.
    package static func load(
        _ commandLine: CommandLineSettings, kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> Settings {
        try SettingsFile.find(commandLine, folder: folder).read(
            commandLine, kinds: kinds, environment: environment, folder: folder
        ).settings
    }

    /// Reads the settings from bytes. `file` is the name for display; relative paths start from its folder.
    package static func read(
        _ bytes: [UInt8], file: String, _ commandLine: CommandLineSettings = CommandLineSettings(),
        kinds: [BackendDescription], environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> Settings {
        try SettingsFile(name: file, bytes: bytes).read(
            commandLine, kinds: kinds, environment: environment, folder: folder
        ).settings
    }
}

/// The command line's settings; each overrides the file's. Relative paths start from the current directory.
package struct CommandLineSettings: Equatable, Sendable {
    /// The configuration file.
    package var config: String?
    /// Replaces all watches of the file.
    package var watch: String?
    package var outbox: String?
    package var state: String?
    package var socket: String?

    package init(
        config: String? = nil, watch: String? = nil, outbox: String? = nil, state: String? = nil,
        socket: String? = nil
    ) {
        self.config = config
        self.watch = watch
        self.outbox = outbox
        self.state = state
        self.socket = socket
    }
}

/// The user's own presets: `[presets.NAME]` in `textify/textify.toml` below the user's configuration folder.
package enum PresetFile {
    /// The path below `$XDG_CONFIG_HOME` or `~/.config`; `nil` when neither is known.
    package static func path(environment: [String: String]) -> String? {
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
        return (named ?? home).map { $0 + "/textify/textify.toml" }
    }

    /// The built-in presets overlaid with the user's own. A missing file is not an error.
    package static func load(environment: [String: String]) throws(ConfigurationFailure) -> [Preset] {
        guard let path = path(environment: environment) else { return Preset.builtIn }
        let bytes: [UInt8]
        do throws(ConfigurationFailure) {
            bytes = try SettingsFile.content(of: path)
        } catch .unreadable(_, .missing) {
            return Preset.builtIn
        }
        do throws(FieldFailure) {
            return try Preset.read(try TOML.read(bytes, file: path), file: path)
        } catch {
            throw .invalid([error])
        }
    }
}
