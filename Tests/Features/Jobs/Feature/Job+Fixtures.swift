import Domain

extension Job {
    static func fixture(
        _ number: UInt64, prompt: String? = nil, state: JobState = .queued, picture: StoredPicture? = nil,
        outputs: [OutputFile] = []
    ) -> Job {
        let source: RequestSource = prompt.map { .prompt($0) } ?? .picture(.fixture, .png)
        return Job(
            id: JobID(high: 1, low: number), drop: DropID(high: 2, low: number), line: 0, folder: "inbox",
            name: FileName("a.png"), outbox: FolderPath("/out"), request: Request(source: source), state: state,
            picture: picture, outputs: outputs, created: 0)
    }
}

extension Digest {
    static var fixture: Digest {
        guard let digest = Digest(bytes: [UInt8](repeating: 7, count: 32)) else { preconditionFailure() }
        return digest
    }
}

extension StoredPicture {
    static let fixture = StoredPicture(digest: .fixture, format: .png)
}

extension OutputFile {
    static let fixture = OutputFile(kind: .txt, name: FileName("a.txt"), part: FileName(".x.txt.part"))
}
