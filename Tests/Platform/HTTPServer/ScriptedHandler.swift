import PlatformConcurrency
import PlatformHTTPServer
import Synchronization

/// A handler that answers with the request's body, or with its path if there is none. Some paths behave differently:
/// `/quiet` never returns the body, `/slow` waits for `release()`, `/deaf` waits for its cancellation, `/stuck` blocks
/// the server's thread until `unstuck` is posted.
final class ScriptedHandler: RequestHandler {
    private let seen = Mutex<[ServerRequest]>([])
    let limit: Int
    /// The requests that began to wait, and those that were cancelled.
    let waiting: AsyncStream<String>
    private let tell: AsyncStream<String>.Continuation
    /// For `/stuck`.
    let unstuck = Semaphore()
    private let door = Latch()

    init(limit: Int = 1000) {
        self.limit = limit
        (waiting, tell) = AsyncStream.makeStream()
    }

    /// The complete requests, in order of arrival.
    var requests: [ServerRequest] { seen.withLock(\.self) }

    func admit(_ head: RequestHead) -> Admission {
        if head.target == "/stuck" {
            tell.yield("stuck")
            unstuck.wait()
        }
        return head.target == "/refused" ? .refuse(Self.text(403, "refused")) : .read(upTo: limit)
    }

    func refuse(_ head: RequestHead, _ fault: BodyFault) -> ServerResponse {
        switch fault {
        case .tooLarge: Self.text(413, "too large")
        case .noRoom: Self.text(503, "no room")
        case .tooManyConnections: Self.text(503, "crowded")
        case .malformed: Self.text(400, "malformed")
        case .unknownCoding: Self.text(501, "unknown coding")
        }
    }

    func answer(_ request: ServerRequest) async -> ServerResponse {
        seen.withLock { $0.append(request) }
        switch request.head.target {
        case "/slow": await hold()
        case "/deaf": await outlast()
        default: break
        }
        let body =
            request.body.isEmpty || request.head.target == "/quiet" ? Array(request.head.target.utf8) : request.body
        return ServerResponse(status: 200, headers: [ServerHeader("Content-Type", "text/plain")], body: body)
    }

    /// Releases all waiting and future requests.
    func release() {
        door.open()
    }

    /// Waits for `count` events of `waiting`.
    func hear(_ count: Int) async -> [String] {
        var heard: [String] = []
        for await word in waiting {
            heard.append(word)
            if heard.count == count { break }
        }
        return heard
    }

    private func hold() async {
        tell.yield("waits")
        await door.wait()
    }

    /// Waits until it is cancelled.
    private func outlast() async {
        tell.yield("waits")
        let (never, _) = AsyncStream<Never>.makeStream()
        for await _ in never {}
        tell.yield("cancelled")
    }

    static func text(_ status: Int, _ text: String) -> ServerResponse {
        ServerResponse(status: status, headers: [ServerHeader("Content-Type", "text/plain")], body: Array(text.utf8))
    }
}
