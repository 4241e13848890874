internal import CHTTPServer
internal import PlatformConcurrency
internal import Synchronization

/// Dispatches requests to the handler, with one task for each request being answered.
final class RequestDispatcher: Sendable {
    private struct State {
        var wire: Wire?
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var feeds: [UInt64: PartFeed] = [:]
    }

    /// The state of a response that is sent in parts.
    private enum PartFeed {
        /// The last part was sent, or there was none yet.
        case drained
        /// The producer waits until the part is sent.
        case waiting(CheckedContinuation<Bool, Never>)
        case gone
    }

    private let handler: any RequestHandler
    private let state = Mutex(State())
    /// Opened when the server's thread reports its end.
    let stopped = Latch()

    init(_ handler: any RequestHandler) {
        self.handler = handler
    }

    /// Sets the connection to the C server. Called before the first request arrives.
    func connect(_ wire: Wire) {
        state.withLock { $0.wire = wire }
    }

    private func answer(_ request: UInt64, with response: ServerResponse) {
        let wire = state.withLock { $0.wire }
        wire?.answer(request, with: response)
    }

    /// Sends a body part by part until its end or until the client disconnects.
    private func feed(_ request: UInt64, with response: ServerResponse, from source: any BodySource) async {
        guard let wire = state.withLock({ $0.wire }) else { return }
        wire.open(request, with: response)
        while let part = await source.next() {
            guard !Task.isCancelled, await give(part, to: request, by: wire) else { break }
        }
        wire.feed(request, [])
    }

    /// Sends a part and waits until it was sent. Returns `false` if the client has disconnected.
    private func give(_ part: [UInt8], to request: UInt64, by wire: Wire) async -> Bool {
        await withCheckedContinuation { continuation in
            let isGone = state.withLock { state in
                if case .gone = state.feeds[request] { return true }
                state.feeds[request] = .waiting(continuation)
                return false
            }
            if isGone { continuation.resume(returning: false) } else { wire.feed(request, part) }
        }
    }

    private func settle(_ request: UInt64, _ feed: PartFeed) {
        let waiting: CheckedContinuation<Bool, Never>? = state.withLock { state in
            guard state.tasks[request] != nil, let before = state.feeds.updateValue(feed, forKey: request) else {
                return nil
            }
            guard case .waiting(let continuation) = before else { return nil }
            return continuation
        }
        if case .gone = feed { waiting?.resume(returning: false) } else { waiting?.resume(returning: true) }
    }
}

// Called on the server's thread.
extension RequestDispatcher {
    /// Returns the permitted size of the body in bytes; negative if the request was refused.
    func take(_ head: RequestHead, of request: UInt64) -> Int64 {
        switch handler.admit(head) {
        case .read(let limit): return Int64(max(0, limit))
        case .refuse(let response):
            answer(request, with: response)
            return -1
        }
    }

    func refuse(_ request: UInt64, _ head: RequestHead, _ fault: BodyFault) {
        answer(request, with: handler.refuse(head, fault))
    }

    func take(_ whole: ServerRequest, of request: UInt64) {
        // Both the registration and the removal in the task happen under the lock, so the removal can't come first.
        state.withLock { state in
            state.tasks[request] = Task { [self] in
                var response = await handler.answer(whole)
                // A HEAD request doesn't need the parts.
                if whole.head.method == "HEAD" { response.source = nil }
                if let source = response.source { await feed(request, with: response, from: source) }
                self.state.withLock { state in
                    state.tasks[request] = nil
                    state.feeds[request] = nil
                }
                if response.source == nil { answer(request, with: response) }
            }
        }
    }

    func goOn(_ request: UInt64) {
        settle(request, .drained)
    }

    func forget(_ request: UInt64) {
        let task = state.withLock { $0.tasks[request] }
        task?.cancel()
        settle(request, .gone)
    }
}

extension http_limits {
    init(_ limits: ServerLimits) {
        self.init(
            head_bytes: limits.headBytes, held_bytes: limits.heldBodyBytes, connections: UInt32(limits.connections),
            share: UInt32(limits.share), idle: limits.idle.wholeMilliseconds,
            stall: UInt32(max(1, limits.stall.components.seconds)))
    }
}

extension http_callbacks {
    /// Callbacks that call the `RequestDispatcher` in `context`. They run on the server's thread, outside of any Swift task.
    static func desk(_ context: UnsafeMutableRawPointer) -> http_callbacks {
        unsafe http_callbacks(
            context: context,
            head: { @Sendable context, request, message in
                unsafe RequestDispatcher.at(context).take(RequestHead(message.pointee), of: request)
            },
            fault: { @Sendable context, request, message, fault in
                unsafe RequestDispatcher.at(context).refuse(request, RequestHead(message.pointee), BodyFault(fault))
            },
            whole: { @Sendable context, request, message in
                unsafe RequestDispatcher.at(context).take(ServerRequest(message.pointee), of: request)
            },
            drained: { @Sendable context, request in unsafe RequestDispatcher.at(context).goOn(request) },
            gone: { @Sendable context, request in unsafe RequestDispatcher.at(context).forget(request) },
            stopped: { @Sendable context in unsafe RequestDispatcher.at(context).stopped.open() })
    }
}

extension BodyFault {
    init(_ fault: http_fault) {
        switch fault {
        case http_no_room: self = .noRoom
        case http_crowded: self = .crowded
        case http_malformed: self = .malformed
        case http_unknown_coding: self = .unknownCoding
        default: self = .tooLarge
        }
    }
}

extension RequestDispatcher {
    fileprivate static func at(_ context: UnsafeMutableRawPointer) -> RequestDispatcher {
        unsafe Unmanaged<RequestDispatcher>.fromOpaque(context).takeUnretainedValue()
    }
}

extension RequestHead {
    init(_ message: http_message) {
        let headers = unsafe UnsafeBufferPointer(start: message.headers, count: message.header_count).map { header in
            unsafe ServerHeader(String(cString: header.name), String(cString: header.value))
        }
        unsafe self.init(
            method: String(cString: message.method), target: String(cString: message.target),
            isCurrent: message.is_current, headers: headers, peer: Peer(message.peer))
    }
}

extension ServerRequest {
    init(_ message: http_message) {
        unsafe self.init(
            head: RequestHead(message),
            body: Array(UnsafeBufferPointer(start: message.body, count: message.body_length)))
    }
}

extension Peer {
    init(_ peer: http_peer) {
        unsafe self.init(
            process: peer.pid, user: peer.uid, group: peer.gid,
            groups: Array(UnsafeBufferPointer(start: peer.groups, count: peer.group_count)))
    }
}
