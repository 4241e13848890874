internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// A request matched to its route.
struct Exchange: Sendable {
    let head: RequestHead
    let body: [UInt8]
    /// The path segment matched by `{id}` or `{name}`.
    let id: String
    let query: [QueryString.Item]
    let language: Language

    var wording: Wording { Wording(language) }

    /// The body's media type, in lower case and without parameters.
    var contentType: String? { head["Content-Type"].map(Self.bare) }

    /// A media type in lower case and without parameters.
    static func bare(_ type: String) -> String {
        let name = type.prefix { $0 != ";" }
        return String(name.filter { !$0.isWhitespace }).lowercased()
    }
}

extension Exchange {
    /// The body as JSON. Form media types are rejected: any web page could send them.
    func json() throws(Rejection) -> FieldValue {
        guard contentType == MediaType.json else {
            throw .refused(.unsupportedMediaType(wanted: [MediaType.json]))
        }
        do throws(FieldFailure) { return try JSONReader.read(body) } catch { throw .failed(.fields([error])) }
    }

    /// Reads the body as JSON into `target`. Throws all mistakes together.
    func json<Target>(_ table: FieldTable<Target>, into target: Target) throws(Rejection) -> Target {
        var target = target
        let failures = table.apply(try json(), to: &target)
        guard failures.isEmpty else { throw .failed(.fields(failures)) }
        return target
    }

    /// The body as a picture. Its first bytes decide, whatever its declared media type.
    func picture() throws(Rejection) -> [UInt8] {
        guard !body.isEmpty else { throw .refused(.noBody) }
        if PictureFormat(magic: body) == nil {
            guard let type = contentType, MediaType.pictures.contains(type) else {
                throw .refused(.unsupportedMediaType(wanted: MediaType.pictures))
            }
            throw .failed(.picture(.notAPicture))
        }
        return body
    }
}

/// The request target: a path with a query, or an absolute URL.
struct RequestTarget: Equatable {
    /// The host of an absolute URL.
    let host: String?
    /// The path's segments, percent-decoded.
    let segments: [String]
    let query: [QueryString.Item]

    init(_ text: String) throws(Rejection) {
        var rest = text[...]
        var host: String?
        if rest.lowercased().hasPrefix("http://") {
            rest = rest.dropFirst("http://".count)
            host = String(rest.prefix { $0 != "/" && $0 != "?" })
            rest = rest.dropFirst(host?.count ?? 0)
            if rest.first != "/" { rest = "/" + rest }
        }
        guard rest.first == "/" else { throw .refused(.malformedTarget) }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var segments: [String] = []
        for part in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = PercentEncoding.decoded(part.utf8) else { throw .refused(.malformedTarget) }
            segments.append(segment)
        }
        guard let query = QueryString.decode(parts.count > 1 ? parts[1] : "") else {
            throw .refused(.malformedQuery)
        }
        self.host = host
        self.segments = segments
        self.query = query
    }
}

extension ServerResponse {
    /// A JSON response that must not be cached.
    static func json(_ value: some Encodable, status: Int = 200, type: String = MediaType.json) -> ServerResponse {
        // Wire types hold only texts, numbers and lists, so encoding can't fail.
        let body = (try? ControlJSON.encode(value)) ?? Array("{}".utf8)
        return bytes(body, status: status, type: type)
    }

    static func bytes(_ body: [UInt8], status: Int = 200, type: String) -> ServerResponse {
        ServerResponse(
            status: status,
            headers: [
                ServerHeader("Content-Type", type), ServerHeader("Cache-Control", "no-store"),
                ServerHeader("X-Content-Type-Options", "nosniff"),
            ], body: body)
    }
}
