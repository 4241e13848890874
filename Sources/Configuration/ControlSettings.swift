public import Domain

/// Where the service is asked, and by whom.
public struct ControlSettings: Equatable, Sendable {
    /// The control socket's path, where the service manager passes none.
    public var socket: FolderPath
    /// Whose members may submit work, which spends.
    public var submitGroup: String
    /// Whose members may operate the service.
    public var adminGroup: String

    public init(
        socket: FolderPath, submitGroup: String = "textifyd-submit", adminGroup: String = "textifyd-admin"
    ) {
        self.socket = socket
        self.submitGroup = submitGroup
        self.adminGroup = adminGroup
    }
}
