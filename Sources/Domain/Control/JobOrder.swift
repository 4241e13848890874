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
