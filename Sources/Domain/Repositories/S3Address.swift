/// Where blobs are kept in a bucket: `s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION`.
package struct S3Address: Equatable, Sendable {
    package let bucket: String
    /// The beginning of every key, without slashes at its ends; empty for none.
    package let prefix: String
    /// Scheme, host and port of the service.
    package let endpoint: String
    package let region: String

    /// The text that was parsed.
    package let text: String

    /// Parses an address; `nil` if it is none. Without a region it is `us-east-1`, and without an endpoint AWS's own.
    package init?(text: String) {
        guard let parts = URLParts(text), parts.scheme == "s3", parts.login == nil, parts.fragment == nil,
            Self.isBucket(parts.server)
        else { return nil }
        var values: [String: String] = [:]
        for item in (parts.query ?? "").split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let value = PercentEncoding.decoded(pair[1].utf8),
                values.updateValue(value, forKey: String(pair[0])) == nil
            else { return nil }
        }
        let region = values.removeValue(forKey: "region") ?? "us-east-1"
        let endpoint = values.removeValue(forKey: "endpoint") ?? "https://s3.\(region).amazonaws.com"
        guard values.isEmpty, !region.isEmpty, region.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == 45 }),
            let address = WebAddress(endpoint), ["", "/"].contains(address.path), address.query == nil,
            let path = PercentEncoding.decoded(parts.path.utf8)
        else { return nil }
        bucket = String(parts.server)
        prefix = path.split(separator: "/").joined(separator: "/")
        self.endpoint = address.origin
        self.region = region
        self.text = text
    }

    /// Names that every service accepts, such as `art-2`.
    private static func isBucket(_ name: Substring) -> Bool {
        3...63 ~= name.utf8.count
            && name.utf8.allSatisfy { 97...122 ~= $0 || 48...57 ~= $0 || $0 == 45 || $0 == 46 }
    }
}
