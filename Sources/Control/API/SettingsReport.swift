package import Domain

/// The configuration in force with the origin of each setting, as `textify config show --json` prints it. It holds no
/// secrets, only where they are read.
package struct SettingsReport: Codable, Equatable, Sendable {
    package struct Setting: Codable, Equatable, Sendable {
        package var name: String
        /// Absent if it is not set.
        package var value: JSONValue?
        /// `built_in`, `file`, `defaults`, `backend`, `environment` or `follows`.
        package var origin: String
        /// The line that sets it, counted from 1, and its file.
        package var line: Int?
        package var file: String?
        /// The backend whose table sets it.
        package var backend: String?
        /// The environment variable that sets it.
        package var variable: String?
        /// The setting from which it is derived.
        package var key: String?
    }

    package struct Table: Codable, Equatable, Sendable {
        /// The names from the outermost table inwards.
        package var path: [String]
        /// Whether it is one of several tables of this name.
        package var repeats: Bool
        package var settings: [Setting]

        /// Such as `[[watch]]`.
        package var header: String {
            let keys = path.map(FieldValue.key).joined(separator: ".")
            return repeats ? "[[\(keys)]]" : "[\(keys)]"
        }
    }

    /// The printable names of the files, the main one first; empty without a file.
    package var files: [String]
    package var tables: [Table]
}

/// Lines to be added to the main configuration file.
package struct SettingsCheckRequest: Codable, Equatable, Sendable {
    package var lines: String?

    package init(lines: String? = nil) { self.lines = lines }
}
