package import Domain

/// The settings of a watch folder that its listing and settling need.
package struct IntakeFolder: Equatable, Sendable {
    /// Times for network file systems, where the kernel doesn't report changes made by other machines.
    package struct RemotePace: Equatable, Sendable {
        package let interval: Duration
        package let pictureSettle: Duration
        package let promptSettle: Duration

        package init(
            interval: Duration = .seconds(5), pictureSettle: Duration = .seconds(5),
            promptSettle: Duration = .seconds(5)
        ) {
            self.interval = interval
            self.pictureSettle = pictureSettle
            self.promptSettle = promptSettle
        }
    }

    /// Unique among the watch folders.
    package let name: String
    package let path: FolderPath
    /// The longest time between two listings.
    package let interval: Duration
    /// The time for which a picture has to stay unchanged before it is picked up.
    package let pictureSettle: Duration
    /// The time for which a prompt has to stay unchanged before it is picked up: half a prompt is a valid prompt that
    /// costs money.
    package let promptSettle: Duration
    /// Replaces the three times above on a network file system.
    package let remote: RemotePace
    package let sidecar: SidecarRule
    package let existing: ExistingRule
    /// `true` if a file is only picked up once `NAME.done` exists next to it.
    package let requiresDone: Bool
    /// `true` if files stay where they are.
    package let isObserved: Bool
    /// The priority of drops that don't set one themselves.
    package let priority: JobPriority
    /// Names of entries that lead to the service's own folders, such as `failed`. They are never drops.
    package let own: Set<FileName>

    /// `own`: the folders that the service writes into, wherever they are.
    package init(
        name: String, path: FolderPath, interval: Duration = .seconds(30), pictureSettle: Duration = .seconds(1),
        promptSettle: Duration = .seconds(5), remote: RemotePace = RemotePace(), sidecar: SidecarRule = .optional,
        existing: ExistingRule = .hold, requiresDone: Bool = false, isObserved: Bool = false,
        priority: JobPriority = .normal, own: [FolderPath] = []
    ) {
        self.name = name
        self.path = path
        self.interval = interval
        self.pictureSettle = pictureSettle
        self.promptSettle = promptSettle
        self.remote = remote
        self.sidecar = sidecar
        self.existing = existing
        self.requiresDone = requiresDone
        self.isObserved = isObserved
        self.priority = priority
        self.own = Set(own.compactMap { $0.firstName(below: path) })
    }

    /// The time for which an entry has to stay unchanged.
    func settle(_ name: FileName, isRemote: Bool) -> Duration {
        if DropKind(ending: name.ending)?.isText == true { return isRemote ? remote.promptSettle : promptSettle }
        return isRemote ? remote.pictureSettle : pictureSettle
    }
}

extension FolderPath {
    /// The first component of the path from `folder` to this folder; `nil` if this folder is not inside `folder`.
    fileprivate func firstName(below folder: FolderPath) -> FileName? {
        let start = folder.bytes + (folder.bytes == [47] ? [] : [47])
        guard bytes.count > start.count, bytes.starts(with: start) else { return nil }
        return FileName(bytes: Array(bytes.dropFirst(start.count).prefix { $0 != 47 }))
    }
}

/// The treatment of prompts that were in a folder before it was first used.
package enum ExistingRule: String, Equatable, Sendable, CaseIterable {
    case take
    /// Requests to a priced backend need a user's approval. The same applies to too many prompts at once.
    case hold
    /// They are left alone until they change.
    case ignore
}

/// The rule for sidecars, files next to pictures that hold their requests.
package enum SidecarRule: String, Equatable, Sendable, CaseIterable {
    /// A sidecar is picked up together with the picture if it exists.
    case optional
    /// A picture waits for its sidecar and fails without one.
    case required
}
