internal import CHTTP
internal import Domain

/// What came back so far, counted against the bounds. curl's callbacks write it, on the client's one thread.
final class Reception {
    enum Excess {
        case headers
        case body
    }

    private let limits: HTTPLimits
    private var isAfterHeaders = true
    private(set) var headers: [HTTPHeader] = []
    private(set) var headerBytes = 0
    private(set) var body: [UInt8] = []
    /// When the latest part of the body came.
    private(set) var latest: ContinuousClock.Instant?
    /// What was over its bound and ended the exchange.
    private(set) var excess: Excess?
    /// Whether a connection stood that could carry the request.
    private(set) var isConnected = false
    /// Whether curl wanted to send again what may be sent only once.
    private(set) var isHeldBack = false
    private let isIdempotent: Bool

    init(_ limits: HTTPLimits, isIdempotent: Bool) {
        self.limits = limits
        self.isIdempotent = isIdempotent
    }

    /// Whether the request may go out now, of which so many bytes went out before.
    private func mayGo(after sent: Int) -> Bool {
        isConnected = true
        isHeldBack = !isIdempotent && sent > 0
        return !isHeldBack
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
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...]
            headers.append(HTTPHeader(String(text[..<colon]), String(value.trimmed)))
        }
        return true
    }

    private func take(body part: UnsafeRawBufferPointer) -> Bool {
        guard part.count <= limits.bodyBytes - body.count else {
            excess = .body
            return false
        }
        unsafe body.append(contentsOf: part)
        latest = ContinuousClock.now
        return true
    }
}

extension Reception {
    static let before: chttp_before = { context, sent in
        let reception = unsafe Unmanaged<Reception>.fromOpaque(context).takeUnretainedValue()
        return reception.mayGo(after: sent) ? 0 : 1
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
