/// The tables of shared blobs.
enum BlobSchema {
    /// What services note of blobs that they share, so that no service deletes what another is about to use. Times are
    /// the database's, because the services' clocks may differ.
    static let marks = """
        CREATE TABLE blob_marks (
            digest BLOB PRIMARY KEY NOT NULL,
            seen INTEGER,                   -- when nothing needed it for the first time since it was used
            used INTEGER,                   -- when it was stored again
            condemned INTEGER,              -- since when a service is deleting it
            gone INTEGER NOT NULL           -- 1: that service has deleted it
        ) STRICT, WITHOUT ROWID;
        """

    /// The blobs themselves, in PostgreSQL only. They are compressed already.
    static let contents = """
        CREATE TABLE blobs (
            digest bytea PRIMARY KEY,
            bytes bytea NOT NULL,
            size bigint NOT NULL,
            stored bigint NOT NULL          -- milliseconds since 1970
        );
        ALTER TABLE blobs ALTER COLUMN bytes SET STORAGE EXTERNAL;
        """
}
