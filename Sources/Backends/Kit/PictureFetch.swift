package import Domain
import FoundationEssentials

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
        case .address: return .badResponse(message: "an address that can't be used")
        case .inward: return .config(message: inward(host, fault.about ?? "inward"))
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
        case 408, 425, 500...: .transient(message: "the picture's server answered \(response.status)")
        default: .badResponse(message: "the picture's server answered \(response.status)")
        }
    }
}

/// Checks that received bytes are a picture, regardless of the declared type.
package enum ReceivedPicture {
    /// Returns the bytes if they start with the signature of a readable picture format. Throws `.tooLarge`, or
    /// `.badResponse` with what was received instead.
    package static func checked(_ bytes: [UInt8], limit: Int64) throws(BackendFailure) -> [UInt8] {
        guard bytes.count <= limit else { throw .tooLarge(bytes: Int64(bytes.count), limit: limit) }
        guard let format = PictureFormat(magic: bytes) else { throw .badResponse(message: description(ofOther: bytes)) }
        guard format.isReadable else {
            throw .badResponse(message: "a \(format.name) picture, which is not supported")
        }
        return bytes
    }

    private static func description(ofOther bytes: [UInt8]) -> String {
        switch bytes.first(where: { $0 > 32 }) {
        case _ where bytes.isEmpty: "an empty body where a picture was expected"
        case UInt8(ascii: "<"): "an HTML or XML page where a picture was expected"
        case UInt8(ascii: "{"), UInt8(ascii: "["): "JSON where a picture was expected"
        default: "data that is not a picture"
        }
    }
}

extension ImageSource {
    /// Creates the source for a URL that a service returned. Throws `.badResponse` for one that is neither http nor
    /// https, or too long to be stored.
    package init(url: String, quoting: Quoting) throws(BackendFailure) {
        guard WebAddress.isMeant(by: url) else { throw BackendFailure(foreignScheme: url, quoting: quoting) }
        guard url.utf8.count <= JobHandle.longest else { throw .badResponse(message: "an address that is too long") }
        self = .url(url)
    }
}

extension BackendFailure {
    /// The failure for the URL of a picture that is neither http nor https. It quotes only the scheme.
    fileprivate init(foreignScheme url: String, quoting: Quoting) {
        let scheme = quoting.quoted(String(url.prefix { $0 != ":" }), limit: 16)
        self = .badResponse(message: "an address that is neither http nor https: \(scheme)")
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
                throw .badResponse(message: "a data: address without Base64")
            }
            letters = text[text.index(after: comma)...]
        }
        guard let bytes = Base64.bytes(of: letters.utf8) else { throw .badResponse(message: "invalid Base64") }
        return bytes
    }
}

/// Decodes Base64 leniently (RFC 4648, sections 4 and 5): either alphabet, line breaks and spaces anywhere, padding
/// optional.
package enum Base64 {
    /// Returns the bytes; `nil` when the text contains anything else or is truncated.
    package static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
        var letters: [UInt8] = []
        for letter in text {
            switch letter {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): break
            case UInt8(ascii: "-"): letters.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): letters.append(UInt8(ascii: "/"))
            default: letters.append(letter)
            }
        }
        while letters.last == UInt8(ascii: "=") { letters.removeLast() }
        // Foundation ignores some padding within the text.
        guard !letters.contains(UInt8(ascii: "=")) else { return nil }
        while letters.count % 4 != 0 { letters.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: Data(letters)).map(Array.init)
    }
}
