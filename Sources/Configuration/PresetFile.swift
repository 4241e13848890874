package import Domain
import PlatformTOML

/// A person's own presets: `[presets.NAME]` in `textify/textify.toml` of the folder for configuration.
package enum PresetFile {
    /// `$XDG_CONFIG_HOME`, else `~/.config`. `nil` where neither is known.
    package static func path(environment: [String: String]) -> String? {
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.config" : nil }
        return (named ?? home).map { $0 + "/textify/textify.toml" }
    }

    /// The built-in presets with the person's own over them. No file is no fault.
    package static func load(environment: [String: String]) throws(ConfigurationFailure) -> [Preset] {
        guard let path = path(environment: environment) else { return Preset.builtIn }
        let bytes: [UInt8]
        do throws(ConfigurationFailure) {
            bytes = try SettingsFile.content(of: path)
        } catch .unreadable(_, .missing) {
            return Preset.builtIn
        }
        do throws(FieldFailure) {
            return try Preset.read(try TOML.read(bytes, file: path), file: path)
        } catch {
            throw .invalid([error])
        }
    }
}
