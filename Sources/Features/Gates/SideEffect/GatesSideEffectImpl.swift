package import Domain
import GatesFeature
import MVIEffects

/// Asks the sources of gates.
package struct GatesSideEffectImpl<C: Clock<Duration>>: GatesSideEffect {
    private let sources: GateSources
    private let zones: TimeZones
    private let files: any FileSystem
    private let clock: C
    private let utc: @Sendable () -> UTCMillis

    /// Reads the zones of the gates' schedules, which stay as they are until the next configuration.
    package init(
        _ sources: GateSources, gates: [ConfiguredGate], files: any FileSystem, clock: C,
        utc: @escaping @Sendable () -> UTCMillis
    ) {
        self.sources = sources
        self.files = files
        self.clock = clock
        self.utc = utc
        zones = TimeZones(of: gates.flatMap(\.condition.zones), rules: sources.zone)
    }

    package func reading(of gate: ConfiguredGate, last: GateReading?) async -> GateReading {
        switch gate.condition {
        case .schedule(let schedule): reading(schedule)
        case .file(let path): await reading(path)
        case .power(let condition):
            switch await sources.power() {
            case .success(let state): condition.reading(state)
            case .failure(let failure): .unknown(.unreadable(failure))
            }
        case .location(let condition, let gpsd):
            condition.reading(
                await sources.fix(gpsd), last.flatMap { condition.side(after: $0, nil) }, now: utc())
        }
    }

    private func reading(_ schedule: Schedule) -> GateReading {
        do throws(UnknownZone) {
            let state = try schedule.state(at: utc(), zones: zones)
            return state.isOpen ? .open(until: state.changes) : .closed(until: state.changes)
        } catch { return .unknown(.noZone(error.name)) }
    }

    private func reading(_ path: FolderPath) async -> GateReading {
        do throws(FileFailure) {
            let entry = try await files.entry(path.name, in: path.folder)
            return entry == nil ? .closed(until: nil) : .open(until: nil)
        } catch .missing {
            return .closed(until: nil)
        } catch {
            return .unknown(.unreadable(error))
        }
    }

    package func wait(_ duration: Duration) async -> Bool {
        duration <= .zero ? !Task.isCancelled : await clock.wait(duration)
    }
}
