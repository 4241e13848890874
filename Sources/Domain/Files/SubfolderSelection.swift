/// The subfolders of a watched folder that are watched as well. The selection can change while the watch runs: one watch
/// covers a folder and all of them, so thousands of subfolders cost one entry each instead of one task each.
public protocol SubfolderSelection: Sendable {
    /// Calls `changed` after every change from now on, and once at the start. Replaces an earlier observer.
    func observe(_ changed: @escaping @Sendable () -> Void)

    /// The selection if it was set since the last call, otherwise `nil`.
    func takeChange() -> Set<FileName>?
}

/// Selects no subfolder.
public struct NoSubfolders: SubfolderSelection {
    public init() {}
    public func observe(_ changed: @escaping @Sendable () -> Void) {}
    public func takeChange() -> Set<FileName>? { nil }
}
