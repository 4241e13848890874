/// A job to submit through the control socket, without a file in a watch folder.
package struct JobSubmission: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        /// The prompt in `fields`.
        case request
        /// The bytes of one to `InputPictures.most` pictures, in their order.
        case pictures([[UInt8]])

        /// The bytes of the pictures; empty without any.
        package var pictures: [[UInt8]] {
            if case .pictures(let pictures) = self { pictures } else { [] }
        }
    }

    package var source: Source
    /// The request's fields as sent: a table, with the same keys as in files, laid over the folder's request.
    package var fields: FieldValue
    /// The watch folder whose settings and outbox are used; `nil` selects the first.
    package var folder: String?
    /// The sender's own reference, at most 256 bytes, returned with the job.
    package var reference: String?
    /// Identifies a repeated submission: the same key from the same user returns the same job instead of making a new
    /// one.
    package var idempotencyKey: String?
    /// The raw request without the pictures' bytes. Repeated submissions are compared by it.
    package var sent: [UInt8]
    /// The sender's user ID.
    package var user: UInt32

    package init(
        source: Source, fields: FieldValue, folder: String? = nil, reference: String? = nil,
        idempotencyKey: String? = nil, sent: [UInt8] = [], user: UInt32
    ) {
        self.source = source
        self.fields = fields
        self.folder = folder
        self.reference = reference
        self.idempotencyKey = idempotencyKey
        self.sent = sent
        self.user = user
    }
}

/// The key by which a repeated submission is recognised. Every user has a key space of their own.
///
/// A key is kept as long as its job. With an age limit, a clock that jumps ahead could expire a key between two
/// attempts, and the second attempt would be paid for again.
package struct SubmissionKey: Hashable, Sendable {
    /// The sender's user ID.
    package let user: UInt32
    package let text: String

    package init(user: UInt32, text: String) {
        self.user = user
        self.text = text
    }
}

/// A submission stored under a key: its jobs, and its content, by which a different request under the same key is
/// detected.
package struct SubmittedJobs: Equatable, Sendable {
    /// The job of the first sample.
    package let first: Job
    /// The jobs of the other samples, in their order.
    package let others: [Job]
    /// The digest of the submission; `nil` without a key.
    package let content: Digest?

    package init(_ first: Job, _ others: [Job] = [], content: Digest?) {
        self.first = first
        self.others = others
        self.content = content
    }

    package var jobs: [Job] { [first] + others }
}

/// A picture to convert to text art immediately; nothing is stored.
package struct RenderRequest: Equatable, Sendable {
    package let picture: [UInt8]
    /// Art options as sent: a table laid over the defaults.
    package let art: FieldValue
    /// `txt`, `ansi`, `html` or `art.png`.
    package let output: OutputKind

    package init(picture: [UInt8], art: FieldValue, output: OutputKind) {
        self.picture = picture
        self.art = art
        self.output = output
    }
}

/// The result of a `RenderRequest`.
package struct RenderedArt: Equatable, Sendable {
    package let bytes: [UInt8]
    /// The picture's defect, if only a part of it could be shown.
    package let damage: PictureFailure?
    /// Whether the picture's colour profile could not be used, so that it was treated as sRGB.
    package let hasBrokenProfile: Bool
    /// Possible shortcomings of the art, without duplicates.
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
