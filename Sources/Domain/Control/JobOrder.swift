/// Work that comes through the control socket instead of a folder.
package struct JobOrder: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        /// The request's own prompt.
        case request
        /// A picture's bytes.
        case picture([UInt8])
    }

    package var source: Source
    /// The request's fields as they were written, a table to lay over the folder's request. Its keys stand as in files.
    package var fields: FieldValue
    /// A watch folder's name; the first when there is none.
    package var folder: String?
    /// What outputs are named after; may hold any bytes that a person sends.
    package var name: String?
    /// The sender's own words, at most 256 bytes, given back with the job.
    package var reference: String?
    /// The same key from the same user is the same job: nothing new is made.
    package var idempotencyKey: String?
    /// What was sent beside a picture's bytes, as it was sent: the same is the same request.
    package var sent: [UInt8]
    /// The sender's number in the system.
    package var user: UInt32

    package init(
        source: Source, fields: FieldValue, folder: String? = nil, name: String? = nil, reference: String? = nil,
        idempotencyKey: String? = nil, sent: [UInt8] = [], user: UInt32
    ) {
        self.source = source
        self.fields = fields
        self.folder = folder
        self.name = name
        self.reference = reference
        self.idempotencyKey = idempotencyKey
        self.sent = sent
        self.user = user
    }
}

/// The key by which a submission that is sent again is recognised; each user has keys of their own.
///
/// A key is kept as long as its job. An age limit would let a clock that jumps ahead end a key between two attempts, and
/// the second one would be paid for again.
package struct SubmissionKey: Hashable, Sendable {
    /// The sender's number in the system.
    package let user: UInt32
    package let text: String

    package init(user: UInt32, text: String) {
        self.user = user
        self.text = text
    }
}

/// What was sent under a key: its job, and what it said, by which another request under the same key is told apart.
package struct SubmittedJob: Equatable, Sendable {
    package let job: Job
    /// The digest of what was sent; `nil` where an earlier version did not keep it.
    package let content: Digest?

    package init(job: Job, content: Digest?) {
        self.job = job
        self.content = content
    }
}

/// A picture to be turned into text art at once, with nothing kept.
package struct RenderOrder: Equatable, Sendable {
    package let picture: [UInt8]
    /// Options of the art as they were written, a table to lay over the defaults.
    package let art: FieldValue
    /// `txt`, `ansi`, `html` or `art.png`.
    package let output: OutputKind

    package init(picture: [UInt8], art: FieldValue, output: OutputKind) {
        self.picture = picture
        self.art = art
        self.output = output
    }
}

/// Text art made on the spot.
package struct RenderedPicture: Equatable, Sendable {
    package let bytes: [UInt8]
    /// What is wrong with the picture, when only a part of it could be shown.
    package let damage: PictureFailure?
    /// The picture's profile of colours could not be used: it was taken for sRGB.
    package let hasBrokenProfile: Bool
    /// What may disappoint about the art; each once.
    package let warnings: [ArtWarning]

    package init(
        bytes: [UInt8], damage: PictureFailure? = nil, hasBrokenProfile: Bool = false, warnings: [ArtWarning] = []
    ) {
        self.bytes = bytes
        self.damage = damage
        self.hasBrokenProfile = hasBrokenProfile
        self.warnings = warnings
    }
}
