package import Domain
import MVIEffects
package import NotificationsFeature

/// Sends what the database holds for targets.
package struct NotificationsSideEffectImpl<C: Clock<Duration>>: NotificationsSideEffect {
    private let notifications: any NotificationRepository
    private let routes: [String: NotificationRoute]
    private let writer: NotificationWriter
    private let reminders: ReminderFinder
    private let clock: C
    private let utc: @Sendable () -> UTCMillis

    /// The time after which what waits for a target that is not configured is given up, and that for which what was given
    /// up is kept; in milliseconds.
    private static var unclaimed: Int64 { 86_400_000 }
    private static var kept: Int64 { 40 * 86_400_000 }

    package init(
        _ notifications: any NotificationRepository, routes: [NotificationRoute], writer: NotificationWriter,
        reminders: ReminderFinder, clock: C, utc: @escaping @Sendable () -> UTCMillis
    ) {
        self.notifications = notifications
        self.routes = Dictionary(routes.map { ($0.target, $0) }) { first, _ in first }
        self.writer = writer
        self.reminders = reminders
        self.clock = clock
        self.utc = utc
    }

    package func save(_ events: [NewNotification]) async -> Bool {
        await stored { () throws(RepositoryFailure) in try await notifications.record(events) } != nil
    }

    package func outlook(tidies: Bool) async -> [NotificationOutlook]? {
        let now = utc()
        if tidies {
            await stored { () throws(RepositoryFailure) in
                try await notifications.tidy(
                    configured: routes.keys.sorted(), since: now + -Self.unclaimed, past: now + -Self.kept)
            }
        }
        return await stored { () throws(RepositoryFailure) in try await notifications.outlook(at: now) }
    }

    package func remind(told: LocalDay?) async -> ReminderCheck? {
        await stored { () throws(RepositoryFailure) in
            let (today, time) = reminders.time
            let pause = Duration.milliseconds(time.pause)
            guard time.isDue else { return ReminderCheck(day: nil, count: 0, pause: pause) }
            if today == told { return ReminderCheck(day: today, count: 0, pause: pause) }
            let found = try await reminders.reminders(on: today, at: utc())
            try await notifications.record(found)
            return ReminderCheck(day: today, count: found.count, pause: pause)
        }
    }

    package func send(to target: String) async -> NotificationSending {
        guard let route = routes[target] else { return .nothing }
        let taken = await stored { () throws(RepositoryFailure) in
            try await notifications.next(for: target, digests: route.digests, at: utc())
        }
        guard let taken else { return .unrecorded }
        guard let delivery = taken else { return .nothing }
        let written = await stored { () throws(RepositoryFailure) in
            try await writer.message(of: delivery, for: route)
        }
        guard let message = written else { return .unrecorded }
        let sending = sending(delivery, await route.channel.send(message))
        return await record(sending, delivery) ? sending : .unrecorded
    }

    /// What follows from the outcome of an attempt.
    private func sending(_ delivery: NotificationDelivery, _ outcome: NotificationOutcome) -> NotificationSending {
        switch outcome {
        case .delivered: return .delivered
        case .refused(let failure): return .gaveUp(failure, count: delivery.count)
        case .later(let failure, let asked):
            if failure != .stopped, let first = delivery.firstTried, NotificationRetry.isOver(first, at: utc()) {
                return .gaveUp(failure, count: delivery.count)
            }
            return .postponed(failure, pause: NotificationRetry.pause(after: delivery.attempts, asked: asked))
        }
    }

    /// Stores what became of a message. `false`: a database error.
    private func record(_ sending: NotificationSending, _ delivery: NotificationDelivery) async -> Bool {
        let now = utc()
        return await stored { () throws(RepositoryFailure) in
            switch sending {
            case .delivered: try await notifications.delivered(delivery)
            case .postponed(let failure, let pause):
                try await notifications.postpone(delivery, to: now + pause, failure)
            case .gaveUp(let failure, _): try await notifications.giveUp(delivery, failure, at: now)
            case .nothing, .unrecorded: break
            }
        } != nil
    }

    @discardableResult
    private func stored<T>(_ work: () async throws(RepositoryFailure) -> T) async -> T? {
        do throws(RepositoryFailure) { return try await work() } catch { return nil }
    }

    package func wait(_ duration: Duration) async -> Bool {
        duration <= .zero ? !Task.isCancelled : await clock.wait(duration)
    }
}

/// A target as the side effects know it.
package struct NotificationRoute: Sendable {
    package let target: String
    package let channel: any NotificationChannel
    /// Whether notifications that are due together become a digest.
    package let digests: Bool
    /// Whether messages leave this machine, so that they contain nothing of folders whose work must not.
    package let isRemote: Bool
    /// Whether a message about one artwork contains its art.
    package let attachesArt: Bool

    package init(
        target: String, channel: any NotificationChannel, digests: Bool = true, isRemote: Bool = true,
        attachesArt: Bool = false
    ) {
        self.target = target
        self.channel = channel
        self.digests = digests
        self.isRemote = isRemote
        self.attachesArt = attachesArt
    }
}
