package import Domain

/// A watch folder, as far as its listing and settling go.
package struct IntakeFolder: Equatable, Sendable {
    /// The times that hold where the kernel can't tell of what other machines do.
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
    /// How long a picture has to stay the same before it is taken.
    package let pictureSettle: Duration
    /// How long a prompt has to stay the same before it is taken: half a prompt is a valid prompt that costs money.
    package let promptSettle: Duration
    /// On a network file system, in the place of the three above.
    package let remote: RemotePace
    package let sidecar: SidecarRule
    package let existing: ExistingRule
    /// Whether files are only seen once their `NAME.done` lies beside them.
    package let requiresDone: Bool
    /// Whether files stay where they are.
    package let isObserved: Bool
    /// Of its drops, unless they say otherwise themselves.
    package let priority: JobPriority
    /// Entries that lead to folders of ours, such as the one for failures: they are never drops.
    package let own: Set<FileName>

    /// `own` are folders that the service writes into, wherever they lie.
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

    /// How long this entry has to stay the same.
    func settle(_ name: FileName, isRemote: Bool) -> Duration {
        if DropKind(ending: name.ending)?.isText == true { return isRemote ? remote.promptSettle : promptSettle }
        return isRemote ? remote.pictureSettle : pictureSettle
    }
}

extension FolderPath {
    /// The first name on the way from `folder` down to this one; `nil` when it lies elsewhere.
    fileprivate func firstName(below folder: FolderPath) -> FileName? {
        let start = folder.bytes + (folder.bytes == [47] ? [] : [47])
        guard bytes.count > start.count, bytes.starts(with: start) else { return nil }
        return FileName(bytes: Array(bytes.dropFirst(start.count).prefix { $0 != 47 }))
    }
}
