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
    /// How it was made.
    package var making: ArtworkMaking
    package let picture: StoredPicture
    /// The options of the art; with the picture they give every format again.
    package let art: ArtOptions
    /// By their folded form.
    package var tags: [Tag]
    /// Those of the tags that a model gave it and no person.
    package var machineTags: Set<Tag>
    package var isFavourite: Bool
    /// When it was moved to the trash; `nil` if it isn't there.
    package var trashed: UTCMillis?
    /// When its picture was removed, so that it can't be rendered again; `nil` while it is kept.
    package var pictureRemoved: UTCMillis?

    package init(
        number: ArtworkNumber, job: JobID, made: UTCMillis, source: ArtworkSource, name: String, folder: String,
        prompt: String? = nil, making: ArtworkMaking = ArtworkMaking(), picture: StoredPicture,
        art: ArtOptions = ArtOptions(), tags: [Tag] = [], machineTags: Set<Tag> = [], isFavourite: Bool = false,
        trashed: UTCMillis? = nil, pictureRemoved: UTCMillis? = nil
    ) {
        self.number = number
        self.job = job
        self.made = made
        self.source = source
        self.name = name
        self.folder = folder
        self.prompt = prompt
        self.making = making
        self.picture = picture
        self.art = art
        self.tags = tags
        self.machineTags = machineTags
        self.isFavourite = isFavourite
        self.trashed = trashed
        self.pictureRemoved = pictureRemoved
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

/// How an artwork was made: what is known once its outputs are rendered, and stored with its job until it is done.
package struct ArtworkMaking: Equatable, Sendable, Codable {
    /// `nil` for a dropped picture, as are `model`, `seed` and `cost`.
    package let backend: String?
    package let model: String?
    /// `nil` if the backend has none.
    package let seed: UInt64?
    /// `nil` if no price is known.
    package let cost: Money?
    /// The art's size and what was chosen for it; `nil` for a picture that was delivered without art.
    package let art: ArtworkGrid?
    /// The size of the picture in bytes; `nil` unless it is kept after the delivery.
    package var pictureSize: Int64?
    /// The look of the picture; `nil` if it was not rendered.
    package let likeness: Likeness?

    package init(
        backend: String? = nil, model: String? = nil, seed: UInt64? = nil, cost: Money? = nil,
        art: ArtworkGrid? = nil, pictureSize: Int64? = nil, likeness: Likeness? = nil
    ) {
        self.backend = backend
        self.model = model
        self.seed = seed
        self.cost = cost
        self.art = art
        self.pictureSize = pictureSize
        self.likeness = likeness
    }
}

/// The size of an artwork's art in cells, and what was chosen where the options left the choice.
package struct ArtworkGrid: Equatable, Sendable, Codable {
    package let columns: Int
    package let rows: Int
    /// `nil` for the user's own characters.
    package let charset: Charset?
    /// `nil` for art without looks. Never `.auto`.
    package let look: Look?

    package init(columns: Int, rows: Int, charset: Charset?, look: Look? = nil) {
        self.columns = columns
        self.rows = rows
        self.charset = charset
        self.look = look
    }

    package init(_ choice: ArtChoice) {
        self.init(
            columns: choice.columns, rows: choice.rows, charset: choice.charset.flatMap { Charset(rawValue: $0) },
            look: choice.look?.name)
    }
}
