/// A file put into a watch folder, from its claim until its source is gone.
package struct Drop: Equatable, Sendable {
    /// The progress of a drop. Each phase is one row update; a restart continues from the last committed phase.
    package enum Phase: String, Equatable, Sendable, CaseIterable {
        /// Reserved for reading. Next: `read`, or `ended` if it can't be read.
        case claimed
        /// The content is stored as a blob, and the jobs are stored. Next: `ended`, once all jobs have ended.
        case read
        /// Everything is done but removing the source from the watch folder. Next: `gone`.
        case ended
        /// The source was archived, moved to `failed`, or had vanished. Final.
        case gone
    }

    package let id: DropID
    /// The watch folder's name.
    package let folder: String
    package var identity: FileIdentity
    /// The TOML file beside a picture, with options for it. It is claimed together with the picture.
    package var sidecar: FileIdentity?
    /// The digest of its content, once read.
    package var content: Digest?
    /// Whether its jobs for priced backends need approval first: it was in the folder before the service started to
    /// watch, or arrived with too many others.
    package let isHeld: Bool
    /// Whether its file stays in the folder and is not picked up again.
    package let isObserved: Bool
    /// Whether its folder had another file with the same stem when it was claimed, so that its outputs keep its ending.
    package let hasTwin: Bool
    package var phase: Phase
    /// The reason why the drop, or a part of it, failed.
    package var failure: DropFailure?
    /// The name of a failed source in the folder for failed files, once it was moved there.
    package var kept: FileName?

    /// Whether the drop is a file in its folder. Submissions have no inode and no source to remove.
    package var hasSource: Bool { identity.inode != 0 }

    /// Whether its file is in the watch folder until its jobs have ended. One that is read again stays where failed files
    /// are kept.
    package var isInFolder: Bool { hasSource && kept == nil }

    package init(
        id: DropID, folder: String, identity: FileIdentity, sidecar: FileIdentity? = nil, isHeld: Bool = false,
        isObserved: Bool = false, hasTwin: Bool = false, phase: Phase = .claimed, failure: DropFailure? = nil,
        content: Digest? = nil, kept: FileName? = nil
    ) {
        self.id = id
        self.folder = folder
        self.identity = identity
        self.sidecar = sidecar
        self.isHeld = isHeld
        self.isObserved = isObserved
        self.hasTwin = hasTwin
        self.content = content
        self.phase = phase
        self.failure = failure
        self.kept = kept
    }

    /// The drop and its folder as they are where its source lies: for a source that was moved to the folder for failed
    /// files and read again there, that folder and the name there.
    package func located(in watch: WatchFolder) -> (drop: Drop, watch: WatchFolder) {
        guard let kept else { return (self, watch) }
        var (drop, watch) = (self, watch)
        drop.identity = drop.identity.named(kept)
        drop.sidecar = drop.sidecar?.named(kept.sidecar)
        watch.path = watch.failed
        return (drop, watch)
    }
}

/// The request from one line of a dropped text, or from the whole text.
package struct DropLine: Equatable, Sendable {
    /// The line, counted from 1; 0 for the whole text.
    package let number: Int
    /// The request or its error. An invalid line fails alone.
    package let request: Result<Request, PromptFailure>

    package init(number: Int = 0, request: Result<Request, PromptFailure>) {
        self.number = number
        self.request = request
    }
}

/// A `.textify.toml` file in a watch folder or a subfolder, with options for the drops there.
package struct FolderConfigFile: Equatable, Sendable {
    /// The file's name.
    package static var name: FileName { FileName(".textify.toml") }

    /// The largest size, in bytes.
    package static var most: Int { 64 << 10 }

    /// The path, relative to the watch folder.
    package let place: FileName
    package let bytes: [UInt8]

    package init(place: FileName, bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }
}

extension FileName {
    /// The name of a picture's sidecar: `photo.png.toml`.
    package var sidecar: FileName { FileName(bytes: bytes + Array(".toml".utf8)) }
}
