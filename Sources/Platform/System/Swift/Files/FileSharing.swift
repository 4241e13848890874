/// Who may use a file or folder that is made, as far as its mode says.
package enum FileSharing: Sendable {
    /// The folder's group may too: drops, results and archives belong to those who share the folder.
    case group
    /// Its owner alone.
    case owner

    /// What a file is made with; the umask and default ACLs take bits away.
    var fileMode: UInt32 { self == .group ? 0o664 : 0o600 }

    /// What a folder is made with.
    var folderMode: UInt32 { self == .group ? 0o775 : 0o700 }
}
