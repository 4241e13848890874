package import Domain

/// A setting as it is in force.
package struct ShownSetting: Equatable, Sendable {
    package let name: String
    /// As the file would have it; `nil` where there is none.
    package internal(set) var value: FieldValue?
    package internal(set) var origin: SettingOrigin

    /// Its line in a file. What was not said in this place is a comment, as in sshd_config(5), so that the whole can be
    /// read again.
    package var toml: String {
        let key = FieldValue.key(name)
        guard let value else { return "# \(key) =" }
        guard case .file = origin else { return "# \(key) = \(value.toml)" }
        return "\(key) = \(value.toml)"
    }
}
