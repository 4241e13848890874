public import Domain

extension Settings {
    /// Reads the file that the words name, or else `textifyd.toml` in `folder` when there is one, or else nothing but
    /// words and defaults. `environment` is the process's; `folder` is where the person is, an absolute path.
    public static func load(
        _ words: LaunchWords, environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> Settings {
        let source = try SettingsFile.find(words, folder: folder)
        return try read(
            source?.bytes ?? [], file: source?.name ?? "", words, environment: environment, folder: folder)
    }

    /// The same from bytes. `file` is its name for show; its folder is where its relative paths start.
    public static func read(
        _ bytes: [UInt8], file: String, _ words: LaunchWords = LaunchWords(), environment: [String: String],
        folder: String
    ) throws(ConfigurationFailure) -> Settings {
        let tree = try SettingsFile.tree(bytes, file: file)
        var reader = SettingsReader(
            file: file, words: words, environment: environment, folder: folder)
        return try reader.settings(from: tree)
    }
}
