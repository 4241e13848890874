import Domain

/// Why the service does not start.
struct LaunchFailure: Error, Equatable {
    let exit: ExitCode
    /// The whole sentence: what, where, why, what to do.
    let sentence: String

    init(_ exit: ExitCode, _ sentence: String) {
        self.exit = exit
        self.sentence = sentence
    }
}
