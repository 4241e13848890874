/// The way in which a state is moved.
package enum MigrationDirection: Sendable {
    /// From the file in the state folder to PostgreSQL.
    case toServer
    /// From PostgreSQL to the file in the state folder.
    case toFile
}

/// The reason why a state was not moved. The source is unchanged.
package enum MigrationFailure: Error, Equatable, Sendable {
    package enum Side: Sendable {
        case source
        case target
    }

    case database(Side, RepositoryFailure)
    /// The pictures of one side can't be used.
    case pictures(Side, FileFailure)
    /// The state folder has no database.
    case noSource
    /// The target has jobs or artworks of its own.
    case targetInUse
    /// Another state is being moved to the target; the text is the source's place.
    case targetTaken(from: String)
    /// The table is not the same in both databases.
    case tableDiffers(String)
    /// The rows of the table in the target are not those of the source.
    case rowsDiffer(String)
    /// There is no note to remove.
    case notMoved
}

/// How far a migration is.
package enum MigrationProgress: Equatable, Sendable {
    /// Rows of a table that have been copied.
    case rows(table: String, count: Int)
    /// All rows of a table have been copied.
    case copied(MovedTable)
    /// The table is the same on both sides.
    case compared(table: String)
    /// Pictures that have been copied, and their bytes.
    case pictures(count: Int, bytes: Int64)
    /// The index of words is being written.
    case indexing
    /// All that is left is to have services accept the target.
    case finishing

    /// Receives the progress, and ends the migration by throwing.
    package typealias Report = @Sendable (MigrationProgress) throws(RepositoryFailure) -> Void
}

package struct MovedTable: Equatable, Sendable {
    package let name: String
    package let rows: Int
    /// The time for copying them.
    package let time: Duration

    package init(name: String, rows: Int, time: Duration) {
        (self.name, self.rows, self.time) = (name, rows, time)
    }
}

/// What one side of a ledger adds up to, in one currency and with one kind of charge.
package struct LedgerSum: Equatable, Sendable {
    /// `nil`: no price was configured.
    package let currency: String?
    package let charge: String
    package let calls: Int64
    package let micros: Int64

    package init(currency: String?, charge: String, calls: Int64, micros: Int64) {
        (self.currency, self.charge, self.calls, self.micros) = (currency, charge, calls, micros)
    }
}

/// What became of the pictures.
package struct MovedPictures: Equatable, Sendable {
    package var copied = 0
    /// Of those that were copied.
    package var bytes: Int64 = 0
    /// Those that the target had already.
    package var present = 0
    /// Those that the target had and the source no longer has.
    package var removed = 0
    /// Those whose content in the source is not theirs, which were left out.
    package var damaged = 0

    package init() {}
}

/// What was copied and compared.
package struct MigrationReport: Equatable, Sendable {
    package let tables: [MovedTable]
    /// Equal on both sides.
    package let ledger: [LedgerSum]

    package init(tables: [MovedTable], ledger: [LedgerSum]) {
        (self.tables, self.ledger) = (tables, ledger)
    }
}
