/// A condition under which new work may start.
package struct ConfiguredGate: Equatable, Sendable {
    package let name: String
    package let condition: GateCondition
    package let scope: GateScope
    /// What holds while the source says nothing.
    package let unknown: GateAssumption
    package let onClose: GateClosing

    package init(
        name: String, condition: GateCondition, scope: GateScope = GateScope(), unknown: GateAssumption,
        onClose: GateClosing = .finish
    ) {
        self.name = name
        self.condition = condition
        self.scope = scope
        self.unknown = unknown
        self.onClose = onClose
    }

    /// Why the gate lets nothing new start; `nil` if it is open.
    package func closure(_ reading: GateReading) -> GateClosure? {
        switch reading {
        case .open: nil
        case .closed(let until): GateClosure(gate: name, until: until)
        case .unknown: unknown == .open ? nil : GateClosure(gate: name, until: nil)
        }
    }
}

/// The one source that a gate asks.
package enum GateCondition: Equatable, Sendable {
    /// Within windows of local time.
    case schedule(Schedule)
    /// While this file exists.
    case file(FolderPath)
    case power(PowerCondition)
    case location(LocationCondition, GPSDAddress)

    /// The names of the time zones that it needs.
    package var zones: Set<String> {
        if case .schedule(let schedule) = self { return schedule.zones }
        return []
    }

    /// The stable word for the API.
    package var word: String {
        switch self {
        case .schedule: "schedule"
        case .file: "file"
        case .power: "power"
        case .location: "location"
        }
    }
}

/// What holds for a gate whose source says nothing.
package enum GateAssumption: String, Equatable, Sendable, CaseIterable {
    case open, closed
}

/// What a gate does to running work when it closes.
package enum GateClosing: String, Equatable, Sendable, CaseIterable {
    /// It is finished.
    case finish
    /// Calls that cost nothing, of backends on this machine, are stopped and made again once the gate is open.
    case requeueLocal = "requeue-local"
}

/// What a gate applies to: all work if it names nothing. Notifications wait only behind gates that name their target.
package struct GateScope: Equatable, Sendable {
    /// Names of watch folders.
    package var folders: [String]
    /// Names of backends.
    package var backends: [String]
    /// Names of targets of notifications.
    package var targets: [String]

    package init(folders: [String] = [], backends: [String] = [], targets: [String] = []) {
        self.folders = folders
        self.backends = backends
        self.targets = targets
    }

    package var isEverything: Bool { folders.isEmpty && backends.isEmpty && targets.isEmpty }
}

/// A closed gate.
package struct GateClosure: Hashable, Sendable, Codable {
    package let gate: String
    /// When it opens, if that is known.
    package let until: UTCMillis?

    package init(gate: String, until: UTCMillis?) {
        self.gate = gate
        self.until = until
    }
}
