package import Domain

/// A target as the side effects know it.
package struct NotificationRoute: Sendable {
    package let target: String
    package let channel: any NotificationChannel
    /// Whether notifications that are due together become a digest.
    package let digests: Bool
    /// Whether messages leave this machine, so that they contain nothing of folders whose work must not.
    package let isRemote: Bool
    /// Whether a message about one artwork contains its art.
    package let attachesArt: Bool

    package init(
        target: String, channel: any NotificationChannel, digests: Bool = true, isRemote: Bool = true,
        attachesArt: Bool = false
    ) {
        self.target = target
        self.channel = channel
        self.digests = digests
        self.isRemote = isRemote
        self.attachesArt = attachesArt
    }
}
