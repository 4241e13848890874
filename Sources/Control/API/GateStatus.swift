/// A configured gate: behind it new work waits while it is closed.
package struct GateStatus: Codable, Equatable, Sendable {
    package enum State: String, Codable, Equatable, Sendable, CaseIterable {
        case open
        case closed
        /// Its source says nothing, or has not been asked yet.
        case unknown
    }

    package var name: String
    /// `schedule`, `file`, `power` or `location`.
    package var source: String
    package var state: State
    /// Whether new work may start.
    package var isOpen: Bool
    /// When it opened, closed, or its source fell silent.
    package var since: WireTime?
    /// When it opens or closes next, if that is known.
    package var until: WireTime?
    /// The watch folders and backends that it applies to; without any and without `notify`, everything.
    package var folders: [String]
    package var backends: [String]
    /// The targets whose notifications wait behind it.
    package var notify: [String]
    /// Why its state is unknown, as a sentence.
    package var detail: String?

    private enum CodingKeys: String, CodingKey {
        case name, source, state, since, until, folders, backends, notify, detail
        case isOpen = "is_open"
    }

    package init(
        name: String, source: String, state: State, isOpen: Bool, since: WireTime? = nil, until: WireTime? = nil,
        folders: [String] = [], backends: [String] = [], notify: [String] = [], detail: String? = nil
    ) {
        self.name = name
        self.source = source
        self.state = state
        self.isOpen = isOpen
        self.since = since
        self.until = until
        self.folders = folders
        self.backends = backends
        self.notify = notify
        self.detail = detail
    }
}

package struct GateList: Codable, Equatable, Sendable {
    package var gates: [GateStatus]
    /// What else holds work back now, such as a pause.
    package var others: [Gate]

    package init(gates: [GateStatus], others: [Gate] = []) {
        self.gates = gates
        self.others = others
    }
}
