internal import PlatformSQLite

/// The tables of `textifyd.db`. Migrations are append-only: what was released is never changed here.
///
/// Identifiers are their 26 characters, so that sorting by them sorts by time; times are milliseconds since 1970 and
/// always come from the caller; names are bytes; inodes keep their bits, signed; failures, requests and outputs are JSON.
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

    /// By which it is found out whether anything still needs a picture.
    private static let pictures = """
        CREATE INDEX jobs_by_picture ON jobs (picture_digest) WHERE picture_digest IS NOT NULL;
        CREATE INDEX calls_fetched ON calls (handle) WHERE phase = 'fetched';
        """

    /// What the control socket asks for: pages, endings of identifiers, submissions, jobs that are tried again.
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

    /// Money: a line a call, in the zone's days; who sent a job and who approved it; what a provider said of its work.
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

    /// The file beside a picture, as JSON: both are one drop.
    private static let pairs = """
        ALTER TABLE drops ADD COLUMN sidecar TEXT;
        """

    /// What keeps a picture is found without looking at the jobs that have ended, nor at those that are made from words
    /// alone.
    private static let needed = """
        DROP INDEX jobs_by_picture;
        CREATE INDEX jobs_needing_picture ON jobs (picture_digest)
            WHERE picture_digest IS NOT NULL AND state NOT IN ('done', 'failed', 'cancelled');
        CREATE INDEX jobs_given ON jobs (id)
            WHERE state NOT IN ('done', 'failed', 'cancelled') AND instr(request, '"edit"') > 0;
        """

    /// Folders that were used before; what a drop holds, by which it is known again; drops that wait for a person.
    private static let places = """
        ALTER TABLE drops ADD COLUMN content BLOB;
        ALTER TABLE drops ADD COLUMN held INTEGER NOT NULL DEFAULT 0;

        CREATE TABLE places (
            folder BLOB PRIMARY KEY NOT NULL,
            marker TEXT,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Why a generated picture was delivered without art, as JSON.
    private static let artless = """
        ALTER TABLE jobs ADD COLUMN missing_art TEXT;
        """

    /// Jobs of which nothing is left but what they cost.
    private static let forgotten = """
        ALTER TABLE jobs ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX jobs_forgotten ON jobs (state) WHERE forgotten <> 0;
        """

    /// Jobs that were in the middle of something when a person cancelled them.
    private static let cancelled = """
        ALTER TABLE jobs ADD COLUMN cancel_asked INTEGER NOT NULL DEFAULT 0;
        """

    /// How long a bought picture is fetched from its address, and the day that noticed that an amount is dated later.
    private static let fetches = """
        ALTER TABLE calls ADD COLUMN fetch TEXT;
        ALTER TABLE ledger ADD COLUMN counted_on TEXT;
        """

    /// The number of jobs in each state, without forgotten ones, kept current by triggers: counting 100,000 rows for every
    /// status request took longer than the rest of it.
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

    /// Keys of submissions have no age: they are kept as long as their jobs.
    private static let keys = """
        DROP INDEX submissions_by_age;
        ALTER TABLE submissions DROP COLUMN created;
        """

    /// What was sent under a key: another request under the same one is told apart.
    private static let sent = """
        ALTER TABLE submissions ADD COLUMN content BLOB;
        """

    /// Who made which text: it is never taken for a prompt.
    private static let authors = """
        CREATE TABLE authors (
            digest BLOB PRIMARY KEY NOT NULL,
            job_id TEXT NOT NULL REFERENCES jobs (id)
        ) STRICT, WITHOUT ROWID;
        """

    /// What lies in folders whose files stay there: each content is worked off once.
    private static let observed = """
        ALTER TABLE drops ADD COLUMN observed INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX drops_observed ON drops (folder, content) WHERE observed <> 0;
        """
}
