internal import CHTTPServer

extension http_limits {
    init(_ limits: ServerLimits) {
        self.init(
            head_bytes: limits.headBytes, held_bytes: limits.heldBodyBytes, connections: UInt32(limits.connections),
            share: UInt32(limits.share), idle: limits.idle.wholeMilliseconds,
            stall: UInt32(max(1, limits.stall.components.seconds)))
    }
}

extension http_callbacks {
    /// Every call goes to the desk that `context` is. They come on the server's thread, which is no task of Swift's.
    static func desk(_ context: UnsafeMutableRawPointer) -> http_callbacks {
        unsafe http_callbacks(
            context: context,
            head: { @Sendable context, request, message in
                unsafe Desk.at(context).take(RequestHead(message.pointee), of: request)
            },
            fault: { @Sendable context, request, message, fault in
                unsafe Desk.at(context).refuse(request, RequestHead(message.pointee), BodyFault(fault))
            },
            whole: { @Sendable context, request, message in
                unsafe Desk.at(context).take(ServerRequest(message.pointee), of: request)
            },
            drained: { @Sendable context, request in unsafe Desk.at(context).goOn(request) },
            gone: { @Sendable context, request in unsafe Desk.at(context).forget(request) },
            stopped: { @Sendable context in unsafe Desk.at(context).stop() })
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

extension Desk {
    fileprivate static func at(_ context: UnsafeMutableRawPointer) -> Desk {
        unsafe Unmanaged<Desk>.fromOpaque(context).takeUnretainedValue()
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
