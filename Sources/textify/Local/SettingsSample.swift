import BackendKinds
import Configuration
import Domain

/// The configuration of the packages with every key commented out, each below its help: the table of
/// textifyd.toml(5) as a file to copy from.
enum SettingsSample {
    /// Paths are the ones that the service has under systemd.
    private static let environment = [
        "STATE_DIRECTORY": "/var/lib/textifyd", "CACHE_DIRECTORY": "/var/cache/textifyd",
    ]

    private static let watch = """
        [[watch]]
        path = "/srv/textifyd/inbox"
        outbox = "/srv/textifyd/outbox"
        """

    static func text() throws(ConfigurationFailure) -> String {
        let shown = try ShownSettings.read(
            Array(watch.utf8), file: "", kinds: backendDescriptions, environment: environment, folder: "/")
        var lines = ["# Every key of textifyd.toml with its default. Backends are in textifyd.toml(5)."]
        for table in shown.tables {
            let fields = self.fields(of: table.path)
            lines += ["", table.header]
            for setting in table.settings {
                if let help = fields.first(where: { $0.name == setting.name })?.help.english {
                    lines += ["", "# " + help]
                }
                lines.append(setting.toml)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func fields(of path: [String]) -> [FieldDescription] {
        path.reduce(SettingsSchema.tables) { fields, name in fields.first { $0.name == name }?.members ?? [] }
    }
}
