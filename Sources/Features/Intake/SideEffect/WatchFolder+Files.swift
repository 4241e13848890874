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
}
