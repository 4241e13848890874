import Configuration
import ControlAPI
import ControlServer
import Domain
import PlatformSystem

/// Tells those who listen at the control socket.
struct ListeningSink: LogSink {
    let events: EventRing

    func write(_ entry: LogEntry) {
        events.add(Self.event(entry, at: wallClockMilliseconds()))
    }

    func write(later entry: @escaping @Sendable () -> LogEntry) {
        let now = wallClockMilliseconds()
        events.add(later: { Self.event(entry(), at: now) })
    }

    /// `now`: milliseconds since 1970.
    private static func event(_ entry: LogEntry, at now: Int64) -> ServiceEvent {
        var event = ServiceEvent(
            at: WireTime(milliseconds: now), code: entry.code, level: entry.level.rawValue, detail: entry.sentence)
        for field in entry.fields {
            switch field {
            case .job(let id): event.job = id.text
            case .state(let word): event.state = word
            case .until(let moment): event.until = WireTime(milliseconds: moment)
            case .folder(let name): event.folder = name
            case .backend(let name): event.backend = name
            case .file(let name): event.file = name.shown
            case .drop: break
            }
        }
        return event
    }
}
