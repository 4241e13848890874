/// Holds depending on how the machine is powered.
package enum PowerCondition: Equatable, Sendable {
    case onMains
    /// The charge of the batteries, in percent, is at least this.
    case battery(atLeast: Int)
    /// On mains, or the charge of the batteries is at least this.
    case onMainsOrBattery(atLeast: Int)

    package func reading(_ state: PowerState) -> GateReading {
        if state == PowerState(mains: nil, battery: nil) { return .unknown(.noSupply) }
        switch self {
        case .onMains:
            return state.mains.map(Self.reading) ?? .unknown(.noMains)
        case .battery(let least):
            return state.battery.map { Self.reading($0 >= least) } ?? .unknown(.noBattery)
        case .onMainsOrBattery(let least):
            let isCharged = state.battery.map { $0 >= least }
            if state.mains == true || isCharged == true { return .open(until: nil) }
            if state.mains == nil { return .unknown(.noMains) }
            return isCharged == nil ? .unknown(.noBattery) : .closed(until: nil)
        }
    }

    private static func reading(_ isOpen: Bool) -> GateReading {
        isOpen ? .open(until: nil) : .closed(until: nil)
    }
}

/// How a machine is powered.
package struct PowerState: Equatable, Sendable {
    /// Whether external power is connected; `nil` if the machine doesn't report it.
    package var mains: Bool?
    /// The charge of all batteries together, 0 … 100 percent, rounded down; `nil` without a battery.
    package var battery: Int?

    package init(mains: Bool?, battery: Int?) {
        self.mains = mains
        self.battery = battery
    }

    /// Combines what the supplies of a machine report.
    package init(_ supplies: [PowerSupply]) {
        let batteries = supplies.filter { [.battery, .ups].contains($0.kind) && $0.isPresent }
        self.init(mains: Self.mains(supplies, batteries), battery: Self.charge(batteries))
    }

    private static func mains(_ supplies: [PowerSupply], _ batteries: [PowerSupply]) -> Bool? {
        // A machine without a battery of its own isn't supplied through its sockets, whatever they report.
        let isPortable = batteries.contains { $0.kind == .battery }
        let reports = supplies.filter { $0.kind != .socket || isPortable || $0.isOnline == true }.compactMap(\.isOnline)
        let states = batteries.compactMap(\.status)
        // Some machines report one of several adapters as connected to nothing while it charges the battery.
        if reports.contains(true) || states.contains(.charging) { return true }
        if !reports.isEmpty || states.contains(.discharging) { return false }
        return states.isEmpty ? nil : true
    }

    /// Weighs batteries by energy. If the energy of one is unknown, by charge; failing that, all alike.
    private static func charge(_ batteries: [PowerSupply]) -> Int? {
        let known = batteries.filter { $0.percent != nil }
        guard known.count > 1 else { return known.first?.percent }
        for level in [\PowerSupply.energy, \PowerSupply.charge] {
            let levels = known.compactMap { $0[keyPath: level] }
            guard levels.count == known.count else { continue }
            let (now, full) = levels.reduce((0, 0)) { ($0.0 + min($1.now, $1.full), $0.1 + $1.full) }
            return percent(now / full * 100)
        }
        return percent(Double(known.compactMap(\.percent).reduce(0, +)) / Double(known.count))
    }

    fileprivate static func percent(_ number: Double) -> Int {
        // Rounding errors may leave a whole number slightly too small.
        Int(min(max(number + 1e-9, 0), 100))
    }
}

/// One supply that a machine reports. Supplies of attached devices, such as a mouse, don't belong here.
package struct PowerSupply: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// An adapter for the whole machine.
        case mains
        /// A socket or pad through which the machine can be supplied or supply others, such as USB-C.
        case socket
        case battery
        /// An uninterruptible power supply. Its charge counts like a battery's.
        case ups
    }

    package enum Status: Equatable, Sendable {
        case charging
        case discharging
        /// Full, or kept at its level, while there is external power.
        case idle
    }

    /// Now and when full, in the same unit.
    package struct Level: Equatable, Sendable {
        package let now: Double
        package let full: Double

        /// `nil` unless both are known, `now` isn't negative and `full` is positive.
        package init?(now: Double?, full: Double?) {
            guard let now, let full, now >= 0, full > 0 else { return nil }
            self.now = now
            self.full = full
        }
    }

    package var kind: Kind
    /// Whether a removable battery is in its place.
    package var isPresent = true
    /// Whether external power is connected here; `nil` if unknown.
    package var isOnline: Bool?
    package var status: Status?
    /// In percent, as the firmware computes it.
    package var capacity: Int?
    /// In µWh.
    package var energy: Level?
    /// In µAh.
    package var charge: Level?

    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// The charge in percent, by the firmware or by its levels; `nil` if unknown.
    fileprivate var percent: Int? {
        if let capacity { return min(max(capacity, 0), 100) }
        return (energy ?? charge).map { PowerState.percent($0.now / $0.full * 100) }
    }
}
