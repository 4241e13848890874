/// How the programs end: the codes of sysexits.h, and for `textify status --check` those of monitoring plugins.
package enum ExitCode: Int32, Sendable {
    case ok = 0
    /// The service works, but somebody should look.
    case degraded = 1
    /// The service begins nothing new.
    case stopped = 2
    /// The service can't be asked.
    case unreachable = 3
    /// The command line is wrong.
    case usage = 64
    /// Some of the data could not be used.
    case data = 65
    case noInput = 66
    case unavailable = 69
    case software = 70
    case system = 71
    case cannotCreate = 73
    case io = 74
    /// Not now: try again later.
    case tryAgain = 75
    case noPermission = 77
    case configuration = 78
}

/// Why a command line can't be read. Options are as the person wrote them, with their dashes, without a value.
package enum OptionFailure: Error, Equatable, Sendable {
    case unknown(option: String)
    /// A beginning that several options share.
    case ambiguous(option: String, candidates: [String])
    case missingValue(option: String)
    case unwantedValue(option: String)
}
