import PlatformHTTPServer
import Synchronization

/// Answers with the body, or the path where there is none. By path: `/quiet` never with the body, `/slow` once it is released, `/deaf` never, until it is cancelled, `/stuck` once it may go on, with the server's thread held up until then.
final class Script: RequestHandler {
    private let seen = Mutex<[ServerRequest]>([])
    let limit: Int
    /// Tells of each request that came to wait, and of each that was cancelled.
    let waiting: AsyncStream<String>
    private let tell: AsyncStream<String>.Continuation
    /// What `/stuck` waits for.
    let unstuck = Latch()
    private let doors = Mutex<(open: Bool, held: [CheckedContinuation<Void, Never>])>((false, []))

    init(limit: Int = 1000) {
        self.limit = limit
        (waiting, tell) = AsyncStream.makeStream()
    }

    /// What came as a whole, in its order.
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
        case .crowded: Self.text(503, "crowded")
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

    /// Lets all that wait, and will, go on.
    func release() {
        let held = doors.withLock { doors in
            defer { doors = (true, []) }
            return doors.held
        }
        for continuation in held { continuation.resume() }
    }

    /// Waits for so many words from those that wait.
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
        await withCheckedContinuation { continuation in
            let isOpen = doors.withLock { doors in
                if !doors.open { doors.held.append(continuation) }
                return doors.open
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits for its cancellation alone.
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
