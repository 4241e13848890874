package import Domain
package import PlatformSystem
package import Rendering

/// What the stores stand on: all through which their work reaches the world, and the clock that they go by.
package struct Ground<C: Clock<Duration>>: Sendable {
    let files: any FileSystem
    let spool: any SpoolRepository
    let blobs: any BlobRepository
    /// Which folders were used before.
    let places: any PlaceRepository
    let renderer: any Renderer
    let clock: C
    /// The machine's start.
    let origin: C.Instant
    /// Milliseconds since 1970.
    let utc: @Sendable () -> Int64
    /// Of all identifiers and all chance.
    let seed: UInt64
    /// What the marker of a folder says that is used for the first time.
    let mint: @Sendable () -> String
    /// For what blocks while it looks into a picture; without it nobody else can run meanwhile.
    let disk: ThreadExecutor?
    /// Which folders this service alone takes drops from; without it nobody else is there.
    let claims: FolderClaims?
    /// The memory that renderings share; without it nobody else decodes meanwhile.
    let memory: MemoryBudget?

    package init(
        files: any FileSystem, spool: any SpoolRepository, blobs: any BlobRepository, places: any PlaceRepository,
        renderer: any Renderer, clock: C, origin: C.Instant, utc: @escaping @Sendable () -> Int64, seed: UInt64,
        mint: @escaping @Sendable () -> String, disk: ThreadExecutor? = nil,
        claims: FolderClaims? = nil, memory: MemoryBudget? = nil
    ) {
        self.files = files
        self.spool = spool
        self.blobs = blobs
        self.places = places
        self.renderer = renderer
        self.clock = clock
        self.origin = origin
        self.utc = utc
        self.seed = seed
        self.mint = mint
        self.disk = disk
        self.claims = claims
        self.memory = memory
    }
}
