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

/// How the database on a server is, for whoever looks after it.
package struct DatabaseHealth: Equatable, Sendable {
    package let bytes: Int64
    /// The rows of all tables, and those that were replaced or removed and are not cleared away yet.
    package let liveRows: Int64
    package let deadRows: Int64
    /// The age in milliseconds of the oldest transaction in the database, which keeps dead rows from being cleared away.
    package let oldestTransaction: Int64
    /// The server's clock.
    package let now: UTCMillis

    /// From here on dead rows are worth a word. Fewer are cleared away in no time.
    private static let manyRows: Int64 = 100_000

    /// Whether dead rows slow down everything that reads the tables.
    package var isBloated: Bool { deadRows > Self.manyRows && deadRows > 2 * liveRows }

    package init(bytes: Int64, liveRows: Int64, deadRows: Int64, oldestTransaction: Int64, now: UTCMillis) {
        self.bytes = bytes
        self.liveRows = liveRows
        self.deadRows = deadRows
        self.oldestTransaction = oldestTransaction
        self.now = now
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
