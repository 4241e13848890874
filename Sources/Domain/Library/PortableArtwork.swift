/// An artwork with everything that another library needs to show it and to make it again.
package struct PortableArtwork: Equatable, Sendable {
    /// Its number means nothing in another library.
    package var artwork: Artwork
    package let request: Request
    /// The dropped file's name, or the name that a submission got.
    package let file: FileName
    /// When the job was ordered.
    package let created: UTCMillis
    /// The jobs of artworks that a person told apart from it, by their identifiers.
    package let apart: [JobID]

    package init(artwork: Artwork, request: Request, file: FileName, created: UTCMillis, apart: [JobID] = []) {
        self.artwork = artwork
        self.request = request
        self.file = file
        self.created = created
        self.apart = apart
    }
}

extension PortableArtwork {
    /// The finished job by which another library names the artwork. It delivered nothing there; delivering it again puts
    /// its outputs into `outbox`.
    package func job(outbox: FolderPath) -> Job {
        // The path is cleaned as a dropped file's, which has an ending.
        let path = OutputName.path(of: FileName(artwork.name + ".png"))
        return Job(
            id: artwork.job, drop: drop.id, line: 0, folder: artwork.folder, name: file, outbox: outbox,
            request: request, naming: OutputNaming(parts: [path]), state: .done, picture: artwork.picture,
            attempts: 1, created: created)
    }

    /// The drop of that job: nothing of it is in a folder.
    package var drop: Drop {
        let id = DropID(high: artwork.job.high, low: artwork.job.low)
        let identity = FileIdentity(
            name: FileName(".imported-\(id)"), inode: 0, size: artwork.making.pictureSize ?? 0,
            modified: UTCNanos(created.milliseconds))
        return Drop(id: id, folder: artwork.folder, identity: identity, phase: .gone)
    }
}

/// What became of an artwork that came from another library.
package enum ArtworkImport: String, Equatable, Sendable, CaseIterable {
    /// It is new here.
    case added
    /// It was here already; tags, marks or its picture were added.
    case merged
    /// It was here already with everything that came.
    case unchanged
    /// Its job was forgotten here, and stays so.
    case forgotten
    /// Its job is here, but has made no artwork yet.
    case unfinished
}
