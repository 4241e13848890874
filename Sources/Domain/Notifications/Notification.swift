/// A notification for one target. Its row is stored in the transaction of the change that it reports.
package struct Notification: Equatable, Sendable {
    package let kind: NotificationKind
    /// When it happened.
    package let at: UTCMillis
    package let subject: NotificationSubject

    package init(_ kind: NotificationKind, at: UTCMillis, _ subject: NotificationSubject) {
        self.kind = kind
        self.at = at
        self.subject = subject
    }
}

/// What happened to what.
package enum NotificationSubject: Equatable, Sendable {
    /// The job reached this state.
    case job(JobID, JobState)
    case event(NotificationEvent)
}

/// Something that happened to no job.
package enum NotificationEvent: Equatable, Sendable, Codable {
    case nearCap(BudgetCap)
    case folder(String, FolderTrouble)
    case backend(String, BackendFailure)
    case disk(DiskSpace)
    case gateOpened(String)
    case gateClosed(String, until: UTCMillis?)
    case reminder(Reminder)

    package var kind: NotificationKind {
        switch self {
        case .nearCap: .budget
        case .folder: .folder
        case .backend: .backend
        case .disk: .disk
        case .gateOpened, .gateClosed: .gate
        case .reminder: .reminder
        }
    }

    package var place: NotificationPlace {
        switch self {
        case .folder(let name, _): NotificationPlace(folder: name)
        case .backend(let name, _): NotificationPlace(backend: name)
        case .nearCap(let cap): cap.place
        case .disk, .gateOpened, .gateClosed, .reminder: NotificationPlace()
        }
    }

    /// What makes the event the same as another: services that share a database see the same backend fail, and a folder
    /// that comes and goes is reported once in this time.
    static let span: Int64 = 600_000

    /// The part of the key that names what it happened to.
    private var name: String {
        switch self {
        case .nearCap(let cap): cap.word
        case .folder(let name, _), .backend(let name, _): name
        case .disk: ""
        case .gateOpened(let name): name + " open"
        case .gateClosed(let name, _): name + " closed"
        case .reminder(let reminder): reminder.span.text
        }
    }

    /// Distinguishes the event from others of its target; the same within ten minutes, for a cap and a
    /// reminder within a day.
    package func key(at utc: UTCMillis, day: LocalDay? = nil) -> String {
        switch self {
        case .nearCap: "\(kind.rawValue) \(name) \(day?.text ?? "")"
        case .reminder(let reminder): "\(kind.rawValue) \(name) \(reminder.day.text)"
        case .folder, .backend, .disk, .gateOpened, .gateClosed:
            "\(kind.rawValue) \(name) \(utc.milliseconds / Self.span)"
        }
    }
}

/// Why a watch folder can't be listed.
package enum FolderTrouble: Equatable, Sendable, Codable {
    case missing
    case unmounted
    case unreadable(FileFailure)
}

/// An event that is to be recorded for its targets.
package struct NewNotification: Equatable, Sendable {
    package let event: NotificationEvent
    package let at: UTCMillis
    package let key: String
    package let targets: [String]

    package init(_ event: NotificationEvent, at: UTCMillis, key: String, targets: [String]) {
        self.event = event
        self.at = at
        self.key = key
        self.targets = targets
    }
}

extension BudgetCap {
    /// Identifies the cap among the configured ones.
    fileprivate var word: String {
        let scope =
            switch scope {
            case .everything: "all"
            case .backend(let name): "backend " + name
            case .folder(let name): "folder " + name
            case .user(let user): "user \(user)"
            }
        return switch limit {
        case .money: "\(scope) \(period.rawValue) money"
        case .pictures: "\(scope) \(period.rawValue) pictures"
        }
    }

    /// What filters compare.
    fileprivate var place: NotificationPlace {
        switch scope {
        case .backend(let name): NotificationPlace(backend: name)
        case .folder(let name): NotificationPlace(folder: name)
        case .everything, .user: NotificationPlace()
        }
    }
}
