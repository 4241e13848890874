import Domain
import FoundationEssentials
import PlatformTOML

/// The configuration's file: where it is, what it holds.
struct SettingsFile {
    /// For show.
    let name: String
    let bytes: [UInt8]

    /// The file that the words name, or else `textifyd.toml` in `folder` when there is one.
    static func find(_ words: LaunchWords, folder: String) throws(ConfigurationFailure) -> SettingsFile? {
        let named = words.config.map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 }
        let found = named ?? folder + "/textifyd.toml"
        guard named != nil || FileManager.default.fileExists(atPath: found) else { return nil }
        return SettingsFile(name: words.config ?? "textifyd.toml", bytes: try content(of: found))
    }

    static func tree(_ bytes: [UInt8], file: String) throws(ConfigurationFailure) -> FieldValue {
        do throws(FieldFailure) { return try TOML.read(bytes, file: file) } catch { throw .invalid([error]) }
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
