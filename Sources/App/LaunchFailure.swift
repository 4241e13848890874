import Domain

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
}
