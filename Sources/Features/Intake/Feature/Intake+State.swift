package import Domain

extension Intake {
    package enum Phase: Equatable, Sendable {
        /// Next: `recovering`.
        case idle
        /// Asks what an earlier run left. Next: `running`, `idle`.
        case recovering
        /// Next: `stopped`.
        case running
        /// Takes nothing new. Next: `running`.
        case stopped
    }

    package struct State: Equatable, Sendable {
        package internal(set) var phase = Phase.idle
        /// In the order of the configuration.
        package internal(set) var folders: [Folder]
        /// Every drop whose source still lies in its folder, or may.
        package internal(set) var drops: [DropID: HeldDrop] = [:]
        package internal(set) var reading = WorkQueue(width: 4)
        package internal(set) var disposing = WorkQueue(width: 4)
        /// Drops whose work is tried again when their folder is looked at next.
        var postponed: [DropID] = []
        var early: [DropEnding] = []
        /// How many jobs may still be made.
        package internal(set) var room: Int
        /// Why nothing is taken for now.
        package internal(set) var waiting: IntakeTrouble?

        /// `room`: how many jobs may be made at first.
        package static func initial(folders: [IntakeFolder], room: Int) -> State {
            State(folders: folders.map { Folder(settings: $0) }, room: room)
        }

        init(folders: [Folder], room: Int) {
            self.folders = folders
            self.room = room
        }
    }
}

extension Intake.State {
    /// Whether no work runs that must not be cut off.
    package var isIdle: Bool {
        reading.running.isEmpty && disposing.running.isEmpty && disposing.waiting.isEmpty
            && !drops.values.contains { $0.claiming != nil }
    }

    /// Whether all that lies in the folders has been worked off, but for what can't be moved away.
    package var isWorkedOff: Bool {
        phase == .running && drops.values.allSatisfy { $0.stuck != nil } && folders.allSatisfy(\.isWorkedOff)
    }

    /// Drops whose source can't be moved away, oldest first.
    package var stuck: [HeldDrop] {
        drops.values.filter { $0.stuck != nil }.sorted { $0.drop.id < $1.drop.id }
    }

    func index(of folder: String) -> Int? {
        folders.firstIndex { $0.settings.name == folder }
    }

    /// How many drops may be claimed now: each that is not read yet will want room for one job at least.
    var free: Int {
        room <= 0 ? 0 : max(0, room - drops.values.count { $0.phase == .claimed })
    }
}
