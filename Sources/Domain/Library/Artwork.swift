/// A finished job's record in the library: what was made, from what, and what people say about it.
package struct Artwork: Equatable, Sendable {
    /// Its place in the order of completion, which is the order of every list.
    package let number: ArtworkNumber
    /// The job that made it, by whose identifier people name it.
    package let job: JobID
    package let made: UTCMillis
    package let source: ArtworkSource
    /// The name of its files in the outbox, without an ending.
    package let name: String
    /// The watch folder's name.
    package let folder: String
    /// `nil` for a dropped picture that was converted.
    package let prompt: String?
    package let backend: String?
    package let model: String?
    package let seed: UInt64?
    package let cost: Money?
    package let picture: StoredPicture
    /// The picture's size in pixels.
    package let size: PictureSize
    /// The options of the art; with the picture they give every format again.
    package let art: ArtOptions
    /// The size of the art in cells and what was chosen for it; `nil` for a picture that was delivered without art.
    package let grid: ArtworkGrid?
    /// In the order in which they were added.
    package var tags: [Tag]
    package var isFavourite: Bool
    /// When it was moved to the trash; `nil` if it isn't there.
    package var trashed: UTCMillis?

    package init(
        number: ArtworkNumber, job: JobID, made: UTCMillis, source: ArtworkSource, name: String, folder: String,
        prompt: String? = nil, backend: String? = nil, model: String? = nil, seed: UInt64? = nil, cost: Money? = nil,
        picture: StoredPicture, size: PictureSize, art: ArtOptions = ArtOptions(), grid: ArtworkGrid? = nil,
        tags: [Tag] = [], isFavourite: Bool = false, trashed: UTCMillis? = nil
    ) {
        self.number = number
        self.job = job
        self.made = made
        self.source = source
        self.name = name
        self.folder = folder
        self.prompt = prompt
        self.backend = backend
        self.model = model
        self.seed = seed
        self.cost = cost
        self.picture = picture
        self.size = size
        self.art = art
        self.grid = grid
        self.tags = tags
        self.isFavourite = isFavourite
        self.trashed = trashed
    }
}

/// An artwork's place in the order of completion, from 1. A number is never used again.
package struct ArtworkNumber: Hashable, Comparable, Sendable {
    package let value: Int64

    package init(_ value: Int64) { self.value = value }

    package static func < (one: Self, other: Self) -> Bool { one.value < other.value }
}

/// The origin of an artwork's picture.
package enum ArtworkSource: String, Equatable, Sendable, CaseIterable {
    /// A backend made it from a prompt.
    case generated
    /// It was dropped.
    case dropped
}

/// The size of an artwork's art and what was chosen for it where the options left the choice.
package struct ArtworkGrid: Equatable, Sendable {
    package let columns: Int
    package let rows: Int
    package let charset: Charset
    package let look: Look

    package init(columns: Int, rows: Int, charset: Charset, look: Look) {
        self.columns = columns
        self.rows = rows
        self.charset = charset
        self.look = look
    }
}
