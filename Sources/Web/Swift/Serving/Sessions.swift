internal import ControlAPI
package import Domain
internal import FoundationEssentials
internal import PlatformDigest
internal import PlatformHTTPServer
internal import Synchronization

/// The people who are signed in with a browser. Sessions are kept in a file, so that they survive a restart; the file has
/// the digests of the cookies alone.
package final class Sessions: Sendable {
    /// A signed-in browser acts as the peer that signed it in, with the same role.
    struct Session: Codable, Equatable {
        var user: UInt32
        var group: UInt32
        var groups: [UInt32]
        /// The digest of the cookie's value.
        var digest: String
        var expires: WireTime
    }

    private struct State {
        /// Codes of invitations, by their digests.
        var invitations: [String: (peer: Peer, expires: UTCMillis)] = [:]
        /// The one that was used last comes last.
        var sessions: [Session] = []
        /// The times of wrong tokens within a minute.
        var mistakes: [UTCMillis] = []
    }

    /// More browsers than a person has; the one that was not used for longest is signed out.
    static let mostSessions = 25
    private static let mostInvitations = 100
    private static let invitationLife: Int64 = 60_000
    private static let sessionLife: Int64 = 30 * 86_400_000
    private static let mostMistakes = 5

    private let state: Mutex<State>
    private let now: @Sendable () -> UTCMillis
    private let random: @Sendable () -> [UInt8]
    private let store: any SessionStore

    /// `random`: 32 unpredictable bytes.
    package init(
        _ store: any SessionStore, now: @escaping @Sendable () -> UTCMillis, random: @escaping @Sendable () -> [UInt8]
    ) {
        self.now = now
        self.random = random
        self.store = store
        var state = State()
        let kept = store.load().flatMap { try? ControlJSON.decode([Session].self, from: $0) }
        state.sessions = (kept ?? []).suffix(Self.mostSessions)
        self.state = Mutex(state)
    }

    /// A code with which a browser signs in once as the peer, and until when.
    func invite(_ peer: Peer) -> (code: String, expires: UTCMillis) {
        let code = Self.text(random())
        let now = now()
        let expires = UTCMillis(now.milliseconds + Self.invitationLife)
        state.withLock { state in
            state.invitations = state.invitations.filter { $0.value.expires > now }
            // Nobody needs the old ones any more.
            if state.invitations.count >= Self.mostInvitations { state.invitations = [:] }
            state.invitations[Self.digest(code)] = (peer, expires)
        }
        return (code, expires)
    }

    /// Takes an invitation. `nil` if it was used, has expired or never was.
    func accept(_ code: String) -> Peer? {
        let now = now()
        return state.withLock { state in
            guard let found = state.invitations.removeValue(forKey: Self.digest(code)), found.expires > now else {
                return nil
            }
            return found.peer
        }
    }

    /// Whether another token may be tried now: five wrong ones a minute, by everybody together.
    var mayTryToken: Bool {
        let now = now()
        return state.withLock { state in
            state.mistakes.removeAll { now.milliseconds - $0.milliseconds >= 60_000 || $0 > now }
            return state.mistakes.count < Self.mostMistakes
        }
    }

    func countMistake() {
        let now = now()
        state.withLock { $0.mistakes.append(now) }
    }

    /// Starts a session and returns the value of its cookie.
    func begin(_ peer: Peer) -> String {
        let value = Self.text(random())
        let session = Session(
            user: peer.user, group: peer.group, groups: peer.groups, digest: Self.digest(value),
            expires: WireTime(UTCMillis(now().milliseconds + Self.sessionLife)))
        change { sessions in
            sessions.append(session)
            sessions.removeFirst(max(0, sessions.count - Self.mostSessions))
        }
        return value
    }

    /// The peer of a cookie's session.
    func peer(of cookie: String) -> Peer? {
        let digest = Self.digest(cookie)
        let now = WireTime(now())
        return state.withLock { state in
            guard let index = state.sessions.firstIndex(where: { $0.digest == digest && $0.expires > now }) else {
                return nil
            }
            let session = state.sessions.remove(at: index)
            state.sessions.append(session)
            return Peer(user: session.user, group: session.group, groups: session.groups)
        }
    }

    func end(_ cookie: String) {
        let digest = Self.digest(cookie)
        change { $0.removeAll { $0.digest == digest } }
    }

    /// Ends the sessions of a user, or all of them, and returns their number.
    func end(user: UInt32?) -> Int {
        change { sessions in
            let count = sessions.count
            sessions.removeAll { user == nil || $0.user == user }
            return count - sessions.count
        }
    }

    private func change<Result>(_ change: (inout [Session]) -> Result) -> Result {
        let now = WireTime(now())
        return state.withLock { state in
            state.sessions.removeAll { $0.expires <= now }
            let result = change(&state.sessions)
            // Within the lock, so that an older list never replaces a newer one.
            store.save((try? ControlJSON.encode(state.sessions)) ?? [])
            return result
        }
    }

    static func digest(_ text: String) -> String { sha256(Array(text.utf8)).hex }

    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// The file of the sessions.
package protocol SessionStore: Sendable {
    /// `nil` if there is none yet, or it can't be read.
    func load() -> [UInt8]?

    /// Replaces the file. If that fails, sessions end with the service.
    func save(_ bytes: [UInt8])
}
