import Configuration
import Domain
import PlatformSystem
import Words

extension FolderMarkers {
    init(_ settings: Settings, _ base: Ground<some Clock<Duration>>, log: EventLog) {
        // What comes once the service runs is new, though its folder may be listed a little later.
        // The kernel stamps files by a clock that is up to 10 ms behind: what comes just now is not older than we are.
        let start = base.utc() - 10
        let marked = settings.watches.filter(\.requiresMarker)
        // Nothing is laid into a folder that is only observed.
        let guarded = marked.filter { $0.source == .take }.map(\.path) + marked.map(\.outbox)
        self.init(
            guarded: Set(guarded), files: base.files, places: base.places,
            mint: base.mint, utc: { start }
        ) { folder in
            log.warning("state_new") { $0.newState(served: folder.shown, by: settings.service.state.shown) }
        }
    }

    /// Welcomes a watch folder, and its outbox with it: that is there when something is delivered, or waited for. What
    /// others watch too is fine where nothing is taken away.
    nonisolated func welcome(
        _ settings: Settings, _ claims: FolderClaims?
    ) -> @Sendable (FolderPath) async -> Result<Int64?, FileFailure> {
        let outboxes = Dictionary(settings.watches.map { ($0.path, $0.outbox) }) { first, _ in first }
        let taken = settings.takenFrom
        return { path in
            if let outbox = outboxes[path] { _ = try? await self.welcome(outbox) }
            do throws(FileFailure) {
                if taken.contains(path) { try await claims?.hold(path) }
                return .success(try await self.welcome(path))
            } catch {
                return .failure(error)
            }
        }
    }
}

extension Settings {
    /// The folders out of which drops are moved.
    var takenFrom: Set<FolderPath> { Set(watches.filter { $0.source == .take }.map(\.path)) }
}
