internal import CHTTP
internal import Domain

/// The response received so far, checked against the limits. curl's callbacks write it on the client's only thread.
final class ResponseReceiver {
    enum Excess {
        case headers
        case body
    }

    private let limits: HTTPLimits
    private let isIdempotent: Bool
    private let isHead: Bool
    /// Whether connections are restricted to the addresses that `reach` allows.
    private let isGuarded: Bool
    private let reach: HTTPReach
    /// Whether the request accepts a compressed body.
    private let isDecoding: Bool

    private var isAfterHeaders = true
    private(set) var headers: [HTTPHeader] = []
    private(set) var headerBytes = 0
    private(set) var body: [UInt8] = []
    /// The bytes of the body as received, before decompression.
    private var encodedBytes = 0
    private var inflater: Inflater?
    /// Whether decompression failed.
    private(set) var isBroken = false
    /// The time at which the latest part of the body arrived.
    private(set) var lastArrival: ContinuousClock.Instant?
    /// The limit that was exceeded and ended the exchange.
    private(set) var excess: Excess?

    /// curl's count of sent bytes when the current connection could first carry the request; `nil` without a
    /// connection. Bytes before it, such as a tunnel request to a proxy, don't belong to the request.
    private var sentBefore: Int?
    private var hasBeenSent = false
    /// Whether curl tried to resend a request that may be sent only once.
    private(set) var isResendRefused = false
    private var connections = 0
    /// The scope of an address to which a connection was refused.
    private var refused: AddressScope?
    private var isRefusedBeforeSending = false
    /// Whether a request that may cost money is still wanted; asked at the last moment.
    private let mayPay: @Sendable () -> Bool
    /// Whether it was not.
    private(set) var isPaymentRefused = false

    init(_ request: HTTPRequest, isGuarded: Bool, mayPay: @escaping @Sendable () -> Bool = { true }) {
        self.mayPay = mayPay
        limits = request.limits
        isIdempotent = request.method.isIdempotent
        isHead = request.method == .head
        isDecoding = request.isDecoding
        self.isGuarded = isGuarded
        reach = request.reach
    }

    /// Whether a connection may be made to this address; `nil` is a Unix socket. `sent` is curl's current count of sent
    /// bytes.
    private func mayConnect(to address: IPAddress?, after sent: Int) -> Bool {
        hasBeenSent = wasSent(counting: sent)
        sentBefore = nil
        guard isAllowed(address) else { return false }
        connections += 1
        return true
    }

    /// Whether the request may be sent over a connection to this address. The address is checked again, because a
    /// reused connection may have been made for a request with a wider reach.
    private func mayUseConnection(to address: IPAddress?, after sent: Int) -> Bool {
        hasBeenSent = wasSent(counting: sent)
        sentBefore = nil
        guard isAllowed(address) else {
            isRefusedBeforeSending = true
            return false
        }
        guard isIdempotent || mayPay() else {
            isPaymentRefused = true
            return false
        }
        sentBefore = sent
        isResendRefused = !isIdempotent && hasBeenSent
        return !isResendRefused
    }

    private func isAllowed(_ address: IPAddress?) -> Bool {
        guard isGuarded, let address else { return true }
        let scope = AddressScope(address)
        guard reach.refuses(scope) else { return true }
        refused = scope
        return false
    }

    /// The refused scope, if that is why the request was not sent.
    var refusedScope: AddressScope? {
        isRefusedBeforeSending || connections == 0 ? refused : nil
    }

    /// Whether any byte of the request may have been sent; `sent` is curl's current count. Bytes are counted from the
    /// moment when the connection, or the tunnel in it, could carry the request.
    func wasSent(counting sent: Int) -> Bool {
        hasBeenSent || sentBefore.map { sent > $0 } ?? false
    }

    /// When curl has returned without finishing, it has started to write to the current connection. Its count omits
    /// what it writes later because the socket was full.
    func endTurn() {
        if sentBefore != nil { hasBeenSent = true }
    }

    /// The time at which the body counts as stalled; `nil` before the body.
    var deadline: ContinuousClock.Instant? {
        lastArrival.map { $0 + limits.stall }
    }

    var isInBody: Bool {
        headerBytes > 0 && isAfterHeaders
    }

    /// Handles one header line, including its line end. A status line starts over: what preceded it was an interim
    /// response or a redirect. Trailers are counted but not kept. Returns `false` to end the exchange.
    private func receive(header line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= min(limits.headerBytes, HTTPLimits.maxHeaderBytes) else {
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

    /// Checks the announced length of the body; the length of a compressed body is checked while it arrives. Returns
    /// `false` if the body is too large.
    private func beginBody() -> Bool {
        let fields = headers.filter { $0.isNamed("Content-Encoding") }.map(\.value)
        inflater = isDecoding && !isHead ? Inflater(for: fields) : nil
        if inflater != nil { return true }
        let length = headers.first { $0.isNamed("Content-Length") }.flatMap { Int($0.value) }
        guard !isHead, let length, length > limits.bodyBytes else { return true }
        excess = .body
        return false
    }

    private func receive(body part: UnsafeRawBufferPointer) -> Bool {
        encodedBytes += part.count
        lastArrival = ContinuousClock.now
        guard encodedBytes <= EasyHandle.encodedBytes(limits) else { return refuseBody() }
        guard inflater != nil else {
            guard part.count <= limits.bodyBytes - body.count else { return refuseBody() }
            unsafe body.append(contentsOf: part)
            return true
        }
        do throws(Inflater.Fault) {
            try unsafe inflater?.inflate(part, into: &body, limit: limits.bodyBytes)
            return true
        } catch {
            switch error {
            case .tooLarge: return refuseBody()
            case .broken: isBroken = true
            }
            return false
        }
    }

    private func refuseBody() -> Bool {
        excess = .body
        return false
    }

    /// Whether a compressed body is complete, once curl has reported the end of the response.
    func checkCompleteness() -> Bool {
        guard encodedBytes > 0, let isDone = inflater?.isDone, !isDone else { return true }
        isBroken = true
        return false
    }
}

extension ResponseReceiver {
    static let connecting: chttp_connecting = { context, sent, bytes, count in
        let receiver = unsafe Unmanaged<ResponseReceiver>.fromOpaque(context).takeUnretainedValue()
        let address = unsafe IPAddress(bytes: Array(UnsafeBufferPointer(start: bytes, count: count)))
        return receiver.mayConnect(to: address, after: sent) ? 0 : 1
    }

    static let before: chttp_before = { context, sent, remote in
        let receiver = unsafe Unmanaged<ResponseReceiver>.fromOpaque(context).takeUnretainedValue()
        let address = unsafe remote.flatMap { unsafe IPAddress(String(cString: $0)) }
        return receiver.mayUseConnection(to: address, after: sent) ? 0 : 1
    }

    static let receiveHeader: chttp_receiver = { bytes, size, count, context in
        let receiver = unsafe Unmanaged<ResponseReceiver>.fromOpaque(context).takeUnretainedValue()
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe receiver.receive(header: line) ? size * count : 0
    }

    static let receiveBody: chttp_receiver = { bytes, size, count, context in
        let receiver = unsafe Unmanaged<ResponseReceiver>.fromOpaque(context).takeUnretainedValue()
        let part = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
        return unsafe receiver.receive(body: part) ? size * count : 0
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

/// Decompresses a response body.
@safe struct Inflater: ~Copyable {
    enum Fault: Error {
        case broken
        case tooLarge
    }

    private let inflater: OpaquePointer
    private(set) var isDone = false
    private static let step = 16 << 10

    /// Creates a decompressor for a body with these values of `Content-Encoding`. `nil` if the body is not compressed,
    /// or not in a way that was requested. Other or unknown encodings are left as they are: some servers put a
    /// character set there.
    init?(for encodings: [String]) {
        let names = encodings.flatMap { $0.split(separator: ",") }.map {
            $0.lowercased().filter { $0 != " " && $0 != "\t" }
        }
        let applied = names.filter { $0 != "identity" && !$0.isEmpty }
        guard applied.count == 1, ["gzip", "x-gzip", "deflate"].contains(applied[0]) else { return nil }
        guard let made = unsafe chttp_inflater_make(applied[0] == "deflate" ? 1 : 0) else { return nil }
        unsafe inflater = unsafe made
    }

    deinit {
        unsafe chttp_inflater_free(inflater)
    }

    /// Appends the decompressed `part` to `body`. Throws `.tooLarge` if `body` would exceed `limit` bytes, and
    /// `.broken` for invalid data.
    mutating func inflate(
        _ part: UnsafeRawBufferPointer, into body: inout [UInt8], limit: Int
    ) throws(Fault) {
        var rest = unsafe part
        while true {
            var (taken, made) = (0, 0)
            var step = chttp_inflate_more
            let block = unsafe [UInt8](unsafeUninitializedCapacity: Self.step) { output, count in
                guard let room = output.baseAddress else { return }
                let bytes = unsafe rest.baseAddress?.assumingMemoryBound(to: UInt8.self)
                unsafe step = chttp_inflate(inflater, bytes, rest.count, room, output.count, &taken, &made)
                count = made
            }
            if step == chttp_inflate_broken { throw .broken }
            guard made <= limit - body.count else { throw .tooLarge }
            body += block
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
            isDone = step == chttp_inflate_done
            // If the output block was not filled, these bytes yield nothing more.
            if made < Self.step, unsafe rest.isEmpty || taken == 0 { return }
        }
    }
}
