/// The durable unit of work: one picture to generate or convert, and its outputs. A drop becomes one job or, as a
/// batch, several.
package struct Job: Equatable, Sendable {
    package let id: JobID
    package let drop: DropID
    /// The line of the batch that the job was made from, counted from 1; 0 for a job made from the whole drop. Drop,
    /// line and sample together identify the job, as its `id` does.
    package let line: Int
    /// The job's place among the samples of its request.
    package let sample: Sample
    /// The watch folder's name, for display and filters.
    package let folder: String
    /// The dropped file's name.
    package let name: FileName
    /// The name of the outputs.
    package let naming: OutputNaming
    package let outbox: FolderPath
    /// `nil` if none could be read: the file, or the line of a batch, was refused. Such a job has failed; a refused
    /// file's job gets its request when the file is read again.
    package let request: Request?
    package var state: JobState
    /// The generated or dropped picture, once it is stored as a blob.
    package var picture: StoredPicture?
    /// The outputs with their reserved names, from `staged` on; empty before.
    package var outputs: [OutputFile]
    /// The reason why the generated picture is delivered without art, set when the job is staged; `nil` where there is
    /// art.
    package var missingArt: PictureFailure?
    /// Attempts since the job was created or last retried by a person.
    package var attempts: Int
    /// The number of retries by a person.
    package var retries: Int
    /// Fencing token. Every start that resumes the job gives it a higher one; a write with an older token changes
    /// nothing.
    package var token: Int64
    package let created: UTCMillis
    /// The sender's own reference, returned with a job submitted through the control socket.
    package let reference: String?
    /// The user ID of the sender, for a job submitted through the control socket.
    package let submitter: UInt32?
    /// A person approved the purchase: budget caps no longer apply.
    package var isApproved: Bool
    /// A person cancelled the job while it was being worked on: it stops at the next step.
    package var isCancelRequested: Bool
    /// The job of an artwork with the same picture: this job was cancelled before it started, as a duplicate.
    package var duplicateOf: JobID?

    /// `naming`: `nil` names the outputs like the job.
    package init(
        id: JobID, drop: DropID, line: Int, sample: Sample = .only, folder: String, name: FileName, outbox: FolderPath,
        request: Request?, naming: OutputNaming? = nil, state: JobState = .queued, picture: StoredPicture? = nil,
        outputs: [OutputFile] = [], missingArt: PictureFailure? = nil, attempts: Int = 0, retries: Int = 0,
        token: Int64 = 0, created: UTCMillis, reference: String? = nil, submitter: UInt32? = nil,
        isApproved: Bool = false, isCancelRequested: Bool = false, duplicateOf: JobID? = nil
    ) {
        self.id = id
        self.drop = drop
        self.line = line
        self.sample = sample
        self.folder = folder
        self.name = name
        self.outbox = outbox
        self.naming = naming ?? OutputNaming(parts: [OutputName.path(of: name)])
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
        self.isCancelRequested = isCancelRequested
        self.duplicateOf = duplicateOf
    }
}

extension Job {
    /// The request of a job that is being worked on, which always has one: only a failed job may be without.
    package var activeRequest: Request { request ?? .builtIn }
}

extension [Job] {
    /// The jobs of one drop by line and sample.
    package var inFileOrder: [Job] { sorted { ($0.line, $0.sample.number) < ($1.line, $1.sample.number) } }
}

/// One of several pictures of a request.
package struct Sample: Hashable, Sendable {
    /// The only picture of its request.
    package static let only = Sample(1, of: 1)

    /// Counted from 1.
    package let number: Int
    /// The number of pictures of the request.
    package let count: Int

    package init(_ number: Int, of count: Int) {
        self.number = number
        self.count = count
    }

    /// Whether the request has other pictures.
    package var isOneOfMany: Bool { count > 1 }
}

/// A picture stored as a blob.
package struct StoredPicture: Hashable, Sendable, Codable {
    package let digest: Digest
    package let format: PictureFormat

    package init(digest: Digest, format: PictureFormat) {
        self.digest = digest
        self.format = format
    }
}

/// One output file of a job in its outbox.
package struct OutputFile: Hashable, Sendable, Codable {
    package let kind: OutputKind
    /// The reserved final name.
    package let name: FileName
    /// `.JOBID.EXT.part`: the temporary name until delivery.
    package let part: FileName
    /// The digest of the content; `nil` if unknown.
    package let digest: Digest?
    /// The digest of the earlier output that may be replaced; `nil` if none may.
    package let replaced: Digest?

    package init(
        kind: OutputKind, name: FileName, part: FileName, digest: Digest? = nil, replaced: Digest? = nil
    ) {
        self.kind = kind
        self.name = name
        self.part = part
        self.digest = digest
        self.replaced = replaced
    }
}
