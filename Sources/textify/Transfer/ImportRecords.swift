import ControlAPI
import Domain
import FoundationEssentials
import Words

/// The artworks of an export, read line by line: a library may be larger than the memory.
final class ImportRecords {
    struct Record {
        /// Counted from 1.
        let number: Int
        let line: [UInt8]
        /// The picture that the artwork shows, if it was kept.
        let picture: Digest?
    }

    /// What is read of a line before it is sent.
    private struct Head: Decodable {
        struct Artwork: Decodable {
            let pictureBytes: Int64?

            private enum CodingKeys: String, CodingKey { case pictureBytes = "picture_bytes" }
        }

        let artwork: Artwork
        let picture: JobDetail.Picture
    }

    private let file: RecordFile
    /// The place of each line, and at the end the size of the file.
    private var offsets: [Int64] = [0]
    private var firsts: [Digest: Int] = [:]
    private let name: String
    private let words: Wording
    /// The index of the record that is sent next.
    var next = 0
    var count: Int { offsets.count - 1 }

    /// Reads manifest and records, which come before the pictures, and checks that they belong together.
    init(from source: ImportSource) throws(CommandFailure) {
        words = source.words
        name = source.shown
        let manifest = try source.manifest()
        file = try source.records()
        let digest: Digest
        do throws(FileFailure) { digest = try file.digest() } catch {
            throw CommandFailure(exit: .io, text: words.sentence(error, about: name))
        }
        guard digest.hex == manifest.sha256 else {
            throw CommandFailure(exit: .data, text: words.recordsDiffer(name, LibraryManifest.recordsName))
        }
        try findLines()
        guard count == manifest.artworks else {
            throw CommandFailure(exit: .data, text: words.recordsDiffer(name, LibraryManifest.recordsName))
        }
        for index in 0..<count {
            guard let digest = try read(index).picture, firsts[digest] == nil else { continue }
            firsts[digest] = index
        }
    }

    /// The first record that shows the picture; `nil` if none does.
    func place(of picture: Digest) -> Int? { firsts[picture] }

    func read(_ index: Int) throws(CommandFailure) -> Record {
        let (start, end) = (offsets[index], offsets[index + 1])
        var line: [UInt8]
        do throws(FileFailure) { line = try file.bytes(Int(end - start), at: start) } catch {
            throw CommandFailure(exit: .io, text: words.sentence(error, about: name))
        }
        if line.last == 10 { line.removeLast() }
        guard let head = try? ControlJSON.decode(Head.self, from: line) else {
            throw CommandFailure(
                exit: .data, text: words.wrongRecord(name, LibraryManifest.recordsName, line: index + 1))
        }
        let hasPicture = head.artwork.pictureBytes != nil
        return Record(number: index + 1, line: line, picture: hasPicture ? Digest(hex: head.picture.digest) : nil)
    }

    private func findLines() throws(CommandFailure) {
        var offset: Int64 = 0
        do throws(FileFailure) {
            while true {
                let start = offset
                guard let bytes = try file.chunk(at: &offset) else { break }
                for (index, byte) in bytes.enumerated() where byte == 10 { offsets.append(start + Int64(index) + 1) }
            }
        } catch {
            throw CommandFailure(exit: .io, text: words.sentence(error, about: name))
        }
    }
}
