import Configuration
import ControlAPI
import ControlServer
import Domain
import PlatformSystem

/// Tells those who listen at the control socket. What only matters while something is looked for is not told.
struct ListeningSink: LogSink {
    let events: EventRing

    func write(_ entry: LogEntry) {
        let level: String
        switch entry.level {
        case .error: level = "error"
        case .warning: level = "warning"
        case .info: level = "info"
        case .debug: return
        }
        var event = ServiceEvent(
            at: WireTime(milliseconds: wallClockMilliseconds()), code: entry.code, level: level, detail: entry.sentence)
        for field in entry.fields {
            switch field {
            case .job(let id): event.job = id.text
            case .state(let word): event.state = word
            case .folder(let name): event.folder = name
            case .backend(let name): event.backend = name
            case .file(let name): event.file = name.shown
            case .drop: break
            }
        }
        events.add(event)
    }
}
