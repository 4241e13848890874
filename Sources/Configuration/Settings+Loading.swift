public import Domain
import FoundationEssentials
import PlatformTOML

extension Settings {
    /// Reads the file that the words name, or else `textifyd.toml` in `folder` when there is one, or else nothing but
    /// words and defaults. `environment` is the process's; `folder` is where the person is, an absolute path.
    public static func load(
        _ words: LaunchWords, environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> Settings {
        let named = words.config.map { $0.hasPrefix("/") ? $0 : folder + "/" + $0 }
        let found = named ?? folder + "/textifyd.toml"
        let isThere = FileManager.default.fileExists(atPath: found)
        guard named != nil || isThere else {
            return try read([], file: "", words, environment: environment, folder: folder)
        }
        let bytes = try content(of: found)
        return try read(
            bytes, file: words.config ?? "textifyd.toml", words, environment: environment, folder: folder)
    }

    /// The same from bytes. `file` is its name for show; its folder is where its relative paths start.
    public static func read(
        _ bytes: [UInt8], file: String, _ words: LaunchWords = LaunchWords(), environment: [String: String],
        folder: String
    ) throws(ConfigurationFailure) -> Settings {
        let tree: FieldValue
        do throws(FieldFailure) {
            tree = try TOML.read(bytes, file: file)
        } catch {
            throw .invalid([error])
        }
        var reader = SettingsReader(
            file: file, words: words, environment: environment, folder: folder)
        return try reader.settings(from: tree)
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
