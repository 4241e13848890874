/// Bounds on what a request may carry.
package struct ControlLimits: Equatable, Sendable {
    /// A picture, in bytes.
    package var pictureBytes: Int
    /// A request as JSON, in bytes.
    package var requestBytes: Int

    package init(pictureBytes: Int = 256 << 20, requestBytes: Int = 1 << 20) {
        self.pictureBytes = pictureBytes
        self.requestBytes = requestBytes
    }
}
