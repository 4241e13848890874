import Domain
import MVICore
import MVITesting
import Testing

@testable import IntakeFeature

@Suite("Intake, settling")
struct IntakeSettlingTests {
    @Test("a picture is picked up when unchanged for a second, a prompt after five")
    func settle() {
        let picture = entry("a.png", inode: 1)
        let prompt = entry("b.txt", inode: 2)
        let store = TestStore<Intake>.running()
        store.look([picture, prompt], rings: .seconds(1))
        store.ring(at: 1)
        let first = minted(picture, store.stamp)
        store.receive(
            .listed(folder: "inbox", listing([picture, prompt])), from: .list("inbox"),
            commands: [rings(.seconds(4)), claims([first], store.stamp)]
        ) {
            $0.listed(at: 1, wakeAt: .seconds(5))
            $0.first.settling[picture.name] = nil
            $0.claiming(picture, as: first)
        }
        store.ring(at: 5)
        store.receive(
            .listed(folder: "inbox", listing([picture, prompt])), from: .list("inbox"), commands: [rings(.seconds(30))]
        ) {
            $0.listed(at: 5, wakeAt: .seconds(35))
            $0.first.settling = [:]
            $0.first.ready = [prompt]
        }
        store.leaveStanding(and: [.claim("inbox")])
    }

    @Test("a listing that began too early proves nothing, however long it took")
    func slowListing() {
        let picture = entry("a.png")
        let store = TestStore<Intake>.running()
        store.look([picture], rings: .seconds(1))
        store.stamp = Stamp(now: .milliseconds(500))
        store.send(.listNow(folder: "inbox"), commands: [lists()]) { $0.first.listingSince = .milliseconds(500) }
        store.stamp = seconds(3)
        store.receive(.listed(folder: "inbox", listing([picture])), from: .list("inbox"), commands: [rings(.zero)]) {
            $0.listed(at: 3, wakeAt: .seconds(1))
            $0.first.lastTook = .milliseconds(2500)
        }
        store.leaveStanding()
    }

    @Test(
        "any change restarts the wait",
        arguments: [
            entry("a.png", size: 11), entry("a.png", modified: 101), entry("a.png", kind: .special),
            entry("a.png", inode: 2),
        ])
    func changed(after: FileEntry) {
        let store = TestStore<Intake>.running()
        store.look([entry("a.png")], rings: .seconds(1))
        store.ring(at: 1)
        store.receive(
            .listed(folder: "inbox", listing([after])), from: .list("inbox"), commands: [rings(.seconds(1))]
        ) {
            $0.listed(at: 1, wakeAt: .seconds(2))
            let seen = after.inode == 1 ? Duration.zero : .seconds(1)
            $0.first.settling[after.name] = .init(entry: after, since: .seconds(1), firstSeen: seen)
        }
        store.leaveStanding()
    }

    @Test("a file removed while settling is forgotten")
    func goesAway() {
        let store = TestStore<Intake>.running()
        store.look([entry("a.png")], rings: .seconds(1))
        store.ring(at: 1)
        store.receive(.listed(folder: "inbox", listing([])), from: .list("inbox"), commands: [rings(.seconds(30))]) {
            $0.listed(at: 1, wakeAt: .seconds(31))
            $0.first.settling = [:]
        }
        #expect(store.state.isFullyProcessed)
        store.leaveStanding()
    }

    @Test("an ever-growing file keeps settling, and is reported once after a minute")
    func grows() {
        let store = TestStore<Intake>.running()
        store.look([entry("a.png", size: 0)], rings: .seconds(1))
        for second in [1, 60, 61] {
            store.ring(at: second)
            let grown = entry("a.png", size: Int64(second))
            let told: Command<Intake> = .emit(
                .settlingLong(folder: "inbox", grown, waited: .seconds(60), needs: .seconds(1)))
            store.receive(
                .listed(folder: "inbox", listing([grown])), from: .list("inbox"),
                commands: (second == 60 ? [told] : []) + [rings(.seconds(1))]
            ) {
                $0.listed(at: second, wakeAt: .seconds(second + 1))
                $0.first.settling[grown.name] = .init(
                    entry: grown, since: .seconds(second), firstSeen: .zero, isReported: second >= 60)
            }
        }
        store.leaveStanding()
    }

    @Test("files moved in from outside are picked up at once, prompts too")
    func arrives() {
        let store = TestStore<Intake>.running()
        store.look()
        let taken = store.takeUp(entry("a.txt"), at: 1)
        store.leaveStanding(and: [.read(taken.id)])
    }

    @Test("an arrival that is gone is forgotten, but not one that came during the listing")
    func arrivals() {
        let store = TestStore<Intake>.running()
        store.look()
        store.arrive("a.png", at: 1)
        store.receive(
            .hinted(folder: "inbox", .arrived(FileName("b.png"))), from: .watch("inbox"), last: false
        ) {
            $0.first.arrivals = [FileName("a.png"), FileName("b.png")]
            $0.first.relisting = .now
        }
        store.receive(.listed(folder: "inbox", listing([])), from: .list("inbox"), commands: [lists()]) {
            $0.listed(at: 1, wakeAt: .seconds(30))
            $0.first.relisting = .none
            $0.first.listingSince = .seconds(1)
        }
        store.receive(.listed(folder: "inbox", listing([])), from: .list("inbox"), commands: [rings(.seconds(30))]) {
            $0.listed(at: 1, wakeAt: .seconds(31))
            $0.first.arrivals = []
        }
        store.leaveStanding()
    }

    @Test("with a settling time of zero a file is picked up when seen")
    func noSettle() {
        let hasty = WatchFolder(name: "inbox", path: inbox.path, pictureSettle: .zero)
        let store = TestStore<Intake>.running([hasty], remainingCapacity: 0)
        store.receive(.hinted(folder: "inbox", .watching), from: .watch("inbox"), last: false, commands: [lists()]) {
            $0.first.watch = .watching
            $0.first.listingSince = .zero
        }
        store.receive(
            .listed(folder: "inbox", listing([entry("a.png")])), from: .list("inbox"), commands: [rings(.seconds(30))]
        ) {
            $0.listed(at: 0, wakeAt: .seconds(30))
            $0.first.ready = [entry("a.png")]
        }
        store.leaveStanding()
    }

    @Test("subfolders and ignored names are skipped, a folder with a picture's name isn't")
    func candidates() {
        let store = TestStore<Intake>.running()
        let mistaken = entry("x.png", kind: .folder)
        let odd = [entry("pipe", kind: .special), entry("away", kind: .link), entry("line\nbreak.txt")]
        store.receive(.hinted(folder: "inbox", .watching), from: .watch("inbox"), last: false, commands: [lists()]) {
            $0.first.watch = .watching
            $0.first.listingSince = .zero
        }
        let ignored = [entry("sub", kind: .folder), entry("done", kind: .folder), entry(".x.png"), entry("a.part")]
        store.receive(
            .listed(folder: "inbox", listing(ignored + odd + [mistaken])), from: .list("inbox"),
            commands: [rings(.seconds(1))]
        ) {
            $0.listed(at: 0, wakeAt: .seconds(1))
            for entry in odd + [mistaken] { $0.first.settling[entry.name] = .init(entry, .zero) }
        }
        store.leaveStanding()
    }

    @Test("slow files are reported in order of name")
    func slowFiles() {
        let before = [entry("b.txt", inode: 2), entry("a.txt", inode: 1)]
        let after = [entry("b.txt", inode: 2, size: 11), entry("a.txt", inode: 1, size: 11)]
        let store = TestStore<Intake>.running()
        store.look(before, rings: .seconds(5))
        store.ring(at: 70)
        let told = after.reversed().map { entry in
            Command<Intake>.emit(
                .settlingLong(folder: "inbox", entry, waited: .seconds(70), needs: .seconds(5)))
        }
        store.receive(
            .listed(folder: "inbox", listing(after)), from: .list("inbox"), commands: told + [rings(.seconds(5))]
        ) {
            $0.listed(at: 70, wakeAt: .seconds(75))
            for entry in after {
                $0.first.settling[entry.name] = .init(
                    entry: entry, since: .seconds(70), firstSeen: .zero, isReported: true)
            }
        }
        store.leaveStanding()
    }
}
