/// Exit codes of the programs: those of sysexits.h, and for `textify status --check` those of monitoring plugins.
package enum ExitCode: Int32, Sendable {
    case ok = 0
    /// The service works, but needs attention.
    case degraded = 1
    /// The service starts no new work.
    case stopped = 2
    /// The service can't be reached.
    case unreachable = 3
    /// The command line is wrong.
    case usage = 64
    /// Some of the input is invalid.
    case data = 65
    case noInput = 66
    case unavailable = 69
    case software = 70
    case system = 71
    case cannotCreate = 73
    case io = 74
    /// A temporary failure; try again later.
    case tryAgain = 75
    case noPermission = 77
    case configuration = 78
}

/// The reason why a command line is rejected. Options are as the user wrote them, with dashes and without a value.
package enum OptionFailure: Error, Equatable, Sendable {
    case unknown(option: String)
    /// A prefix that several options share.
    case ambiguous(option: String, candidates: [String])
    case missingValue(option: String)
    case unwantedValue(option: String)
}
