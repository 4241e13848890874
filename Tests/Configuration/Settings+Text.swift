import BackendKinds
import Configuration
import Domain

extension Settings {
    /// Reads `text` as `/etc/t/textifyd.toml`, with the current folder `/where` and the home folder `/home/ann`.
    static func read(
        _ text: String, _ words: CommandLineSettings = CommandLineSettings()
    ) throws(ConfigurationFailure) -> Settings {
        try read(
            Array(text.utf8), file: "/etc/t/textifyd.toml", words, kinds: backendDescriptions,
            environment: ["HOME": "/home/ann"], folder: "/where")
    }

    /// The errors in the fields of `text`; empty if it is valid.
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

extension BackendSettings {
    /// The settings of a backend with its kind's own values.
    init(
        _ name: String, _ kind: BackendDescription, _ own: any BackendKindSettings,
        limits: CallLimits = CallLimits(), adjust: (inout BackendSettings) -> Void = { _ in }
    ) {
        self.init(name, kind, limits: limits)
        self.own = OwnSettings(own)
        adjust(&self)
    }
}
