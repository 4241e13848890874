import ControlAPI
import ControlClient
import Domain
import PlatformSystem
import Words

/// `textify tag ID… +sea -draft`.
enum TagCommand: ControlCommand {
    static let name = "tag"
    static let summary = FieldHelp("Add tags to artworks and remove them", "작품에 태그를 붙이거나 뗌")
    static let operands = "[ID… | last] [+TAG…] [-TAG…]"
    static let options =
        [
            CommandOption("add", "TAG", "Add this tag, like +TAG", "+TAG처럼 이 태그를 붙임").offering(.tags),
            CommandOption("remove", "TAG", "Remove this tag, like -TAG", "-TAG처럼 이 태그를 뗌").offering(.tags),
            CommandOption("suggest", "Show tags that probably suit the artworks", "작품에 어울릴 만한 태그를 보여 줌"),
            CommandOption(
                "ask", "Ask the vision model for tags, which may cost money", "그림을 보는 모델에 태그를 물음. 비용이 들 수 있음"),
            CommandOption(
                "again", "With --ask: also if an earlier answer was lost, which may cost twice",
                "--ask와 함께: 이전 답을 받지 못했어도 다시 물음. 비용이 두 번 들 수 있음"),
            CommandOption("machine-off", "Remove the tags that only a model gave", "모델만 붙인 태그를 뗌"),
        ] + ArtworkSelectionOptions.options

    /// `+sea` and `-draft` are read as `--add=sea` and `--remove=draft`; a single letter after one hyphen is an option.
    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        let (plus, minus) = (UInt8(ascii: "+"), UInt8(ascii: "-"))
        let options = words.map { word -> [UInt8] in
            if word.count > 1, word[0] == plus { return Array("--add=".utf8) + word.dropFirst() }
            if word.count > 2, word[0] == minus, word[1] != minus { return Array("--remove=".utf8) + word.dropFirst() }
            return word
        }
        if let parsed = try parsed(options) { try await run(ControlSession(name, parsed)) }
    }

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let added = try session.tags("add")
        let removed = try session.tags("remove")
        let asks = session.options.last("ask") != nil
        if session.options.last("again") != nil, !asks { throw session.usageError(session.words.againWithoutAsk) }
        let isMachineOff = session.options.last("machine-off") != nil
        if asks || session.options.last("suggest") != nil {
            let query = try ArtworkSelectionOptions.query(session)
            guard added.isEmpty, removed.isEmpty, query == nil, !isMachineOff else {
                throw session.usageError(session.words.onlySuggests)
            }
            return try await asks ? ask(session) : suggest(session)
        }
        guard !(added.isEmpty && removed.isEmpty) || isMachineOff else {
            throw session.usageError(session.words.noTagGiven)
        }
        try await ArtworkSelectionOptions.apply(
            {
                $0.addedTags = added.isEmpty ? nil : added
                $0.removedTags = removed.isEmpty ? nil : removed
                $0.removesMachineTags = isMachineOff ? true : nil
            }, to: session.operands, session)
    }

    /// Has the vision model look at each artwork. Its tags are offered, or given where the folder says so.
    private static func ask(_ session: ControlSession) async throws(CommandFailure) {
        guard !session.operands.isEmpty else { throw session.usageError(session.words.noArtworkGiven) }
        let isRepeated = session.options.last("again") != nil ? true : nil
        for name in session.operands {
            let id = try await session.identifier(name)
            let path = "/v1/artworks/" + PercentEncoding.encoded(id) + "/suggestions"
            let body = try session.json(AskTagsRequest(isRepeated: isRepeated))
            let answer = try await session.post(path, body: body, limit: .seconds(600), as: AskedTags.self)
            try session.report(answer) { answer in
                let given = answer.tags.filter(answer.machineTags.contains)
                let line = session.words.modelTags(JobFormatter.short(id), answer.tags, applied: given)
                return given.isEmpty ? [line] : [line, session.words.machineMark]
            }
        }
    }

    /// Lists suggestions for each artwork. They are only applied by adding them.
    private static func suggest(_ session: ControlSession) async throws(CommandFailure) {
        guard !session.operands.isEmpty else { throw session.usageError(session.words.noArtworkGiven) }
        for name in session.operands {
            let id = try await session.artwork(name)
            let path = "/v1/artworks/" + PercentEncoding.encoded(id) + "/suggestions"
            let list = try await session.get(path, as: TagSuggestionList.self)
            try session.report(list) { list in
                let short = JobFormatter.short(id)
                let rows =
                    list.suggestions.map { [short, "+" + $0.tag, "\($0.artworks)"] }
                    + (list.modelTags ?? []).map { [short, "+" + $0, session.words.byModel] }
                return rows.isEmpty ? [session.words.noSuggestions(short)] : session.formatter.table(rows)
            }
        }
    }
}

extension ControlSession {
    /// The values of a repeatable option, as tags.
    fileprivate func tags(_ option: String) throws(CommandFailure) -> [String] {
        var tags: [Tag] = []
        for given in options.options where given.name == option {
            let text = given.text ?? ""
            guard let tag = Tag(text) else { throw usageError(words.notATag(FileName(text).shown)) }
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags.map(\.shown)
    }
}

/// `textify tags`: lists, renames and deletes tags.
enum TagsCommand: ControlCommand {
    static let name = "tags"
    static let summary = FieldHelp(
        "List tags with their numbers of artworks; rename and delete them", "태그와 작품 수를 나열, 이름 변경, 삭제")
    static let operands = "[PREFIX]"
    static let options = [
        CommandOption("limit", "N", letter: "n", "Show at most N tags (default: 100)", "최대 N개 표시 (기본: 100)"),
        CommandOption("rename", "TAG", "Give this tag the name --to", "이 태그의 이름을 --to로 바꿈").offering(.tags),
        CommandOption("to", "TAG", "The new name for --rename", "--rename의 새 이름").offering(.tags),
        CommandOption("merge", "If there is a tag named --to, make both one", "--to 태그가 이미 있으면 하나로 합침"),
        CommandOption("delete", "TAG", "Remove this tag from all artworks", "이 태그를 모든 작품에서 뗌").offering(.tags),
        CommandOption(
            "machine-off", "Remove all tags that only a model gave, from all artworks", "모델만 붙인 태그를 모든 작품에서 뗌"),
        .quiet,
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        if let tag = session.options.last("rename")?.text { return try await rename(tag, session) }
        if let tag = session.options.last("delete")?.text {
            let answer: TagEntry = try await session.delete(path(of: tag))
            return try session.report(answer) {
                [session.words.deletedTag($0.tag, artworks: $0.artworks)]
                    + session.undoHint($0.undo, artworks: $0.artworks)
            }
        }
        if session.options.last("machine-off") != nil { return try await takeBackMachineTags(session) }
        if session.operands.count > 1 { throw session.usageError(session.words.onePrefix) }
        let limit = try session.number("limit", 1...1000) ?? 100
        let query = [
            QueryString.Item("prefix", session.operands.first ?? ""), QueryString.Item("limit", "\(limit)"),
        ]
        let list = try await session.get("/v1/tags", query, as: TagList.self)
        try session.report(list) { list in
            guard !list.tags.isEmpty else { return [session.words.noTags] }
            return session.formatter.table(list.tags.map { ["\($0.artworks)", $0.tag] })
        }
    }

    private static func takeBackMachineTags(_ session: ControlSession) async throws(CommandFailure) {
        guard session.operands.isEmpty else { throw session.usageError(session.words.onePrefix) }
        var request = ArtworkChangeRequest()
        request.search = LibraryQuery(conditions: [LibraryCondition(.key(.state, [.choice(.autotagged)]))]).text
        request.removesMachineTags = true
        let answer = try await session.post(
            "/v1/artworks/change", body: try session.json(request), limit: .seconds(600), as: ArtworkChangeAnswer.self)
        try session.report(answer) {
            [session.words.changedArtworks($0.changed, of: $0.matched, isDryRun: false)]
                + session.undoHint($0.undo, artworks: $0.changed)
        }
    }

    private static func rename(_ tag: String, _ session: ControlSession) async throws(CommandFailure) {
        guard let name = session.options.last("to")?.text, Tag(name) != nil else {
            throw session.usageError(session.words.newNameMissing)
        }
        var request = TagRenameRequest()
        request.to = name
        request.isMerging = session.options.last("merge") != nil ? true : nil
        let body = try session.json(request)
        let answer = try await session.post(path(of: tag) + "/rename", body: body, as: TagEntry.self)
        try session.report(answer) {
            [session.words.renamedTag(tag, to: $0.tag, artworks: $0.artworks)]
                + session.undoHint($0.undo, artworks: $0.artworks)
        }
    }

    private static func path(of tag: String) -> String { "/v1/tags/" + PercentEncoding.encoded(tag) }
}

/// `textify favourite ID…`.
enum FavouriteCommand: ControlCommand {
    static let name = "favourite"
    static let summary = FieldHelp("Mark artworks as favourites", "작품을 즐겨찾기로 표시")
    static let operands = "[ID… | last]"
    static let options =
        [CommandOption("off", "Remove the mark", "표시를 지움")] + ArtworkSelectionOptions.options

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let isFavourite = session.options.last("off") == nil
        try await ArtworkSelectionOptions.apply({ $0.isFavourite = isFavourite }, to: session.operands, session)
    }
}

/// `textify distinct ID ID…`: tells artworks apart that look alike.
enum DistinctCommand: ControlCommand {
    static let name = "distinct"
    static let summary = FieldHelp(
        "Remember that artworks are different pictures, however much they look alike", "비슷해 보이는 작품들이 서로 다른 그림임을 기억")
    static let operands = "ID ID…"
    static let options = [CommandOption("off", "Take it back", "되돌림"), .quiet]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        guard session.operands.count > 1 else { throw session.usageError(session.words.twoArtworks) }
        var request = DistinctArtworksRequest()
        var ids: [String] = []
        for name in session.operands { ids.append(try await session.artwork(name)) }
        request.ids = ids
        let areDistinct = session.options.last("off") == nil
        request.areDistinct = areDistinct ? nil : false
        let answer = try await session.post(
            "/v1/artworks/distinct", body: try session.json(request), as: DistinctArtworksAnswer.self)
        try session.report(answer) { [session.words.toldApart($0.pairs, areDistinct)] }
    }
}

/// `textify delete ID…`: moves artworks to the trash.
enum DeleteCommand: ControlCommand {
    static let name = "delete"
    static let summary = FieldHelp("Move artworks to the trash", "작품을 휴지통으로 옮김")
    static let operands = "[ID… | last]"
    static let options = ArtworkSelectionOptions.options

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try await ArtworkSelectionOptions.apply({ $0.isTrashed = true }, to: session.operands, session)
    }
}

/// `textify undelete ID…`: takes artworks out of the trash.
enum UndeleteCommand: ControlCommand {
    static let name = "undelete"
    static let summary = FieldHelp("Take artworks out of the trash", "작품을 휴지통에서 꺼냄")
    static let operands = "[ID… | last]"
    static let options = ArtworkSelectionOptions.options

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try await ArtworkSelectionOptions.apply({ $0.isTrashed = false }, to: session.operands, session)
    }
}
