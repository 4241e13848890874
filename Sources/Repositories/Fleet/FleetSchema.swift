/// The tables of services that share a database, and the indexes of what they take from each other. They exist only on a
/// server: a file has one service.
enum FleetSchema {
    static let version1 = """
        -- The services that are alive, or were until their lease ended. Times are the server's, in milliseconds since 1970.
        CREATE TABLE nodes (
            id text COLLATE "C" PRIMARY KEY,
            name text NOT NULL,             -- the machine's, for people
            machine text NOT NULL,          -- the state folder's identity
            version text NOT NULL,
            started bigint NOT NULL,
            seen bigint NOT NULL,           -- the last beat
            is_leaving boolean NOT NULL DEFAULT FALSE   -- whether it was asked to stop
        ) WITH (fillfactor = 50);

        -- Who takes drops from which watch folder.
        CREATE TABLE held_folders (
            name text COLLATE "C" PRIMARY KEY,
            marker text NOT NULL,           -- of the folder, by which nodes know that they mean the same one
            outbox text NOT NULL,           -- of its outbox
            is_open boolean NOT NULL,       -- whether nodes that don't have it may call backends for it
            node text COLLATE "C" REFERENCES nodes (id) ON DELETE SET NULL
        );

        -- What the nodes know of backends that they share.
        CREATE TABLE shared_backends (
            name text COLLATE "C" PRIMARY KEY,
            full_at bigint NOT NULL DEFAULT 0,  -- when the rate limit's bucket is full again, in microseconds
            closed_until bigint,            -- no calls before; then one at a time
            failure text                    -- why (JSON)
        );

        -- Nodes that wait for one of a backend's places.
        CREATE TABLE waiting_nodes (
            backend text COLLATE "C" NOT NULL,
            node text COLLATE "C" NOT NULL REFERENCES nodes (id) ON DELETE CASCADE,
            since bigint NOT NULL,
            seen bigint NOT NULL,           -- when it last asked
            PRIMARY KEY (backend, node)
        );

        -- Jobs with a running call.
        CREATE INDEX jobs_calling ON jobs (id) WHERE owner IS NOT NULL AND state IN ('submitting', 'submitted');

        -- Unowned jobs that can continue.
        CREATE INDEX jobs_ready ON jobs (folder, priority, id)
            WHERE owner IS NULL AND state IN ('queued', 'submitting', 'submitted', 'generated', 'staged');
        CREATE INDEX jobs_due ON jobs (wait_until) WHERE owner IS NULL AND state = 'waiting';
        CREATE INDEX jobs_owned ON jobs (owner)
            WHERE owner IS NOT NULL AND state NOT IN ('done', 'failed', 'cancelled');

        -- The jobs to claim: the most urgent of each folder, in turn. Each folder is asked by itself, because one query over
        -- all would sort everything that is ready. A function, because its plan is kept: planning takes several times as long
        -- as the query, and the planner's guesses about JSON would have it compiled to machine code, which takes a second.
        CREATE FUNCTION ready_jobs(folders text, most bigint, backends text, shared text) RETURNS SETOF text
            STABLE LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off AS $$
            BEGIN RETURN QUERY
            SELECT mine.id FROM (SELECT value FROM json_each($1) UNION SELECT name FROM held_folders WHERE is_open) AS reach,
                LATERAL (SELECT id, priority, row_number() OVER (ORDER BY priority, id) AS turn FROM (
                    SELECT id, priority FROM jobs WHERE \(isReady) AND folder = reach.value
                        AND \(isWithinReach(folders: "$1", backends: "$3", shared: "$4"))
                    ORDER BY priority, id LIMIT $2) AS first) AS mine
            ORDER BY mine.priority, mine.turn, mine.id LIMIT $2;
            END $$;
        """

    /// The server's clock.
    static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// The condition of jobs that a node can work on, whose folders are the JSON `folders`, and its backends `backends` and
    /// `shared`. A job whose picture is stored has a row for it.
    static func isWithinReach(folders: String, backends: String, shared: String) -> String {
        """
        CASE WHEN folder IN (SELECT value FROM json_each(\(folders)))
            THEN backend IS NULL OR picture_digest IS NOT NULL OR outputs <> '[]'
                OR backend IN (SELECT value FROM json_each(\(backends)))
            ELSE folder IN (SELECT name FROM held_folders WHERE is_open)
                AND picture_digest IS NULL AND outputs = '[]' AND backend IN (SELECT value FROM json_each(\(shared))) END
        """
    }

    /// The condition of `jobs_ready`.
    static let isReady = "owner IS NULL AND state IN ('queued', 'submitting', 'submitted', 'generated', 'staged')"

    /// The condition of unowned jobs whose wait has ended, or whose gates are not among the JSON `closed`. Held jobs wait
    /// for their budget; those that need a person are left alone.
    static func isDue(closed: String) -> String {
        """
        owner IS NULL AND (state = 'waiting' AND gate IS NULL AND wait_until <= \(now)
            OR state = 'waiting' AND gate IS NOT NULL AND gate NOT IN (SELECT value FROM json_each(\(closed)))
            OR state = 'held' AND json_extract(hold, '$.budget') IS NOT NULL)
        """
    }
}
