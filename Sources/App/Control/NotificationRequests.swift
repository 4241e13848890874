import Configuration
import ControlAPI
import ControlServer
import Domain
import MVIRuntime
import NotificationsFeature
import NotificationsSideEffect
import PlatformSystem
import Words

/// What clients ask of notifications.
@MainActor
final class NotificationRequests {
    private let current: CurrentService
    private let repository: any NotificationRepository

    init(_ current: CurrentService, _ repository: any NotificationRepository) {
        self.current = current
        self.repository = repository
    }

    func targets(in language: Language) async throws(ControlFailure) -> [NotifyStatus] {
        let outlooks = try await stored { () throws(RepositoryFailure) in try await repository.outlook(at: .now()) }
        let lanes = current.container.notifications.state.lanes
        let known = Dictionary(outlooks.map { ($0.target, $0) }) { first, _ in first }
        let targets = current.settings.targets
        let configured = Set(targets.map(\.name))
        let left = outlooks.filter { !configured.contains($0.target) }.map { ($0.target, "") }
        let words = Wording(language)
        return (targets.map { ($0.name, $0.word) } + left).map { name, word in
            let outlook = known[name]
            return NotifyStatus(
                name: name, to: word, waiting: outlook?.waiting ?? 0, due: outlook?.nextAttempt.map { WireTime($0) },
                dead: outlook?.dead ?? 0, isHeldBack: lanes[name]?.isClosed ?? false,
                detail: outlook?.failure.map { words.sentence($0, target: name) })
        }
    }

    func test(_ target: String) async throws(ControlFailure) {
        guard let route = current.container.notificationRoutes.first(where: { $0.target == target }) else {
            throw .noSuchTarget(target, known: current.settings.targets.map(\.name))
        }
        let words = Wording(current.settings.service.language)
        let now = UTCMillis.now()
        let message = NotificationMessage(
            id: "test-\(now.milliseconds)", kind: .test, at: now,
            title: words.notificationTitle([.test: 1], name: nil), text: words.testNotification,
            entries: [NotificationEntry(kind: .test, at: now, sentence: words.testNotification)])
        switch await route.channel.send(message) {
        case .delivered: return
        case .later(let failure, _), .refused(let failure): throw .notDelivered(target: target, failure)
        }
    }

    func retry(_ target: String) async throws(ControlFailure) -> Int {
        guard current.settings.targets.contains(where: { $0.name == target }) else {
            throw .noSuchTarget(target, known: current.settings.targets.map(\.name))
        }
        let count = try await stored { () throws(RepositoryFailure) in
            try await repository.revive(target: target, at: .now())
        }
        current.container.notifications.send(.look)
        return count
    }

    /// Also for targets that are not configured any more.
    func dismiss(_ target: String) async throws(ControlFailure) -> Int {
        let known = try await targets(in: .english).map(\.name)
        guard known.contains(target) else { throw .noSuchTarget(target, known: known) }
        return try await stored { () throws(RepositoryFailure) in try await repository.dismiss(target: target) }
    }
}

extension NotificationRequests: NotificationSource {}
