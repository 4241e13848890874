/// Holds while a receiver is inside, or outside, a set of fences.
package struct LocationCondition: Equatable, Sendable {
    package enum Side: String, Equatable, Sendable, CaseIterable {
        case inside
        case outside

        var opposite: Side { self == .inside ? .outside : .inside }
    }

    /// Inside means inside at least one of them.
    package var fences: [Fence]
    /// The side on which work may start.
    package var wanted: Side
    /// A receiver that was inside is outside only if it is farther than this from the fences, in metres, and farther
    /// than the error of its fix.
    package var margin = 25.0
    /// The greatest permitted error of a fix, in metres. A fix without an estimate counts as just permitted.
    package var accuracy = 100.0
    /// The greatest permitted age of a fix.
    package var stale = Duration.seconds(300)

    package init(_ wanted: Side, fences: [Fence]) {
        self.wanted = wanted
        self.fences = fences
    }

    /// How much later than this machine's clock a fix may be, in milliseconds.
    private static var permittedSkew: Int64 { 60_000 }

    /// Returns what a fix says. `previous` is the side of the last reading that had one, if any; without it, a receiver
    /// counts as having been outside.
    package func reading(_ fix: Fix, _ previous: Side?, now: UTCMillis) -> GateReading {
        let age = now.milliseconds(since: fix.time)
        if age < -Self.permittedSkew { return .unknown(.ahead(milliseconds: age == .min ? .max : -age)) }
        if Duration.milliseconds(age) > stale { return .unknown(.stale(since: fix.time)) }
        let error = fix.accuracy ?? accuracy
        guard error <= accuracy else {
            return .unknown(.inaccurate(metres: Self.metres(error), limit: Self.metres(accuracy)))
        }
        let distance = fences.reduce(.infinity) { min($0, $1.distance(from: fix.position)) }
        let reach = previous == .inside ? max(margin, error) : 0
        let side: Side = distance <= reach ? .inside : .outside
        return side == wanted ? .open(until: nil) : .closed(until: nil)
    }

    /// Returns what the answer of a receiver says.
    package func reading(_ answer: Result<Fix, GPSDFailure>, _ previous: Side?, now: UTCMillis) -> GateReading {
        switch answer {
        case .success(let fix): reading(fix, previous, now: now)
        case .failure(let failure): .unknown(.gpsd(failure))
        }
    }

    /// Returns the side to remember for the next reading: the one that this reading is about, or `previous` if it is
    /// unknown.
    package func side(after reading: GateReading, _ previous: Side?) -> Side? {
        switch reading {
        case .open: wanted
        case .closed: wanted.opposite
        case .unknown: previous
        }
    }

    private static func metres(_ number: Double) -> Int {
        Int(min(max(number, 0), 1e9).rounded(.up))
    }
}
