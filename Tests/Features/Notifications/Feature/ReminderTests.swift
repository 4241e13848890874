import Domain
import MVICore
import MVITesting
@testable import NotificationsFeature
import Testing

@Suite("Looking for reminders")
struct ReminderTests {
    private let rules = NotificationRules([
        NotificationRule(target: "phone", kinds: [.reminder], reminders: [ReminderSpan(1, .years)])
    ])
    private let today = LocalDay(year: 2026, month: 11, day: 29)

    private func started() -> TestStore<Notifications> {
        let store = TestStore(
            Notifications.self, .initial(rules), stamp: Stamp(now: .seconds(10), utc: 1_000_000, seed: 7))
        store.send(
            .start, commands: [.run(.look(tidies: true), as: .look), .run(.remind(told: nil), as: .reminders)]
        ) {
            $0.phase = .running
            $0.isLooking = true
            $0.isReminding = true
            $0.tidied = .seconds(10)
        }
        store.receive(.found([]), from: .look) { $0.isLooking = false }
        #expect(!store.state.isQuiet)
        return store
    }

    private func check(_ day: LocalDay?, _ count: Int) -> ReminderCheck {
        ReminderCheck(day: day, count: count, pause: .seconds(3600))
    }

    private let rest = Command<Notifications>.run(.sleepBeforeReminders(.seconds(3600)), as: .reminders)

    @Test("what is recorded is sent, and the same day is not looked at twice, whatever the clock does")
    func told() {
        let store = started()
        store.receive(
            .reminded(check(today, 1)), from: .reminders,
            commands: [rest, .run(.sleep(.seconds(1)), as: .timer)]
        ) {
            $0.isReminding = false
            $0.reminded = today
            $0.hasNews = true
            $0.timerAt = .seconds(11)
        }
        store.receive(.reminderWoke, from: .reminders, commands: [.run(.remind(told: today), as: .reminders)]) {
            $0.isReminding = true
        }
        // Set back to before nine.
        store.receive(.reminded(check(nil, 0)), from: .reminders, commands: [rest]) { $0.isReminding = false }
        store.receive(.reminderWoke, from: .reminders, commands: [.run(.remind(told: today), as: .reminders)]) {
            $0.isReminding = true
        }
        // Set forward by a day.
        store.receive(.reminded(check(today.next, 0)), from: .reminders, commands: [rest]) {
            $0.isReminding = false
            $0.reminded = today.next
        }
        store.send(.stop, commands: [.cancel(.timer), .cancel(.reminders)]) { $0.phase = .stopped }
    }

    @Test("a database error is followed by another look")
    func failed() {
        let store = started()
        store.receive(
            .notReminded, from: .reminders, commands: [.run(.sleepBeforeReminders(.seconds(60)), as: .reminders)]
        ) { $0.isReminding = false }
        store.send(.stop, commands: [.cancel(.reminders)]) { $0.phase = .stopped }
    }
}
