import ControlAPI
import Domain
import PlatformArchives
import PlatformSystem
import Words

/// Where an export goes.
enum ExportTarget {
    case folder(FilePath)
    /// Standard output.
    case tar

    /// Opens or creates the folder; `nil` is standard output. A folder with other files than an export's is refused.
    init(_ path: FilePath?, _ session: ControlSession) throws(CommandFailure) {
        guard let path else {
            self = .tar
            return
        }
        try path.makeFolder()
        do throws(FileFailure) {
            let opened = try FileDescriptor.folder(FolderPath(bytes: path.bytes).asRoot)
            if try opened.entry(FileName(LibraryManifest.fileName)) == nil, try !opened.list().isEmpty {
                throw FileFailure.exists
            }
            self = .folder(path)
        } catch {
            let text = error == .exists ? session.words.folderNotEmpty(path.shown) : nil
            throw CommandFailure(exit: .cannotCreate, text: text ?? session.words.sentence(error, about: path.shown))
        }
    }

    func write(
        _ content: ExportContent, _ session: ControlSession
    ) async throws(CommandFailure) -> ExportSummary {
        let manifest: LibraryManifest
        let json: [UInt8]
        do {
            manifest = try content.manifest()
            json = try ControlJSON.encode(manifest) + [10]
        } catch {
            throw CommandFailure(exit: .io, text: session.words.notJSON)
        }
        var summary = ExportSummary(artworks: manifest.artworks, pictures: 0, bytes: 0)
        switch self {
        case .folder(let path): try await Self.write(content, json, to: path, &summary, session)
        case .tar: try await Self.writeTar(content, json, &summary, session)
        }
        return summary
    }
}

/// The folder.
extension ExportTarget {
    /// Pictures first and the manifest last, so that an export that was interrupted is not taken for a whole one. What
    /// is there already is kept: an export into the same folder adds what is new.
    private static func write(
        _ content: ExportContent, _ manifest: [UInt8], to path: FilePath,
        _ summary: inout ExportSummary, _ session: ControlSession
    ) async throws(CommandFailure) {
        let root = FolderPath(bytes: path.bytes)
        for picture in content.pictures {
            let place = FileName(picture.reference.path)
            let isThere = try inFolder(path, session) { () throws(FileFailure) in
                try sizeIfThere(place, in: root) == picture.size
            }
            var bytes: [UInt8]?
            if !isThere {
                bytes = try await ExportContent.bytes(of: picture, session)
                guard bytes != nil else {
                    summary.missing += 1
                    continue
                }
            }
            let sub = root.appending(place.parent ?? FileName("")).asRoot
            try FilePath(bytes: sub.bytes).makeFolder()
            try inFolder(path, session) { () throws(FileFailure) in
                let opened = try FileDescriptor.folder(sub)
                if let bytes { try opened.replace(place.last, with: bytes) }
                if let sidecar = picture.sidecar {
                    try opened.replace(
                        FileName(place.last.shown + XMPSidecar.ending), with: Array(sidecar.xml.utf8))
                }
            }
            summary.pictures += 1
            summary.bytes += picture.size
        }
        try inFolder(path, session) { () throws(FileFailure) in
            let folder = try FileDescriptor.folder(root.asRoot)
            let part = FileName(LibraryManifest.recordsName + ".part")
            try folder.unlink(part)
            let file = try folder.create(part)
            var offset: Int64 = 0
            while let bytes = try content.records.chunk(at: &offset) { try file.write(bytes) }
            try file.sync()
            try folder.rename(part, to: FileName(LibraryManifest.recordsName), in: folder)
            try folder.replace(FileName(LibraryManifest.fileName), with: manifest)
        }
    }

    private static func sizeIfThere(_ name: FileName, in root: FolderPath) throws(FileFailure) -> Int64? {
        do throws(FileFailure) {
            return try FileDescriptor.folder(root.appending(name.parent ?? FileName("")).asRoot).entry(name.last)?.size
        } catch .missing { return nil }
    }

    private static func inFolder<Answer>(
        _ path: FilePath, _ session: ControlSession, _ work: () throws(FileFailure) -> Answer
    ) throws(CommandFailure) -> Answer {
        do throws(FileFailure) { return try work() } catch {
            throw CommandFailure(exit: .cannotCreate, text: session.words.sentence(error, about: path.shown))
        }
    }
}

/// The archive.
extension ExportTarget {
    private static func writeTar(
        _ content: ExportContent, _ manifest: [UInt8], _ summary: inout ExportSummary,
        _ session: ControlSession
    ) async throws(CommandFailure) {
        do {
            let tar = try TarWriter(to: StandardStream.output.rawValue)
            try tar.add(LibraryManifest.fileName, manifest)
            try tar.begin(LibraryManifest.recordsName, size: content.records.size)
            var offset: Int64 = 0
            while let bytes = try content.records.chunk(at: &offset) { try tar.write(bytes) }
            for picture in content.pictures {
                guard let bytes = try await ExportContent.bytes(of: picture, session) else {
                    summary.missing += 1
                    continue
                }
                try tar.add(picture.reference.path, bytes)
                if let sidecar = picture.sidecar {
                    try tar.add(picture.reference.path + XMPSidecar.ending, Array(sidecar.xml.utf8))
                }
                summary.pictures += 1
                summary.bytes += picture.size
            }
            try tar.finish()
        } catch let failure as CommandFailure {
            throw failure
        } catch let failure as ArchiveWritingFailure {
            throw failed(FileFailure(errno: failure.code), session.words.standardOutput, session)
        } catch {
            throw failed(.failed(code: 5), LibraryManifest.recordsName, session)
        }
    }

    private static func failed(_ failure: FileFailure, _ name: String, _ session: ControlSession) -> CommandFailure {
        if case .failed(code: 32) = failure { return .readerLeft }
        return CommandFailure(exit: .io, text: session.words.sentence(failure, about: name))
    }
}
