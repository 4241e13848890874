import Domain
import MVICore
import MVITesting
@testable import NotificationsFeature
import Testing

@Suite("Notifications")
struct NotificationsTests {
    private let rules = NotificationRules([
        NotificationRule(target: "phone", kinds: NotificationKind.troubles),
        NotificationRule(target: "hook", kinds: [.done, .gate]),
    ])
    private let stamp = Stamp(now: .seconds(10), utc: 1_000_000, seed: 7)

    /// A store that has started and found nothing to send.
    private func idle(isShared: Bool = false) -> TestStore<Notifications> {
        let store = TestStore(
            Notifications.self, .initial(rules, immediate: ["hook"], isShared: isShared), stamp: stamp)
        store.send(.start, commands: [.run(.look(tidies: true), as: .look)]) {
            $0.phase = .running
            $0.isLooking = true
            $0.tidied = .seconds(10)
        }
        store.receive(
            .found([]), from: .look, commands: isShared ? [.run(.sleep(.seconds(60)), as: .timer)] : []
        ) {
            $0.isLooking = false
            if isShared { $0.timerAt = .seconds(70) }
        }
        return store
    }

    /// Something happened, and the database is asked a second later.
    private func looks(_ store: TestStore<Notifications>, at utc: UTCMillis = 1_001_000) {
        let now = store.stamp.now
        store.send(.look, commands: [.run(.sleep(.seconds(1)), as: .timer)]) {
            $0.hasNews = true
            $0.timerAt = now + .seconds(1)
        }
        store.stamp = Stamp(now: now + .seconds(1), utc: utc, seed: 8)
        store.receive(.woke, from: .timer, commands: [.run(.look(tidies: false), as: .look)]) {
            $0.timerAt = nil
            $0.hasNews = false
            $0.isLooking = true
        }
    }

    /// A look finds this, and it is sent.
    private func sends(_ store: TestStore<Notifications>, _ outlook: NotificationOutlook) {
        let target = outlook.target
        store.receive(
            .found([outlook]), from: .look, commands: [.run(.send(target: target), as: .target(target))]
        ) {
            $0.isLooking = false
            $0.lanes[target]?.outlook = outlook
            $0.lanes[target]?.isSending = true
        }
    }

    private func waiting(_ target: String, _ oldest: UTCMillis, _ newest: UTCMillis) -> NotificationOutlook {
        NotificationOutlook(target: target, waiting: 2, due: oldest, oldest: oldest, newest: newest)
    }

    @Test("without targets nothing starts; a stop is final")
    func none() {
        let empty = TestStore(Notifications.self, .initial(), stamp: stamp)
        empty.refuse(.start)
        #expect(empty.state.isQuiet)
        let store = idle()
        store.send(.stop) { $0.phase = .stopped }
        for action in [Notifications.Action.start, .look, .stop, .gatesChanged(["phone"])] { store.refuse(action) }
        store.refuse(.tell(.gateOpened("night")))
    }

    @Test("new notifications wait for others until it was quiet for five seconds; a program's don't")
    func collects() {
        let store = idle()
        #expect(store.state.isQuiet)
        looks(store)
        #expect(!store.state.isQuiet)
        let (phone, hook) = (waiting("phone", 1_000_500, 1_000_800), waiting("hook", 1_000_500, 1_000_800))
        store.receive(
            .found([hook, phone]), from: .look,
            commands: [
                .run(.send(target: "hook"), as: .target("hook")), .run(.sleep(.milliseconds(4800)), as: .timer),
            ]
        ) {
            $0.isLooking = false
            $0.lanes["hook"]?.outlook = hook
            $0.lanes["hook"]?.isSending = true
            $0.lanes["phone"]?.outlook = phone
            $0.timerAt = .milliseconds(15_800)
        }
        #expect(!store.state.isQuiet)
        store.leaveOpen([.target("hook"), .timer])
    }

    @Test("a steady stream is not waited out: after a minute what there is becomes a message")
    func longest() {
        let store = idle()
        looks(store, at: 1_062_000)
        let phone = waiting("phone", 1_001_000, 1_061_999)
        sends(store, phone)
        store.leaveOpen([.target("phone")])
    }

    @Test("a clock that was set back holds nothing up")
    func clock() {
        let store = idle()
        looks(store, at: 5_000)
        let phone = waiting("phone", 900_000_000, 900_000_001)
        sends(store, phone)
        store.leaveOpen([.target("phone")])
    }

    /// A store that is sending a message to the hook.
    private func sending() -> TestStore<Notifications> {
        let store = idle()
        looks(store)
        let hook = waiting("hook", 1_000_500, 1_000_500)
        sends(store, hook)
        return store
    }

    @Test("a target that fails rests, is reported once, and again when it recovers")
    func fails() {
        let store = sending()
        let hook = waiting("hook", 1_000_500, 1_000_500)
        store.receive(
            .sent(target: "hook", .postponed(.status(503), pause: 30_000)), from: .target("hook"),
            commands: [.emit(.fails(target: "hook", .status(503))), .run(.look(tidies: false), as: .look)]
        ) {
            $0.lanes["hook"]?.isSending = false
            $0.lanes["hook"]?.failures = 1
            $0.lanes["hook"]?.restsUntil = .seconds(41)
            $0.isLooking = true
        }
        store.receive(.found([hook]), from: .look, commands: [.run(.sleep(.seconds(30)), as: .timer)]) {
            $0.isLooking = false
            $0.timerAt = .seconds(41)
        }
        #expect(store.state.isQuiet)
        store.stamp = Stamp(now: .seconds(41), utc: 1_031_000, seed: 9)
        store.receive(.woke, from: .timer, commands: [.run(.look(tidies: false), as: .look)]) {
            $0.timerAt = nil
            $0.isLooking = true
        }
        sends(store, hook)
        store.receive(
            .sent(target: "hook", .delivered), from: .target("hook"),
            commands: [.emit(.recovered(target: "hook")), .run(.look(tidies: false), as: .look)]
        ) {
            $0.lanes["hook"]?.isSending = false
            $0.lanes["hook"]?.failures = 0
            $0.lanes["hook"]?.restsUntil = nil
            $0.isLooking = true
        }
        store.leaveOpen([.look])
    }

    @Test("what is given up is reported, and the next is sent at once; an unrecorded end is waited out")
    func givesUp() {
        let store = sending()
        let hook = waiting("hook", 1_000_500, 1_000_500)
        store.receive(
            .sent(target: "hook", .gaveUp(.status(410), count: 3)), from: .target("hook"),
            commands: [
                .emit(.gaveUp(target: "hook", count: 3, .status(410))), .run(.look(tidies: false), as: .look),
            ]
        ) {
            $0.lanes["hook"]?.isSending = false
            $0.isLooking = true
        }
        sends(store, hook)
        store.receive(
            .sent(target: "hook", .unrecorded), from: .target("hook"),
            commands: [.run(.look(tidies: false), as: .look)]
        ) {
            $0.lanes["hook"]?.isSending = false
            $0.lanes["hook"]?.restsUntil = .seconds(71)
            $0.isLooking = true
        }
        store.receive(.found([hook]), from: .look, commands: [.run(.sleep(.seconds(60)), as: .timer)]) {
            $0.isLooking = false
            $0.timerAt = .seconds(71)
        }
        store.leaveOpen([.timer])
    }

    @Test("quiet hours hold a target's messages back; once they end it is told")
    func gates() {
        let store = idle()
        store.send(.gatesChanged(["phone"]), commands: [.run(.sleep(.zero), as: .timer)]) {
            $0.lanes["phone"]?.isClosed = true
            $0.timerAt = .seconds(10)
        }
        store.refuse(.gatesChanged(["phone"]))
        store.receive(.woke, from: .timer, commands: [.run(.look(tidies: false), as: .look)]) {
            $0.timerAt = nil
            $0.isLooking = true
        }
        let phone = waiting("phone", 900_000, 900_000)
        store.receive(.found([phone]), from: .look) {
            $0.isLooking = false
            $0.lanes["phone"]?.outlook = phone
        }
        #expect(store.state.isQuiet)
        store.send(.gatesChanged([]), commands: [.run(.sleep(.zero), as: .timer)]) {
            $0.lanes["phone"]?.isClosed = false
            $0.timerAt = .seconds(10)
        }
        store.receive(.woke, from: .timer, commands: [.run(.look(tidies: false), as: .look)]) {
            $0.timerAt = nil
            $0.isLooking = true
        }
        sends(store, phone)
        store.send(.stop, commands: [.cancel(.target("phone"))]) { $0.phase = .stopped }
    }

    @Test("an event is recorded for those who are told of it; a database error is waited out")
    func events() {
        let store = idle()
        // Nobody is told of other folders than these.
        let filtered = NotificationRules([
            NotificationRule(target: "phone", kinds: NotificationKind.troubles, folders: ["inbox"])
        ])
        TestStore(Notifications.self, .initial(filtered), stamp: stamp).refuse(.tell(.folder("other", .missing)))
        let event = NotificationEvent.gateOpened("night")
        let new = NewNotification(event, at: 1_000_000, key: event.key(at: 1_000_000), targets: ["hook"])
        store.send(.tell(event), commands: [.run(.save([new]), as: .save)]) {
            $0.unsaved = [new]
            $0.saving = 1
        }
        store.receive(.notSaved, from: .save, commands: [.run(.sleep(.seconds(60)), as: .timer)]) {
            $0.saving = 0
            $0.timerAt = .seconds(70)
        }
        store.stamp = Stamp(now: .seconds(70), utc: 1_060_000, seed: 9)
        store.receive(
            .woke, from: .timer,
            commands: [.run(.save([new]), as: .save), .run(.look(tidies: false), as: .look)]
        ) {
            $0.timerAt = nil
            $0.saving = 1
            $0.isLooking = true
        }
        store.receive(.saved, from: .save, commands: [.run(.sleep(.seconds(1)), as: .timer)]) {
            $0.unsaved = []
            $0.saving = 0
            $0.hasNews = true
            $0.timerAt = .seconds(71)
        }
        store.leaveOpen([.look, .timer])
    }

    @Test("services that share the database look each minute; others only when something happens")
    func shared() {
        idle().leaveOpen([])
        let store = idle(isShared: true)
        store.stamp = Stamp(now: .seconds(70), utc: 1_060_000, seed: 9)
        store.receive(.woke, from: .timer, commands: [.run(.look(tidies: false), as: .look)]) {
            $0.timerAt = nil
            $0.isLooking = true
        }
        store.receive(.notFound, from: .look, commands: [.run(.sleep(.seconds(60)), as: .timer)]) {
            $0.isLooking = false
            $0.timerAt = .seconds(130)
        }
        store.leaveOpen([.timer])
    }

    @Test("what happens during a look is looked for once more")
    func stale() {
        let store = idle()
        looks(store)
        store.send(.look, commands: [.run(.sleep(.seconds(1)), as: .timer)]) {
            $0.hasNews = true
            $0.timerAt = .seconds(12)
        }
        store.receive(.woke, from: .timer) {
            $0.timerAt = nil
            $0.isStale = true
        }
        store.receive(.found([]), from: .look, commands: [.run(.sleep(.seconds(1)), as: .timer)]) {
            $0.isLooking = false
            $0.isStale = false
            $0.timerAt = .seconds(12)
        }
        store.leaveOpen([.timer])
    }
}
