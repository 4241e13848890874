/// Why the service can't start with what it was given.
package enum ConfigurationFailure: Error, Equatable, Sendable {
    case unreadable(file: String, FileFailure)
    /// Every mistake that was found, in the order of the file.
    case invalid([FieldFailure])
}
