package import Domain

/// The download of finished pictures from the URLs that a service returned: without a key, with limits of their own, over
/// `http` and `https` only, and never from a local or private network unless the configuration allows it.
extension HTTPService {
    /// Returns at most `limit` bytes of a finished picture, which is downloaded if the source is a URL.
    package func picture(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        switch source {
        case .bytes(let bytes): try ReceivedPicture.checked(bytes, limit: limit)
        case .url(let url): try await picture(at: url, limit: limit)
        }
    }

    /// Throws `.expired` when the picture no longer exists, and `.timeout`, `.transient` or `.rateLimited` when trying
    /// again can help, which costs nothing.
    private func picture(at url: String, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard WebAddress.isMeant(by: url) else { throw BackendFailure(foreignScheme: url, quoting: quoting) }
        let request = HTTPRequest(
            .get, url, limits: HTTPLimits(total: .seconds(120), bodyBytes: Int(clamping: limit)), redirects: 3,
            reach: .results(of: base, allowing: allowedHosts))
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            throw failure(ofPicture: error)
        }
        guard response.status == 200 else { throw refusal(ofPicture: response) }
        return try ReceivedPicture.checked(response.body, limit: limit)
    }

    /// A bad address is the response's fault here, not the configuration's. One inside a private network may still be
    /// right: the picture exists and is paid for, so its job waits for a person to allow the host.
    private func failure(ofPicture failure: HTTPFailure) -> BackendFailure {
        guard case .notSent(let host, let fault) = failure else { return BackendFailure(free: failure) }
        switch fault.reason {
        case .address: return .badResponse(said: "an address that can't be used")
        case .inward: return .config(said: inward(host, fault.about ?? "inward"))
        default: return BackendFailure(free: failure)
        }
    }

    private func inward(_ origin: String, _ network: String) -> String {
        let host = WebAddress(origin).map { HostPattern($0).text } ?? origin
        return "the picture is at \(quoting.quoted(origin, limit: 120)), a \(network) address, and was not fetched; "
            + "if your service stores its pictures there, add allowed_hosts = [\"\(quoting.quoted(host, limit: 120))\"] to the backend and reload"
    }

    private func refusal(ofPicture response: HTTPResponse) -> BackendFailure {
        switch response.status {
        case 401, 403, 404, 410: .expired
        case 429: .rateLimited(after: RetryTime.milliseconds(of: response, now: utc()))
        case 408, 425, 500...: .transient(said: "the picture's server answered \(response.status)")
        default: .badResponse(said: "the picture's server answered \(response.status)")
        }
    }
}

/// Checks that received bytes are a picture, regardless of the declared type.
package enum ReceivedPicture {
    /// Returns the bytes if they start with the signature of a readable picture format. Throws `.tooLarge`, or
    /// `.badResponse` with what was received instead.
    package static func checked(_ bytes: [UInt8], limit: Int64) throws(BackendFailure) -> [UInt8] {
        guard bytes.count <= limit else { throw .tooLarge(bytes: Int64(bytes.count), limit: limit) }
        if let format = PictureFormat(magic: bytes) {
            guard format.isReadable else {
                throw .badResponse(said: "a \(format.name) picture, which is not supported")
            }
            return bytes
        }
        throw .badResponse(said: stranger(bytes))
    }

    private static func stranger(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty else { return "an empty body where a picture was expected" }
        let opening = bytes.drop { $0 <= 32 }.first
        switch opening {
        case UInt8(ascii: "<"): return "an HTML or XML page where a picture was expected"
        case UInt8(ascii: "{"), UInt8(ascii: "["): return "JSON where a picture was expected"
        default: return "data that is not a picture"
        }
    }
}

extension ImageSource {
    /// Creates the source for a URL that a service returned. Throws `.badResponse` for one that is neither http nor
    /// https, or too long to be stored.
    package init(url: String, quoting: Quoting) throws(BackendFailure) {
        guard WebAddress.isMeant(by: url) else { throw BackendFailure(foreignScheme: url, quoting: quoting) }
        guard url.utf8.count <= JobHandle.longest else { throw .badResponse(said: "an address that is too long") }
        self = .url(url)
    }
}

extension BackendFailure {
    /// The failure for the URL of a picture that is neither http nor https. It quotes only the scheme.
    fileprivate init(foreignScheme url: String, quoting: Quoting) {
        let scheme = quoting.quoted(String(url.prefix { $0 != ":" }), limit: 16)
        self = .badResponse(said: "an address that is neither http nor https: \(scheme)")
    }
}

/// Decodes pictures embedded in text: bare Base64, or a `data:` address.
package enum EmbeddedPicture {
    package static func isEmbedded(_ text: some StringProtocol) -> Bool {
        text.prefix(5).lowercased() == "data:"
    }

    /// Returns the decoded bytes without checking that they are a picture. Throws `.badResponse`.
    package static func bytes(_ text: some StringProtocol) throws(BackendFailure) -> [UInt8] {
        var letters = text[...]
        if isEmbedded(text) {
            // `data:image/png;base64,…`
            guard let comma = text.firstIndex(of: ","), text[..<comma].lowercased().hasSuffix(";base64") else {
                throw .badResponse(said: "a data: address without Base64")
            }
            letters = text[text.index(after: comma)...]
        }
        guard let bytes = Base64.bytes(of: letters.utf8) else {
            throw .badResponse(said: "invalid Base64")
        }
        return bytes
    }
}

/// Decodes Base64 leniently (RFC 4648, sections 4 and 5): either alphabet, line breaks and spaces anywhere, padding
/// optional.
package enum Base64 {
    /// Returns the bytes; `nil` when the text contains anything else or is truncated.
    package static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
        let letters = Array(text)
        let meanings = meanings
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var count = 0
        var hasEnded = false
        for letter in letters {
            let meaning = meanings[Int(letter)]
            if meaning < 64, !hasEnded {
                bits = bits << 6 | UInt32(meaning)
                count += 1
                guard count == 4 else { continue }
                bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bytes.append(UInt8(truncatingIfNeeded: bits))
                (bits, count) = (0, 0)
            } else if meaning == padding {
                hasEnded = true
            } else if meaning != space {
                return nil
            }
        }
        guard count != 1 else { return nil }
        if count >= 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> (UInt32(count) * 6 - 8))) }
        if count == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return bytes
    }

    private static let space: UInt8 = 64
    private static let padding: UInt8 = 65

    /// The value of each byte: below 64 a Base64 digit, else `space`, `padding`, or 255 for an invalid byte.
    private static let meanings: [UInt8] = {
        var meanings = [UInt8](repeating: 255, count: 256)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        for (value, letter) in letters.utf8.enumerated() { meanings[Int(letter)] = UInt8(value) }
        let others = [("+", 62), ("-", 62), ("/", 63), ("_", 63), (" \t\r\n", space), ("=", padding)]
        for (letters, value) in others {
            for letter in letters.utf8 { meanings[Int(letter)] = value }
        }
        return meanings
    }()
}
