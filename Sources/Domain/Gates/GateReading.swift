/// What a gate's source says now.
package enum GateReading: Equatable, Sendable {
    /// Work may start; `until`: when that changes, if it is known.
    case open(until: UTCMillis?)
    case closed(until: UTCMillis?)
    /// The source says nothing.
    case unknown(GateUncertainty)
}

/// The reason why a gate's source can't be read. No case contains a position.
package enum GateUncertainty: Error, Equatable, Sendable {
    case gpsd(GPSDFailure)
    /// The newest fix is older than the condition permits; the time of that fix.
    case stale(since: UTCMillis)
    /// The newest fix is ahead of this machine's clock: one of the two is wrong.
    case ahead(milliseconds: Int64)
    /// The error estimate of the fix exceeds `limit`; both in metres.
    case inaccurate(metres: Int, limit: Int)
    /// The machine reports neither a mains adapter nor a battery.
    case noSupply
    /// The machine reports no battery, or none with a charge level.
    case noBattery
    /// The machine doesn't report whether it is on mains.
    case noMains
    /// The zone of a schedule isn't known on this machine.
    case noZone(String)
    /// The file, or the folder of the power supplies, can't be read.
    case unreadable(FileFailure)
}

/// The reason why gpsd supplies no fix.
package enum GPSDFailure: Error, Equatable, Sendable {
    /// The path of the socket is longer than the system allows; both counts in bytes.
    case pathTooLong(bytes: Int, limit: Int)
    /// The connection can't be opened.
    case unreachable(Errno)
    /// The connection failed after it was opened.
    case broken(Errno)
    /// The server closed the connection before it answered.
    case closed
    /// The answer wasn't complete within this timeout.
    case late(Duration)
    /// The first line isn't gpsd's.
    case notGPSD
    /// The server speaks this major version of the protocol; only 3 is supported.
    case unsupported(version: Int64)
    /// A line, or the whole answer, exceeds this many bytes.
    case tooLong(limit: Int)
    /// All reports were damaged.
    case malformed
    /// gpsd has no receiver.
    case noDevice
    /// No receiver has a fix.
    case noFix
}
