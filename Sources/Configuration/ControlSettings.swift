package import Domain

/// Where the service is asked, and by whom.
package struct ControlSettings: Equatable, Sendable {
    /// The control socket's path, where the service manager passes none.
    package var socket: FolderPath
    /// Whose members may submit work, which spends.
    package var submitGroup: String
    /// Whose members may operate the service.
    package var adminGroup: String
    /// Where the API is served over the network of this machine alone, to who has the token.
    package var listen: ListenAddress?
    /// The file that holds the token.
    package var tokenFile: FolderPath?
    /// Where figures are served to whoever comes.
    package var metricsListen: ListenAddress?

    package init(
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
