import Domain
import Testing

/// Numbered drops, jobs and calls; greater numbers are newer.
enum Samples {
    static let outbox = FolderPath("/srv/out")

    static func drop(_ number: Int, name: String = "cat.png", inode: UInt64 = 1) -> Drop {
        Drop(
            id: DropID(utc: UTCMillis(Int64(number)), seed: 1), folder: "inbox",
            identity: FileIdentity(name: FileName(name), inode: inode, size: 10, modified: 5))
    }

    /// A drop of an observed folder with its own inode.
    static func observedDrop(_ number: Int, name: String, in folder: String = "inbox") -> Drop {
        let plain = drop(number, name: name, inode: UInt64(number))
        return Drop(id: plain.id, folder: folder, identity: plain.identity, isObserved: true)
    }

    static func jobID(_ number: Int) -> JobID {
        JobID(utc: UTCMillis(Int64(number)), seed: 2)
    }

    static func job(_ number: Int, of drop: Drop, line: Int = 0) -> Job {
        job(jobID(number), of: drop, line: line, created: UTCMillis(Int64(number)))
    }

    /// The job of a drop of its own that edits the first of the pictures, with the others as references.
    static func edit(_ number: Int, of pictures: [Digest]) throws -> (job: Job, drop: Drop) {
        let drop = drop(number, name: "\(number)")
        let plain = job(number, of: drop)
        let inputs = try #require(InputPictures(pictures.map { StoredPicture(digest: $0, format: .png) }))
        let job = Job(
            id: plain.id, drop: drop.id, line: 0, folder: plain.folder, name: plain.name, outbox: outbox,
            request: Request(source: .edit("at night", inputs)), created: plain.created)
        return (job, drop)
    }

    /// The job of a refused drop, made at time 2.
    static func refusal(of drop: Drop) -> Job {
        JobOrigin(drop: drop, outbox: outbox, utc: 2, day: LocalDay(year: 2026, month: 3, day: 9), seed: 1).refused(
            .empty, named: drop.identity.name)
    }

    static func job(_ id: JobID, of drop: Drop, line: Int, created: UTCMillis = 2) -> Job {
        Job(
            id: id, drop: drop.id, line: line, folder: "inbox", name: drop.identity.name, outbox: outbox,
            request: Request(source: .prompt("a cat, 고양이"), tags: ["inbox"]), created: created)
    }

    /// The jobs of one request with several samples.
    static func samples(_ count: Int, from number: Int, of drop: Drop, line: Int = 0) -> [Job] {
        (1...count).map { sample in
            let plain = job(number + sample - 1, of: drop, line: line)
            return Job(
                id: plain.id, drop: drop.id, line: line, sample: Sample(sample, of: count), folder: plain.folder,
                name: plain.name.part(line: 0, Sample(sample, of: count)), outbox: outbox, request: plain.request,
                created: plain.created)
        }
    }

    static func call(_ number: Int, of job: JobID) throws -> Call {
        Call(
            id: CallID(utc: UTCMillis(Int64(number)), seed: 3), job: job, backend: "sketch", purchase: try digest(7),
            idempotencyKey: "key", seed: .max)
    }

    static func digest(_ byte: UInt8) throws -> Digest {
        struct NoDigest: Error {}
        guard let digest = Digest(bytes: [UInt8](repeating: byte, count: 32)) else { throw NoDigest() }
        return digest
    }

    static let parts = [
        StagedOutput(kind: .txt, ending: "txt", part: FileName(".1.txt.part")),
        StagedOutput(kind: .json, ending: "json", part: FileName(".1.json.part")),
    ]
}
