package import Domain

/// What the checks of a fleet's history look at.
extension ModelSpoolRepository {
    /// An unfinished job or a folder with what it waits for.
    package struct Claim: Sendable {
        /// `nil` if no node has it.
        package let owner: NodeID?
        package let folder: String
        /// `nil` for a folder.
        package let job: JobID?
    }

    /// The jobs that can continue, and the folders, with their owners.
    package func claims(at now: UTCMillis) -> [Claim] {
        look { tables in
            let folders = tables.fleet.folders.map { Claim(owner: $0.value.node, folder: $0.key, job: nil) }
            let unowned = tables.ready(nil).map {
                Claim(owner: nil, folder: $0.folder, job: $0.id)
            }
            let owned = tables.fleet.owners.compactMap { id, owner -> Claim? in
                guard let job = tables.jobs[id]?.job, !job.state.isEnd else { return nil }
                return Claim(owner: owner, folder: job.folder, job: id)
            }
            return folders + unowned + owned
        }
    }

    /// When a node was last heard of by the server.
    package func heard(_ node: NodeID) -> UTCMillis? { look { $0.fleet.heard[node] } }

    /// Whether a node counts as alive.
    package func isMember(_ node: NodeID) -> Bool { look { $0.fleet.nodes[node] != nil } }

    /// Jobs that several nodes have ended, without a retry in between.
    package var endedTwice: [JobID] {
        look { tables in
            tables.fleet.finals.filter { _, finals in Set(finals.map(\.retries)).count < finals.count }.keys.sorted()
        }
    }

    /// Lets the server believe that the node was silent for so long.
    package func fallSilent(_ node: NodeID, milliseconds: Int64) {
        unfenced { tables in
            guard let seen = tables.fleet.nodes[node]?.seen else { return }
            tables.fleet.nodes[node]?.seen = seen - milliseconds
        }
    }

    /// For an injected bug: ends a job, whoever owns it and whatever state it is in.
    func endUnchecked(_ job: Job, as state: JobState, at utc: UTCMillis) -> Bool {
        let node = node?.id
        return unfenced { tables in
            guard let found = tables.jobs[job.id]?.job else { return false }
            if found.state.isEnd { tables.jobs[job.id]?.job.state = .queued }
            guard tables.move(job.id, to: state, picture: job.picture, token: found.token, at: utc) else {
                return false
            }
            tables.noteFinal(of: job.id, by: node)
            return true
        }
    }

    /// For an injected bug: frees jobs whose rows are old.
    func freeOld(at now: UTCMillis) {
        unfenced { tables in
            for (id, row) in tables.jobs where now.milliseconds(since: row.changed) > 20_000 && !row.job.state.isEnd {
                tables.fleet.owners[id] = nil
            }
        }
    }
}
