package import Domain

extension Wording {
    /// Explains what is wrong with a search. The place is shown beside it, so that it isn't part of the sentence.
    package func sentence(_ problem: LibraryQueryProblem) -> String {
        switch problem.kind {
        case .tooLong(let limit):
            say(
                "The search is longer than \(Figures.count(limit)) characters. Shorten it.",
                "검색어가 \(Figures.count(limit))자보다 깁니다. 줄이세요.")
        case .tooManyTerms(let limit):
            say(
                "The search has more than \(Figures.count(limit)) words and values. Use fewer.",
                "검색어의 단어와 값이 \(Figures.count(limit))개를 넘습니다. 줄이세요.")
        case .unclosedQuote:
            say(
                "The quotation mark is not closed. Close it, or write \\\" for a quotation mark.",
                "따옴표가 닫히지 않았습니다. 닫거나, 따옴표를 글자로 쓰려면 \\\"로 쓰세요.")
        case .unclosedGroup:
            say("The parenthesis is not closed. Close it: (cat|dog).", "괄호가 닫히지 않았습니다. 닫으세요: (cat|dog).")
        case .nestedGroup:
            say(
                "Parentheses can't contain parentheses. List all alternatives in one group: (cat|dog|bird).",
                "괄호 안에는 괄호를 쓸 수 없습니다. 한 괄호에 모두 쓰세요: (cat|dog|bird).")
        case .emptyAlternative:
            say(
                "An alternative is missing. Write one on each side of the bar: (cat|dog).",
                "고를 단어가 빠졌습니다. | 양쪽에 하나씩 쓰세요: (cat|dog).")
        case .spaceInGroup:
            say(
                "Words in parentheses are separated by | or quoted: (cat|dog) or (\"black cat\"|dog).",
                "괄호 안의 단어는 |로 나누거나 따옴표로 묶으세요: (cat|dog) 또는 (\"black cat\"|dog).")
        case .misplaced(let scalar): misplaced(scalar)
        case .nothingToFind:
            say(
                "Nothing here can be searched for. Use at least one letter, digit or emoji.",
                "검색할 수 있는 글자가 없습니다. 글자, 숫자, 이모지 중 하나는 있어야 합니다.")
        case .unknownKey(let name, let nearest): unknownKey(Figures.quoted(name), nearest: nearest)
        case .missingValue(let key):
            say(
                "\(key.rawValue): has no value. Write, for example, \(example(of: key)).",
                "\(key.rawValue): 뒤에 값이 없습니다. 예: \(example(of: key)).")
        case .unknownValue(let key, let got, let choices, let nearest):
            unknownValue(key, Figures.quoted(got), choices.joined(separator: ", "), nearest: nearest)
        case .malformed(let key, let got, let example):
            say(
                "\"\(Figures.quoted(got))\" is not a valid value for \(key.rawValue):. Write it like \(example).",
                "\"\(Figures.quoted(got))\" 값은 \(key.rawValue): 뒤에 쓸 수 없습니다. 이렇게 쓰세요: \(example).")
        case .emptyRange(let key, let got):
            say(
                "The range \(key.rawValue):\(Figures.quoted(got)) ends before it begins. Swap its ends.",
                "\(key.rawValue):\(Figures.quoted(got)) 범위는 끝이 처음보다 작습니다. 순서를 바꾸세요.")
        case .duplicate(let key):
            say("\(key.rawValue): is written twice. Keep one.", "\(key.rawValue): 키가 두 번 있습니다. 하나만 남기세요.")
        case .noCondition(let key):
            say(
                "\(key.rawValue): can't be negated and takes one value. Write, for example, \(example(of: key)).",
                "\(key.rawValue): 키는 - 없이 값 하나만 쓸 수 있습니다. 예: \(example(of: key)).")
        }
    }

    private func unknownKey(_ name: String, nearest: String?) -> String {
        let hint = suggestion(nearest.map { $0 + ":" })
        return say(
            "\"\(name):\" is not a key.\(hint) To search for the text itself, put it in quotation marks.",
            "\"\(name):\" 키는 없습니다.\(hint) 글자 그대로 찾으려면 따옴표로 묶으세요.")
    }

    private func unknownValue(_ key: LibraryKey, _ got: String, _ choices: String, nearest: String?) -> String {
        let hint = suggestion(nearest)
        return say(
            "\(key.rawValue): can't be \"\(got)\".\(hint) Use one of: \(choices).",
            "\(key.rawValue): 뒤에 \"\(got)\" 값은 쓸 수 없습니다.\(hint) 다음 중에서 고르세요: \(choices).")
    }

    private func example(of key: LibraryKey) -> String { key.rawValue + ":" + key.definition.example }

    private func misplaced(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "|":
            say("| belongs in parentheses: (cat|dog).", "| 문자는 괄호 안에 쓰세요: (cat|dog).")
        case "*":
            say(
                "* stands only at the end of a word: cat* finds words that begin with cat.",
                "* 문자는 단어 끝에만 쓸 수 있습니다. cat*은 cat으로 시작하는 단어를 찾습니다.")
        case "-":
            say(
                "- stands only before a word, a key or a group: -cat, -tag:sea or -(cat|dog).",
                "- 문자는 단어, 키, 괄호 앞에만 쓸 수 있습니다: -cat, -tag:sea, -(cat|dog).")
        case ":":
            say("A key stands before the parenthesis: tag:(sea|lake).", "키는 괄호 앞에 쓰세요: tag:(sea|lake).")
        case "\\":
            say(
                "Nothing follows the \\ at the end. Write \\\\ for a backslash.",
                "끝의 \\ 뒤에 글자가 없습니다. 글자로 쓰려면 \\\\로 쓰세요.")
        default:
            say(
                "\(Figures.quoted(String(scalar))) can't stand here. Put a space before it, or quote the text that contains it.",
                "여기에는 \(Figures.quoted(String(scalar))) 문자를 쓸 수 없습니다. 앞에 빈칸을 두거나 글 전체를 따옴표로 묶으세요.")
        }
    }
}

extension Wording {
    package var madeTitle: String { say("MADE", "만든 시각") }
    package var variationsTitle: String { say("MORE", "변형") }
    package var likenessTitle: String { say("LIKENESS", "닮음") }

    package func resemblance(_ resemblance: Resemblance) -> String {
        switch resemblance {
        case .duplicate: say("duplicate", "중복")
        case .similar: say("looks like", "비슷함")
        }
    }

    package func toldApart(_ pairs: Int, _ areApart: Bool) -> String {
        let count = Figures.counted(pairs, "pair", "pairs")
        return areApart
            ? say("Told apart: \(count)", "서로 다른 그림으로 표시: \(Figures.count(pairs))쌍")
            : say("No longer told apart: \(count)", "표시를 지움: \(Figures.count(pairs))쌍")
    }

    package var twoArtworks: String {
        say("Give the IDs of two artworks or more", "작품의 ID를 둘 이상 쓰세요")
    }

    package var tagsTitle: String { say("TAGS", "태그") }
    package var promptTitle: String { say("PROMPT", "프롬프트") }
    package var searchKeys: String { say("Keys of searches, each with an example:", "검색 키와 예:") }
    package var noArtworks: String { say("Nothing found", "찾은 작품이 없습니다") }
    package var noTags: String { say("No tags", "태그가 없습니다") }

    package var moreArtworks: String {
        say("There are more. Show them with --limit, or search for less.", "더 있습니다. --limit로 더 보거나 검색을 좁히세요.")
    }

    /// The values of a facet that are not shown.
    package func otherValues(_ count: Int) -> String {
        say(Figures.counted(count, "other", "others"), "그 밖 \(Figures.count(count))개")
    }

    /// `count`: the newest results, in which the values of facets were counted.
    package func countedArtworks(_ count: Int) -> String {
        say(
            "Counted in the newest \(Figures.counted(count, "result", "results")). There are more.",
            "최신 결과 \(Figures.count(count))개만 셌습니다. 더 있습니다.")
    }

    package var emptyQuery: String {
        say(
            "--query needs at least one word or key: it would change every artwork",
            "--query에는 단어나 키가 하나는 있어야 합니다. 없으면 모든 작품이 바뀝니다")
    }

    package var noArtworkGiven: String {
        say(
            "Give the ID of an artwork, or a filter: --query, --folder, --backend or --since",
            "작품의 ID나 필터(--query, --folder, --backend, --since)를 쓰세요")
    }

    package var idsWithArtworkFilter: String {
        say(
            "Give IDs or filters (--query, --folder, --backend, --since), not both",
            "ID와 필터(--query, --folder, --backend, --since) 중 하나만 쓰세요")
    }

    package var noTagGiven: String {
        say("Give tags to add or remove: +sea -draft", "붙이거나 뗄 태그를 쓰세요: +sea -draft")
    }

    package var onlySuggests: String {
        say(
            "--suggest takes IDs and changes nothing: leave out tags and filters",
            "--suggest에는 ID만 쓰세요. 아무것도 바꾸지 않으므로 태그와 필터는 쓸 수 없습니다")
    }

    /// `artwork`: the end of its ID.
    package func noSuggestions(_ artwork: String) -> String {
        say(
            "\(artwork): no suggestions, too few artworks have tags in common with it",
            "\(artwork): 추천할 태그가 없습니다. 태그를 공유하는 작품이 너무 적습니다")
    }

    /// Explains why the vision model gave no tags for an artwork.
    package func sentence(_ outcome: TagOutcome, about id: JobID) -> String {
        switch outcome {
        case .suggested, .noArtwork:
            say("There is no artwork of job \(id) in the library.", "라이브러리에 작업 \(id)의 작품은 없습니다.")
        case .lost(let backend):
            say(
                "Backend \(backend) was asked for tags of \(id) before and its answer was lost; it may have cost money. To ask again, run: textify tag \(id) --ask --again.",
                "\(backend) 백엔드에 \(id) 작품의 태그를 이미 물었지만 답을 받지 못했습니다. 비용이 들었을 수 있습니다. 다시 물으려면 다음을 실행하세요: textify tag \(id) --ask --again."
            )
        case .overBudget(let exceeded):
            say(
                "The budget (\(words(exceeded.cap))) does not allow another question for tags. Try again when it has reset, or raise it.",
                "예산(\(words(exceeded.cap)))으로는 태그를 더 물을 수 없습니다. 예산이 초기화된 뒤 다시 시도하거나 예산을 늘리세요.")
        case .failed(let backend, let failure): sentence(failure, about: backend)
        case .pictureGone:
            say(
                "The picture of artwork \(id) is no longer kept, so a model can't look at it.",
                "작품 \(id)의 그림이 더는 남아 있지 않아 모델에 보여 줄 수 없습니다.")
        case .excluded(let folder):
            say(
                "Pictures of folder \(Figures.quoted(folder)) are shown to no model: its suggest is off, or the folder is local_only and the model is elsewhere.",
                "\(Figures.quoted(folder)) 폴더의 그림은 모델에 보내지 않습니다. suggest가 off이거나, local_only 폴더인데 모델이 다른 컴퓨터에 있습니다."
            )
        case .repository(let failure): sentence(failure, about: say("The library", "라이브러리"))
        }
    }

    /// For the log.
    package func suggestedTags(_ tags: [Tag], for id: JobID) -> String {
        let list = tags.map(\.shown).joined(separator: ", ")
        return say("The vision model suggests for \(id): \(list)", "모델이 \(id) 작품에 제안한 태그: \(list)")
    }

    package var againWithoutAsk: String {
        say("--again needs --ask", "--again에는 --ask가 필요합니다")
    }

    /// Who suggests a tag, in a list.
    package var byModel: String { say("model", "모델") }

    /// What the vision model answered about an artwork. `artwork`: the end of its ID.
    package func modelTags(_ artwork: String, _ tags: [String], applied: [String]) -> String {
        let list = tags.map { applied.contains($0) ? "+\($0)*" : "+\($0)" }.joined(separator: " ")
        return "\(artwork): \(list)"
    }

    /// Explains the mark of a machine's tags.
    package var machineMark: String {
        say(
            "* given by the vision model; textify tags --machine-off takes all of them back",
            "* 모델이 붙인 태그. textify tags --machine-off로 모두 뗄 수 있습니다")
    }

    package var onePrefix: String {
        say("Give one beginning of tags at most", "태그의 앞부분은 하나만 쓸 수 있습니다")
    }

    package var newNameMissing: String {
        say("--rename needs the new name: --rename see --to sea", "--rename에는 새 이름이 필요합니다: --rename see --to sea")
    }

    package func notATag(_ text: String) -> String {
        say(
            "\"\(Figures.quoted(text))\" can't be a tag: a tag has 1 to \(TagLimits.characters) characters on one line",
            "\"\(Figures.quoted(text))\"은(는) 태그가 될 수 없습니다. 태그는 한 줄, 1자부터 \(TagLimits.characters)자까지입니다")
    }

    package func changedArtworks(_ changed: Int, of matched: Int, isDryRun: Bool) -> String {
        let all = Figures.counted(matched, "artwork", "artworks")
        return isDryRun
            ? say(
                "Would change \(Figures.count(changed)) of \(all)",
                "작품 \(Figures.count(matched))개 중 \(Figures.count(changed))개가 바뀔 것입니다")
            : say(
                "Changed \(Figures.count(changed)) of \(all)",
                "작품 \(Figures.count(matched))개 중 \(Figures.count(changed))개를 바꿈")
    }

    /// `token`: of the change that can be undone.
    package func undoHint(_ token: String) -> String {
        say("Undo: textify undo \(token)", "되돌리기: textify undo \(token)")
    }

    package var oneToken: String {
        say("Give one change to undo at most", "되돌릴 변경은 하나만 쓸 수 있습니다")
    }

    package func undone(_ restored: Int, left: Int) -> String {
        let done = say(
            "Restored \(Figures.counted(restored, "artwork", "artworks"))", "작품 \(Figures.count(restored))개를 되돌림")
        guard left > 0 else { return done }
        let others = Figures.counted(left, "artwork was", "artworks were")
        return done
            + say(
                "; \(others) changed since and not touched",
                ", 그 뒤에 바뀐 작품 \(Figures.count(left))개는 그대로 둠")
    }

    package func renamedTag(_ tag: String, to name: String, artworks: Int) -> String {
        say(
            "\(Figures.quoted(tag)) is now \(Figures.quoted(name)), in \(Figures.counted(artworks, "artwork", "artworks"))",
            "\(Figures.quoted(tag)) 태그를 \(Figures.quoted(name))(으)로 바꿈, 작품 \(Figures.count(artworks))개")
    }

    package func deletedTag(_ tag: String, artworks: Int) -> String {
        say(
            "Removed \(Figures.quoted(tag)) from \(Figures.counted(artworks, "artwork", "artworks"))",
            "작품 \(Figures.count(artworks))개에서 \(Figures.quoted(tag)) 태그를 뗌")
    }
}

/// Cleaning up the library.
extension Wording {
    package func cleanedUp(_ amount: CleanUpAmount) -> String {
        let artworks = Figures.counted(amount.artworks, "artwork", "artworks")
        let pictures = Figures.counted(amount.pictures, "picture", "pictures")
        let (count, number) = (Figures.count(amount.artworks), Figures.count(amount.pictures))
        let bytes = Figures.bytes(amount.bytes)
        let files = Figures.counted(amount.files, "refused file", "refused files")
        let (andFiles, andCount) =
            amount.files == 0 ? ("", "") : (" and \(files)", "와 거부된 파일 \(Figures.count(amount.files))개")
        let cleaned = say(
            "The library was cleaned up: \(artworks) moved to the trash or erased, \(pictures)\(andFiles) (\(bytes)) "
                + "removed.",
            "라이브러리를 정리했습니다. 작품 \(count)개를 휴지통으로 옮기거나 지웠고, 그림 \(number)개\(andCount)(\(bytes))를 지웠습니다.")
        guard amount.jobs > 0 else { return cleaned }
        let jobs = Figures.counted(amount.jobs, "old job was", "old jobs were")
        return cleaned + " " + say("\(jobs) erased.", "오래된 작업 \(Figures.count(amount.jobs))개를 지웠습니다.")
    }

    package var nothingToCleanUp: String { say("Nothing to remove", "지울 것이 없습니다") }

    /// `code`: of the database's failure.
    package func cleanUpFailed(_ code: String) -> String {
        say(
            "The library could not be cleaned up completely (\(code)). The next clean-up continues it.",
            "라이브러리를 다 정리하지 못했습니다(\(code)). 다음 정리 때 이어서 합니다.")
    }

    /// What a task of a clean-up removed, or would remove. `search`: of a rule of expiry.
    package func cleanUpTask(_ name: String, search: String?, _ amount: CleanUpAmount, isDryRun: Bool) -> String {
        let artworks = Figures.counted(amount.artworks, "artwork", "artworks")
        let pictures = Figures.counted(amount.pictures, "picture", "pictures") + " (\(Figures.bytes(amount.bytes)))"
        let (count, number) = (Figures.count(amount.artworks), Figures.count(amount.pictures))
        let bytes = Figures.bytes(amount.bytes)
        switch name {
        case "expire":
            return say(
                "\(isDryRun ? "would go" : "went") to the trash: \(artworks) of \(search ?? "")",
                "\(isDryRun ? "휴지통으로 갈 것" : "휴지통으로 옮김"): \(search ?? "")의 작품 \(count)개")
        case "trash":
            return say(
                "\(isDryRun ? "would be erased" : "erased") from the trash: \(artworks), \(pictures)",
                "\(isDryRun ? "휴지통에서 지울 것" : "휴지통에서 지움"): 작품 \(count)개, 그림 \(number)개 (\(bytes))")
        case "refused_files":
            let files = Figures.counted(amount.files, "file", "files")
            return say(
                "\(isDryRun ? "would be removed" : "removed") of the refused files: \(files) (\(bytes))",
                "\(isDryRun ? "거부된 파일 중 지울 것" : "거부된 파일 중 지움"): \(Figures.count(amount.files))개 (\(bytes))")
        case "jobs": return oldJobs(amount, isDryRun: isDryRun)
        case "dropped_pictures":
            return say(
                "\(isDryRun ? "would be removed" : "removed") of the dropped pictures: \(pictures)",
                "\(isDryRun ? "드롭한 그림 중 지울 것" : "드롭한 그림 중 지움"): \(number)개 (\(bytes))")
        case "generated_pictures":
            return say(
                "\(isDryRun ? "would be removed" : "removed") of the generated pictures: \(pictures)",
                "\(isDryRun ? "생성한 그림 중 지울 것" : "생성한 그림 중 지움"): \(number)개 (\(bytes))")
        default: return name
        }
    }

    private func oldJobs(_ amount: CleanUpAmount, isDryRun: Bool) -> String {
        let jobs = Figures.counted(amount.jobs, "old job", "old jobs")
        let erased = say(
            "\(isDryRun ? "would be erased" : "erased"): \(jobs)",
            "\(isDryRun ? "지울 오래된 작업" : "지운 오래된 작업"): \(Figures.count(amount.jobs))개")
        guard amount.pictures > 0 else { return erased }
        let pictures = Figures.counted(amount.pictures, "picture that was", "pictures that were")
        return erased
            + say(", \(pictures) never delivered", ", 전달하지 않은 그림 \(Figures.count(amount.pictures))개")
    }
}
