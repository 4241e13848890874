package import Domain

/// A service that a backend calls over HTTP: how it is reached, and which secrets its messages must not reveal.
package struct HTTPService: Sendable {
    package let transport: any HTTPTransport
    /// The base URL, without a slash at its end.
    package let base: String
    package let quoting: Quoting
    package let utc: @Sendable () -> UTCMillis
    /// The further hosts from which pictures may be downloaded.
    package let allowedHosts: [HostPattern]

    package init(
        _ base: String, transport: any HTTPTransport, quoting: Quoting, allowedHosts: [HostPattern] = [],
        utc: @escaping @Sendable () -> UTCMillis
    ) {
        var trimmed = base[...]
        while trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
        self.base = String(trimmed)
        self.transport = transport
        self.quoting = quoting
        self.allowedHosts = allowedHosts
        self.utc = utc
    }

    /// Sends a request that costs nothing and can be repeated.
    package func performFree(_ request: HTTPRequest) async throws(BackendFailure) -> HTTPResponse {
        do throws(HTTPFailure) { return try await transport.perform(request) } catch {
            throw BackendFailure(free: error)
        }
    }

    /// Sends the GET request of a health check. Returns `nil` for a response with status 200 and a body that is too long
    /// to be read: it proves that the service works.
    package func checkHealth(at url: String, headers: [HTTPHeader]) async throws(BackendFailure) -> HTTPResponse? {
        let limits = HTTPLimits(total: .seconds(20), stall: .seconds(10), bodyBytes: 4 << 20)
        do throws(HTTPFailure) {
            return try await transport.perform(HTTPRequest(.get, url, headers: headers, limits: limits))
        } catch .bodyTooLarge(_, 200, _) {
            return nil
        } catch {
            throw BackendFailure(free: error)
        }
    }

    /// Interprets a response without a picture. `error` is the error that the body describes, if it was already read.
    package func refusal(_ response: HTTPResponse, _ error: ReportedError? = nil) -> StatusRefusal {
        StatusRefusal(response, error, quoting: quoting, now: utc())
    }
}

extension HTTPHeader {
    package static var acceptsJSON: HTTPHeader { HTTPHeader("Accept", "application/json") }
    package static var containsJSON: HTTPHeader { HTTPHeader("Content-Type", "application/json") }

    package static func bearer(_ key: Secret) -> HTTPHeader {
        HTTPHeader("Authorization", "Bearer " + key.value, isSecret: true)
    }
}

extension HTTPResponse {
    /// Whether the status is 2xx.
    package var isSuccess: Bool { 200..<300 ~= status }

    /// Returns the body as a JSON object. Throws `.empty` for an empty body and `.badResponse` for anything else.
    package func object(quoting: Quoting) throws(BackendFailure) -> JSONValue {
        guard let value = JSONBody.value(body) else { throw BackendFailure(unreadable: body, quoting: quoting) }
        return try value.object()
    }
}

extension BackendFailure {
    /// The failure for a body that is not JSON: `.empty` if there is none, otherwise one that quotes the page's title or
    /// the start of the body.
    package init(unreadable body: [UInt8], quoting: Quoting) {
        let head = String(decoding: body.prefix(16 << 10), as: UTF8.self)
        let isPage = body.first { $0 > 32 } == UInt8(ascii: "<")
        self =
            body.isEmpty
            ? .empty
            : .badResponse(
                message: isPage ? quoting.quoted(Page.text(head)) : "not JSON: " + quoting.quoted(head, limit: 80))
    }
}

extension JSONValue {
    /// Returns the value if it is an object. Throws `.badResponse` with the actual kind otherwise.
    package func object() throws(BackendFailure) -> JSONValue {
        guard case .object = self else { throw .badResponse(message: "\(kindName) where an object was expected") }
        return self
    }

    /// Returns the elements of a member; `nil` if there is no such member. Throws `.badResponse` if it isn't a list.
    package func list(_ name: String) throws(BackendFailure) -> [JSONValue]? {
        guard let member = self[name] else { return nil }
        guard let list = member.list else {
            throw .badResponse(message: "\(member.kindName) in \"\(name)\", where a list was expected")
        }
        return list
    }
}

extension String {
    /// Whether the text has nothing but spaces and control characters.
    package var isBlank: Bool { utf8.allSatisfy { $0 <= 32 } }

    /// Whether the text is a name of 1–200 ASCII letters, digits, hyphens and underscores: safe in a path or a URL.
    package var isPathSafe: Bool {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
            default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        }
        return isPlain && 1...200 ~= utf8.count
    }
}

extension Money {
    /// Rounds an amount of the currency's main unit to millionths; `nil` for a number that is not a price.
    package init?(amount: Double, currency: String) {
        let micros = (amount * 1_000_000).rounded()
        guard micros.isFinite, 0...1e15 ~= micros else { return nil }
        self.init(micros: Int64(micros), currency: currency)
    }
}
