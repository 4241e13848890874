import MVISimulation

/// What one life of the service stands on, however often it reads its configuration.
struct LifeWorld: Sendable {
    let life: Life
    let files: SimulatedFiles
    let spool: SimulatedSpool
    let blobs: SimulatedBlobs
}
