package import Domain
package import MVICore

/// Sends notifications. They are in the database, stored with the change that they report, and sending them never holds a
/// job up.
///
/// A target is sent one message at a time. New notifications wait a little for others: many become a digest.
package enum Notifications: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// Something happened that is no job's state.
        case tell(NotificationEvent)
        /// Notifications of jobs may have been stored, or a person asked for another attempt.
        case look
        /// The targets whose gates are closed.
        case gatesChanged(Set<String>)
        /// Sends nothing more.
        case stop
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case told(NewNotification)
        case looked
        case gatesChanged(Set<String>)
        /// Events were recorded.
        case saved
        /// A database error prevented recording events.
        case notSaved
        /// What waits for each target.
        case found([NotificationOutlook])
        /// A database error hid what waits.
        case notFound
        case woke
        /// What was to be remembered now is recorded.
        case reminded(ReminderCheck)
        /// A database error.
        case notReminded
        /// It may be time for reminders.
        case reminderWoke
        case sent(target: String, NotificationSending)
        case stopped
    }

    package enum Effect: Equatable, Sendable {
        case save([NewNotification])
        /// Asks what waits. `tidies`: also gives up what nobody can send, once a day.
        case look(tidies: Bool)
        case send(target: String)
        case sleep(Duration)
        /// Records today's reminders if it is time for them. `told`: the day whose reminders are recorded.
        case remind(told: LocalDay?)
        case sleepBeforeReminders(Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case save
        case look
        case target(String)
        case timer
        /// Looking for reminders, or waiting for the time to.
        case reminders
    }

    package enum Event: Equatable, Sendable {
        /// Messages to the target fail for now. Emitted for the first in a row.
        case fails(target: String, NotificationFailure)
        /// Messages arrive again.
        case recovered(target: String)
        /// Messages were given up.
        case gaveUp(target: String, count: Int, NotificationFailure)
    }

    /// The time between an event and the look for its notifications.
    static var pace: Duration { .seconds(1) }
    /// New notifications wait until there was no other for this time, but not longer than `longestPause`.
    static var quiet: Duration { .seconds(5) }
    static var longestPause: Duration { .seconds(60) }
    /// The time between two looks if anything waits, and the pause after a database error.
    static var interval: Duration { .seconds(60) }
    /// The most events that wait to be recorded.
    static var mostUnsaved: Int { 200 }
}

/// A look for reminders.
package struct ReminderCheck: Equatable, Sendable {
    /// The day whose reminders are recorded; `nil` if it wasn't time yet.
    package let day: LocalDay?
    /// The number of reminders that were recorded.
    package let count: Int
    /// The time until the next look.
    package let pause: Duration

    package init(day: LocalDay?, count: Int, pause: Duration) {
        self.day = day
        self.count = count
        self.pause = pause
    }
}

/// What became of sending the next message to a target.
package enum NotificationSending: Equatable, Sendable {
    /// There was none, or another service is sending it.
    case nothing
    case delivered
    /// It is tried again; no other is sent to the target before that pause, in milliseconds.
    case postponed(NotificationFailure, pause: Int64)
    case gaveUp(NotificationFailure, count: Int)
    /// A database error, so that it is sent again with the same identifier.
    case unrecorded
}

extension Notifications {
    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Next: `running`.
            case idle
            /// Next: `stopped`.
            case running
            /// Final.
            case stopped
        }

        package internal(set) var phase = Phase.idle
        let rules: NotificationRules
        /// Whether other services record what this one may have to send.
        let isShared: Bool
        /// By the target's name.
        package internal(set) var lanes: [String: Lane]
        /// Events that are not recorded yet.
        package internal(set) var unsaved: [NewNotification] = []
        /// Those that are being recorded.
        var saving = 0
        var isLooking = false
        /// Whether something happened since the last look.
        var hasNews = false
        /// Whether to look again, because something happened during the last look.
        var isStale = false
        /// The time for which the timer is set, since system start.
        var timerAt: Duration?
        var isReminding = false
        /// The last day whose reminders are recorded.
        var reminded: LocalDay?
        /// When rows were last tidied, since system start.
        var tidied: Duration?

        /// `immediate`: targets that get each notification at once and by itself.
        package static func initial(
            _ rules: NotificationRules = .none, immediate: Set<String> = [], isShared: Bool = false
        ) -> State {
            let lanes = rules.rules.map { ($0.target, Lane(collects: !immediate.contains($0.target))) }
            return State(
                rules: rules, isShared: isShared, lanes: Dictionary(lanes, uniquingKeysWith: { first, _ in first }))
        }
    }

    /// A target.
    package struct Lane: Equatable, Sendable {
        /// Whether new notifications wait for others.
        let collects: Bool
        package internal(set) var isClosed = false
        package internal(set) var isSending = false
        /// The number of failures in a row.
        package internal(set) var failures = 0
        /// Nothing is sent before this time, since system start.
        var restsUntil: Duration?
        /// What waits, as far as it is known.
        package internal(set) var outlook: NotificationOutlook?
    }
}

extension Notifications {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .start: state.phase == .idle && !state.lanes.isEmpty ? .started : nil
        case .stop: state.phase == .stopped ? nil : .stopped
        case .look: state.phase == .running ? .looked : nil
        case .gatesChanged(let closed): closed == state.closed || state.phase == .stopped ? nil : .gatesChanged(closed)
        case .tell(let event): state.phase == .stopped ? nil : told(event, state)
        }
    }

    /// The time of an event is set when it is applied.
    private static func told(_ event: NotificationEvent, _ state: State) -> InternalAction? {
        state.rules.notification(event, at: 0).map { .told($0) }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started:
            state.phase = .running
            return look(&state, stamp) + save(&state) + remind(&state)
        case .told(let new):
            if state.unsaved.count < mostUnsaved { state.unsaved.append(new.at(stamp.utc)) }
            return save(&state)
        case .looked:
            state.hasNews = true
            return wake(&state, after: pace, stamp)
        case .gatesChanged(let closed):
            for name in state.lanes.keys { state.lanes[name]?.isClosed = closed.contains(name) }
            return state.phase == .running ? wake(&state, after: .zero, stamp) : []
        case .saved:
            state.unsaved.removeFirst(state.saving)
            state.saving = 0
            state.hasNews = true
            return save(&state) + wake(&state, after: pace, stamp)
        case .notSaved:
            state.saving = 0
            return wake(&state, after: interval, stamp)
        case .found(let outlooks): return found(&state, outlooks, stamp)
        case .notFound:
            state.isLooking = false
            return wake(&state, after: interval, stamp)
        case .woke:
            state.timerAt = nil
            return save(&state) + look(&state, stamp)
        case .reminded(let check):
            state.isReminding = false
            state.reminded = check.day ?? state.reminded
            let timer: [Command<Self>] = [.run(.sleepBeforeReminders(check.pause), as: .reminders)]
            if check.count == 0 { return timer }
            state.hasNews = true
            return timer + wake(&state, after: pace, stamp)
        case .notReminded:
            state.isReminding = false
            return [.run(.sleepBeforeReminders(interval), as: .reminders)]
        case .reminderWoke: return remind(&state)
        case .sent(let target, let sending): return sent(&state, target, sending, stamp)
        case .stopped:
            state.phase = .stopped
            return stopped(state)
        }
    }

    /// Events that are being recorded are recorded.
    private static func stopped(_ state: State) -> [Command<Self>] {
        var running: [TaskID] = state.timerAt == nil ? [] : [.timer]
        if state.isLooking { running.append(.look) }
        if state.reminds { running.append(.reminders) }
        running += state.lanes.filter(\.value.isSending).map(\.key).sorted().map { .target($0) }
        return running.map { .cancel($0) }
    }

    private static func save(_ state: inout State) -> [Command<Self>] {
        guard state.phase == .running, state.saving == 0, !state.unsaved.isEmpty else { return [] }
        state.saving = state.unsaved.count
        return [.run(.save(state.unsaved), as: .save)]
    }

    private static func remind(_ state: inout State) -> [Command<Self>] {
        guard state.phase == .running, state.reminds else { return [] }
        state.isReminding = true
        return [.run(.remind(told: state.reminded), as: .reminders)]
    }

    private static func look(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running else { return [] }
        guard !state.isLooking else {
            state.isStale = true
            return []
        }
        state.isLooking = true
        state.hasNews = false
        let tidies = state.tidied.map { stamp.now - $0 >= .seconds(86_400) } ?? true
        if tidies { state.tidied = stamp.now }
        return [.run(.look(tidies: tidies), as: .look)]
    }

    private static func found(
        _ state: inout State, _ outlooks: [NotificationOutlook], _ stamp: Stamp
    ) -> [Command<Self>] {
        state.isLooking = false
        let byTarget = Dictionary(outlooks.map { ($0.target, $0) }) { first, _ in first }
        var commands: [Command<Self>] = []
        // What other services record is not reported here.
        var pause: Duration? = state.isShared || state.isStale ? interval : nil
        if state.isStale { pause = pace }
        state.isStale = false
        for name in state.lanes.keys.sorted() {
            state.lanes[name]?.outlook = byTarget[name]
            guard let wait = state.lanes[name]?.wait(stamp) else { continue }
            if wait <= .zero {
                state.lanes[name]?.isSending = true
                commands.append(.run(.send(target: name), as: .target(name)))
            } else {
                pause = min(pause ?? interval, wait)
            }
        }
        return commands + (pause.map { wake(&state, after: $0, stamp) } ?? [])
    }

    private static func sent(
        _ state: inout State, _ target: String, _ sending: NotificationSending, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var lane = state.lanes[target] else { return [] }
        let before = lane.failures
        lane.isSending = false
        lane.restsUntil = nil
        var events: [Event] = []
        switch sending {
        case .nothing: break
        case .delivered:
            lane.failures = 0
            if before > 0 { events.append(.recovered(target: target)) }
        case .postponed(let failure, let pause):
            lane.failures += 1
            lane.restsUntil = stamp.now + .milliseconds(pause)
            if before == 0 { events.append(.fails(target: target, failure)) }
        case .gaveUp(let failure, let count):
            events.append(.gaveUp(target: target, count: count, failure))
        case .unrecorded: lane.restsUntil = stamp.now + interval
        }
        state.lanes[target] = lane
        return events.map { .emit($0) } + look(&state, stamp)
    }

    /// Sets the timer, unless it is set for an earlier time.
    private static func wake(_ state: inout State, after pause: Duration, _ stamp: Stamp) -> [Command<Self>] {
        guard state.phase == .running else { return [] }
        let time = stamp.now + pause
        if let set = state.timerAt, set <= time { return [] }
        state.timerAt = time
        return [.run(.sleep(pause), as: .timer)]
    }
}

extension Notifications.State {
    /// Whether nothing is left to send but what fails or waits behind a gate.
    package var isQuiet: Bool {
        guard phase == .running else { return true }
        return unsaved.isEmpty && !hasNews && !isLooking && !isReminding && lanes.values.allSatisfy(\.isQuiet)
    }

    /// Whether any target is reminded of artworks.
    var reminds: Bool { rules.rules.contains { !$0.reminders.isEmpty } }

    /// The targets whose gates are closed.
    var closed: Set<String> { Set(lanes.filter(\.value.isClosed).keys) }
}

extension Notifications.Lane {
    fileprivate var isQuiet: Bool {
        !isSending && (isClosed || failures > 0 || outlook.map { $0.waiting == 0 } ?? true)
    }

    /// The time until the next message is sent, zero or less if that is now; `nil` if there is none to send.
    fileprivate func wait(_ stamp: Stamp) -> Duration? {
        guard !isSending, !isClosed, let outlook, let due = outlook.due else { return nil }
        let rest = (restsUntil ?? stamp.now) - stamp.now
        let untilDue = Self.span(to: due, from: stamp.utc, atMost: 2 * NotificationRetry.span)
        return max(rest, untilDue, outlook.hasRepeats ? .zero : collecting(outlook, stamp))
    }

    /// The time for which new notifications still wait for others.
    private func collecting(_ outlook: NotificationOutlook, _ stamp: Stamp) -> Duration {
        guard collects, let oldest = outlook.oldest, let newest = outlook.newest else { return .zero }
        let (quiet, longest) = (Notifications.quiet / .milliseconds(1), Notifications.longestPause / .milliseconds(1))
        let end = min(newest + Int64(quiet), oldest + Int64(longest))
        return Self.span(to: end, from: stamp.utc, atMost: Int64(longest))
    }

    /// A time further ahead than anything waits was computed by a clock that has been set back since.
    private static func span(to time: UTCMillis, from utc: UTCMillis, atMost most: Int64) -> Duration {
        let span = time.milliseconds(since: utc)
        return span > most ? .zero : .milliseconds(max(0, span))
    }
}

extension NewNotification {
    /// The same event at another time.
    fileprivate func at(_ utc: UTCMillis) -> NewNotification {
        NewNotification(event, at: utc, key: event.key(at: utc), targets: targets)
    }
}
