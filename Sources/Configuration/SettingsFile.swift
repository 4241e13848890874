package import Domain
import FoundationEssentials
import PlatformTOML

/// A file of the configuration.
struct SettingsFile: Equatable {
    /// The name for display.
    let name: String
    let bytes: [UInt8]

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

    static func failure(of error: any Error) -> FileFailure {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: .missing
        case .fileReadNoPermission: .denied
        default: .notRegular
        }
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
