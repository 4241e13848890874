import Domain
import FoundationEssentials
import PlatformTOML

/// The configuration's file: where it is, what it holds.
struct SettingsFile {
    /// For show; its folder is where its relative paths start. Empty where there is no file.
    let name: String
    let bytes: [UInt8]

    /// The file that the words name, or else `textifyd.toml` in `folder` when there is one, or else none.
    static func find(_ words: LaunchWords, folder: String) throws(ConfigurationFailure) -> SettingsFile {
        let named = words.config.map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 }
        let found = named ?? folder + "/textifyd.toml"
        guard named != nil || FileManager.default.fileExists(atPath: found) else {
            return SettingsFile(name: "", bytes: [])
        }
        return SettingsFile(name: words.config ?? "textifyd.toml", bytes: try content(of: found))
    }

    /// All settings, and what they were read from.
    func read(
        _ words: LaunchWords, environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> (settings: Settings, reader: SettingsReader, tree: FieldValue) {
        let tree: FieldValue
        do throws(FieldFailure) { tree = try TOML.read(bytes, file: name) } catch { throw .invalid([error]) }
        var reader = SettingsReader(file: name, words: words, environment: environment, folder: folder)
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

    /// Foundation gives up where the system was only interrupted (EINTR): it is asked once more.
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
