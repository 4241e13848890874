internal import CHTTP
internal import Domain

/// What came back so far, counted against the bounds. curl's callbacks write it, on the client's one thread.
final class Reception {
    enum Excess {
        case headers
        case body
    }

    private let limits: HTTPLimits
    private let isIdempotent: Bool
    private let isHead: Bool
    /// Whether the addresses that are connected to have to be public ones.
    private let isGuarded: Bool
    private let reach: HTTPReach
    /// Whether a compressed body was asked for.
    private let isDecoding: Bool

    private var isAfterHeaders = true
    private(set) var headers: [HTTPHeader] = []
    private(set) var headerBytes = 0
    private(set) var body: [UInt8] = []
    /// As they came, compressed or not.
    private var encodedBytes = 0
    private var inflater: Inflater?
    /// Whether the body's encoding is not what its header says.
    private(set) var isBroken = false
    /// When the latest part of the body came.
    private(set) var latest: ContinuousClock.Instant?
    /// What was over its bound and ended the exchange.
    private(set) var excess: Excess?

    /// curl's count of sent bytes when the connection that stands could first carry the request; `nil` without one. What
    /// asked a proxy for a tunnel counts before that, the request after it.
    private var start: Int?
    private var hasGoneOut = false
    /// Whether curl wanted to send again what may be sent only once.
    private(set) var isHeldBack = false
    private var connections = 0
    /// Where a connection would have led that may not be made.
    private var refused: AddressScope?
    private var isRefusedAtGate = false

    init(_ request: HTTPRequest, isGuarded: Bool) {
        limits = request.limits
        isIdempotent = request.method.isIdempotent
        isHead = request.method == .head
        isDecoding = request.isDecoding
        self.isGuarded = isGuarded
        reach = request.reach
    }

    /// Whether a connection may be made to this address; `nil` for a Unix socket. `sent` is curl's count so far.
    private func mayConnect(to address: IPAddress?, after sent: Int) -> Bool {
        hasGoneOut = wasSent(counting: sent)
        start = nil
        guard isAllowed(address) else { return false }
        connections += 1
        return true
    }

    /// Whether the request may go out now over a connection to this address. One that is kept was perhaps made for a
    /// request that may reach more than this one.
    private func mayGo(to address: IPAddress?, after sent: Int) -> Bool {
        hasGoneOut = wasSent(counting: sent)
        start = nil
        guard isAllowed(address) else {
            isRefusedAtGate = true
            return false
        }
        start = sent
        isHeldBack = !isIdempotent && hasGoneOut
        return !isHeldBack
    }

    private func isAllowed(_ address: IPAddress?) -> Bool {
        guard isGuarded, let address else { return true }
        let scope = AddressScope(address)
        guard reach.refuses(scope) else { return true }
        refused = scope
        return false
    }

    /// Where the request would have gone, when that is why it did not.
    var inward: AddressScope? {
        isRefusedAtGate || connections == 0 ? refused : nil
    }

    /// Whether a byte of the request may have gone out; `sent` is curl's count by now. What goes out in a tunnel or over a
    /// plain connection is counted from the moment when the connection could carry it.
    func wasSent(counting sent: Int) -> Bool {
        hasGoneOut || start.map { sent > $0 } ?? false
    }

    /// Once curl has returned without an end, it has begun to write on the connection that stands. Its count leaves out
    /// what a full socket made it write later.
    func endTurn() {
        if start != nil { hasGoneOut = true }
    }

    /// When the silence within the body will have been too long; `nil` before the body.
    var deadline: ContinuousClock.Instant? {
        latest.map { $0 + limits.stall }
    }

    var isInBody: Bool {
        headerBytes > 0 && isAfterHeaders
    }

    /// One line of a header, with its end. A status line begins anew: what came before was an interim answer or a
    /// redirect. What follows the body counts, and is left out.
    private func take(header line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= min(limits.headerBytes, HTTPLimits.mostHeaderBytes) else {
            excess = .headers
            return false
        }
        let text = unsafe String(decoding: line, as: UTF8.self).trimmed
        if isAfterHeaders {
            guard text.hasPrefix("HTTP/") else { return true }
            headers = []
            isAfterHeaders = false
        } else if text.isEmpty {
            isAfterHeaders = true
            return beginBody()
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...]
            headers.append(HTTPHeader(String(text[..<colon]), String(value.trimmed)))
        }
        return true
    }

    /// Whether the body that was announced may come. A compressed one is counted as it comes.
    private func beginBody() -> Bool {
        let fields = headers.filter { $0.isNamed("Content-Encoding") }.map(\.value)
        inflater = isDecoding && !isHead ? Inflater(for: fields) : nil
        if inflater != nil { return true }
        let length = headers.first { $0.isNamed("Content-Length") }.flatMap { Int($0.value) }
        guard !isHead, let length, length > limits.bodyBytes else { return true }
        excess = .body
        return false
    }

    private func take(body part: UnsafeRawBufferPointer) -> Bool {
        encodedBytes += part.count
        latest = ContinuousClock.now
        guard encodedBytes <= EasyHandle.encodedBytes(limits) else { return isOver() }
        guard inflater != nil else {
            guard part.count <= limits.bodyBytes - body.count else { return isOver() }
            unsafe body.append(contentsOf: part)
            return true
        }
        do throws(Inflater.Fault) {
            try unsafe inflater?.inflate(part, into: &body, limit: limits.bodyBytes)
            return true
        } catch {
            switch error {
            case .tooLarge: return isOver()
            case .broken: isBroken = true
            }
            return false
        }
    }

    private func isOver() -> Bool {
        excess = .body
        return false
    }

    /// Whether all of a compressed body is there, once curl says that all has come.
    func endsWhole() -> Bool {
        guard encodedBytes > 0, let isDone = inflater?.isDone, !isDone else { return true }
        isBroken = true
        return false
    }
}

extension Reception {
    static let connecting: chttp_connecting = { context, sent, bytes, count in
        let reception = unsafe Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        let address = unsafe IPAddress(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
        return reception.mayConnect(to: address, after: sent) ? 0 : 1
    }

    static let before: chttp_before = { context, sent, remote in
        let reception = unsafe Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        let address = unsafe remote.flatMap { unsafe IPAddress(String(cString: $0)) }
        return reception.mayGo(to: address, after: sent) ? 0 : 1
    }

    static let receiveHeader: chttp_receiver = { bytes, size, count, context in
        let reception = unsafe Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe reception.take(header: line) ? size * count : 0
    }

    static let receiveBody: chttp_receiver = { bytes, size, count, context in
        let reception = unsafe Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe reception.take(body: part) ? size * count : 0
    }
}

extension StringProtocol {
    fileprivate var trimmed: SubSequence {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
        let head = drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return head.prefix(0) }
        return head[...last]
    }
}
