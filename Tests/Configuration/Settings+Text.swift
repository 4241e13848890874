import Configuration
import Domain

extension Settings {
    /// As the file `/etc/t/textifyd.toml` would be read in `/where`, by somebody who lives in `/home/ann`.
    static func read(
        _ text: String, _ words: CommandLineSettings = CommandLineSettings()
    ) throws(ConfigurationFailure) -> Settings {
        try read(
            Array(text.utf8), file: "/etc/t/textifyd.toml", words, environment: ["HOME": "/home/ann"], folder: "/where")
    }

    /// What is wrong with its fields.
    static func failures(_ text: String, _ words: CommandLineSettings = CommandLineSettings()) -> [FieldFailure] {
        do throws(ConfigurationFailure) {
            _ = try read(text, words)
            return []
        } catch {
            guard case .invalid(let failures) = error else { return [] }
            return failures
        }
    }
}
