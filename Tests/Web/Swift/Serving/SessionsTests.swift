import Domain
import PlatformHTTPServer
import Synchronization
import Testing

@testable import Web

@Suite("Sessions")
struct SessionsTests {
    let world = SessionWorld()

    @Test("An invitation is accepted once, and for a minute")
    func invitation() {
        let sessions = world.sessions()
        let (code, expires) = sessions.invite(world.kim)
        #expect(expires == UTCMillis(60_000))
        #expect(sessions.accept(code) == world.kim)
        #expect(sessions.accept(code) == nil)
        let late = sessions.invite(world.kim).code
        world.pass(60_000)
        #expect(sessions.accept(late) == nil)
        #expect(sessions.accept("") == nil)
    }

    @Test("A session has its peer, until it ends")
    func session() {
        let sessions = world.sessions()
        let cookie = sessions.begin(world.kim)
        #expect(sessions.peer(of: cookie) == world.kim)
        #expect(sessions.peer(of: cookie + "A") == nil)
        sessions.end(cookie)
        #expect(sessions.peer(of: cookie) == nil)
        let long = sessions.begin(world.kim)
        world.pass(30 * 86_400_000)
        #expect(sessions.peer(of: long) == nil)
    }

    @Test("Sessions survive a restart, and the file has no cookie")
    func restart() {
        let cookie = world.sessions().begin(world.kim)
        #expect(world.sessions().peer(of: cookie) == world.kim)
        #expect(!world.store.text.contains(cookie))
        world.store.text = "not JSON"
        #expect(world.sessions().peer(of: cookie) == nil)
    }

    @Test("The browser that was not used for longest is signed out")
    func most() {
        let sessions = world.sessions()
        let cookies = (0..<Sessions.mostSessions).map { _ in sessions.begin(world.kim) }
        #expect(sessions.peer(of: cookies[0]) != nil)
        _ = sessions.begin(world.kim)
        #expect(sessions.peer(of: cookies[0]) != nil)
        #expect(sessions.peer(of: cookies[1]) == nil)
    }

    @Test("A user's sessions end, or everybody's")
    func signOut() {
        let sessions = world.sessions()
        let (one, other) = (sessions.begin(world.kim), sessions.begin(Peer(user: 7, group: 7, groups: [])))
        #expect(sessions.end(user: 1000) == 1)
        #expect(sessions.peer(of: one) == nil)
        #expect(sessions.peer(of: other) != nil)
        #expect(sessions.end(user: nil) == 1)
    }

    @Test("After five wrong tokens a minute has to pass")
    func mistakes() {
        let sessions = world.sessions()
        for _ in 0..<5 {
            #expect(sessions.mayTryToken)
            sessions.countMistake()
        }
        #expect(!sessions.mayTryToken)
        world.pass(60_000)
        #expect(sessions.mayTryToken)
    }
}

/// A clock, a source of numbers and a file for sessions.
final class SessionWorld: Sendable {
    final class Store: SessionStore {
        private let bytes = Mutex<[UInt8]?>(nil)

        var text: String {
            get { bytes.withLock { String(decoding: $0 ?? [], as: UTF8.self) } }
            set { bytes.withLock { $0 = Array(newValue.utf8) } }
        }

        func load() -> [UInt8]? { bytes.withLock { $0 } }

        func save(_ bytes: [UInt8]) { self.bytes.withLock { $0 = bytes } }
    }

    let kim = Peer(user: 1000, group: 100, groups: [100, 200])
    let store = Store()
    let calendarStore = CalendarStore()
    private let time = Mutex(Int64(0))
    private let next = Mutex(UInt8(0))

    var now: UTCMillis { UTCMillis(time.withLock { $0 }) }

    func pass(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }

    func sessions() -> Sessions { Sessions(store, now: { self.now }, random: randomBytes) }

    func randomBytes() -> [UInt8] {
        next.withLock { next in
            next += 1
            return [UInt8](repeating: next, count: 32)
        }
    }
}
