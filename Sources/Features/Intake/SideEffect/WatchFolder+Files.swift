import Domain
import IntakeFeature

extension WatchFolder {
    /// `true` if a file of this name holds one request per line.
    func isBatch(_ name: FileName) -> Bool {
        switch DropKind(ending: name.ending) {
        case .batch: true
        case .prompt: rules.batch == .lines
        case .picture, .request, nil: false
        }
    }

    func archive(_ day: LocalDay) -> FolderPath {
        archive.appending(day.year.digits(4)).appending(day.month.digits(2))
    }

    /// The base name of a drop's outputs, relative to the outbox.
    func outputName(of name: FileName, on day: LocalDay) -> FileName {
        switch rules.layout {
        case .mirror: name
        case .flat: name.last
        case .date: FileName(day.text.split(separator: "-").joined(separator: "/")).appending(name.last)
        }
    }

    /// The request with the file's subfolders added as tags. Names that can't be tags are omitted, and so are those
    /// beyond the largest number of tags: nobody chose them one by one.
    func tagged(_ request: Request, for name: FileName) -> Request {
        guard rules.hasFolderTags, let parent = name.parent else { return request }
        var tagged = request
        for tag in parent.components.compactMap(\.tag) where !tagged.tags.contains(tag) {
            guard tagged.tags.count < TagLimits.most else { break }
            tagged.tags.append(tag)
            tagged.note("tags", from: .subfolders)
        }
        return tagged
    }
}

extension FileName {
    fileprivate var tag: String? {
        guard let text, (1...TagLimits.characters).contains(text.unicodeScalars.count),
            text.first?.isWhitespace == false
        else { return nil }
        return text.last?.isWhitespace == true || text != shown ? nil : text
    }
}
