package import Domain

extension SimulatedSpool {
    package func follow(_ rules: NotificationRules) { base.follow(rules) }

    package func record(_ events: [NewNotification]) async throws(RepositoryFailure) {
        try await change("record events") { [base] () throws(RepositoryFailure) in try await base.record(events) }
    }

    package func outlook(at utc: UTCMillis) async throws(RepositoryFailure) -> [NotificationOutlook] {
        try await act("ask what is to be told") { () throws(RepositoryFailure) in try await base.outlook(at: utc) }
    }

    package func next(
        for target: String, digests: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> NotificationDelivery? {
        try await change("take a message", target) { [base] () throws(RepositoryFailure) in
            try await base.next(for: target, digests: digests, at: utc)
        }
    }

    package func delivered(_ delivery: NotificationDelivery) async throws(RepositoryFailure) {
        try await change("end a message", delivery.id) { [base] () throws(RepositoryFailure) in
            try await base.delivered(delivery)
        }
    }

    package func postpone(
        _ delivery: NotificationDelivery, to due: UTCMillis, _ failure: NotificationFailure
    ) async throws(RepositoryFailure) {
        try await change("postpone a message", delivery.id) { [base] () throws(RepositoryFailure) in
            try await base.postpone(delivery, to: due, failure)
        }
    }

    package func giveUp(
        _ delivery: NotificationDelivery, _ failure: NotificationFailure, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        try await change("give a message up", delivery.id) { [base] () throws(RepositoryFailure) in
            try await base.giveUp(delivery, failure, at: utc)
        }
    }

    package func revive(target: String, at utc: UTCMillis) async throws(RepositoryFailure) -> Int {
        try await change("try messages again", target) { [base] () throws(RepositoryFailure) in
            try await base.revive(target: target, at: utc)
        }
    }

    package func dismiss(target: String) async throws(RepositoryFailure) -> Int {
        try await change("dismiss messages", target) { [base] () throws(RepositoryFailure) in
            try await base.dismiss(target: target)
        }
    }

    package func tidy(
        configured: [String], since utc: UTCMillis, past: UTCMillis
    ) async throws(RepositoryFailure) {
        try await change("tidy messages") { [base] () throws(RepositoryFailure) in
            try await base.tidy(configured: configured, since: utc, past: past)
        }
    }
}
