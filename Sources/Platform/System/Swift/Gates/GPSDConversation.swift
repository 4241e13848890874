internal import Domain

/// One question to gpsd for its newest fix, apart from the connection. It follows gpsd_json(5), protocol 3:
///
/// The first line is VERSION. `?WATCH` with `enable` activates the receivers; without it, `?POLL` reports none as active.
/// The answer to `?WATCH` is DEVICES and WATCH, and from then on gpsd sends TPV and SKY as the receivers measure. The
/// answer to `?POLL` is POLL, with the last TPV of each active receiver. A receiver that was only activated by this
/// question isn't among them, or has the mode 0, or its last fix is old; then the reports that follow decide. gpsd
/// truncates reports of more than 10,240 bytes, so damaged lines are skipped.
struct GPSDConversation {
    enum Step: Equatable {
        case receive
        case send([UInt8])
        case done(Fix)
    }

    static let opening = Array("?WATCH={\"enable\":true,\"json\":true};\n?POLL;\n".utf8)
    static let closing = Array("?WATCH={\"enable\":false};\n".utf8)

    /// A fix that is this much older than now, or later, is used only if no newer one follows.
    private static var recent: Int64 { 10_000 }
    /// The limit on the times of fixes that are compared by their accuracy.
    private static var concurrent: Int64 { 10_000 }

    private var isOpen = false
    private var isPolled = false
    private var hasDamage = false
    private var hasReports = false
    private var devices: Int?
    /// Fixes of the last POLL that aren't recent.
    private var old: [Fix] = []
    /// Fixes that were reported as they were measured.
    private var live: [Fix] = []

    /// Takes one line of the server, without its end. Throws if there can't be a fix.
    mutating func receive(_ line: [UInt8], now: UTCMillis) throws(GPSDFailure) -> Step {
        guard let report = try? JSONReader.read(line), let name = try? report["class"]?.value.text() else {
            guard isOpen else { throw .notGPSD }
            hasDamage = true
            return .receive
        }
        guard isOpen else { return try open(report, name) }
        switch name {
        case "DEVICES":
            devices = (try? report["devices"]?.value.list())?.count(where: Self.isReceiver)
            hasReports = true
        case "POLL": return try poll(report, now)
        case "TPV": return add(TPV(report), now)
        // The server doesn't know `?POLL`.
        case "ERROR": isPolled = true
        default: break
        }
        return isPolled ? best(of: live).map(Step.done) ?? .receive : .receive
    }

    /// Returns the fix to use when no more reports follow, because of `reason`. Throws if there is none.
    func finish(_ reason: GPSDFailure) throws(GPSDFailure) -> Fix {
        if let fix = best(of: live) ?? best(of: old) { return fix }
        switch reason {
        case .late where devices == 0: throw .noDevice
        case .late where hasReports: throw .noFix
        case .late where hasDamage: throw .malformed
        // Many reports arrived, but no fix.
        case .tooLong(GPSDClient.longestAnswer) where isPolled: throw .noFix
        default: throw reason
        }
    }

    private mutating func open(_ report: FieldValue, _ name: String) throws(GPSDFailure) -> Step {
        guard name == "VERSION", let version = try? report["proto_major"]?.value.integer() else { throw .notGPSD }
        guard version == 3 else { throw .unsupported(version: version) }
        isOpen = true
        return .send(Self.opening)
    }

    private mutating func poll(_ report: FieldValue, _ now: UTCMillis) throws(GPSDFailure) -> Step {
        isPolled = true
        hasReports = true
        let reports = ((try? report["tpv"]?.value.list()) ?? []).map(TPV.init)
        old = reports.compactMap { $0.fix(live: nil) }
        let recent = old.filter { abs(Double(now.milliseconds(since: $0.time))) <= Double(Self.recent) }
        if let fix = best(of: recent + live) { return .done(fix) }
        if reports.isEmpty, devices == 0 { throw .noDevice }
        // Receivers with the mode 1 measure and have no fix, so there is nothing to wait for.
        if !reports.isEmpty, reports.count >= devices ?? 0, reports.allSatisfy({ $0.mode == 1 }) { throw .noFix }
        return .receive
    }

    private mutating func add(_ report: TPV, _ now: UTCMillis) -> Step {
        hasReports = true
        if let fix = report.fix(live: now) { live.append(fix) }
        // POLL would report all receivers at once. Two live fixes before its answer mean that there will be none.
        return isPolled || live.count > 1 ? best(of: live).map(Step.done) ?? .receive : .receive
    }

    /// Whether a device may report positions. Its flags name the kinds of reports seen so far, 1 for positions; one that
    /// has only others, such as a receiver of AIS, is none.
    private static func isReceiver(_ device: FieldValue) -> Bool {
        let flags = try? device["flags"]?.value.integer()
        return flags.map { $0 & 1 != 0 } ?? true
    }

    /// Returns the most accurate of the newest fixes.
    private func best(of fixes: [Fix]) -> Fix? {
        guard let newest = fixes.map(\.time).max() else { return nil }
        return fixes.filter { newest.milliseconds(since: $0.time) <= Self.concurrent }
            .min { ($0.accuracy ?? .infinity, $1.time) < ($1.accuracy ?? .infinity, $0.time) }
    }
}

/// A report of time, position and velocity, as far as it is needed.
private struct TPV {
    /// 0 unknown, 1 no fix, 2 without altitude, 3 with it.
    let mode: Int64
    private let position: Coordinate?
    private let accuracy: Double?
    private let time: UTCMillis?

    init(_ report: FieldValue) {
        func number(_ name: String) -> Double? { try? report[name]?.value.number() }
        func error(_ name: String) -> Double? { number(name).flatMap { $0 > 0 ? $0 : nil } }
        mode = (try? report["mode"]?.value.integer()) ?? 0
        if let latitude = number("lat"), let longitude = number("lon") {
            position = Coordinate(latitude: latitude, longitude: longitude)
        } else {
            position = nil
        }
        if let horizontal = error("eph") {
            accuracy = horizontal
        } else if let eastward = error("epx"), let northward = error("epy") {
            accuracy = (eastward * eastward + northward * northward).squareRoot()
        } else {
            accuracy = nil
        }
        time = (try? report["time"]?.value.text()).flatMap { UTCMillis(text: $0) }
    }

    /// The fix, if there is one. `live`: the time at which the report arrived, if it is new; a report without a time is
    /// of that moment. Without both its age is unknown.
    func fix(live: UTCMillis?) -> Fix? {
        guard mode >= 2, let position, let time = time ?? live else { return nil }
        return Fix(position: position, accuracy: accuracy, time: time)
    }
}
