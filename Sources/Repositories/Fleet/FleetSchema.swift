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
            seen bigint NOT NULL            -- the last beat
        ) WITH (fillfactor = 50);

        -- Who takes drops from which watch folder.
        CREATE TABLE held_folders (
            name text COLLATE "C" PRIMARY KEY,
            marker text NOT NULL,           -- of the folder, by which nodes know that they mean the same one
            outbox text NOT NULL,           -- of its outbox
            node text COLLATE "C" REFERENCES nodes (id) ON DELETE SET NULL
        );

        -- Unowned jobs that can continue.
        CREATE INDEX jobs_ready ON jobs (folder, priority, id)
            WHERE owner IS NULL AND state IN ('queued', 'submitting', 'submitted', 'generated', 'staged');
        CREATE INDEX jobs_due ON jobs (wait_until) WHERE owner IS NULL AND state = 'waiting';
        CREATE INDEX jobs_owned ON jobs (owner)
            WHERE owner IS NOT NULL AND state NOT IN ('done', 'failed', 'cancelled');
        """

    /// The server's clock.
    static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    /// The condition of `jobs_ready`.
    static let isReady = "owner IS NULL AND state IN ('queued', 'submitting', 'submitted', 'generated', 'staged')"

    /// The condition of unowned jobs whose wait has ended. Held jobs wait for their budget; those that
    /// need a person are left alone.
    static let isDue = """
        owner IS NULL AND (state = 'waiting' AND wait_until <= \(now)
            OR state = 'held' AND json_extract(hold, '$.budget') IS NOT NULL)
        """
}
