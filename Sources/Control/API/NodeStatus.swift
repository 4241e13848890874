package import Domain

/// A service that shares the database.
package struct NodeStatus: Codable, Equatable, Sendable {
    /// Another one after each start.
    package var id: String
    /// The machine's name.
    package var name: String
    /// Whether it is the one that answers.
    package var isSelf: Bool
    package var version: String
    package var state: State
    package var started: WireTime
    /// Seconds since it was last heard of.
    package var silence: Int64
    /// The watch folders that it takes drops from, by name.
    package var folders: [String]
    /// The number of jobs that it works on.
    package var jobs: Int

    package enum State: String, Codable, Equatable, Sendable, CaseIterable {
        case alive
        /// After a request to stop.
        case leaving
        /// Its lease has ended, and others may take its work over.
        case silent
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, version, state, started, folders, jobs
        case isSelf = "self"
        case silence = "silent_seconds"
    }

    package init(_ entry: NodeEntry, isSelf: Bool) {
        id = entry.node.id.text
        name = entry.node.name
        self.isSelf = isSelf
        version = entry.node.version
        state = entry.silence > Lease.milliseconds ? .silent : entry.isLeaving ? .leaving : .alive
        started = WireTime(entry.started)
        silence = max(0, entry.silence / 1_000)
        folders = entry.folders
        jobs = entry.jobs
    }
}

package struct NodeList: Codable, Equatable, Sendable {
    package var nodes: [NodeStatus]

    package init(nodes: [NodeStatus]) { self.nodes = nodes }
}

/// The services that share the database, and the database.
package struct FleetStatus: Codable, Equatable, Sendable {
    package var nodes: [NodeStatus]
    /// Whether the answering service hears at once what the others announce. Otherwise it asks every few seconds.
    package var hearsOthers: Bool
    package var database: DatabaseStatus?

    private enum CodingKeys: String, CodingKey {
        case nodes, database
        case hearsOthers = "hears_others"
    }

    package init(nodes: [NodeStatus], hearsOthers: Bool, database: DatabaseStatus?) {
        self.nodes = nodes
        self.hearsOthers = hearsOthers
        self.database = database
    }
}

/// The database on a server.
package struct DatabaseStatus: Codable, Equatable, Sendable {
    package var bytes: Int64
    package var liveRows: Int64
    /// Rows that were replaced or removed and are not cleared away yet.
    package var deadRows: Int64
    /// The age of the oldest transaction in seconds.
    package var oldestTransaction: Int64
    /// How many seconds the answering machine's clock is ahead of the server's; negative if it is behind.
    package var clockAhead: Int64

    private enum CodingKeys: String, CodingKey {
        case bytes
        case liveRows = "live_rows"
        case deadRows = "dead_rows"
        case oldestTransaction = "oldest_transaction_seconds"
        case clockAhead = "clock_ahead_seconds"
    }

    package init(_ health: DatabaseHealth, at now: UTCMillis) {
        bytes = health.bytes
        liveRows = health.liveRows
        deadRows = health.deadRows
        oldestTransaction = health.oldestTransaction / 1_000
        clockAhead = now.milliseconds(since: health.now) / 1_000
    }
}
