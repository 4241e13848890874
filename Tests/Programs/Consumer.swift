import Domain
import Glibc
import PlatformSystem
import Testing

/// Takes every result out of the outbox as soon as it is complete, as the next program in a pipeline would.
final class Consumer {
    private let service: Service
    let shelf: FolderPath
    /// The number of times each result was taken, by its stem.
    private(set) var taken: [String: Int] = [:]

    init(_ service: Service) throws {
        self.service = service
        shelf = service.root.appending("shelf")
        try FileDescriptor.makeFolder(shelf)
    }

    /// Takes all complete results. `NAME.json` is delivered last and so marks a result as complete.
    func look() throws {
        let outbox = try FileDescriptor.folder(service.outbox)
        let names = try outbox.list().map(\.name).filter { $0.bytes.first != 46 }
        for last in names where last.ending == "json" { try take(last.stem, among: names, outbox) }
    }

    private func take(_ stem: FileName, among names: [FileName], _ outbox: borrowing FileDescriptor) throws {
        taken[stem.shown, default: 0] += 1
        let shelf = try FileDescriptor.folder(self.shelf)
        let files = names.filter { $0.bytes.starts(with: stem.bytes + [46]) }
        for file in files {
            #expect(try shelf.entry(file) == nil, "\(file) was delivered twice")
            try outbox.rename(file, to: file, in: shelf)
        }
    }
}
