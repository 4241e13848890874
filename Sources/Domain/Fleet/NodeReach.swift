/// What a node can work on.
package struct NodeReach: Equatable, Sendable {
    /// The watch folders that it can deliver to, by name.
    package let folders: [String]
    /// Its backends, by name.
    package let backends: [String]
    /// Those of its backends that mean the same service on every node. It may call them for folders that it doesn't have;
    /// backends of one machine only work for that machine's folders.
    package let sharedBackends: [String]

    package init(folders: [String], backends: [String] = [], sharedBackends: [String] = []) {
        self.folders = folders
        self.backends = backends
        self.sharedBackends = sharedBackends
    }
}
