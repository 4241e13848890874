public import Domain

/// The whole configuration as it is in force, with where each setting comes from.
public struct ShownSettings: Equatable, Sendable {
    /// The file's name for show; `nil` where there is none.
    public let file: String?
    /// In the order of the manual.
    public let tables: [ShownTable]

    /// Reads it as the service would. Throws what keeps the service from its start.
    public static func load(
        _ words: LaunchWords, environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> ShownSettings {
        let source = try SettingsFile.find(words, folder: folder)
        return try read(
            source?.bytes ?? [], file: source?.name ?? "", words, environment: environment, folder: folder)
    }

    /// The same from bytes; `file` is the file's name for show, empty where there is none.
    public static func read(
        _ bytes: [UInt8], file: String, _ words: LaunchWords = LaunchWords(), environment: [String: String],
        folder: String
    ) throws(ConfigurationFailure) -> ShownSettings {
        let tree = try SettingsFile.tree(bytes, file: file)
        var reader = SettingsReader(file: file, words: words, environment: environment, folder: folder)
        let settings = try reader.settings(from: tree)
        return ShownSettings(file: file.isEmpty ? nil : file, tables: reader.shown(settings, tree))
    }
}
