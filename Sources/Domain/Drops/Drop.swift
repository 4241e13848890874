/// A file that somebody put into a watch folder, from its claim to its end.
package struct Drop: Equatable, Sendable {
    /// Each phase is one row update; a restart goes on from the last one that was committed.
    package enum Phase: String, Equatable, Sendable, CaseIterable {
        /// Ours to read. Next: `read`, or `ended` when it can't be read.
        case claimed
        /// Its content is a blob and its jobs are rows. Next: `ended`, when all of them have ended.
        case read
        /// Only its source is left to be moved away. Next: `gone`.
        case ended
        /// Its source was archived, moved to `failed`, or had vanished. The end.
        case gone
    }

    package let id: DropID
    /// The watch folder's name.
    package let folder: String
    package var identity: FileIdentity
    /// The file beside a picture that says what is asked for of it, taken together with it.
    package var sidecar: FileIdentity?
    /// Its content, once it was read.
    package var content: Digest?
    /// Whether what it asks a priced backend for has to be approved first: it lay there before us, or came with too many
    /// others.
    package let isHeld: Bool
    /// Whether its file stays where it is, and is not taken again.
    package let isObserved: Bool
    package var phase: Phase
    /// Why nothing, or not everything, came of it.
    package var failure: DropFailure?

    /// Whether it is a file in its folder. What came another way has no inode, and nothing to clear away.
    package var hasSource: Bool { identity.inode != 0 }

    package init(
        id: DropID, folder: String, identity: FileIdentity, sidecar: FileIdentity? = nil, isHeld: Bool = false,
        isObserved: Bool = false, phase: Phase = .claimed, failure: DropFailure? = nil, content: Digest? = nil
    ) {
        self.id = id
        self.folder = folder
        self.identity = identity
        self.sidecar = sidecar
        self.isHeld = isHeld
        self.isObserved = isObserved
        self.content = content
        self.phase = phase
        self.failure = failure
    }
}

/// What one line of a dropped text asks for, or the whole of it.
package struct DropLine: Equatable, Sendable {
    /// From 1; 0 for the whole text.
    package let number: Int
    /// A bad line fails alone.
    package let request: Result<Request, PromptFailure>

    package init(number: Int = 0, request: Result<Request, PromptFailure>) {
        self.number = number
        self.request = request
    }
}

/// A file in a watch folder, or in one below it, that says what drops there ask for.
package struct FolderFile: Equatable, Sendable {
    /// How it is called.
    package static var name: FileName { FileName(".textify.toml") }

    /// How many bytes it may have.
    package static var most: Int { 64 << 10 }

    /// Where it lies, from the watch folder on.
    package let place: FileName
    package let bytes: [UInt8]

    package init(place: FileName, bytes: [UInt8]) {
        self.place = place
        self.bytes = bytes
    }
}
