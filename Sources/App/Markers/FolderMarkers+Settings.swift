import Configuration
import Domain
import FoundationEssentials
import PlatformSystem

extension FolderMarkers {
    init(_ settings: Settings, _ base: Foundations) {
        // What comes once the service runs is new, though its folder may be listed a little later.
        let start = wallClockMilliseconds()
        let marked = settings.watches.filter(\.requiresMarker)
        self.init(
            guarded: Set(marked.flatMap { [$0.path, $0.outbox] }), files: base.files, places: base.spool,
            mint: { UUID().uuidString.lowercased() }, utc: { start })
    }

    /// Welcomes a watch folder, and its outbox with it: that is there when something is delivered, or waited for.
    nonisolated func welcome(_ settings: Settings) -> @Sendable (FolderPath) async -> Result<Int64?, FileFailure> {
        let outboxes = Dictionary(settings.watches.map { ($0.path, $0.outbox) }) { first, _ in first }
        return { path in
            if let outbox = outboxes[path] { _ = try? await self.welcome(outbox) }
            do throws(FileFailure) { return .success(try await self.welcome(path)) } catch { return .failure(error) }
        }
    }
}
