import Domain
import IntakeFeature
import JobsFeature

/// The work present at one moment: files by folder and name, jobs by identifier.
struct SyncSnapshot: Equatable, Sendable {
    private struct Place: Hashable {
        let folder: String
        let name: FileName
    }

    private let files: Set<Place>
    private let jobs: Set<JobID>

    init(_ intake: Intake.State, _ jobs: Jobs.State) {
        files = Self.open(intake).union(Self.places(of: intake) { $0.phase == .read })
        self.jobs = Set(jobs.entries.keys)
    }

    /// Whether files that were present have not become jobs yet, or are still there although their jobs have ended.
    func hasOpenDrops(_ intake: Intake.State, _ jobs: Jobs.State) -> Bool {
        !files.isDisjoint(with: Self.open(intake).union(Self.places(of: intake) { jobs.tallies[$0.id] != nil }))
    }

    /// Jobs that were present, or came from files that were, and have not settled.
    func openJobs(_ state: Jobs.State) -> [JobID] {
        state.entries.values.filter { entry in
            let place = Place(folder: entry.job.folder, name: entry.job.name)
            return !entry.isAtRest && (jobs.contains(entry.job.id) || files.contains(place))
        }.map(\.job.id)
    }

    private static func open(_ intake: Intake.State) -> Set<Place> {
        var places: Set<Place> = []
        for folder in intake.folders {
            let names = Array(folder.settling.keys) + folder.ready.map(\.name)
            places.formUnion(names.map { Place(folder: folder.settings.name, name: $0) })
        }
        return places.union(Self.places(of: intake) { $0.phase != .read })
    }

    /// Excludes files that can't be moved away, because it is unknown when they can.
    private static func places(of intake: Intake.State, where isMeant: (Drop) -> Bool) -> Set<Place> {
        let held = intake.drops.values.filter { isMeant($0.drop) && $0.stuck == nil }
        return Set(held.map { Place(folder: $0.drop.folder, name: $0.drop.identity.name) })
    }
}
