package import Domain

/// The whole configuration as it is in force, with where each setting comes from.
package struct ShownSettings: Equatable, Sendable {
    /// The file's name for show; `nil` where there is none.
    package let file: String?
    /// In the order of the manual.
    package let tables: [ShownTable]

    private init(
        _ source: SettingsFile, _ words: LaunchWords, _ environment: [String: String], _ folder: String
    ) throws(ConfigurationFailure) {
        let (settings, reader, tree) = try source.read(words, environment: environment, folder: folder)
        file = source.name.isEmpty ? nil : source.name
        tables = reader.shown(settings, tree)
    }

    /// Reads it as the service would. Throws what keeps the service from its start.
    package static func load(
        _ words: LaunchWords, environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> ShownSettings {
        try ShownSettings(SettingsFile.find(words, folder: folder), words, environment, folder)
    }

    /// The same from bytes; `file` is the file's name for show, empty where there is none.
    package static func read(
        _ bytes: [UInt8], file: String, environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> ShownSettings {
        try ShownSettings(SettingsFile(name: file, bytes: bytes), LaunchWords(), environment, folder)
    }
}
