/// The identity of one run of a service that shares its database with others. A service that starts again is another
/// node, and doesn't own what the earlier one was working on.
package struct NodeID: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

/// A service that shares its database with others.
package struct Node: Equatable, Sendable {
    package let id: NodeID
    /// The machine's name, for people.
    package let name: String
    /// The identity of its state folder, which is the same after a restart.
    package let machine: String
    /// The program's version.
    package let version: String

    package init(id: NodeID, name: String, machine: String, version: String) {
        self.id = id
        self.name = name
        self.machine = machine
        self.version = version
    }
}

/// A node as the database knows it. All times are the database server's.
package struct NodeEntry: Equatable, Sendable {
    package let node: Node
    package let started: UTCMillis
    /// How long ago it was last heard of, in milliseconds.
    package let silence: Int64
    /// The watch folders that it takes drops from, by name.
    package let folders: [String]
    /// The number of jobs that it works on.
    package let jobs: Int
    /// Whether it was asked to stop.
    package let isLeaving: Bool

    package init(
        node: Node, started: UTCMillis, silence: Int64, folders: [String], jobs: Int, isLeaving: Bool = false
    ) {
        self.node = node
        self.started = started
        self.silence = silence
        self.folders = folders
        self.jobs = jobs
        self.isLeaving = isLeaving
    }
}

/// What a node can work on.
package struct NodeReach: Equatable, Sendable {
    /// The watch folders that it can deliver to, by name.
    package let folders: [String]
    /// Its backends, by name.
    package let backends: [String]
    /// Those of its backends that mean the same service on every node. It may call them for folders that it doesn't have;
    /// backends of one machine only work for that machine's folders.
    package let sharedBackends: [String]
    /// Its closed gates. It leaves jobs that wait for them alone.
    package let closedGates: [String]

    package init(
        folders: [String], backends: [String] = [], sharedBackends: [String] = [], closedGates: [String] = []
    ) {
        self.folders = folders
        self.backends = backends
        self.sharedBackends = sharedBackends
        self.closedGates = closedGates
    }
}

/// A watch folder of a node. Nodes have the same one if name, marker and outbox are the same.
package struct SharedFolder: Hashable, Sendable {
    package let name: String
    /// The content of its marker, or what else identifies it.
    package let marker: String
    /// The content of its outbox's marker, or what else identifies that.
    package let outbox: String
    /// Whether nodes that don't have it may call backends for it. They don't know its own caps.
    package let isOpen: Bool

    package init(name: String, marker: String, outbox: String, isOpen: Bool = false) {
        self.name = name
        self.marker = marker
        self.outbox = outbox
        self.isOpen = isOpen
    }
}
