package import Domain

/// The words of messages, in the service's language.
package struct NotificationWords: Sendable {
    /// One sentence about what happened; `name`: what the job is called.
    package let sentence: @Sendable (_ notification: Notification, _ name: String) -> String
    /// The same of a job of which nothing else must be told.
    package let withheld: @Sendable (_ kind: NotificationKind, _ folder: String) -> String
    /// A sentence about what was made some time ago. `names`: of the first of them, as far as they may be told.
    package let reminder: @Sendable (_ reminder: Reminder, _ names: [String]) -> String
    /// The line above everything: of one thing, or of several by their kinds.
    package let title: @Sendable (_ kinds: [NotificationKind: Int], _ name: String?) -> String
    /// That this number is not listed.
    package let more: @Sendable (_ count: Int) -> String
    /// The stable code of a job's or backend's failure.
    package let code: @Sendable (_ notification: Notification) -> String?

    package init(
        sentence: @escaping @Sendable (_ notification: Notification, _ name: String) -> String,
        withheld: @escaping @Sendable (_ kind: NotificationKind, _ folder: String) -> String,
        reminder: @escaping @Sendable (_ reminder: Reminder, _ names: [String]) -> String,
        title: @escaping @Sendable (_ kinds: [NotificationKind: Int], _ name: String?) -> String,
        more: @escaping @Sendable (_ count: Int) -> String,
        code: @escaping @Sendable (_ notification: Notification) -> String?
    ) {
        self.sentence = sentence
        self.withheld = withheld
        self.reminder = reminder
        self.title = title
        self.more = more
        self.code = code
    }
}

/// Writes messages from what the database knows.
package struct NotificationWriter: Sendable {
    package typealias MakeArt = @Sendable (_ picture: Digest, ArtOptions) async -> NotificationArt?

    private let jobs: any JobReader
    private let artworks: any ArtworkRepository
    /// The watch folders whose work must not leave this machine.
    private let localFolders: Set<String>
    /// The others. Reminders tell what is older than the configuration, so that folders which are not configured any more
    /// count as private there.
    private let openFolders: Set<String>
    private let words: NotificationWords
    private let art: MakeArt

    package init(
        jobs: any JobReader, artworks: any ArtworkRepository, localFolders: Set<String>,
        openFolders: Set<String>, words: NotificationWords, art: @escaping MakeArt
    ) {
        self.jobs = jobs
        self.artworks = artworks
        self.localFolders = localFolders
        self.openFolders = openFolders
        self.words = words
        self.art = art
    }

    /// Throws if something can't be read now: a message that said less could not be told again in full.
    func message(
        of delivery: NotificationDelivery, for route: NotificationRoute
    ) async throws(RepositoryFailure) -> NotificationMessage {
        var entries: [NotificationEntry] = []
        var only: (picture: Digest, art: ArtOptions)?
        for member in delivery.members {
            guard case .job(let id, _) = member.subject else {
                guard case .event(.reminder(let reminder)) = member.subject else {
                    entries.append(entry(member))
                    continue
                }
                let (entry, shown) = try await entry(member, reminder, for: route)
                entries.append(entry)
                only = shown.map { ($0.picture.digest, $0.art) }
                continue
            }
            let job = try await jobs.job(id)
            let isPrivate = route.isRemote && job.map { localFolders.contains($0.folder) } ?? true
            entries.append(try await entry(member, id, job, isPrivate: isPrivate))
            if !isPrivate, let picture = job?.picture, let request = job?.request {
                only = (picture.digest, request.art)
            }
        }
        var made: NotificationArt?
        if route.attachesArt, [[.done: 1], [.reminder: 1]].contains(delivery.kinds), let only {
            made = await art(only.picture, only.art)
        }
        let lines =
            entries.map(\.sentence)
            + (delivery.count > entries.count ? [words.more(delivery.count - entries.count)] : [])
        return NotificationMessage(
            id: delivery.id, kind: delivery.isDigest ? nil : delivery.members.first?.kind,
            at: delivery.members.first?.at ?? 0,
            title: words.title(delivery.kinds, delivery.isDigest ? nil : entries.first?.name),
            text: lines.joined(separator: "\n"), count: delivery.count, entries: entries, art: made)
    }

    private func entry(_ event: Notification) -> NotificationEntry {
        var entry = NotificationEntry(kind: event.kind, at: event.at, sentence: words.sentence(event, ""))
        entry.code = words.code(event)
        guard case .event(let happened) = event.subject else { return entry }
        entry.folder = happened.place.folder
        entry.backend = happened.place.backend
        switch happened {
        case .gateOpened(let name), .gateClosed(let name, _): entry.gate = name
        case .nearCap, .folder, .backend, .disk, .reminder: break
        }
        return entry
    }

    /// Also returns the first artwork that may be shown and whose picture is kept. Artworks that were removed since are
    /// counted and not named.
    private func entry(
        _ event: Notification, _ reminder: Reminder, for route: NotificationRoute
    ) async throws(RepositoryFailure) -> (NotificationEntry, Artwork?) {
        var shown: [Artwork] = []
        for job in reminder.jobs {
            guard let artwork = try await artworks.artwork(of: job), artwork.trashed == nil else { continue }
            if !route.isRemote || openFolders.contains(artwork.folder) { shown.append(artwork) }
        }
        var entry = NotificationEntry(
            kind: event.kind, at: event.at, sentence: words.reminder(reminder, shown.map(\.name)))
        guard let first = shown.first else { return (entry, nil) }
        entry.job = first.job
        entry.folder = first.folder
        entry.name = first.name
        entry.prompt = first.prompt
        entry.tags = first.tags.map(\.shown)
        entry.backend = first.making.backend
        entry.model = first.making.model
        entry.seed = first.making.seed
        return (entry, shown.first { $0.pictureRemoved == nil })
    }

    /// `job`: as it is now; `nil` if it is gone. `isPrivate`: nothing but the folder and the state is told.
    private func entry(
        _ event: Notification, _ id: JobID, _ job: Job?, isPrivate: Bool
    ) async throws(RepositoryFailure) -> NotificationEntry {
        let sentence =
            isPrivate
            ? words.withheld(event.kind, job?.folder ?? "") : words.sentence(event, job?.name.shown ?? id.text)
        var entry = NotificationEntry(kind: event.kind, at: event.at, sentence: sentence)
        entry.job = id
        entry.code = words.code(event)
        if case .job(_, let state) = event.subject { entry.state = state.word }
        guard let job else { return entry }
        entry.folder = job.folder
        if isPrivate { return entry }
        entry.name = job.name.shown
        entry.reference = job.reference
        entry.prompt = job.request?.prompt
        entry.tags = job.request?.tags ?? []
        entry.backend = NotificationPlace(job).backend
        // A repetition tells the same, although the job may be elsewhere by now.
        guard event.kind == .done else { return entry }
        entry.outputs = job.outputs.map { job.outbox.appending($0.name).shown }
        if let making = try await artworks.artwork(of: id)?.making {
            entry.backend = making.backend ?? entry.backend
            entry.model = making.model
            entry.seed = making.seed
        }
        return entry
    }
}
