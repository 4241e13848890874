internal import PlatformSQLite

/// The tables of `textifyd.db`. Migrations are append-only: a released one never changes.
///
/// Identifiers are stored as their 26 characters, so that they sort by time. Times are milliseconds since 1970 and
/// always come from the caller. Names are bytes, inodes are stored with their bits as signed integers, and failures,
/// requests and outputs are JSON.
enum SpoolSchema {
    /// "txtf", in the file's header.
    static let application: Int32 = 0x7478_7466

    static var schema: Schema {
        Schema(
            application: application,
            migrations: [
                first, pictures, control, ledger, pairs, needed, places, authors, observed, sent, forgotten, cancelled,
                artless, fetches, counts, keys,
            ])
    }

    private static let first = """
        CREATE TABLE drops (
            id TEXT PRIMARY KEY NOT NULL,
            folder TEXT NOT NULL,
            path BLOB NOT NULL,
            inode INTEGER NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            phase TEXT NOT NULL CHECK (phase IN ('claimed', 'read', 'ended', 'gone')),
            failure TEXT,
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX drops_held ON drops (folder, path, inode, size, modified) WHERE phase <> 'gone';
        CREATE INDEX drops_unfinished ON drops (id) WHERE phase <> 'gone';

        CREATE TABLE jobs (
            id TEXT PRIMARY KEY NOT NULL,
            drop_id TEXT NOT NULL REFERENCES drops (id),
            line INTEGER NOT NULL,
            folder TEXT NOT NULL,
            name BLOB NOT NULL,
            outbox BLOB NOT NULL,
            request TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'submitting', 'submitted', 'generated', 'staged', 'done',
                'waiting', 'held', 'unknown', 'failed', 'cancelled')),
            wait_until INTEGER,
            hold TEXT,
            failure TEXT,
            picture_digest BLOB,
            picture_format TEXT,
            outputs TEXT NOT NULL,
            attempts INTEGER NOT NULL,
            token INTEGER NOT NULL,
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            UNIQUE (drop_id, line)
        ) STRICT;
        CREATE INDEX jobs_unfinished ON jobs (id) WHERE state NOT IN ('done', 'failed', 'cancelled');
        CREATE INDEX jobs_by_state ON jobs (state);

        CREATE TABLE job_history (
            sequence INTEGER PRIMARY KEY,
            job_id TEXT NOT NULL REFERENCES jobs (id),
            at INTEGER NOT NULL,
            state TEXT NOT NULL,
            wait_until INTEGER,
            hold TEXT,
            failure TEXT
        ) STRICT;
        CREATE INDEX job_history_of_job ON job_history (job_id, sequence);

        CREATE TABLE calls (
            sequence INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            job_id TEXT NOT NULL REFERENCES jobs (id),
            backend TEXT NOT NULL,
            request BLOB NOT NULL,
            idempotency_key TEXT NOT NULL,
            seed INTEGER NOT NULL,
            phase TEXT NOT NULL CHECK (phase IN ('reserved', 'submitting', 'submitted', 'finished', 'fetched',
                'settled')),
            handle TEXT,
            failure TEXT,
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX calls_of_job ON calls (job_id, sequence);

        CREATE TABLE outputs (
            outbox BLOB NOT NULL,
            folded_name TEXT NOT NULL,
            folded_stem TEXT NOT NULL,
            job_id TEXT NOT NULL REFERENCES jobs (id),
            PRIMARY KEY (outbox, folded_name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX outputs_of_job ON outputs (job_id);
        CREATE INDEX outputs_by_stem ON outputs (outbox, folded_stem);
        """

    /// Indexes for finding out whether a picture is still needed.
    private static let pictures = """
        CREATE INDEX jobs_by_picture ON jobs (picture_digest) WHERE picture_digest IS NOT NULL;
        CREATE INDEX calls_fetched ON calls (handle) WHERE phase = 'fetched';
        """

    /// For requests over the control socket: pages, endings of identifiers, submissions and retries.
    private static let control = """
        ALTER TABLE jobs ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE jobs ADD COLUMN reference TEXT;
        DROP INDEX jobs_by_state;
        CREATE INDEX jobs_of_state ON jobs (state, id);
        CREATE INDEX jobs_of_folder ON jobs (folder, id);
        CREATE INDEX jobs_by_ending ON jobs (substr(id, -4));

        CREATE TABLE submissions (
            user INTEGER NOT NULL,
            key TEXT NOT NULL,
            job_id TEXT NOT NULL REFERENCES jobs (id),
            created INTEGER NOT NULL,
            PRIMARY KEY (user, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX submissions_by_age ON submissions (created);
        """

    /// Costs: a ledger line per call with the day in the local time zone, the submitter and approval of a job, and the
    /// provider's reference of a call.
    private static let ledger = """
        ALTER TABLE jobs ADD COLUMN submitter INTEGER;
        ALTER TABLE jobs ADD COLUMN approved INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE calls ADD COLUMN reference TEXT;

        CREATE TABLE ledger (
            call_id TEXT PRIMARY KEY NOT NULL REFERENCES calls (id),
            backend TEXT NOT NULL,
            folder TEXT NOT NULL,
            submitter INTEGER,
            day TEXT NOT NULL,
            charge TEXT NOT NULL CHECK (charge IN ('reserved', 'spent', 'unspent', 'unknown')),
            micros INTEGER NOT NULL,
            currency TEXT,
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX calls_by_request ON calls (request) WHERE phase = 'fetched';
        CREATE INDEX ledger_by_day ON ledger (day) WHERE charge <> 'unspent';
        """

    /// A picture's sidecar as JSON; both form one drop.
    private static let pairs = """
        ALTER TABLE drops ADD COLUMN sidecar TEXT;
        """

    /// Indexes for finding out whether a picture is needed without reading ended jobs or jobs with only a prompt.
    private static let needed = """
        DROP INDEX jobs_by_picture;
        CREATE INDEX jobs_needing_picture ON jobs (picture_digest)
            WHERE picture_digest IS NOT NULL AND state NOT IN ('done', 'failed', 'cancelled');
        CREATE INDEX jobs_given ON jobs (id)
            WHERE state NOT IN ('done', 'failed', 'cancelled') AND instr(request, '"edit"') > 0;
        """

    /// Folders that were used before, the content digests by which drops are recognised, and drops held for approval.
    private static let places = """
        ALTER TABLE drops ADD COLUMN content BLOB;
        ALTER TABLE drops ADD COLUMN held INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE places (
            folder BLOB PRIMARY KEY NOT NULL,
            marker TEXT,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// The reason why a generated picture was delivered without art, as JSON.
    private static let artless = """
        ALTER TABLE jobs ADD COLUMN missing_art TEXT;
        """

    /// Jobs of which only the costs are kept.
    private static let forgotten = """
        ALTER TABLE jobs ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX jobs_forgotten ON jobs (state) WHERE forgotten <> 0;
        """

    /// Jobs that a user cancelled while a step was in progress.
    private static let cancelled = """
        ALTER TABLE jobs ADD COLUMN cancel_asked INTEGER NOT NULL DEFAULT 0;
        """

    /// The time limit for fetching a bought picture, and the day on which a ledger line was found to be dated later.
    private static let fetches = """
        ALTER TABLE calls ADD COLUMN fetch TEXT;
        ALTER TABLE ledger ADD COLUMN counted_on TEXT;
        """

    /// The number of jobs in each state, without forgotten ones, kept current by triggers: counting 100,000 rows for
    /// every status request took longer than the rest of it.
    private static let counts = """
        CREATE TABLE job_counts (
            state TEXT PRIMARY KEY NOT NULL,
            jobs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO job_counts SELECT state, count(*) FROM jobs WHERE forgotten = 0 GROUP BY state;

        CREATE TRIGGER job_counts_insert AFTER INSERT ON jobs WHEN new.forgotten = 0 BEGIN
            INSERT INTO job_counts (state, jobs) VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET jobs = jobs + 1;
        END;
        CREATE TRIGGER job_counts_delete AFTER DELETE ON jobs WHEN old.forgotten = 0 BEGIN
            UPDATE job_counts SET jobs = jobs - 1 WHERE state = old.state;
        END;
        CREATE TRIGGER job_counts_old_state AFTER UPDATE OF state, forgotten ON jobs WHEN old.forgotten = 0 BEGIN
            UPDATE job_counts SET jobs = jobs - 1 WHERE state = old.state;
        END;
        CREATE TRIGGER job_counts_new_state AFTER UPDATE OF state, forgotten ON jobs WHEN new.forgotten = 0 BEGIN
            INSERT INTO job_counts (state, jobs) VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET jobs = jobs + 1;
        END;
        DROP INDEX jobs_forgotten;
        """

    /// Submission keys no longer expire: they are kept as long as their jobs.
    private static let keys = """
        DROP INDEX submissions_by_age;
        ALTER TABLE submissions DROP COLUMN created;
        """

    /// The digest of a keyed submission, which reveals a different request under the same key.
    private static let sent = """
        ALTER TABLE submissions ADD COLUMN content BLOB;
        """

    /// The jobs that produced each text, so that an output is never processed as a prompt.
    private static let authors = """
        CREATE TABLE authors (
            digest BLOB PRIMARY KEY NOT NULL,
            job_id TEXT NOT NULL REFERENCES jobs (id)
        ) STRICT, WITHOUT ROWID;
        """

    /// Observed folders, whose files stay in place: each content is processed once.
    private static let observed = """
        ALTER TABLE drops ADD COLUMN observed INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX drops_observed ON drops (folder, content) WHERE observed <> 0;
        """
}
