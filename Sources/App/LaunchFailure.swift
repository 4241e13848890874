import Domain
import Repositories
import Words

/// Why the service does not start.
struct LaunchFailure: Error, Equatable {
    let exit: ExitCode
    /// The whole sentence: what, where, why, what to do.
    let sentence: String
    /// The mistakes of the configuration, where it is they.
    let mistakes: ConfigurationFailure?

    init(_ exit: ExitCode, _ sentence: String, _ mistakes: ConfigurationFailure? = nil) {
        self.exit = exit
        self.sentence = sentence
        self.mistakes = mistakes
    }

    /// The database in the state folder can't be used, or not any more.
    init(_ failure: RepositoryFailure, _ state: FolderPath) {
        let exit: ExitCode =
            switch failure {
            case .newer, .networkFileSystem: .configuration
            case .denied: .noPermission
            case .busy: .tryAgain
            case .full, .corrupt, .moved, .failed: .io
            }
        self.init(
            exit, Wording(.english).sentence(failure, about: state.appending(SQLiteSpoolRepository.fileName).shown))
    }
}
