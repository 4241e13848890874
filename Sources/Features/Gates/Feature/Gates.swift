package import Domain
package import MVICore

/// Reads the sources of the configured gates and says what closed ones keep from starting.
package enum Gates: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// Reads no gate any more.
        case stop
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case read(gate: String, GateReading)
        case stopped
    }

    package enum Effect: Equatable, Sendable {
        /// Waits, then asks the gate's source. `last`: what it said when it last said something.
        case read(ConfiguredGate, last: GateReading?, after: Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case gate(String)
    }

    package enum Event: Equatable, Sendable {
        /// Every gate has been read, or one has opened, closed, or is expected to at another time.
        case changed(GateClosures)
        case opened(ConfiguredGate)
        case closed(ConfiguredGate, until: UTCMillis?)
        /// The gate's source says nothing.
        case uncertain(ConfiguredGate, GateUncertainty)
    }

    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Next: `reading`.
            case idle
            /// Some gate has not been read yet, so that nothing may start. Next: `running`, `stopped`.
            case reading
            /// Next: `stopped`.
            case running
            /// Final.
            case stopped
        }

        package internal(set) var phase = Phase.idle
        /// In the order of the configuration.
        package internal(set) var entries: [Entry]
        /// Backends that only pass work on, with those that do it.
        let chains: [String: [String]]
        /// What was reported last.
        package internal(set) var closures = GateClosures.none

        package static func initial(_ gates: [ConfiguredGate], chains: [String: [String]] = [:]) -> State {
            State(entries: gates.map { Entry(gate: $0) }, chains: chains)
        }
    }

    /// A gate and what its source said last.
    package struct Entry: Equatable, Sendable {
        package let gate: ConfiguredGate
        /// `nil` until it was read.
        package internal(set) var reading: GateReading?
        /// What its source said last when it said something.
        var certain: GateReading?
        /// When it opened or closed, or its source fell silent.
        package internal(set) var since: UTCMillis?

        /// Why it lets nothing new start; `nil` if it is open.
        package var closure: GateClosure? {
            guard let reading else { return GateClosure(gate: gate.name, until: nil) }
            return gate.closure(reading)
        }
    }
}

extension Gates {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .start: state.phase == .idle ? .started : nil
        case .stop: state.phase == .stopped ? nil : .stopped
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started:
            state.phase = .reading
            return state.entries.map { read($0, after: .zero) } + report(&state)
        case .read(let name, let reading): return heard(&state, name, reading, stamp)
        case .stopped:
            state.phase = .stopped
            return state.entries.map { .cancel(.gate($0.gate.name)) }
        }
    }

    private static func read(_ entry: Entry, after pause: Duration) -> Command<Self> {
        .run(.read(entry.gate, last: entry.certain, after: pause), as: .gate(entry.gate.name))
    }

    private static func heard(
        _ state: inout State, _ name: String, _ reading: GateReading, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let index = state.entries.firstIndex(where: { $0.gate.name == name }) else { return [] }
        let before = state.entries[index].reading
        let isNews = before.map { !$0.isAlike(reading) } ?? true
        state.entries[index].reading = reading
        if case .unknown = reading {} else { state.entries[index].certain = reading }
        if isNews { state.entries[index].since = stamp.utc }
        let entry = state.entries[index]
        let pause = entry.gate.condition.pause(reading, now: stamp.utc)
        return (isNews ? news(entry.gate, reading, isFirst: before == nil) : []) + report(&state)
            + [read(entry, after: pause)]
    }

    /// A gate that is open from the start is not worth reporting.
    private static func news(_ gate: ConfiguredGate, _ reading: GateReading, isFirst: Bool) -> [Command<Self>] {
        switch reading {
        case .open: isFirst ? [] : [.emit(.opened(gate))]
        case .closed(let until): [.emit(.closed(gate, until: until))]
        case .unknown(let uncertainty): [.emit(.uncertain(gate, uncertainty))]
        }
    }

    /// Reports the closures once all gates have been read, then when they change.
    private static func report(_ state: inout State) -> [Command<Self>] {
        guard state.entries.allSatisfy({ $0.reading != nil }) else { return [] }
        let closed = state.entries.compactMap { entry in
            entry.closure.map { (closure: $0, scope: entry.gate.scope) }
        }
        let stopping = state.entries.filter { $0.closure != nil && $0.gate.onClose == .requeueLocal }
        let closures = GateClosures(closed, chains: state.chains, stopping: stopping.map(\.gate.scope))
        let isFirst = state.phase == .reading
        if isFirst { state.phase = .running }
        guard isFirst || closures != state.closures else { return [] }
        state.closures = closures
        return [.emit(.changed(closures))]
    }
}

extension GateReading {
    /// Whether both readings let the same start. Another time of the next change is no news, nor are other figures of the
    /// same uncertainty.
    fileprivate func isAlike(_ other: GateReading) -> Bool {
        switch (self, other) {
        case (.open, .open), (.closed, .closed), (.unknown(.stale), .unknown(.stale)),
            (.unknown(.ahead), .unknown(.ahead)),
            (.unknown(.inaccurate), .unknown(.inaccurate)):
            true
        case (.unknown(let one), .unknown(let other)): one == other
        default: false
        }
    }
}

extension GateCondition {
    /// The time until the source is asked again.
    func pause(_ reading: GateReading, now: UTCMillis) -> Duration {
        switch self {
        // The clock may be set meanwhile.
        case .schedule:
            min(.seconds(60), .milliseconds(max(1, reading.next?.milliseconds(since: now) ?? 60_000)))
        case .file: .seconds(5)
        case .power, .location: .seconds(30)
        }
    }
}

extension GateReading {
    /// When the source will say something else, if that is known.
    fileprivate var next: UTCMillis? {
        switch self {
        case .open(let until), .closed(let until): until
        case .unknown: nil
        }
    }
}
