import ControlAPI
import Domain
import Glibc
import PlatformArchives
import PlatformDigest
import PlatformSystem
import Words

/// An export that is read: a folder, or a tar archive from a file or from standard input.
final class ImportSource {
    struct Picture {
        let digest: Digest
        let bytes: [UInt8]
    }

    private enum Place {
        case folder(FolderPath)
        case tar(TarReader)
    }

    /// Larger than any manifest.
    private static let mostManifestBytes = 1 << 16
    /// As large as the largest picture that is stored.
    private static let mostPictureBytes = 256 << 20

    let shown: String
    let words: Wording
    private let place: Place
    /// What an archive is read from.
    private let file: FileDescriptor?
    /// The index of the folder's next record.
    private var position = 0

    init(_ path: FilePath, _ words: Wording) throws(CommandFailure) {
        self.words = words
        let isStandardInput = path.isStandardInput
        shown = isStandardInput ? words.standardInput : path.shown
        do {
            if !isStandardInput, path.isFolder {
                place = .folder(FolderPath(bytes: path.bytes))
                file = nil
            } else {
                let file = isStandardInput ? FileDescriptor(adopting: dup(0)) : try path.open(O_RDONLY)
                place = .tar(try TarReader(from: file.number))
                self.file = consume file
            }
        } catch let failure as FileFailure {
            throw CommandFailure(exit: .noInput, text: words.sentence(failure, about: shown))
        } catch {
            throw CommandFailure(exit: .system, text: words.outOfThreads)
        }
    }

    func manifest() throws(CommandFailure) -> LibraryManifest {
        var bytes: [UInt8] = []
        try open(LibraryManifest.fileName) { part throws(FileFailure) in
            bytes += part
            if bytes.count > Self.mostManifestBytes { throw .tooLarge(bytes: Int64(bytes.count), limit: 1 << 16) }
        }
        guard let manifest = try? ControlJSON.decode(LibraryManifest.self, from: bytes),
            manifest.format == LibraryManifest.expectedFormat
        else {
            throw CommandFailure(exit: .data, text: words.notAnExport(shown, LibraryManifest.fileName))
        }
        guard manifest.version <= LibraryManifest.currentVersion else {
            throw CommandFailure(exit: .data, text: words.newerExport(shown, version: manifest.version))
        }
        return manifest
    }

    func records() throws(CommandFailure) -> RecordFile {
        var records: RecordFile
        do throws(FileFailure) { records = try RecordFile() } catch {
            throw CommandFailure(exit: .cannotCreate, text: words.sentence(error, about: RecordFile.folder.shown))
        }
        try open(LibraryManifest.recordsName) { part throws(FileFailure) in try records.append(part) }
        return records
    }

    /// The next picture; `nil` if there is none. A folder's pictures come in the order of the records.
    func nextPicture(after records: ImportRecords) throws(CommandFailure) -> Picture? {
        switch place {
        case .folder(let folder):
            while position < records.count {
                let record = try records.read(position)
                position += 1
                guard let digest = record.picture, records.place(of: digest) == position - 1 else { continue }
                if let bytes = try read(record, in: folder) { return Picture(digest: digest, bytes: bytes) }
            }
            return nil
        case .tar(let reader):
            do throws(ArchiveReadingFailure) {
                while let path = try reader.next() {
                    guard let digest = JobDetail.Picture.digest(ofPath: path) else { continue }
                    return Picture(digest: digest, bytes: try reader.all(limit: Self.mostPictureBytes))
                }
                return nil
            } catch { throw unreadable(error) }
        }
    }

    /// `nil` if the folder does not have the picture.
    private func read(_ record: ImportRecords.Record, in folder: FolderPath) throws(CommandFailure) -> [UInt8]? {
        guard let transfer = try? ControlJSON.decode(ArtworkTransfer.self, from: record.line) else { return nil }
        do throws(FileFailure) {
            return try FileDescriptor.file(FileName(transfer.picture.path), in: folder).all(
                limit: Self.mostPictureBytes)
        } catch .missing {
            return nil
        } catch {
            throw CommandFailure(exit: .io, text: words.sentence(error, about: shown + "/" + transfer.picture.path))
        }
    }

    /// Reads a file of the export in parts.
    private func open(_ name: String, _ take: ([UInt8]) throws(FileFailure) -> Void) throws(CommandFailure) {
        do {
            switch place {
            case .folder(let folder):
                let file = try FileDescriptor.file(FileName(name), in: folder)
                while true {
                    let part = try file.chunk(1 << 18)
                    if part.isEmpty { return }
                    try take(part)
                }
            case .tar(let reader):
                guard let path = try reader.next(),
                    path.split(separator: "/").drop(while: { $0 == "." }).first ?? "" == name
                else { throw FileFailure.missing }
                while true {
                    let part = try reader.chunk(1 << 18)
                    if part.isEmpty { return }
                    try take(part)
                }
            }
        } catch let failure as ArchiveReadingFailure {
            throw unreadable(failure)
        } catch FileFailure.missing {
            throw CommandFailure(exit: .data, text: words.notAnExport(shown, name))
        } catch {
            let failure = (error as? FileFailure) ?? .failed(code: 5)
            throw CommandFailure(exit: .io, text: words.sentence(failure, about: shown))
        }
    }

    private func unreadable(_ failure: ArchiveReadingFailure) -> CommandFailure {
        CommandFailure(exit: .data, text: words.unreadableArchive(shown, failure.detail))
    }
}
