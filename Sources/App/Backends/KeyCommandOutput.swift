import BackendKit
import ControlAPI
import Domain
import PlatformSystem

/// The output of a key command: a bare line, or JSON in the form of Kubernetes credential plugins, `{"token": …,
/// "expirationTimestamp": …}`, optionally within `status`.
struct KeyCommandOutput: Equatable, Sendable {
    let key: Secret
    /// The expiry; `nil` if not given.
    let expires: UTCMillis?

    init(key: Secret, expires: UTCMillis?) {
        self.key = key
        self.expires = expires
    }

    init(_ bytes: [UInt8], _ source: KeySource, _ reader: KeyReader) throws(KeyFailure) {
        guard bytes.first(where: { $0 > 32 }) == UInt8(ascii: "{") else {
            key = try reader.key(bytes, source)
            expires = nil
            return
        }
        let value = JSONBody.value(bytes)
        let status = value?["status"] ?? value
        guard let token = status?["token"]?.text else { throw KeyFailure(source, .malformed) }
        key = try reader.key(Array(token.utf8), source)
        let time = status?["expirationTimestamp"]?.text
        expires = time.flatMap { WireTime(text: $0)?.utc }
        guard time == nil || expires != nil else { throw KeyFailure(source, .malformed) }
    }
}
