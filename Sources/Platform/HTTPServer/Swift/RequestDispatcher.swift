internal import CHTTPServer
internal import PlatformConcurrency
internal import Synchronization

/// Dispatches requests to the handler, with one task for each request being answered.
final class RequestDispatcher: Sendable {
    private struct State {
        var server: ServerHandle?
        var tasks: [UInt64: Task<Void, Never>] = [:]
        /// The producers of parts that are being sent. Each continues with `false` if the client has disconnected.
        var producers: [UInt64: CheckedContinuation<Bool, Never>] = [:]
        /// The requests with a running task whose client has disconnected.
        var disconnected: Set<UInt64> = []
    }

    private let handler: any RequestHandler
    private let state = Mutex(State())
    /// Opened when the server's thread reports its end.
    let stopped = Latch()

    init(_ handler: any RequestHandler) {
        self.handler = handler
    }

    /// Sets the C server. Called before the first request arrives.
    func connect(_ server: ServerHandle) {
        state.withLock { $0.server = server }
    }

    private func answer(_ request: UInt64, with response: ServerResponse) {
        let server = state.withLock { $0.server }
        server?.answer(request, with: response)
    }

    /// Sends a body part by part until its end or until the client disconnects.
    private func stream(_ source: any BodySource, to request: UInt64, _ response: ServerResponse) async {
        guard let server = state.withLock({ $0.server }) else { return }
        server.open(request, with: response)
        while let part = await source.next() {
            guard !Task.isCancelled, await send(part, to: request, by: server) else { break }
        }
        server.feed(request, [])
    }

    /// Sends a part and waits until it was sent. Returns `false` if the client has disconnected.
    private func send(_ part: [UInt8], to request: UInt64, by server: ServerHandle) async -> Bool {
        await withCheckedContinuation { continuation in
            let isConnected = state.withLock { state in
                guard !state.disconnected.contains(request) else { return false }
                state.producers[request] = continuation
                return true
            }
            if isConnected { server.feed(request, part) } else { continuation.resume(returning: false) }
        }
    }
}

// Called on the server's thread.
extension RequestDispatcher {
    /// Returns the permitted size of the body in bytes; negative if the request was refused.
    func admit(_ head: RequestHead, of request: UInt64) -> Int64 {
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

    func dispatch(_ whole: ServerRequest, of request: UInt64) {
        // Both the registration and the removal in the task happen under the lock, so the removal can't come first.
        state.withLock { state in
            state.tasks[request] = Task { [self] in
                var response = await handler.answer(whole)
                // A HEAD request doesn't need the parts.
                if whole.head.method == "HEAD" { response.source = nil }
                if let source = response.source { await stream(source, to: request, response) }
                self.state.withLock { state in
                    state.tasks[request] = nil
                    state.disconnected.remove(request)
                }
                if response.source == nil { answer(request, with: response) }
            }
        }
    }

    /// The part of a response was sent completely.
    func partWasSent(_ request: UInt64) {
        state.withLock { $0.producers.removeValue(forKey: request) }?.resume(returning: true)
    }

    func clientDisconnected(_ request: UInt64) {
        let (task, producer) = state.withLock { state in
            if state.tasks[request] != nil { state.disconnected.insert(request) }
            return (state.tasks[request], state.producers.removeValue(forKey: request))
        }
        task?.cancel()
        producer?.resume(returning: false)
    }
}

extension http_limits {
    init(_ limits: ServerLimits) {
        self.init(
            head_bytes: limits.headBytes, held_bytes: limits.heldBodyBytes, connections: UInt32(limits.connections),
            share: UInt32(limits.share ?? max(1, limits.connections * 3 / 4)), idle: limits.idle.wholeMilliseconds,
            stall: UInt32(max(1, limits.stall.components.seconds)))
    }
}

extension http_callbacks {
    /// Callbacks that call the `RequestDispatcher` in `context`. They run on the server's thread, outside of any Swift
    /// task.
    static func dispatcher(_ context: UnsafeMutableRawPointer) -> http_callbacks {
        unsafe http_callbacks(
            context: context,
            head: { @Sendable context, request, message in
                unsafe RequestDispatcher.at(context).admit(RequestHead(message.pointee), of: request)
            },
            fault: { @Sendable context, request, message, fault in
                unsafe RequestDispatcher.at(context).refuse(request, RequestHead(message.pointee), BodyFault(fault))
            },
            whole: { @Sendable context, request, message in
                unsafe RequestDispatcher.at(context).dispatch(ServerRequest(message.pointee), of: request)
            },
            drained: { @Sendable context, request in unsafe RequestDispatcher.at(context).partWasSent(request) },
            gone: { @Sendable context, request in
                unsafe RequestDispatcher.at(context).clientDisconnected(request)
            },
            stopped: { @Sendable context in unsafe RequestDispatcher.at(context).stopped.open() })
    }
}

extension BodyFault {
    init(_ fault: http_fault) {
        switch fault {
        case http_no_room: self = .noRoom
        case http_too_many_connections: self = .tooManyConnections
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
        let address = unsafe withUnsafeBytes(of: peer.address) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        unsafe self.init(
            user: peer.uid, group: peer.gid,
            groups: Array(UnsafeBufferPointer(start: peer.groups, count: peer.group_count)),
            address: address.isEmpty ? nil : address)
    }
}
