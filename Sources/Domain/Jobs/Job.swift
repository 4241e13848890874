/// The durable unit of work that a drop becomes.
package struct Job: Equatable, Sendable {
    package let id: JobID
    package let drop: DropID
    /// The line of a batch that it was made from, from 1; 0: the whole drop. Together with the drop it names the job once
    /// more.
    package let line: Int
    /// The watch folder's name, for show and filters.
    package let folder: String
    /// The dropped file's name, from which outputs are named.
    package let name: FileName
    package let outbox: FolderPath
    package let request: Request
    package var state: JobState
    /// What is generated or dropped, once it lies in the blobs.
    package var picture: StoredPicture?
    /// The reserved names, from `staged` on.
    package var outputs: [OutputFile]
    /// Why its generated picture was delivered without art, from `staged` on; `nil` where there is art.
    package var missingArt: PictureFailure?
    /// How often it was tried, since a person last had it tried again.
    package var attempts: Int
    /// How often a person had it tried again.
    package var retries: Int
    /// Grows with every start that takes the job up; a write with an older token changes nothing.
    package var token: Int64
    /// Milliseconds since 1970.
    package let created: Int64
    /// The words of whoever sent it through the control socket, given back with it.
    package let reference: String?
    /// Who sent it through the control socket, by the system's number.
    package let submitter: UInt32?
    /// A person said that it may be paid for, whatever the caps say.
    package var isApproved: Bool
    /// A person wanted no more of it while something was being done about it: it goes no further.
    package var isCancelAsked: Bool

    package init(
        id: JobID, drop: DropID, line: Int, folder: String, name: FileName, outbox: FolderPath, request: Request,
        state: JobState = .queued, picture: StoredPicture? = nil, outputs: [OutputFile] = [],
        missingArt: PictureFailure? = nil, attempts: Int = 0, retries: Int = 0, token: Int64 = 0, created: Int64,
        reference: String? = nil, submitter: UInt32? = nil,
        isApproved: Bool = false, isCancelAsked: Bool = false
    ) {
        self.id = id
        self.drop = drop
        self.line = line
        self.folder = folder
        self.name = name
        self.outbox = outbox
        self.request = request
        self.state = state
        self.picture = picture
        self.outputs = outputs
        self.missingArt = missingArt
        self.attempts = attempts
        self.retries = retries
        self.token = token
        self.created = created
        self.reference = reference
        self.submitter = submitter
        self.isApproved = isApproved
        self.isCancelAsked = isCancelAsked
    }
}

/// A picture that lies in the blobs.
package struct StoredPicture: Hashable, Sendable, Codable {
    package let digest: Digest
    package let format: PictureFormat

    package init(digest: Digest, format: PictureFormat) {
        self.digest = digest
        self.format = format
    }
}

/// One file of a job in its outbox.
package struct OutputFile: Hashable, Sendable, Codable {
    package let kind: OutputKind
    /// The reserved final name.
    package let name: FileName
    /// `.JOBID.EXT.part`: where it lies until it is delivered.
    package let part: FileName

    package init(kind: OutputKind, name: FileName, part: FileName) {
        self.kind = kind
        self.name = name
        self.part = part
    }
}
