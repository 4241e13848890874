package import Domain

extension Settings {
    /// Reads the file that the words name, or else `textifyd.toml` in `folder` when there is one, or else nothing but
    /// words and defaults. `environment` is the process's; `folder` is where the person is, an absolute path.
    package static func load(
        _ words: LaunchWords, environment: [String: String], folder: String
    ) throws(ConfigurationFailure) -> Settings {
        try SettingsFile.find(words, folder: folder).read(words, environment: environment, folder: folder).settings
    }

    /// The same from bytes. `file` is its name for show; its folder is where its relative paths start.
    package static func read(
        _ bytes: [UInt8], file: String, _ words: LaunchWords = LaunchWords(), environment: [String: String],
        folder: String
    ) throws(ConfigurationFailure) -> Settings {
        try SettingsFile(name: file, bytes: bytes).read(words, environment: environment, folder: folder).settings
    }
}
