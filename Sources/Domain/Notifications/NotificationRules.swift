/// What one target is notified about.
package struct NotificationRule: Equatable, Sendable {
    /// The target's name.
    package let target: String
    package let kinds: Set<NotificationKind>
    /// Names of watch folders; empty: all, and what belongs to none.
    package let folders: Set<String>
    /// Names of backends; empty: all, and what belongs to none.
    package let backends: Set<String>
    /// Jobs with any of these tags; empty: all, and what is no job.
    package let tags: Set<Tag>
    /// How long ago artworks were made that the target is reminded of, if it is.
    package let reminders: [ReminderSpan]

    package init(
        target: String, kinds: Set<NotificationKind>, folders: Set<String> = [], backends: Set<String> = [],
        tags: Set<Tag> = [], reminders: [ReminderSpan] = []
    ) {
        self.target = target
        self.kinds = kinds
        self.folders = folders
        self.backends = backends
        self.tags = tags
        self.reminders = reminders
    }

    /// A filter excludes what has nothing to compare it with.
    package func matches(_ kind: NotificationKind, _ place: NotificationPlace) -> Bool {
        kinds.contains(kind) && Self.passes(folders, place.folder) && Self.passes(backends, place.backend)
            && (tags.isEmpty || place.tags.contains(where: tags.contains))
    }

    private static func passes(_ names: Set<String>, _ name: String?) -> Bool {
        names.isEmpty || name.map(names.contains) == true
    }
}

/// What the filters of rules compare.
package struct NotificationPlace: Equatable, Sendable {
    package let folder: String?
    package let backend: String?
    package let tags: [Tag]

    package init(folder: String? = nil, backend: String? = nil, tags: [Tag] = []) {
        self.folder = folder
        self.backend = backend
        self.tags = tags
    }

    package init(_ job: Job) {
        let request = job.request
        self.init(
            folder: job.folder, backend: request?.source.task == nil ? nil : request?.generation.backend,
            tags: (request?.tags ?? []).compactMap { Tag($0) })
    }

    package init(_ artwork: Artwork) {
        self.init(folder: artwork.folder, backend: artwork.making.backend, tags: artwork.tags)
    }
}

/// What each target is notified about, in the order of the configuration.
package struct NotificationRules: Equatable, Sendable {
    package let rules: [NotificationRule]

    package init(_ rules: [NotificationRule] = []) {
        self.rules = rules
    }

    /// Nobody is notified.
    package static var none: NotificationRules { NotificationRules() }

    /// Whether anyone may be told, so that it is worth finding out what the filters compare.
    package func wants(_ kind: NotificationKind) -> Bool { rules.contains { $0.kinds.contains(kind) } }

    /// The names of the targets that are notified.
    package func targets(for kind: NotificationKind, _ place: NotificationPlace) -> [String] {
        rules.filter { $0.matches(kind, place) }.map(\.target)
    }

    /// The notification of an event; `nil` if nobody wants it. `day`: the local day, for caps.
    package func notification(_ event: NotificationEvent, at utc: UTCMillis, day: LocalDay? = nil) -> NewNotification? {
        let targets = targets(for: event.kind, event.place)
        if targets.isEmpty { return nil }
        return NewNotification(event, at: utc, key: event.key(at: utc, day: day), targets: targets)
    }
}
