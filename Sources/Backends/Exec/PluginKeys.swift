package import Domain

/// Keys of a plugin that are had when they are needed, as from commands.
package protocol PluginKeys: Sendable {
    /// By their names. Throws `.config` when one can't be had.
    func all() async throws(BackendFailure) -> [String: Secret]

    /// They were refused: the next asking has them anew.
    func forget() async
}
