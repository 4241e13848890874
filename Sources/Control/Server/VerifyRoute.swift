internal import ControlAPI
internal import Domain
internal import Words

/// The route that checks what is stored, step by step: each answer says where the next step begins. So a check of any
/// size needs short requests only, ends when the client stops asking, and continues after a restart.
struct VerifyRoute: Sendable {
    let operations: any ServiceOperations

    var route: Route {
        Route("POST", "/v1/verify", .operate, query: ["after", "repair"]) { exchange throws(Rejection) in
            var position = VerificationPosition()
            if let text = exchange.query.text("after") {
                guard let given = VerificationPosition(cursor: text) else {
                    throw Parameters.wrong("after", .malformed(got: text, example: "the next of the step before"))
                }
                position = given
            }
            let isRepairing = try Parameters.flag("repair", exchange.query)
            do throws(ControlFailure) {
                let step = try await operations.verify(from: position, isRepairing: isRepairing)
                return .json(VerifyAnswer(step, in: exchange.wording))
            } catch {
                throw .failed(error)
            }
        }
    }
}

extension VerificationPosition {
    /// `PART` or `PART.DIGEST`.
    var cursor: String { part.rawValue + (after.map { "." + $0.hex } ?? "") }

    init?(cursor: String) {
        let pieces = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard let name = pieces.first, pieces.count <= 2, let part = VerificationPart(rawValue: String(name)) else {
            return nil
        }
        guard pieces.count == 2 else {
            self.init(part)
            return
        }
        guard part == .rows || part == .blobs, let digest = Digest(hex: pieces[1]) else { return nil }
        self.init(part, after: digest)
    }
}

extension VerifyAnswer {
    init(_ step: VerificationStep, in words: Wording) {
        self.init(
            part: step.part.rawValue, checked: step.checked, bytes: step.bytes,
            findings: step.findings.map { VerifyFinding($0, in: words) }, next: step.next?.cursor)
    }
}

extension VerifyFinding {
    init(_ finding: VerificationFinding, in words: Wording) {
        let defect = finding.defect
        self.init(
            code: defect.code, outcome: finding.outcome.rawValue, detail: words.sentence(finding),
            blob: defect.blob?.digest.hex, jobs: defect.blob?.jobs?.map(\.text))
    }
}

extension StoredDefect {
    fileprivate var code: String {
        switch self {
        case .fileDamaged: "database_corrupt"
        case .referencesBroken: "references_broken"
        case .indexDamaged: "index_damaged"
        case .indexDiffers: "index_differs"
        case .countsWrong: "counts_wrong"
        case .blobMissing: "blob_missing"
        case .blobDamaged: "blob_damaged"
        case .blobOrphaned: "blob_orphaned"
        }
    }

    fileprivate var blob: (digest: Digest, jobs: [JobID]?)? {
        switch self {
        case .blobMissing(let digest, let jobs), .blobDamaged(let digest, let jobs): (digest, jobs)
        case .blobOrphaned(let digest, _): (digest, nil)
        case .fileDamaged, .referencesBroken, .indexDamaged, .indexDiffers, .countsWrong: nil
        }
    }
}
