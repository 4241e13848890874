import Configuration
import Domain
import Words

/// Where the settings come from, so that a reload reads the same place again.
struct SettingsSource: Sendable {
    private let words: LaunchWords
    /// The process's own.
    let environment: [String: String]
    /// Where the person was at the start: relative paths begin there.
    private let folder: String

    init(_ words: LaunchWords, _ environment: [String: String], folder: String) {
        self.words = words
        self.environment = environment
        self.folder = folder
    }

    /// For the log: what is being served.
    var summary: String { words.watch ?? words.config ?? "textifyd.toml" }

    /// Every mistake of the file at once.
    func load() throws(LaunchFailure) -> Settings {
        do throws(ConfigurationFailure) {
            return try Settings.load(words, environment: environment, folder: folder)
        } catch {
            throw LaunchFailure(.configuration, Wording(.english).lines(error).joined(separator: "\n"), error)
        }
    }
}
