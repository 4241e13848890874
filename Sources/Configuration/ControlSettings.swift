public import Domain

/// Where the service is asked, and by whom.
public struct ControlSettings: Equatable, Sendable {
    /// The control socket's path, where the service manager passes none.
    public var socket: FolderPath
    /// Whose members may submit work, which spends.
    public var submitGroup: String
    /// Whose members may operate the service.
    public var adminGroup: String
    /// Where the API is served over the network of this machine alone, to who has the token.
    public var listen: ListenAddress?
    /// The file that holds the token.
    public var tokenFile: FolderPath?
    /// Where figures are served to whoever comes.
    public var metricsListen: ListenAddress?

    public init(
        socket: FolderPath, submitGroup: String = "textifyd-submit", adminGroup: String = "textifyd-admin",
        listen: ListenAddress? = nil, tokenFile: FolderPath? = nil, metricsListen: ListenAddress? = nil
    ) {
        self.socket = socket
        self.submitGroup = submitGroup
        self.adminGroup = adminGroup
        self.listen = listen
        self.tokenFile = tokenFile
        self.metricsListen = metricsListen
    }
}
