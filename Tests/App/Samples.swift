import Domain

extension Drop {
    static let sample = named(FileName("a.png"))

    static func named(_ name: FileName) -> Drop {
        Drop(
            id: DropID(utc: 1, seed: 1), folder: "inbox",
            identity: FileIdentity(name: name, inode: 1, size: 10, modified: 5))
    }
}

extension Job {
    static let sample = named(FileName("a.png"))

    static func sample(_ number: Int64) -> Job { named(FileName("a.png"), number: number) }

    static func named(_ name: FileName, outputs: [OutputFile] = [], number: Int64 = 1) -> Job {
        Job(
            id: JobID(utc: UTCMillis(number), seed: 2), drop: Drop.sample.id, line: 0, folder: "inbox", name: name,
            outbox: FolderPath("/srv/outbox"), request: Request(source: .prompt("a fox")), outputs: outputs, created: 1)
    }
}

extension FileEntry {
    static let sample = named(FileName("a.png"))

    static func named(_ name: FileName) -> FileEntry {
        FileEntry(name: name, kind: .file, device: 1, inode: 1, size: 10, modified: 5, changed: 5)
    }
}

extension Digest {
    static var sample: Digest {
        guard let digest = Digest(bytes: [UInt8](repeating: 7, count: 32)) else { preconditionFailure() }
        return digest
    }
}
