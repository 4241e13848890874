package import PlatformSQL

/// The tables of `textifyd.db`.
///
/// Version 1 is edited in place until the first packages are made. An edit takes the next application ID, so that a
/// database of an earlier development build is refused instead of failing at the first missing column. From the first
/// package on this text never changes: a later version is a migration after it.
package enum SpoolSchema {
    /// "tfyI", in the file's header.
    package static let application: Int32 = 0x7466_7949

    /// The column and options of the index of words.
    static let wordsColumns =
        "words, content = '', detail = none, columnsize = 0, tokenize = 'unicode61 remove_diacritics 0'"

    package static var schema: Schema { Schema(application: application, migrations: [version1]) }

    /// Identifiers are stored as their 26 characters, so that they sort by time. Times are milliseconds since 1970 and
    /// always come from the caller. File names and paths are bytes, digests are SHA-256, and inodes and seeds are
    /// stored with their bits as signed integers.
    package static let version1 = """
        -- What was picked up from a watch folder, or submitted over the control socket.
        CREATE TABLE drops (
            id TEXT PRIMARY KEY NOT NULL,
            folder TEXT NOT NULL,           -- the watch folder's name
            path BLOB NOT NULL,             -- the file, relative to the watch folder
            inode INTEGER NOT NULL,         -- with path, size and modified the file's identity; 0 for a submission
            size INTEGER NOT NULL,          -- bytes
            modified INTEGER NOT NULL,      -- nanoseconds since 1970
            sidecar TEXT,                   -- identity of the options file beside a picture, JSON
            held INTEGER NOT NULL,          -- 1: its priced jobs wait for approval
            observed INTEGER NOT NULL,      -- 1: the file stays in its folder
            twin INTEGER NOT NULL,          -- 1: the folder had another file with its stem
            phase TEXT NOT NULL CHECK (phase IN ('claimed', 'read', 'ended', 'gone')),
            failure TEXT,                   -- DropFailure, JSON
            content BLOB,                   -- digest of the file, once read
            kept BLOB,                      -- name of a failed source in the folder for failed files
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;
        -- A file is claimed once.
        CREATE UNIQUE INDEX drops_held ON drops (folder, path, inode, size, modified) WHERE phase <> 'gone';
        CREATE INDEX drops_unfinished ON drops (id) WHERE phase <> 'gone';
        -- Each content of an observed folder is processed once.
        CREATE INDEX drops_observed ON drops (folder, content) WHERE observed <> 0;

        -- One picture to make or convert, with its outputs.
        CREATE TABLE jobs (
            id TEXT PRIMARY KEY NOT NULL,
            drop_id TEXT NOT NULL REFERENCES drops (id),
            line INTEGER NOT NULL,          -- line of a batch from 1; 0: the whole drop
            sample INTEGER NOT NULL,        -- from 1, among the pictures of the same request
            samples INTEGER NOT NULL,       -- the number of pictures of the request
            folder TEXT NOT NULL,           -- the watch folder's name
            name BLOB NOT NULL,             -- the file's name
            naming TEXT NOT NULL,           -- OutputNaming, JSON
            outbox BLOB NOT NULL,           -- the folder for its outputs
            request TEXT,                   -- Request, JSON; NULL for a refused drop
            reference TEXT,                 -- the submitter's own reference
            submitter INTEGER,              -- user ID of a submission
            created INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('queued', 'submitting', 'submitted', 'generated', 'staged', 'done',
                'waiting', 'held', 'unknown', 'failed', 'cancelled')),
            wait_until INTEGER,             -- of waiting jobs
            hold TEXT,                      -- HoldReason of held jobs, JSON
            failure TEXT,                   -- JobFailure of waiting and failed jobs, JSON
            gate TEXT,                      -- the closed gate that a waiting job is behind
            picture_digest BLOB,            -- the generated or dropped picture, once stored
            picture_format TEXT,
            outputs TEXT NOT NULL,          -- the reserved names, JSON
            making TEXT,                    -- ArtworkMaking of the outputs, JSON
            missing_art TEXT,               -- PictureFailure because of which there is no art, JSON
            priority INTEGER NOT NULL,      -- of the request; the most urgent is 0
            backend TEXT,                   -- that makes its picture; NULL for dropped pictures
            owner TEXT,                     -- the node that works on it; NULL: none, or there are no nodes
            attempts INTEGER NOT NULL,      -- since the last retry by a person
            retries INTEGER NOT NULL,       -- by a person
            token INTEGER NOT NULL,         -- a write with a lower one changes nothing
            approved INTEGER NOT NULL,      -- 1: budget caps don't apply
            cancel_requested INTEGER NOT NULL,  -- 1: stops at its next step
            duplicate_of TEXT,              -- the job of the artwork because of which this one was cancelled from the start
            forgotten INTEGER NOT NULL DEFAULT 0,   -- when it was erased; only its costs are kept. 0: it was not
            read_at INTEGER,                -- when a person marked the failure as read
            changed INTEGER NOT NULL,
            UNIQUE (drop_id, line, sample),
            CHECK (request IS NOT NULL OR state = 'failed')
        ) STRICT;
        -- Failures that nobody has marked as read.
        CREATE INDEX jobs_unread ON jobs (id) WHERE state = 'failed' AND read_at IS NULL;
        CREATE INDEX jobs_refused_unread ON jobs (forgotten)
            WHERE state = 'failed' AND read_at IS NULL AND request IS NULL;
        CREATE INDEX jobs_unfinished ON jobs (id) WHERE state NOT IN ('done', 'failed', 'cancelled');
        CREATE INDEX jobs_gated ON jobs (gate, priority, id) WHERE state = 'waiting' AND gate IS NOT NULL;
        CREATE INDEX jobs_of_state ON jobs (state, id);
        CREATE INDEX jobs_of_folder ON jobs (folder, id);
        CREATE INDEX jobs_by_ending ON jobs (substr(id, 23));
        -- Pictures that unfinished jobs need.
        CREATE INDEX jobs_needing_picture ON jobs (picture_digest)
            WHERE picture_digest IS NOT NULL AND state NOT IN ('done', 'failed', 'cancelled');

        -- The input pictures in the requests of edits, kept as long as their jobs.
        CREATE TABLE job_inputs (
            job_id TEXT NOT NULL REFERENCES jobs (id),
            position INTEGER NOT NULL,      -- from 1, in the order of the request
            digest BLOB NOT NULL,
            open INTEGER NOT NULL,          -- 1: the job has not ended, kept current by a trigger
            PRIMARY KEY (job_id, position)
        ) STRICT, WITHOUT ROWID;
        -- Input pictures that unfinished jobs need. The same reference may be in very many jobs that have ended.
        CREATE INDEX job_inputs_needed ON job_inputs (digest) WHERE open <> 0;
        CREATE TRIGGER job_inputs_open AFTER UPDATE OF state ON jobs
            WHEN (old.state IN ('done', 'failed', 'cancelled')) <> (new.state IN ('done', 'failed', 'cancelled')) BEGIN
            UPDATE job_inputs SET open = CASE WHEN new.state IN ('done', 'failed', 'cancelled') THEN 0 ELSE 1 END
            WHERE job_id = new.id;
        END;

        -- The number of jobs in each state, without forgotten ones, kept current by triggers: counting 100,000 rows for
        -- every status request took longer than the rest of it.
        CREATE TABLE job_counts (
            state TEXT PRIMARY KEY NOT NULL,
            jobs INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER job_counts_insert AFTER INSERT ON jobs WHEN new.forgotten = 0 BEGIN
            INSERT INTO job_counts (state, jobs) VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET jobs = job_counts.jobs + 1;
        END;
        CREATE TRIGGER job_counts_delete AFTER DELETE ON jobs WHEN old.forgotten = 0 BEGIN
            UPDATE job_counts SET jobs = jobs - 1 WHERE state = old.state;
        END;
        CREATE TRIGGER job_counts_old_state AFTER UPDATE OF state, forgotten ON jobs WHEN old.forgotten = 0 BEGIN
            UPDATE job_counts SET jobs = jobs - 1 WHERE state = old.state;
        END;
        CREATE TRIGGER job_counts_new_state AFTER UPDATE OF state, forgotten ON jobs WHEN new.forgotten = 0 BEGIN
            INSERT INTO job_counts (state, jobs) VALUES (new.state, 1) ON CONFLICT (state) DO UPDATE SET jobs = job_counts.jobs + 1;
        END;

        -- The number of drops that were refused, by the reason's code. Never decreases.
        CREATE TABLE refusals (
            code TEXT PRIMARY KEY NOT NULL,
            drops INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Every state that a job has reached. The columns are those of jobs.
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

        -- Orders to backends, recorded before they are sent.
        CREATE TABLE calls (
            sequence INTEGER PRIMARY KEY,   -- order of their beginning
            id TEXT NOT NULL UNIQUE,
            job_id TEXT NOT NULL REFERENCES jobs (id),
            backend TEXT NOT NULL,
            purchase_key BLOB NOT NULL,     -- digest by which the same purchase is recognised
            idempotency_key TEXT NOT NULL,
            seed INTEGER NOT NULL,
            phase TEXT NOT NULL CHECK (phase IN ('reserved', 'submitting', 'submitted', 'finished', 'fetched',
                'settled')),
            handle TEXT,                    -- by which the backend finds the work; a finished picture's URL
            failure TEXT,                   -- BackendFailure, JSON
            fetching TEXT,                  -- ResultFetch of a finished picture, JSON
            picture_digest BLOB,            -- the picture, once fetched
            picture_format TEXT,
            reference TEXT,                 -- the provider's own identifier
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX calls_of_job ON calls (job_id, sequence);
        -- Pictures that can be used again.
        CREATE INDEX calls_by_purchase ON calls (purchase_key) WHERE phase = 'fetched';
        CREATE INDEX calls_by_picture ON calls (picture_digest) WHERE phase = 'fetched';

        -- What a call costs. Kept for ever; day is in the local time zone.
        CREATE TABLE ledger (
            call_id TEXT PRIMARY KEY NOT NULL,      -- of calls or tag_calls, inserted in the same transaction
            backend TEXT NOT NULL,
            folder TEXT NOT NULL,           -- the watch folder's name
            submitter INTEGER,              -- user ID
            day TEXT NOT NULL,              -- YYYY-MM-DD on which it was reserved
            counted_on TEXT,                -- the day that a line dated later than today counts for
            charge TEXT NOT NULL CHECK (charge IN ('reserved', 'spent', 'unspent', 'unknown')),
            micros INTEGER NOT NULL,        -- millionths of the currency
            currency TEXT,                  -- NULL: no price is configured
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX ledger_by_day ON ledger (day) WHERE charge <> 'unspent';

        -- Names in outboxes reserved by jobs that have not ended, case-folded.
        CREATE TABLE outputs (
            outbox BLOB NOT NULL,
            folded_name TEXT NOT NULL,
            folded_stem TEXT NOT NULL,
            job_id TEXT NOT NULL REFERENCES jobs (id),
            PRIMARY KEY (outbox, folded_name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX outputs_of_job ON outputs (job_id);
        CREATE INDEX outputs_by_stem ON outputs (outbox, folded_stem);

        -- Pictures that are kept after their delivery, to be shown and rendered again.
        CREATE TABLE kept_pictures (
            digest BLOB PRIMARY KEY NOT NULL,
            source TEXT NOT NULL CHECK (source IN ('generated', 'dropped')),
            size INTEGER NOT NULL,          -- bytes
            kept INTEGER NOT NULL           -- when it was last delivered
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX kept_pictures_by_age ON kept_pictures (source, kept, digest);

        -- Pictures of artworks that are kept no longer.
        CREATE TABLE removed_pictures (
            digest BLOB PRIMARY KEY NOT NULL,
            removed INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The size of all kept pictures together, kept current by triggers, because every drop asks for it.
        CREATE TABLE kept_sizes (
            source TEXT PRIMARY KEY NOT NULL,
            bytes INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        INSERT INTO kept_sizes VALUES ('generated', 0), ('dropped', 0);
        CREATE TRIGGER kept_sizes_insert AFTER INSERT ON kept_pictures BEGIN
            UPDATE kept_sizes SET bytes = bytes + new.size WHERE source = new.source;
        END;
        CREATE TRIGGER kept_sizes_delete AFTER DELETE ON kept_pictures BEGIN
            UPDATE kept_sizes SET bytes = bytes - old.size WHERE source = old.source;
        END;

        -- The last output delivered under each name, by which on_conflict = "replace" recognises what it may replace. An
        -- erased job keeps none.
        CREATE TABLE delivered (
            outbox BLOB NOT NULL,
            folded_name TEXT NOT NULL,
            digest BLOB NOT NULL,
            job_id TEXT NOT NULL REFERENCES jobs (id),
            PRIMARY KEY (outbox, folded_name)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX delivered_by_job ON delivered (job_id);

        -- The job that produced each text, so that an output is never processed as a prompt.
        CREATE TABLE authors (
            digest BLOB PRIMARY KEY NOT NULL,
            job_id TEXT NOT NULL REFERENCES jobs (id)
        ) STRICT, WITHOUT ROWID;

        -- The options of art, each set once: most artworks share a few.
        CREATE TABLE art_options (
            id INTEGER PRIMARY KEY,
            options TEXT NOT NULL UNIQUE    -- ArtOptions, JSON
        ) STRICT;

        -- Finished jobs as the library shows them, in order of their completion.
        CREATE TABLE artworks (
            number INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used again
            job_id TEXT NOT NULL UNIQUE,
            made INTEGER NOT NULL,
            source TEXT NOT NULL CHECK (source IN ('generated', 'dropped')),
            likeness BLOB,                  -- Likeness of the picture; NULL if it was not rendered
            name TEXT NOT NULL,             -- of its files, without an ending
            folder TEXT NOT NULL,           -- the watch folder's name
            prompt TEXT,
            backend TEXT,                   -- NULL for dropped pictures
            model TEXT,
            seed INTEGER,
            micros INTEGER,                 -- what it cost, in millionths of the currency; NULL if no price is known
            currency TEXT,
            columns INTEGER,                -- the art's size in cells; NULL for a picture without art
            rows INTEGER,
            charset TEXT,                   -- what the art was made with where the options left the choice
            look TEXT,
            picture_digest BLOB NOT NULL,
            picture_format TEXT NOT NULL,
            options INTEGER NOT NULL REFERENCES art_options (id),
            favourite INTEGER NOT NULL DEFAULT 0,
            trashed INTEGER                 -- when it was moved to the trash
        ) STRICT;
        CREATE INDEX artworks_of_folder ON artworks (folder);
        CREATE INDEX artworks_of_backend ON artworks (backend) WHERE backend IS NOT NULL;
        CREATE INDEX artworks_of_model ON artworks (model) WHERE model IS NOT NULL;
        CREATE INDEX artworks_of_seed ON artworks (seed) WHERE seed IS NOT NULL;
        CREATE INDEX artworks_of_picture ON artworks (picture_digest);
        CREATE INDEX artworks_of_options ON artworks (options);
        CREATE INDEX artworks_favourite ON artworks (number) WHERE favourite <> 0;
        CREATE INDEX artworks_trashed ON artworks (trashed) WHERE trashed IS NOT NULL;
        CREATE INDEX artworks_by_time ON artworks (made) WHERE trashed IS NULL;

        CREATE TABLE tags (
            id INTEGER PRIMARY KEY,
            folded TEXT NOT NULL UNIQUE,    -- the form by which tags are compared
            shown TEXT NOT NULL,            -- as typed first
            artworks INTEGER NOT NULL DEFAULT 0     -- the number of artworks outside the trash, kept by triggers
        ) STRICT;
        CREATE TABLE artwork_tags (
            tag_id INTEGER NOT NULL REFERENCES tags (id),
            artwork INTEGER NOT NULL REFERENCES artworks (number),
            machine INTEGER NOT NULL DEFAULT 0,     -- 1: a model gave it, and no person
            PRIMARY KEY (tag_id, artwork)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX artwork_tags_of_artwork ON artwork_tags (artwork, tag_id, machine);
        CREATE TRIGGER artwork_tags_insert AFTER INSERT ON artwork_tags
        WHEN EXISTS (SELECT 1 FROM artworks WHERE number = new.artwork AND trashed IS NULL) BEGIN
            UPDATE tags SET artworks = artworks + 1 WHERE id = new.tag_id;
        END;
        CREATE TRIGGER artwork_tags_delete AFTER DELETE ON artwork_tags
        WHEN EXISTS (SELECT 1 FROM artworks WHERE number = old.artwork AND trashed IS NULL) BEGIN
            UPDATE tags SET artworks = artworks - 1 WHERE id = old.tag_id;
        END;
        CREATE TRIGGER artworks_trash AFTER UPDATE OF trashed ON artworks
        WHEN (old.trashed IS NULL) <> (new.trashed IS NULL) BEGIN
            UPDATE tags SET artworks = artworks + CASE WHEN new.trashed IS NULL THEN 1 ELSE -1 END
            WHERE id IN (SELECT tag_id FROM artwork_tags WHERE artwork = new.number);
        END;

        -- Questions to vision models for tags, recorded before they are sent. They are not in calls, because the newest
        -- call of a job decides how the job goes on.
        CREATE TABLE tag_calls (
            sequence INTEGER PRIMARY KEY,   -- order of their beginning
            id TEXT NOT NULL UNIQUE,
            job_id TEXT NOT NULL REFERENCES jobs (id),      -- the artwork's
            backend TEXT NOT NULL,
            purchase_key BLOB NOT NULL,     -- digest by which the same question is recognised
            phase TEXT NOT NULL CHECK (phase IN ('submitting', 'answered', 'failed')),
            tags TEXT,                      -- the answer, JSON
            failure TEXT,                   -- BackendFailure, JSON
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX tag_calls_of_job ON tag_calls (job_id, sequence);
        CREATE INDEX tag_calls_by_purchase ON tag_calls (purchase_key, sequence);
        CREATE INDEX tag_calls_open ON tag_calls (id) WHERE phase = 'submitting';
        -- The answer says what the picture shows, and is erased with the artwork. The row stays for the ledger.
        CREATE TRIGGER tag_calls_erased AFTER DELETE ON artworks BEGIN
            UPDATE tag_calls SET purchase_key = zeroblob(32), tags = NULL, failure = NULL WHERE job_id = old.job_id;
        END;
        -- Folders whose new artworks are tagged automatically.
        CREATE TABLE tagged_folders (
            folder TEXT PRIMARY KEY NOT NULL,
            artwork INTEGER NOT NULL,       -- this one and those before it are done with
            since INTEGER NOT NULL          -- artworks that were made earlier came from elsewhere
        ) STRICT, WITHOUT ROWID;

        -- Artworks that were erased or look different than before, for readers that keep likenesses. The newest 10,000.
        CREATE TABLE artwork_changes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            artwork INTEGER NOT NULL
        ) STRICT;
        CREATE TRIGGER artworks_erased AFTER DELETE ON artworks BEGIN
            INSERT INTO artwork_changes (artwork) VALUES (old.number);
            DELETE FROM artwork_changes WHERE id <= (SELECT max(id) FROM artwork_changes) - 10000;
        END;
        CREATE TRIGGER artworks_looks AFTER UPDATE OF likeness ON artworks
        WHEN old.likeness IS DISTINCT FROM new.likeness BEGIN
            INSERT INTO artwork_changes (artwork) VALUES (new.number);
            DELETE FROM artwork_changes WHERE id <= (SELECT max(id) FROM artwork_changes) - 10000;
        END;

        -- Pairs of artworks that look alike but were told apart by a person.
        CREATE TABLE artworks_apart (
            one INTEGER NOT NULL REFERENCES artworks (number),
            other INTEGER NOT NULL REFERENCES artworks (number),
            PRIMARY KEY (one, other),
            CHECK (one < other)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX artworks_apart_other ON artworks_apart (other, one);
        CREATE TRIGGER artworks_apart_erased BEFORE DELETE ON artworks BEGIN
            DELETE FROM artworks_apart WHERE one = old.number OR other = old.number;
        END;

        -- The words of artworks outside and inside the trash, as SearchTokenizer splits them, their tags and stacks.
        CREATE VIRTUAL TABLE artwork_words USING fts5 (
            \(wordsColumns));
        -- The version of the tokenizer that wrote them.
        CREATE TABLE artwork_words_version (version INTEGER NOT NULL) STRICT;

        -- Keys of submissions, kept as long as their jobs.
        CREATE TABLE submissions (
            submitter INTEGER NOT NULL,     -- user ID; every user has keys of their own
            key TEXT NOT NULL,
            drop_id TEXT NOT NULL REFERENCES drops (id),
            content BLOB NOT NULL,          -- digest by which a different request under the same key is detected
            PRIMARY KEY (submitter, key)
        ) STRICT, WITHOUT ROWID;

        -- Submissions that are made at set times.
        CREATE TABLE plans (
            id TEXT PRIMARY KEY NOT NULL,
            request TEXT NOT NULL,          -- Request, JSON
            folder TEXT NOT NULL,           -- the watch folder's name
            outbox BLOB NOT NULL,           -- the folder's outbox when it was planned
            on_conflict TEXT NOT NULL,
            name BLOB NOT NULL,             -- by which the outputs are named
            size INTEGER NOT NULL,          -- of its pictures, in bytes
            reference TEXT,                 -- the submitter's own reference
            submitter INTEGER NOT NULL,     -- user ID
            given_at TEXT,                  -- the time and the interval as they were given
            given_every TEXT,
            calendar TEXT,                  -- what they mean; NULL for a single moment
            catch_up TEXT NOT NULL CHECK (catch_up IN ('skip', 'once')),
            state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'ended')),
            due INTEGER,                    -- the next moment; NULL: none, or to be found again
            found INTEGER NOT NULL,         -- what the clock showed when the next moment was found
            last_due INTEGER,               -- the moment that was settled last
            last_job TEXT,                  -- the first job that was made then; NULL: it was missed
            revision INTEGER NOT NULL,      -- increases with each change by a person
            key TEXT,                       -- of the submission
            content BLOB NOT NULL,          -- digest by which a different request under the same key is detected
            created INTEGER NOT NULL,
            changed INTEGER NOT NULL
        ) STRICT;
        CREATE UNIQUE INDEX plans_by_key ON plans (submitter, key) WHERE key IS NOT NULL;
        -- The moments of plans that are settled, so that none makes jobs twice. The newest 10,000 of each.
        CREATE TABLE plan_runs (
            plan_id TEXT NOT NULL REFERENCES plans (id),
            due INTEGER NOT NULL,
            drop_id TEXT,                   -- of the jobs that were made; NULL: the moment was missed
            settled INTEGER NOT NULL,
            PRIMARY KEY (plan_id, due)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX plan_runs_of_drop ON plan_runs (drop_id) WHERE drop_id IS NOT NULL;
        -- The pictures of plans that have not ended, kept as long.
        CREATE TABLE plan_pictures (
            digest BLOB NOT NULL,
            plan_id TEXT NOT NULL REFERENCES plans (id),
            PRIMARY KEY (digest, plan_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX plan_pictures_of_plan ON plan_pictures (plan_id);

        -- Where the notes on waiting jobs are in their outboxes, from before a note is written until it is gone.
        CREATE TABLE notes (
            job_id TEXT PRIMARY KEY NOT NULL,
            folder TEXT NOT NULL,           -- the watch folder's name
            outbox BLOB NOT NULL,
            name BLOB NOT NULL,             -- relative to the outbox
            text TEXT NOT NULL              -- the file's content: another file may have come under the name
        ) STRICT, WITHOUT ROWID;

        -- What targets of notifications are still to be told, and what they could not be told. One of a job is inserted in the
        -- transaction that stores the job's state.
        CREATE TABLE notifications (
            number INTEGER PRIMARY KEY,
            target TEXT NOT NULL,           -- the target's name
            key TEXT NOT NULL,              -- what it tells of; the same thing is told once
            kind TEXT NOT NULL,             -- NotificationKind
            job_id TEXT,                    -- of what happened to a job
            step INTEGER,                   -- of job_history: the state that the job reached
            event TEXT,                     -- NotificationEvent of what happened to no job, JSON
            at INTEGER NOT NULL,            -- when it happened
            phase TEXT NOT NULL CHECK (phase IN ('waiting', 'told', 'dead')),
            message INTEGER,                -- the first member's number, once it is part of a message that may have been sent
            due INTEGER NOT NULL,           -- when the next attempt is; 0: at once
            attempts INTEGER NOT NULL,
            first_tried INTEGER,
            failure TEXT,                   -- NotificationFailure of the last attempt, JSON
            node TEXT,                      -- the node that is sending it
            leased INTEGER NOT NULL,        -- until when no other node may
            UNIQUE (target, key)
        ) STRICT;
        CREATE INDEX notifications_waiting ON notifications (target, attempts, number) WHERE phase = 'waiting';
        CREATE INDEX notifications_of_message ON notifications (message) WHERE message IS NOT NULL;
        CREATE INDEX notifications_of_job ON notifications (job_id) WHERE job_id IS NOT NULL;

        -- Folders that were used before, recognised by the content of their marker file.
        CREATE TABLE places (
            machine TEXT NOT NULL,          -- the state folder's identity; empty if the database is in it
            folder BLOB NOT NULL,
            marker TEXT,                    -- NULL where none could be written
            since INTEGER NOT NULL,
            PRIMARY KEY (machine, folder)
        ) STRICT, WITHOUT ROWID;

        \(BlobSchema.marks)
        """
}
