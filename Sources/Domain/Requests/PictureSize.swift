/// A picture's size in pixels, written `1024x1024`.
public struct PictureSize: Hashable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads `WIDTHxHEIGHT`, each 1–65535. `nil` when it is anything else.
    public init?(text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = UInt16(parts[0]), let height = UInt16(parts[1]), width > 0, height > 0
        else {
            return nil
        }
        self.init(width: Int(width), height: Int(height))
    }

    public var text: String { "\(width)x\(height)" }
}

extension PictureSize: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let read = PictureSize(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a size")
        }
        self = read
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
