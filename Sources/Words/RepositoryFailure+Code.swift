package import Domain

extension RepositoryFailure {
    /// The stable word for machines; a failure inside speaks for itself.
    package var code: String {
        switch self {
        case .full: "database_full"
        case .denied: "database_denied"
        case .busy: "database_busy"
        case .corrupt: "database_corrupt"
        case .moved: "database_moved"
        case .newer: "database_newer"
        case .networkFileSystem: "database_network_file_system"
        case .failed: "database_failed"
        }
    }
}
