/// Where a key is found. Only this stands in a configuration, never the key.
package enum KeySource: Equatable, Sendable {
    /// An environment variable's name.
    case environment(String)
    /// A file that nobody but its owner may read.
    case file(FolderPath)
    /// A name in `$CREDENTIALS_DIRECTORY`, where systemd puts what `LoadCredential=` names.
    case credential(String)
    /// A program and its arguments, which says the key on its standard output.
    case command([String])
}
