internal import Domain

/// A page of a bucket's list (ListObjectsV2).
struct S3Listing {
    private(set) var blobs: [StoredBlob] = []
    /// Where the next page begins; `nil` after the last.
    private(set) var next: String?

    /// Reads an answer whose keys are percent-encoded. Objects that are no blobs are left out. `nil` if it is no list.
    init?(_ body: [UInt8], prefix: String) {
        var (key, size, modified) = ("", Int64(0), UTCMillis(0))
        var isList = false
        for element in XMLElements(body) {
            switch element.path.dropFirst().joined(separator: "/") {
            case "Contents/Key": key = PercentEncoding.decoded(element.text.utf8, plusIsSpace: true) ?? ""
            case "Contents/Size": size = Int64(element.text) ?? 0
            case "Contents/LastModified": modified = Self.time(element.text) ?? UTCMillis(0)
            case "Contents":
                if let digest = Self.digest(key, prefix) {
                    blobs.append(StoredBlob(digest, size: size, stored: modified))
                }
            case "NextContinuationToken": next = element.text
            case "": isList = element.path == ["ListBucketResult"]
            default: break
            }
        }
        guard isList else { return nil }
    }

    static func key(_ digest: Digest, _ prefix: String) -> [String] {
        let hex = digest.hex
        let second = hex.dropFirst(2)
        return prefix.split(separator: "/").map(String.init) + [String(hex.prefix(2)), String(second.prefix(2)), hex]
    }

    private static func digest(_ key: String, _ prefix: String) -> Digest? {
        guard let digest = Digest(hex: key.suffix(64)), key == self.key(digest, prefix).joined(separator: "/") else {
            return nil
        }
        return digest
    }

    /// Parses `2026-01-31T12:30:00.000Z`.
    static func time(_ text: String) -> UTCMillis? {
        let numbers = text.split { !$0.isNumber }.compactMap { Int64($0) }
        guard numbers.count >= 6 else { return nil }
        return UTCMillis(
            days(numbers[0], numbers[1], numbers[2]) * 86_400_000
                + (numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]) * 1_000)
    }

    /// Parses `Sat, 31 Jan 2026 12:30:00 GMT`, an answer's `Date`.
    static func time(header: String) -> UTCMillis? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = header.split { " :,".contains($0) }
        guard words.count >= 7, let day = Int64(words[1]), let month = months.firstIndex(of: String(words[2])),
            let year = Int64(words[3]), let hour = Int64(words[4]), let minute = Int64(words[5]),
            let second = Int64(words[6])
        else { return nil }
        return UTCMillis(
            days(year, Int64(month) + 1, day) * 86_400_000 + (hour * 3_600 + minute * 60 + second) * 1_000)
    }

    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        Int64(LocalDay(year: Int(year), month: Int(month), day: Int(day)).dayNumber)
    }
}
