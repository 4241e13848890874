/// The numbered, append-only migrations of a program's database.
package struct Schema: Sendable {
    /// The application ID in the database, which identifies the program's.
    package let application: Int32
    /// Migration `n` upgrades from version `n` to `n + 1`. A released migration never changes.
    package let migrations: [String]

    package init(application: Int32, migrations: [String]) {
        self.application = application
        self.migrations = migrations
    }
}
