package import Domain

/// What is to be told to whom, in a model of the database.
struct NotificationTables {
    struct Row {
        enum Phase: Equatable {
            case waiting, told, dead
        }

        let number: Int64
        let target: String
        let key: String
        let notification: Notification
        let job: JobID?
        var phase = Phase.waiting
        var message: Int64?
        var due: UTCMillis
        var attempts = 0
        var firstTried: UTCMillis?
        var failure: NotificationFailure?
        var node: NodeID?
        var leased: UTCMillis = 0
    }

    var rules = NotificationRules.none
    var rows: [Row] = []
    private var last: Int64 = 0

    mutating func insert(_ target: String, _ key: String, _ notification: Notification, job: JobID? = nil) {
        if rows.contains(where: { $0.target == target && $0.key == key }) { return }
        last += 1
        rows.append(
            Row(
                number: last, target: target, key: key, notification: notification, job: job, due: 0))
    }

    mutating func record(_ new: NewNotification) {
        for target in new.targets {
            insert(target, new.key, Notification(new.event.kind, at: new.at, .event(new.event)))
        }
    }

    /// Records a state of a job, its `step`-th.
    mutating func record(_ state: JobState, of job: Job, step: Int, at utc: UTCMillis) {
        guard let kind = state.notificationKind else { return }
        for target in rules.targets(for: kind, NotificationPlace(job)) {
            insert(target, "\(job.id) \(step)", Notification(kind, at: utc, .job(job.id, state)), job: job.id)
        }
    }

    mutating func forget(_ job: JobID) { rows.removeAll { $0.job == job } }

    /// `node`, `now`: the service that asks and the server's time; `nil` if there are no others.
    func outlook(at utc: UTCMillis, for node: NodeID?, now: UTCMillis) -> [NotificationOutlook] {
        let shown = rows.filter { $0.phase != .told }
        return Set(shown.map(\.target)).sorted().map { target in
            let own = shown.filter { $0.target == target }
            let free = own.filter { $0.isFree(for: node, now: now) }
            let fresh = free.filter { $0.message == nil }.map(\.notification.at)
            return NotificationOutlook(
                target: target, waiting: free.count, due: free.map(\.due).min(), oldest: fresh.min(),
                newest: fresh.max(), hasRepeats: free.contains { $0.message != nil && $0.isDue(utc) },
                dead: own.count { $0.phase == .dead }, failure: own.last { $0.failure != nil }?.failure)
        }
    }

    mutating func next(
        for target: String, digests: Bool, at utc: UTCMillis, node: NodeID?, now: UTCMillis
    ) -> NotificationDelivery? {
        let open = rows.filter { $0.target == target && $0.isFree(for: node, now: now) && $0.isDue(utc) }
        guard let first = open.min(by: { ($0.attempts, $0.number) < ($1.attempts, $1.number) }) else { return nil }
        let message = first.message ?? first.number
        if first.message == nil {
            let fresh = open.filter { $0.message == nil }.prefix(digests ? NotificationDelivery.mostMembers : 1)
            let taken = Set(fresh.count < NotificationDelivery.digestSize ? [first.number] : fresh.map(\.number))
            change({ taken.contains($0.number) }) { $0.message = message }
        }
        change({ $0.message == message }) { row in
            row.attempts += 1
            row.firstTried = row.firstTried ?? utc
            row.node = node
            row.leased = now + 120_000
        }
        return delivery(message, to: target)
    }

    private func delivery(_ message: Int64, to target: String) -> NotificationDelivery? {
        let members = rows.filter { $0.message == message }
        guard let head = members.first(where: { $0.number == message }) else { return nil }
        let own = head.notification
        let name =
            head.job == nil
            ? "\(own.kind.rawValue)-\(own.at.milliseconds)-\(message)" : head.key.replacing(" ", with: "-")
        return NotificationDelivery(
            id: members.count > 1 ? "digest-" + name : name, target: target, number: message, count: members.count,
            members: members.prefix(NotificationDelivery.mostListed).map(\.notification),
            kinds: Dictionary(grouping: members, by: \.notification.kind).mapValues(\.count), attempts: head.attempts,
            firstTried: head.firstTried)
    }

    mutating func delivered(_ delivery: NotificationDelivery) {
        rows.removeAll { $0.message == delivery.number && $0.job != nil }
        change({ $0.message == delivery.number }) { row in
            row.phase = .told
            row.message = nil
            row.failure = nil
        }
    }

    mutating func close(
        _ delivery: NotificationDelivery, as phase: Row.Phase, due: UTCMillis, _ failure: NotificationFailure
    ) {
        change({ $0.message == delivery.number }) { row in
            row.phase = phase
            row.due = due
            row.failure = failure
            row.node = nil
            row.leased = 0
        }
    }

    /// A service has ended.
    mutating func free(_ node: NodeID) { change({ $0.node == node }) { $0.node = nil } }

    mutating func revive(_ target: String, at utc: UTCMillis) -> Int {
        change({ $0.target == target && $0.phase == .dead }) { row in
            row.phase = .waiting
            row.due = utc
            row.attempts = 0
            row.firstTried = nil
        }
    }

    mutating func dismiss(_ target: String) -> Int {
        let before = rows.count
        rows.removeAll { $0.target == target && $0.phase == .dead && $0.job != nil }
        return before - rows.count
            + change({ $0.target == target && $0.phase == .dead }) { row in
                row.phase = .told
                row.message = nil
                row.failure = nil
            }
    }

    mutating func tidy(configured: [String], since utc: UTCMillis, past: UTCMillis) {
        change({ !configured.contains($0.target) && $0.phase == .waiting && $0.notification.at < utc }) { row in
            row.phase = .dead
            row.failure = .noTarget
            row.message = row.message ?? row.number
        }
        rows.removeAll { $0.phase != .waiting && $0.notification.at < past }
    }

    @discardableResult
    private mutating func change(_ isMeant: (Row) -> Bool, _ work: (inout Row) -> Void) -> Int {
        var count = 0
        for index in rows.indices where isMeant(rows[index]) {
            work(&rows[index])
            count += 1
        }
        return count
    }
}

extension NotificationTables.Row {
    fileprivate func isDue(_ utc: UTCMillis) -> Bool { due <= utc || due > utc + 2 * NotificationRetry.span }

    fileprivate func isFree(for other: NodeID?, now: UTCMillis) -> Bool {
        phase == .waiting && (node == nil || node == other || leased < now)
    }
}

extension ModelSpoolRepository {
    /// What is still to be told.
    package var waitingNotifications: [String] {
        look { tables in tables.notifications.rows.filter { $0.phase == .waiting }.map { "\($0.target): \($0.key)" } }
    }

    private var now: UTCMillis { member?.server() ?? 0 }
    private var ownNode: NodeID? { member?.node?.id }

    package func follow(_ rules: NotificationRules) { unfenced { $0.notifications.rules = rules } }

    package func record(_ events: [NewNotification]) async throws(RepositoryFailure) {
        try change { tables in for event in events { tables.notifications.record(event) } }
    }

    package func outlook(at utc: UTCMillis) async throws(RepositoryFailure) -> [NotificationOutlook] {
        look { $0.notifications.outlook(at: utc, for: ownNode, now: now) }
    }

    package func next(
        for target: String, digests: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> NotificationDelivery? {
        try change { $0.notifications.next(for: target, digests: digests, at: utc, node: ownNode, now: now) }
    }

    package func delivered(_ delivery: NotificationDelivery) async throws(RepositoryFailure) {
        try change { $0.notifications.delivered(delivery) }
    }

    package func postpone(
        _ delivery: NotificationDelivery, to due: UTCMillis, _ failure: NotificationFailure
    ) async throws(RepositoryFailure) {
        try change { $0.notifications.close(delivery, as: .waiting, due: due, failure) }
    }

    package func giveUp(
        _ delivery: NotificationDelivery, _ failure: NotificationFailure, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        try change { $0.notifications.close(delivery, as: .dead, due: utc, failure) }
    }

    package func revive(target: String, at utc: UTCMillis) async throws(RepositoryFailure) -> Int {
        try change { $0.notifications.revive(target, at: utc) }
    }

    package func dismiss(target: String) async throws(RepositoryFailure) -> Int {
        try change { $0.notifications.dismiss(target) }
    }

    package func tidy(
        configured: [String], since utc: UTCMillis, past: UTCMillis
    ) async throws(RepositoryFailure) {
        try change { $0.notifications.tidy(configured: configured, since: utc, past: past) }
    }
}
