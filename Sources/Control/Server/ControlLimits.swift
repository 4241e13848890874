/// Bounds on what a request may carry.
public struct ControlLimits: Equatable, Sendable {
    /// A picture, in bytes.
    public var pictureBytes: Int
    /// A request as JSON, in bytes.
    public var requestBytes: Int

    public init(pictureBytes: Int = 256 << 20, requestBytes: Int = 1 << 20) {
        self.pictureBytes = pictureBytes
        self.requestBytes = requestBytes
    }
}
