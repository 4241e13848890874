internal import ControlAPI
internal import Domain

/// The fields of requests that change the library.
enum LibraryFields {
    static let change = FieldTable<ArtworkChangeRequest>([
        Field(
            "ids", optional: \.ids, .list(of: .text),
            FieldHelp("IDs of the artworks, or unique parts of them", "작품의 ID 또는 그 일부")),
        Field("q", optional: \.search, .text, FieldHelp("A search for the artworks", "작품을 찾는 검색어")),
        Field(
            "add_tags", optional: \.addedTags, .list(of: .tag, isSet: true, most: TagLimits.most),
            FieldHelp("Tags that the artworks should have", "붙일 태그")),
        Field(
            "remove_tags", optional: \.removedTags, .list(of: .tag, isSet: true, most: TagLimits.most),
            FieldHelp("Tags that the artworks should not have", "뗄 태그")),
        Field(
            "remove_machine_tags", optional: \.removesMachineTags, .flag,
            FieldHelp("Whether tags that only a model gave are removed", "모델만 붙인 태그를 뗄지 여부")),
        Field(
            "favourite", optional: \.isFavourite, .flag,
            FieldHelp("Whether the artworks are favourites", "즐겨찾기 여부")),
        Field(
            "trashed", optional: \.isTrashed, .flag,
            FieldHelp("Whether the artworks are in the trash", "휴지통에 있는지 여부")),
        Field(
            "dry_run", optional: \.isDryRun, .flag,
            FieldHelp("Only count the artworks, change nothing", "대상만 확인하고 실행하지 않음")),
    ])

    /// The largest number of artworks that are told apart at once: every pair of them is stored.
    private static let mostDistinct = 100

    static let distinct = FieldTable<DistinctArtworksRequest>([
        Field(
            "ids", optional: \.ids, .list(of: .text, most: mostDistinct),
            FieldHelp("IDs of the artworks, or unique parts of them", "작품의 ID 또는 그 일부")),
        Field(
            "distinct", optional: \.areDistinct, .flag,
            FieldHelp("Whether they are different pictures", "서로 다른 그림인지 여부")),
    ])

    static let ask = FieldTable<AskTagsRequest>([
        Field(
            "again", optional: \.isRepeated, .flag,
            FieldHelp(
                "Ask although an earlier answer was lost, which may cost twice", "이전 답을 받지 못했어도 다시 물음. 비용이 두 번 들 수 있음"))
    ])

    static let undo = FieldTable<UndoRequest>([
        Field(
            "token", optional: \.token, .text,
            FieldHelp("The change to undo; defaults to your newest", "되돌릴 변경. 기본: 가장 최근 변경"))
    ])

    static let rename = FieldTable<TagRenameRequest>([
        Field("to", optional: \.to, .tag, FieldHelp("The tag's new name", "태그의 새 이름")),
        Field(
            "merge", optional: \.isMerging, .flag,
            FieldHelp("If another tag has that name, make both one", "같은 이름의 태그가 있으면 하나로 합침")),
    ])
}
