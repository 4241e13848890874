/// The keys of a query, such as `tag` in `tag:sea`. The table below is the only place that knows what a key means: how it
/// is written, which values it takes, and what they are compared with.
package enum LibraryKey: String, CaseIterable, Sendable {
    case tag
    case folder
    case backend
    case model
    case seed
    case charset
    case look
    case source
    case columns
    case cost
    case before
    case after
    case made
    case state = "is"
    case part = "has"
    case like
    case stack
    case sort
}

/// A key's other names, the kind of its values, and an example of one.
package struct LibraryKeyDefinition: Sendable {
    /// The Korean names.
    package let aliases: [String]
    package let kind: LibraryValueKind
    /// A value, for messages.
    package let example: String
    package let help: FieldHelp

    fileprivate init(_ aliases: [String], _ kind: LibraryValueKind, _ example: String, _ help: FieldHelp) {
        self.aliases = aliases
        self.kind = kind
        self.example = example
        self.help = help
    }
}

/// What a key's values are, and what of an artwork they are compared with. `nil` and an empty list match no value.
package enum LibraryValueKind: Sendable {
    /// Names, compared in their folded form.
    case names(@Sendable (Artwork) -> [String])
    case numbers(@Sendable (Artwork) -> UInt64?)
    /// Amounts of money in millionths, in any currency.
    case amounts(@Sendable (Artwork) -> Int64?)
    case times(TimeRelation)
    case choices([LibraryChoice])
    /// Pictures, compared by their looks.
    case pictures
    /// Artworks, for the variations of their prompts.
    case stacks
    /// The order of the results.
    case order
}

extension LibraryKey {
    package var definition: LibraryKeyDefinition {
        switch self {
        case .tag:
            .init(
                ["태그"], .names { $0.tags.map(\.folded) }, "sea",
                FieldHelp("Has this tag; a / or * at the end: a tag that begins so", "태그, 끝의 / 나 *는 그렇게 시작하는 태그"))
        case .folder:
            .init(["폴더"], .names { [SearchText.fold($0.folder)] }, "posters", FieldHelp("Watch folder", "감시 폴더"))
        case .backend:
            .init(["백엔드"], .names { Self.folded($0.making.backend) }, "studio", FieldHelp("Backend", "백엔드"))
        case .model:
            .init(["모델"], .names { Self.folded($0.making.model) }, "flux*", FieldHelp("Model", "모델"))
        case .seed: .init(["시드"], .numbers(\.making.seed), "7", FieldHelp("Random seed", "난수 시드"))
        case .charset:
            .init(
                ["문자", "문자집합"], .choices(LibraryChoice.charsets), "half",
                FieldHelp("Set of characters of the art", "텍스트 아트의 문자"))
        case .look:
            .init(["스타일"], .choices(LibraryChoice.looks), "sharp", FieldHelp("Style of the art", "텍스트 아트의 스타일"))
        case .source:
            .init(
                ["출처"], .choices(ArtworkSource.allCases.map(LibraryChoice.source)), "generated",
                FieldHelp("Origin of the picture", "그림의 출처"))
        case .columns:
            .init(
                ["열", "너비"], .numbers { $0.making.art.flatMap { UInt64(exactly: $0.columns) } }, ">=100",
                FieldHelp("Width of the art in characters", "텍스트 아트의 열 수"))
        case .cost:
            .init(["비용"], .amounts(\.making.cost?.micros), ">0.05", FieldHelp("Cost, in any currency", "비용, 통화 무관"))
        case .before:
            .init(["이전"], .times(.before), "2026-11-01", FieldHelp("Made before this day", "이 날보다 전에 만든 것"))
        case .after:
            .init(["이후"], .times(.after), "2w", FieldHelp("Made after this day, or since then", "이 날보다 뒤에 만든 것"))
        case .made:
            .init(["만든날", "날짜"], .times(.within), "2026-11", FieldHelp("Made in this time", "이 기간에 만든 것"))
        case .state:
            .init(
                ["상태"], .choices([.favourite, .untagged, .autotagged, .trashed]), "favourite",
                FieldHelp("State of the artwork", "작품의 상태"))
        case .part:
            .init(["포함"], .choices([.picture, .art, .prompt]), "prompt", FieldHelp("Part of the artwork", "작품에 있는 것"))
        case .like:
            .init(["비슷한", "닮은"], .pictures, "8yxfjw", FieldHelp("Looks like this artwork", "이 작품과 비슷한 그림"))
        case .stack:
            .init(
                ["묶음", "변형"], .stacks, "8yxfjw",
                FieldHelp("Variation of this artwork, with the same prompt and backend", "프롬프트와 백엔드가 이 작품과 같은 변형"))
        case .sort: .init(["정렬"], .order, "oldest", FieldHelp("Order of the results", "결과의 순서"))
        }
    }

    /// Finds a key by its name or one of its Korean names, in any case.
    package init?(name: String) {
        let name = SearchText.fold(name)
        guard let key = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
        self = key
    }

    /// Returns the name that was probably meant, for a key that doesn't exist.
    package static func nearest(to name: String) -> String? {
        NearestName.of(SearchText.fold(name), among: allCases.flatMap(\.names))
    }

    private var names: [String] { [rawValue] + definition.aliases }

    private static func folded(_ name: String?) -> [String] { name.map { [SearchText.fold($0)] } ?? [] }
}

/// A value out of a few that have names.
package enum LibraryChoice: Hashable, Sendable {
    case favourite
    case untagged
    /// A model gave it tags, and no person the same.
    case autotagged
    case trashed
    /// The picture has not been removed.
    case picture
    case art
    case prompt
    case source(ArtworkSource)
    /// The art was made of this set, possibly together with others.
    case charset(Charset)
    case look(Look)

    /// `auto` is not among them: an artwork knows what was chosen.
    static let charsets = Charset.allCases.filter { $0 != .auto }.map(LibraryChoice.charset)
    static let looks = Look.allCases.filter { $0 != .auto }.map(LibraryChoice.look)

    package var name: String { names[0] }

    /// The canonical name first, then the others.
    var names: [String] {
        switch self {
        case .favourite: ["favourite", "favorite", "즐겨찾기"]
        case .untagged: ["untagged", "태그없음"]
        case .autotagged: ["autotagged", "자동태그"]
        case .trashed: ["trashed", "휴지통"]
        case .picture: ["picture", "그림"]
        case .art: ["art", "텍스트아트", "아트"]
        case .prompt: ["prompt", "프롬프트"]
        case .source(.generated): ["generated", "생성"]
        case .source(.dropped): ["dropped", "변환"]
        case .charset(let charset): [charset.rawValue]
        case .look(let look): [look.rawValue]
        }
    }

    func holds(for artwork: Artwork) -> Bool {
        switch self {
        case .favourite: artwork.isFavourite
        case .untagged: artwork.tags.isEmpty
        case .autotagged: !artwork.machineTags.isEmpty
        case .trashed: artwork.trashed != nil
        case .picture: artwork.pictureRemoved == nil
        case .art: artwork.making.art != nil
        case .prompt: artwork.prompt != nil
        case .source(let source): artwork.source == source
        case .charset(let charset): artwork.making.art?.charset?.sets.contains(charset) == true
        case .look(let look): artwork.making.art?.look == look
        }
    }
}

extension Charset {
    /// The sets of a union, or the set itself.
    package var sets: [Charset] {
        if case .union(let sets) = self { sets } else { [self] }
    }
}

/// The order of a query's results.
package enum LibrarySort: String, CaseIterable, Sendable {
    /// The last completed artwork first.
    case newest
    case oldest
    /// The best match of the words first.
    case rank
    /// The picture that looks most like the wanted ones first, and without any the newest.
    case likeness

    var names: [String] {
        switch self {
        case .newest: [rawValue, "최신", "최신순"]
        case .oldest: [rawValue, "오래된", "오래된순"]
        case .rank: [rawValue, "관련도", "관련도순"]
        case .likeness: [rawValue, "비슷한순"]
        }
    }
}
